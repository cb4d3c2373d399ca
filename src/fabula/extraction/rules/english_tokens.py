"""The words and marks of an English sentence, and the pieces that they are put together to."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from fabula.extraction.rules.findings import Phrase
from fabula.extraction.rules.listed import word_set

NAME, THING, PRONOUN, PAIR, ABOUT, KIN, WORD = "n", "t", "p", "d", "h", "k", ""
"""What a piece can be; ``ABOUT`` is somewhere on somebody, ``KIN`` somebody's relative."""

_LETTER = r"[^\W\d_]"
_TOKEN = re.compile(rf"{_LETTER}+(?:['’-]{_LETTER}+)*|--|[^\w\s]|\d+")
_CONTRACTED = word_set("it's that's he's she's let's what's who's there's here's where's how's")


# A tuple, as one is made for every word.
class Token(NamedTuple):
    """A word or a mark at ``start:end`` of the sentence."""

    text: str
    low: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        """Whether it starts with a capital and is not all capitals."""
        return self.text[:1].isupper() and (len(self.text) == 1 or not self.text.isupper())


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk, or one plain word. ``code`` is one of the kinds above; ``phrases`` are two in a pair.

    For ``ABOUT`` and ``KIN`` the phrase is the owner and ``word`` the noun.
    """

    code: str
    word: str
    start: int
    end: int
    phrases: tuple[Phrase, ...] = ()


def tokens_of(text: str) -> list[Token]:
    """Words and marks in order; a possessive ending stands apart from its word."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        word, start, end = match.group(), match.start(), match.end()
        low = word.casefold().replace("’", "'")
        if low.endswith("'s") and low not in _CONTRACTED:
            found.append(Token(word[:-2], low[:-2], start, end - 2))
            found.append(Token(word[-2:], "'s", end - 2, end))
        else:
            found.append(Token(word, low, start, end))
    return found
