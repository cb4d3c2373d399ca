"""Finds English names in a text: those that are given, and those that the text itself shows to be names."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from fabula.extraction.rules.english_words import NOT_NAMES, PLACE_NOUNS, STARTERS
from fabula.extraction.whole.english_given import sex_of_given
from fabula.extraction.whole.english_titles import TITLES, WEAK, parts_of
from fabula.extraction.whole.sightings import Seen

_TOKEN = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_JOINT = re.compile(r"\.?\s{1,3}|\.?\s*\n\s?")
_NAME_WORD = r"[A-Z](?:[\w'’]*(?:-[A-Z][\w'’]*)?[a-z])"
_RUN = re.compile(
    rf"(?:(?:[A-Z]|Mrs?|Ms|Drs?|St|Col|Capt|Gen|Lt|Rev|Prof|Messrs)\.\s)*{_NAME_WORD}"
    rf"(?:\s(?:[A-Z]\.\s)?(?:(?:de|la|von|van)\s)?{_NAME_WORD})*"
)
_SAID = (
    r"(?:said|cried|asked|replied|answered|exclaimed|whispered|returned|murmured|muttered|added|continued)"
)
_BY_SAYING = re.compile(rf"\b{_SAID} ([A-Z][a-z]+)\b|\b([A-Z][a-z]+) {_SAID}\b")
_AFTER_PLACE_WORD = re.compile(r"\b(?:in|at|near|into|through|towards?|of) $")
_SHORTENED = re.compile(r"['’](?:s|ll|d|ve|re|m)$")
_POSSESSIVES = ("'s", "’s")
_ORDINARY = 3


class Lexicon:
    """Known names, looked up from left to right, the longest first. Case counts, except in "the ..."."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in sorted(set(names), key=lambda one: (-len(one), one)):
            words = tuple(_folded(word) for word in _TOKEN.findall(name))
            if words:
                self._by_first.setdefault(words[0], []).append((words, name))

    def find(self, text: str) -> list[Seen]:
        """Every known name in a text, in order, none inside another."""
        tokens = [(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]
        found: list[Seen] = []
        at = 0
        while at < len(tokens):
            hit = self._at(text, tokens, at)
            if hit:
                seen, at = hit
                found.append(seen)
            else:
                at += 1
        return found

    def _at(self, text: str, tokens: list[tuple[int, int, str]], at: int) -> tuple[Seen, int] | None:
        for words, name in self._by_first.get(_folded(tokens[at][2]), ()):
            stop = at + len(words)
            if stop <= len(tokens) and _matches(text, tokens[at:stop], words):
                last = tokens[stop - 1]
                end = last[1] - 2 if last[2].endswith(_POSSESSIVES) else last[1]
                return Seen(tokens[at][0], end, name), stop
        return None


def _folded(word: str) -> str:
    return (word[:-2] if word.endswith(_POSSESSIVES) else word).casefold()


def _matches(text: str, tokens: list[tuple[int, int, str]], words: tuple[str, ...]) -> bool:
    if any(_folded(token[2]) != word for token, word in zip(tokens, words, strict=True)):
        return False
    joined = pairwise(tokens)
    if any(not _JOINT.fullmatch(text, one[1], two[0]) for one, two in joined):
        return False
    return words[0] == "the" or all(token[2][0].isupper() for token in (tokens[0], tokens[-1]))


def names_in(text: str) -> Counter[str]:
    """The names of people that a text shows by its capitals, titles and verbs of speech, counted."""
    inner, runs = _runs(text)
    said = {one or two for one, two in _BY_SAYING.findall(text)}
    people = {
        name for name, count in runs.items() if _is_person(name, inner, said) and _is_enough(name, count)
    }
    full = [name.split() for name in sorted(people) if parts_of(name).is_full]
    parts = {word for words in full for word in words if word == words[-1] or sex_of_given(word)}
    return Counter({name: runs[name] for name in sorted(people | (parts & runs.keys()))})


def _is_enough(name: str, count: int) -> bool:
    """Whether a name stands there often enough: once if its form says that it is one."""
    return (
        count > 1
        or _is_titled(name)
        or (parts_of(name).is_full and bool(sex_of_given(name.split(maxsplit=1)[0])))
    )


def _runs(text: str) -> tuple[Counter[str], Counter[str]]:
    """Runs of capital words: by word where no sentence begins, without places; and as wholes."""
    found = [
        (match.start(), " ".join(match.group().split()), _begins(text, match.start()))
        for match in _RUN.finditer(text)
    ]
    inner: Counter[str] = Counter()
    for start, run, begins in found:
        place = _AFTER_PLACE_WORD.search(text, max(start - 9, 0), start)
        words = _plain(run.split())[1 if begins else 0 :]
        inner.update(dict.fromkeys(words, -1 if place else 1))
    trimmed = (_trimmed(run, inner, begins=begins) for _, run, begins in found)
    return inner, Counter(name for name in trimmed if name)


def _plain(words: Iterable[str]) -> list[str]:
    return [_SHORTENED.sub("", word) for word in words]


def _begins(text: str, at: int) -> bool:
    before = text[max(at - 3, 0) : at].rstrip(" \n\t")
    return (
        not before or before[-1] in ".!?:;\"“”‘'-—_*(" or text[at - 1 : at] == "\n" == text[at - 2 : at - 1]
    )


def _trimmed(run: str, inner: Mapping[str, int], *, begins: bool) -> str:
    """A run without what is no part of a name; empty where nothing is left that may be one."""
    words = _plain(run.split())
    if begins and len(words) > 1 and _is_opener(words[0], inner):
        words = words[1:]
    while words and words[0].casefold() in NOT_NAMES:
        words = words[1:]
    while len(words) > 1 and words[0].casefold() in WEAK:
        words = words[1:]
    while words and words[-1].casefold() in STARTERS - TITLES:
        words = words[:-1]
    keys = [word.casefold().rstrip(".") for word in words]
    if not words or TITLES.issuperset(keys) or NOT_NAMES.intersection(keys):
        return ""
    is_word = len(keys) == 1 and (keys[0] in STARTERS or len(keys[0]) == 1)
    return "" if is_word else " ".join(words)


def _is_opener(word: str, inner: Mapping[str, int]) -> bool:
    """Whether a word has its capital only because a sentence begins with it."""
    low = word.casefold().rstrip(".")
    return low in STARTERS - TITLES or (low not in TITLES and not inner.get(word) and not sex_of_given(low))


def _is_titled(name: str) -> bool:
    first, *rest = name.split()
    return bool(rest) and first.casefold().rstrip(".") in TITLES - WEAK


def _is_person(name: str, inner: Counter[str], said: set[str]) -> bool:
    words = name.split()
    if words[-1].casefold() in PLACE_NOUNS:
        return False
    if _is_titled(name) or sex_of_given(words[0]):
        return inner[words[-1]] > 0 or _is_titled(name)
    return any(word in said for word in words) and inner[words[-1]] >= -_ORDINARY
