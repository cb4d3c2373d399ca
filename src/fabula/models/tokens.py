"""How many tokens a text costs at most: an estimate for every model, safe for usual prose.

A token of a byte-level tokenizer covers at least one byte, so bytes bound tokens from above; three for a
Chinese character and one for a letter would be silly, though. Counted here instead, per character:

- a run of ASCII letters: one token for every three letters begun, and so at least one for a word
  (English prose averages above four letters a token; invented names come near three);
- an ASCII digit, punctuation mark, line end or space: one token; one space before a word or a mark is part
  of it;
- any other character of the basic plane: one and three quarters (on novels and generated stories Chinese takes
  0.8 to 1.4 a character with the tokenizers of GPT-4, GPT-4o and Qwen; accented letters, Cyrillic, kana, Hangul
  and curly quotes take less);
- a character beyond the basic plane, such as an emoji: four, which are its bytes.

Measured so, the estimate is 1.2 to 2.2 times the true count, and above it for any three lines of prose. The
GPT-2 tokenizer, which knows no Chinese, is outside of this. Costs are kept in quarter tokens and add up over
lines exactly: a line end joins no token of the next line.
"""

import re
from bisect import bisect_right
from typing import Protocol

QUARTERS = 4
"""Quarter tokens in a token."""

LINE_END = QUARTERS
"""What the end of a line costs, in quarter tokens."""

ELLIPSIS = "…"
_LETTERS = 3
_UNITS = re.compile(r" ?[A-Za-z]+| ?[!-/:-@\[-`{-~]|[\s\S]")
_TOKENS = re.compile(rf" ?[A-Za-z]{{1,{_LETTERS}}}| ?[!-/:-@\[-`{{-~]|[\s\S]")
_WORD_COST = QUARTERS
_WIDE_COST = 7
_ASTRAL_COST = 4 * QUARTERS
_UTF_16 = 2  # bytes of a character of the basic plane; one beyond it takes twice as many


class Counter(Protocol):
    """Says what texts cost for one kind of model. Costs are quarter tokens and may be added up line by line.

    For some tokenizers the sum is no strict bound of the whole, so whoever must keep to one asks ``tokens``
    for the whole text in the end.
    """

    @property
    def name(self) -> str:
        """What it counts with: ``estimate``, or the name of a vocabulary."""
        ...

    def tokens(self, text: str) -> int:
        """How many tokens a whole text takes, or a bound of it from above."""
        ...

    def line(self, text: str) -> int:
        """What one line costs with its end, in quarter tokens."""
        ...

    def clipped(self, text: str, most: int) -> str:
        """A line that costs at most ``most`` quarter tokens with its end: the whole, or a beginning and an ellipsis.

        Empty when not even one word fits.
        """
        ...


class Estimate:
    """Counts for every model, by this module's bound."""

    name = "estimate"

    def tokens(self, text: str) -> int:
        """At most how many tokens a text costs."""
        return tokens_of(text)

    def line(self, text: str) -> int:
        """At most what a line costs with its end, in quarter tokens."""
        return cost_of(text) + LINE_END

    def clipped(self, text: str, most: int) -> str:
        """The line, or as much of its beginning as costs at most ``most`` with an ellipsis and its end."""
        return clipped(text, most - LINE_END)


ESTIMATE = Estimate()


def tokens_of(text: str) -> int:
    """At most how many tokens a text costs."""
    return -(-cost_of(text) // QUARTERS)


def cost_of(text: str) -> int:
    """At most what a text costs, in quarter tokens."""
    count = len(_TOKENS.findall(text))
    if text.isascii():
        return count * _WORD_COST
    beyond = len(text.encode("utf-16-le", "surrogatepass")) // _UTF_16 - len(text)
    wide = len(text) - len(text.encode("ascii", "ignore")) - beyond
    return (count - wide - beyond) * _WORD_COST + wide * _WIDE_COST + beyond * _ASTRAL_COST


def clipped(text: str, most: int) -> str:
    """The text if it costs at most ``most`` quarter tokens, else as much of its beginning as fits with an ellipsis.

    The cut falls between words where a script has them; empty when not even one word fits.
    """
    if cost_of(text) <= most:
        return text
    units = list(_UNITS.finditer(text))
    fitting = bisect_right(units, most - cost_of(ELLIPSIS), key=lambda unit: cost_of(text[: unit.end()]))
    return _ended(text[: units[fitting].start()]) if fitting else ""


def beginnings(text: str) -> list[str]:
    """Every beginning of a text that may be told with an ellipsis, shortest first."""
    return [ended for unit in _UNITS.finditer(text) if (ended := _ended(text[: unit.start()]))]


def _ended(beginning: str) -> str:
    kept = beginning.rstrip(" ,;:，、；：")
    return kept + ELLIPSIS if kept else ""
