"""When two texts are the same turn: the transforms that front ends apply, undone on both sides."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from fabula.claims.text import is_ideographic, name_key, normal_text
from fabula.ledger.chain import Pair, best_chain
from fabula.ledger.ids import text_key
from fabula.ledger.records import Message

THOUSAND = 1000
CONTINUED = 900
"""The likeness of a text that goes on where the other one ends."""

Shingles: TypeAlias = "Counter[tuple[str, str]]"

_NAME = re.compile(r"([^\W\d_][^\n:：<>\"“”*\[\]{}|!?。！？,，;；]{0,39}):\s+(?=\S)")
_NAME_WORDS = 4
_TAG = re.compile(r"<!--|<([^\W\d][\w:.-]{0,40})(?:\s[^<>]*)?>")
_UNCLOSED = 32  # tags without an end after which a text is not searched any further
_TOKEN = re.compile(r"[^\W_]+")
_LONG_ENOUGH = 12  # characters (an ideograph counts as two) that make a text worth finding in another
_PHRASE = 3  # words that such a text is looked up by
_PHRASES = 8  # how many times that are tried, to find the rarest
_CONTINUED_FROM = 4  # words, or ideographs, that a text needs to be recognised as the start of another
_WRAPPER = re.compile(r"[^\w]*|.*[:：]|</?[^<>]+>|\[.*\]|【.*】|#+ .*")
_REPEATS = 16  # places of one repeated line that are tried
_RUN = 6  # lines of one turn that are looked for in a block by its key
_LINES = 400  # lines of a message beyond which its runs are not hashed


@dataclass(frozen=True, slots=True)
class Form:
    """A text taken apart: the name in front, the words with single spaces, and its tag blocks and comments."""

    name: str
    body: str
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is not empty: where it stands in its text, and its words with single spaces."""

    start: int
    end: int
    words: str


class Phrases:
    """Finds which of many texts hold the words of a turn, without looking through all of them."""

    def __init__(self, hosts: Mapping[int, str]) -> None:
        self._hosts = hosts
        self._starts: dict[tuple[str, ...], set[int]] = {}
        for index, host in hosts.items():
            words = words_of(host)
            for start in range(len(words) - _PHRASE + 1):
                self._starts.setdefault(tuple(words[start : start + _PHRASE]), set()).add(index)

    def holding(self, body: str) -> list[int]:
        """The hosts in which a turn's words stand, if these are long enough not to stand there by chance."""
        if not is_distinct(body):
            return []
        words = words_of(body[: _PHRASE * _PHRASES * _LONG_ENOUGH])[: _PHRASE * _PHRASES]
        phrases = [tuple(words[start : start + _PHRASE]) for start in range(len(words) - _PHRASE + 1)]
        rarest = min(
            (self._starts.get(phrase, set()) for phrase in phrases[:-1] or phrases), key=len, default=set()
        )
        return sorted(index for index in rarest if body in self._hosts[index])


def taken_apart(text: str) -> Form:
    """The form in which texts are compared; a text of nothing but blocks keeps them as its words."""
    bare, blocks = without_blocks(normal_text(text))
    if not bare:
        bare, blocks = normal_text(text), ()
    name, body = name_and_words(bare)
    return Form(name, collapsed(body), blocks)


def alike(one: Form, other: Form) -> bool:
    """Whether two forms are one turn: same words, no contradicting names, and blocks only taken away."""
    return (
        one.body == other.body
        and bool(one.body)
        and (not one.name or not other.name or same_speaker(one.name, other.name))
        and (set(one.blocks) <= set(other.blocks) or set(other.blocks) <= set(one.blocks))
    )


def same_speaker(one: str, other: str) -> bool:
    """Whether two names do not contradict each other: one is not given, or they are one name.

    ``Mira_Vale`` is what front ends make of ``Mira Vale`` in a ``name`` field.
    """
    if not one or not other or one == other:
        return True
    return name_key(one) == name_key(other) or one == _sanitised(other) or other == _sanitised(one)


def other_keys(message: Message) -> Iterator[tuple[str, bool]]:
    """Text keys that the message may be stored under, and whether that takes a name away or puts it on."""
    text = normal_text(message.text)
    bare, blocks = without_blocks(text)
    if blocks and bare:
        yield text_key(bare), False
    for version in (text, bare) if blocks and bare else (text,):
        name, words = name_and_words(version)
        if name:
            yield text_key(words), True
        elif message.speaker:
            yield text_key(f"{message.speaker}: {version}"), True


def without_blocks(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without ``<tag>...</tag>`` blocks and comments, and these blocks."""
    parts: list[str] = []
    blocks: list[str] = []
    place, unclosed = 0, set[str]()
    for tag in _TAG.finditer(text):
        closing = f"</{tag[1]}>" if tag[1] else "-->"
        if tag.start() < place or closing in unclosed or len(unclosed) > _UNCLOSED:
            continue
        end = text.find(closing, tag.end())
        if end < 0:
            unclosed.add(closing)
            continue
        parts.append(text[place : tag.start()])
        place = end + len(closing)
        blocks.append(collapsed(text[tag.start() : place]))
    return "".join([*parts, text[place:]]).strip(), tuple(blocks)


def name_and_words(text: str) -> tuple[str, str]:
    """The name before the first ``: `` if what stands there can be one, and the text after it."""
    found = _NAME.match(text)
    if found is None or len(found[1].split()) > _NAME_WORDS:
        return "", text
    return found[1].strip(), text[found.end() :]


def collapsed(text: str) -> str:
    """The text with single spaces for all white space, and none around it."""
    return " ".join(text.split())


def likeness(one: str, other: str) -> int:
    """How much two texts share, in thousandths: the Dice coefficient of their pairs of words.

    Ideographs count as words. A text that is the beginning of the other, or goes on from it, has at
    least ``CONTINUED``: a reply that was trimmed or continued stays the same turn.
    """
    return likeness_of(words_of(one), words_of(other))


def likeness_of(one: Sequence[str], other: Sequence[str]) -> int:
    """``likeness`` of two texts that are split into words already."""
    if not one or not other:
        return THOUSAND if list(one) == list(other) else 0
    pairs, others = _shingles(one), _shingles(other)
    score = 2 * THOUSAND * (pairs & others).total() // (len(one) + len(other))
    short, long = sorted((one, other), key=len)
    if len(short) >= _CONTINUED_FROM and list(long[: len(short)]) == list(short):
        return max(score, CONTINUED)
    return score


def words_of(text: str) -> list[str]:
    """The words of a text in one case, every ideograph a word of its own; punctuation if there is nothing else."""
    words: list[str] = []
    for run in _TOKEN.findall(text.casefold()):
        if run.isascii():
            words.append(run)
            continue
        for single, part in groupby(run, is_ideographic):
            letters = "".join(part)
            words.extend(letters if single else [letters])
    return words or text.split()


def begins(shown: str, relayed: str) -> bool:
    """Whether a reply as shown may be the start of one as relayed: trimmed, cut, or stopped midway."""
    words = taken_apart(shown).body
    return bool(words) and taken_apart(relayed).body.startswith(words)


def is_distinct(words: str) -> bool:
    """Whether words are long enough not to come up twice by chance, as "ok." does."""
    if len(words) >= _LONG_ENOUGH or words.isascii():
        return len(words) >= _LONG_ENOUGH
    return sum(2 if is_ideographic(char) else 1 for char in words) >= _LONG_ENOUGH


def lines_of(text: str) -> list[Line]:
    """The lines of a text that are not empty."""
    lines: list[Line] = []
    start = 0
    for raw in text.split("\n"):
        if words := collapsed(raw):
            lines.append(Line(start, start + len(raw), words))
        start += len(raw) + 1
    return lines


def standing_in(host: Sequence[Line], turns: Mapping[int, Sequence[str]]) -> list[Pair]:
    """The turns that stand as whole lines in a host, in order: from which line up to which, which turn.

    ``turns`` holds the lines of each turn, without a name in front; a line of the host may have one.
    """
    starts: dict[str, list[int]] = {}
    for turn in sorted(turns):
        if turns[turn]:
            starts.setdefault(turns[turn][0], []).append(turn)
    pairs: dict[tuple[int, int], Pair] = {}
    nexts: dict[int, set[int]] = {}
    for place, line in enumerate(host):
        unnamed = name_and_words(line.words)[1]
        for turn in _candidates(line.words, unnamed, starts, nexts.get(place, set())):
            lines = turns.get(turn, ())
            end = place + len(lines)
            if lines and _lines_equal(host[place:end], lines):
                pairs[place, turn] = Pair(place, end, turn, len(lines))
                nexts.setdefault(end, set()).add(turn + 1)
    return best_chain(pairs.values())


def is_wrapper(line: str) -> bool:
    """Whether a line looks like what front ends put around quoted turns: a heading, a tag, a rule."""
    return _WRAPPER.fullmatch(line) is not None


def run_keys(text: str) -> Iterator[tuple[str, str]]:
    """The text keys of short runs of lines, with and without a name in front, each with the run's words."""
    normal = normal_text(text)
    lines = lines_of(normal)[:_LINES]
    for first in range(len(lines)):
        for last in range(first, min(first + _RUN, len(lines))):
            run = normal[lines[first].start : lines[last].end].strip()
            yield text_key(run), collapsed(run)
            name, words = name_and_words(run)
            if name:
                yield text_key(words), collapsed(words)


def _candidates(line: str, unnamed: str, starts: Mapping[str, list[int]], nexts: set[int]) -> list[int]:
    turns = starts.get(line, [])[-_REPEATS:]
    if unnamed != line:
        turns = turns + starts.get(unnamed, [])[-_REPEATS:]
    return sorted({*turns, *sorted(nexts)[-_REPEATS:]})


def _lines_equal(host: Sequence[Line], lines: Sequence[str]) -> bool:
    if len(host) != len(lines):
        return False
    first = host[0].words
    return (first == lines[0] or name_and_words(first)[1] == lines[0]) and all(
        line.words == words for line, words in zip(host[1:], lines[1:], strict=True)
    )


def _shingles(words: Sequence[str]) -> Shingles:
    return Counter(zip(["", *words], words, strict=False))


def _sanitised(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)
