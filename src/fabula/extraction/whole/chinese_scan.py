"""Finds Chinese names in a text: those that are given, and those that its verbs of speech show."""

import re
from collections import Counter
from collections.abc import Iterable

from fabula.extraction.rules.chinese_words import COMPOUND_SURNAMES, NOT_GIVEN, NOT_NAMES, PARTICLES, SURNAMES
from fabula.extraction.whole.chinese_words import HAN, TITLES, surname_of
from fabula.extraction.whole.sightings import Seen

_SURNAME = f"(?:{'|'.join(sorted(COMPOUND_SURNAMES))}|[{''.join(sorted(SURNAMES))}])"
_BEFORE_ACTS = re.compile(
    rf"(?<![{HAN}])(?P<name>(?:{_SURNAME}|阿)[{HAN}]{{1,2}}?)"
    rf"(?=[{HAN}]{{0,3}}?(?:[说道曰问答叹笑喝叫]|[看望站坐走点摇转听]了?[{HAN}]?))"
)
_BEFORE_SPEECH = re.compile(
    rf"(?<![{HAN}])(?P<name>[{HAN}]{{2,3}}?)(?:[因便又忙也乃遂]|听了|听说|笑|冷笑|叹|大怒|大喜|答|问|说){{0,2}}[道曰][：:]"
)
_COMMON = frozenset("人等众个些时后来罢声语日心话喜惊怒哭呼兵军士右内外")
_LEAST, _OFTEN = 2, 5
_MOSTLY = 0.85


class ChineseLexicon:
    """Known names, looked up from left to right, the longest first."""

    def __init__(self, names: Iterable[str]) -> None:
        ordered = sorted(set(names), key=lambda one: (-len(one), one))
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def find(self, text: str) -> list[Seen]:
        """Every known name in a text, in order, none inside another."""
        if self._pattern is None:
            return []
        return [Seen(match.start(), match.end(), match.group()) for match in self._pattern.finditer(text)]


def names_in(text: str) -> Counter[str]:
    """The names of people that stand before what only people do, counted in the whole text."""
    full = Counter(match["name"] for match in _BEFORE_ACTS.finditer(text) if surname_of(match["name"]))
    short = Counter(match["name"] for match in _BEFORE_SPEECH.finditer(text))
    found = {name for name, count in full.items() if count >= _LEAST and _is_name(name)}
    found |= {name for name, count in short.items() if count >= _OFTEN and _is_name(name)}
    counts = Counter({name: text.count(name) for name in sorted(found)})
    return Counter({name: count for name, count in counts.items() if not _is_cut(name, counts)})


def _is_cut(name: str, counts: Counter[str]) -> bool:
    """Whether it is mostly the beginning of a longer name: 王夫 of 王夫人."""
    longer = (count for other, count in counts.items() if other != name and other.startswith(name))
    return max(longer, default=0) > _MOSTLY * counts[name]


def _is_name(name: str) -> bool:
    given = name[len(surname_of(name)) :]
    if surname_of(name) and given in TITLES:
        return True
    return bool(given) and not (NOT_GIVEN | _COMMON).intersection(given) and not _is_word(name)


def _is_word(name: str) -> bool:
    return name.startswith("大") or name in NOT_NAMES or name[:2] in NOT_NAMES or name[0] in PARTICLES
