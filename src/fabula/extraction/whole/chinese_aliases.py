"""Which Chinese names are one person's: surname and name, courtesy name, style, title, and the short forms."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabula.extraction.rules.chinese_words import COMPOUND_SURNAMES, NOT_GIVEN
from fabula.extraction.whole.chinese_scan import ChineseLexicon, names_in
from fabula.extraction.whole.chinese_words import (
    HAN,
    MORE_SURNAMES,
    NAMING,
    NOT_BEFORE_STYLE,
    TITLES,
    surname_of,
)
from fabula.extraction.whole.unions import Unions

_MARK = "[，,、：:；]?"
_NAMED = re.compile(
    rf"(?:复?姓(?P<sur>[{HAN}]{{1,2}}?){_MARK}(?:单?名|名唤?)(?P<own>[{HAN}]{{1,2}}?){_MARK})?"
    rf"(?:{'|'.join(NAMING)}|(?<![{NOT_BEFORE_STYLE}])字)[为曰叫作做唤]?[“「]?(?P<other>[{HAN}]{{1,4}}?)[”」]?(?=[，。；：、！？）者也\n]|$|[{HAN}])"
)
_SAME = re.compile(
    rf"(?P<one>[{HAN}]{{2,4}})[，,]?(?:即|就是|便是|乃是|正是)(?P<two>[{HAN}]{{2,4}})(?=[，。；：、！？也])"
)
_RUN = re.compile(rf"[{HAN}]{{1,5}}")
_SENTENCE = "。！？\n”“"
_BACK, _FAR, _NEAR = 40, 600, 400
_CULTURE, _SHARE, _LONG = 10, 0.5, 3


@dataclass(frozen=True, slots=True)
class Told:
    """A text that says of somebody what else he is called: ``name`` and ``other`` are one."""

    name: str
    other: str


def chinese_groups(text: str, names: Sequence[str]) -> list[list[str]]:
    """Groups of one person's names each: of the names that are given, or else of all that the text shows."""
    shown = names_in(text)
    told = list(_told(text, frozenset(names) | frozenset(shown)))
    wanted = list(dict.fromkeys(names)) or sorted(
        {*shown, *(one.name for one in told), *(one.other for one in told)}
    )
    unions = Unions({*wanted, *(one.name for one in told), *(one.other for one in told)})
    owners = _join_told(told, unions)
    _join_endings(wanted, owners, unions)
    _join_company(wanted, _Company(text, {*wanted, *shown}), unions, has_styles=len(told) >= _CULTURE)
    return [list(group) for group in unions.groups()]


def _told(text: str, known: frozenset[str]) -> Iterator[Told]:
    """What the text itself says: 姓刘名备，字玄德; 夏侯惇，字元让; 琳字孔璋."""
    for match in _NAMED.finditer(text):
        other = _other_name(text, match, known)
        name = match["sur"] + match["own"] if match["sur"] else _named_before(text, match.start(), known)
        if name and other and name != other:
            yield Told(name, other)
    for match in _SAME.finditer(text):
        if match["one"] in known and match["two"] in known:
            yield Told(match["one"], match["two"])


def _other_name(text: str, match: re.Match[str], known: frozenset[str]) -> str:
    """The name that is told: up to the next mark, or the known name that begins there."""
    start = match.start("other")
    whole = _RUN.match(text, start)
    run = whole.group() if whole else ""
    run = run.removesuffix("者也").removesuffix("也").removesuffix("者")
    if 2 <= len(run) <= _LONG and not NOT_GIVEN.intersection(run):  # noqa: PLR2004
        return run
    return next((run[:size] for size in (4, 3, 2) if run[:size] in known), "")


def _named_before(text: str, at: int, known: frozenset[str]) -> str:
    """Whose other name it is: the name right before, a name by its last character, or one that opens a clause."""
    before = text[max(at - _BACK, 0) : at].rstrip("，, 、")
    for mark in _SENTENCE:
        before = before.rsplit(mark, 1)[-1]
    clause = re.split(r"[，；：、]", before)[-1]
    for size in (4, 3, 2):
        name = clause[-size:]
        if len(name) == size and (name in known or (size < 4 and _is_full(name) and len(clause) == size)):  # noqa: PLR2004
            return name
    if len(clause) == 1:
        return _ending_with(text, at, clause, known)
    clauses = re.split(r"[，；：、]", before)
    opening = (name for part in reversed(clauses) for size in (4, 3, 2) if (name := part[:size]) in known)
    return next((name for name in opening if surname_of(name)), "")


def _is_full(name: str) -> bool:
    surname = surname_of(name)
    return bool(surname) and len(name) - len(surname) <= 2  # noqa: PLR2004 - two characters


def _ending_with(text: str, at: int, own: str, known: frozenset[str]) -> str:
    """The last full name before a place that ends with a given name of one character."""
    before = text[max(at - _FAR, 0) : at - 1]
    found = [
        (match.start(), before[match.start() - back : match.end()])
        for match in re.finditer(re.escape(own), before)
        for back in (2, 1)
        if before[match.start() - back : match.end()] in known
    ]
    return max(found)[1] if found else ""


def _join_told(told: Iterable[Told], unions: Unions) -> dict[str, set[str]]:
    """Join what is told; the surnames of those who bear each other name."""
    owners: dict[str, set[str]] = {}
    for one in told:
        unions.join(one.name, one.other)
        owners.setdefault(one.other, set()).add(surname_of(one.name))
    return owners


def _join_endings(wanted: Sequence[str], owners: dict[str, set[str]], unions: Unions) -> None:
    """Join a name with the one that has something before it: 玄德 with 刘玄德, 会喃 with 阿会喃."""
    longer: dict[str, list[str]] = {}
    for name in wanted:
        for cut in range(1, len(name) - 1):
            longer.setdefault(name[cut:], []).append(name)
    for name in wanted:
        if name.endswith("儿") and name[:-1] in wanted:
            unions.join(name, name[:-1])
    for name in sorted({*wanted, *owners}):
        fitting = [one for one in longer.get(name, ()) if _may_begin(one, name, owners.get(name))]
        if len(fitting) == 1:
            unions.join(fitting[0], name)


def _may_begin(longer: str, name: str, surnames: set[str] | None) -> bool:
    first = longer[: -len(name)]
    return not surnames or first in surnames or not (first in COMPOUND_SURNAMES or first in MORE_SURNAMES)


class _Company:
    """Where names stand in a text, and who stands near whom."""

    def __init__(self, text: str, names: Iterable[str]) -> None:
        self.places: dict[str, list[int]] = {}
        for seen in ChineseLexicon(names).find(text):
            self.places.setdefault(seen.name, []).append(seen.start)

    def closest(self, name: str, others: Sequence[str]) -> str:
        """The one of the others whom most mentions of a name have near, if half of them have."""
        tally: Counter[str] = Counter()
        for at in self.places.get(name, ()):
            tally.update(other for other in others if self._stands_near(other, at))
        (best, count), (_, second) = [*tally.most_common(2), ("", 0), ("", 0)][:2]
        return best if count > second and count >= _SHARE * len(self.places[name]) else ""

    def _stands_near(self, name: str, at: int) -> bool:
        there = self.places[name]
        place = bisect_left(there, at - _NEAR)
        return place < len(there) and there[place] <= at + _NEAR


def _join_company(wanted: Sequence[str], company: _Company, unions: Unions, *, has_styles: bool) -> None:
    """Join surname and title, or surname and courtesy name, with the one of the family who is mostly near."""
    family_of: dict[str, list[str]] = {}
    for name in sorted(company.places):
        if (surname := surname_of(name)) and len(name) == len(surname) + 1:
            family_of.setdefault(surname, []).append(name)
    for name in wanted:
        surname = surname_of(name)
        rest = name[len(surname) :]
        is_style = has_styles and len(rest) == 2 and unions.alone(name, rest)  # noqa: PLR2004
        if surname and (rest in TITLES or is_style):
            free = [one for one in family_of.get(surname, ()) if not is_style or _has_no_style(one, unions)]
            if best := company.closest(name, free):
                unions.join(best, name)


def _has_no_style(name: str, unions: Unions) -> bool:
    """Whether somebody of one given character is not yet known by a name of two."""
    return all(len(one) == len(name) for one in unions.with_(name))
