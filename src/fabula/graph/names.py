"""Finds known names in a text, whatever its script, by looking windows up in what is known.

No automaton: the names of a view are a persistent map that grows by a turn, so the text is cut into
windows and each window is looked up. The cost grows with the text and not with the number of names.
"""

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

MAX_WORDS = 5
"""The longest name in words, for scripts that write spaces."""

MAX_CHARACTERS = 6
"""The longest name in characters, for scripts that do not; parts joined by a dot count apart."""

MAX_JOINED = 24

_IDEOGRAPHIC = "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
_DOTS = "·・‧•"
_ONE_DOT = frozenset(_DOTS)
_LETTER = rf"[^\W_{_IDEOGRAPHIC}]"
_UNIT = re.compile(rf"(?P<word>{_LETTER}+(?:['’\-]{_LETTER}+)*)|[{_IDEOGRAPHIC}]")
_BETWEEN_WORDS = re.compile(r"\.?\s{1,3}")
_ACCENT = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_POSSESSIVES = ("'s", "’s")
_ARTICLE = "the"
_LEAD = re.compile(r"[a-z0-9]*")

# A name of one character is part of a longer word far more often than not: these neighbours tell it apart.
_BEFORE_ONE = frozenset("和与跟同对把被给向让叫問问")
_AFTER_ONE = frozenset("说說道问問答笑的把和与跟对在是也")


class NameLookup(Protocol):
    """Whatever knows name keys: the names of a view's state, a dictionary, a set."""

    def __contains__(self, key: str, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Mention:
    """A known name in a text: ``text[start:end]`` as it stands there, and the key that it is known by."""

    start: int
    end: int
    key: str


class _Unit(NamedTuple):
    """A word, or one ideograph. ``joint`` is what stands between it and the unit before; None parts them."""

    start: int
    end: int
    key: str
    is_word: bool
    joint: str | None


def lead_of(key: str) -> str:
    """The plain letters and digits that a name's key begins with: without them no window of a text is that name."""
    lead = _LEAD.match(key)
    return lead.group() if lead else ""


def find_names(text: str, known: NameLookup, leads: Container[str] | None = None) -> tuple[Mention, ...]:
    """The known names in a text from left to right; of those that overlap the leftmost, then the longest.

    Words keep their bounds ("Tom" is not in "Tomorrow") and lose a possessive ending; case does not count,
    nor does the shape of an apostrophe, and a text's accents may go beyond those of the name. Traditional and
    simplified characters are different names: only an alias joins 劍 and 剑.
    In scripts without spaces a name may stand anywhere, but one of a single character only where its
    neighbours show that it is no part of a longer word. With the ``leads`` of all that is known (``lead_of``)
    words that begin no name are passed over at once.
    """
    return tuple(_mentions(text, _units(text), known, leads))


def _mentions(
    text: str, units: Sequence[_Unit], known: NameLookup, leads: Container[str] | None
) -> Iterator[Mention]:
    at = 0
    while at < len(units):
        key = units[at].key
        if leads is not None and key not in leads and key.isascii() and key.isalnum():
            at += 1
            continue
        found = (
            _longest_word(text, units, at, known)
            if units[at].is_word
            else _longest_run(text, units, at, known)
        )
        if found is None:
            at += 1
            continue
        mention, at = found
        yield mention


def _longest_word(
    text: str, units: Sequence[_Unit], at: int, known: NameLookup
) -> tuple[Mention, int] | None:
    """The longest name that starts with a word: words up to the limit, ideographs among them."""
    first = units[at]
    if first.key == _ARTICLE:
        return None
    best: tuple[Mention, int] | None = None
    before = ""
    for after in range(at, min(len(units), at + MAX_WORDS)):
        unit = units[after]
        if after > at:
            if unit.joint is None:
                break
            before += unit.joint
        for end, written in _endings(text, unit, before):
            key = _spelling(written, known)
            if key:
                best = Mention(first.start, end, key), after + 1
        before += unit.key
    return best


def _longest_run(text: str, units: Sequence[_Unit], at: int, known: NameLookup) -> tuple[Mention, int] | None:
    """The longest name that starts with an ideograph; each dot in it makes room for a further part."""
    start, end, key, _, _ = units[at]
    best: tuple[Mention, int] | None = None
    if key in known and _stands_alone(text, start, end):
        best = Mention(start, end, key), at + 1
    room = MAX_CHARACTERS
    for after in range(at + 1, len(units)):
        _, end, more, _, joint = units[after]
        if joint is None or joint == " ":
            break
        room = MAX_CHARACTERS if joint else room - 1
        if not room or after - at == MAX_JOINED:
            break
        key += joint + more
        if key in known:
            best = Mention(start, end, key), after + 1
    return best


def _endings(text: str, unit: _Unit, before: str) -> Iterator[tuple[int, str]]:
    """A window that ends with this word: without its possessive ending, as it is, with a full stop of its own."""
    if unit.key.endswith(_POSSESSIVES):
        yield unit.end - 2, before + unit.key[:-2]
    yield unit.end, before + unit.key
    if text.startswith(".", unit.end):
        yield unit.end + 1, before + unit.key + "."


def _spelling(key: str, known: NameLookup) -> str:
    """The key under which a window is known, empty if under none: as it stands before any other."""
    if key in known:
        return key
    if key.isascii() and "'" not in key:
        return ""
    return next((spelling for spelling in _spellings(key) if spelling in known), "")


def _spellings(key: str) -> tuple[str, ...]:
    """The other keys under which a window may be known: with the other apostrophe, without its accents."""
    straight = key.replace("’", "'")
    plain = straight
    if not straight.isascii():
        parts = unicodedata.normalize("NFD", straight)
        plain = unicodedata.normalize("NFC", _ACCENT.sub("", parts))
    return (straight, straight.replace("'", "’"), plain)


def _units(text: str) -> list[_Unit]:
    units: list[_Unit] = []
    last = 0
    for match in _UNIT.finditer(text):
        start, end = match.span()
        piece = match.group()
        between = text[last:start]
        joint = between if between in ("", " ") else _joint(between)
        units.append(_Unit(start, end, _key(piece), match.lastgroup == "word", joint))
        last = end
    return units


def _key(piece: str) -> str:
    if "\u3400" <= piece <= "\u9fff" and len(piece) == 1:
        return piece
    if piece.isascii() or unicodedata.is_normalized("NFKC", piece):
        return piece.casefold()
    return unicodedata.normalize("NFKC", piece).casefold()


def _joint(between: str) -> str | None:
    if between in _ONE_DOT:
        return between
    if _BETWEEN_WORDS.fullmatch(between):
        return ". " if between.startswith(".") else " "
    return None


def _stands_alone(text: str, start: int, end: int) -> bool:
    return _is_edge(text[start - 1 : start], _BEFORE_ONE) and _is_edge(text[end : end + 1], _AFTER_ONE)


def _is_edge(char: str, partners: frozenset[str]) -> bool:
    return not char or char in partners or not char.isalnum()
