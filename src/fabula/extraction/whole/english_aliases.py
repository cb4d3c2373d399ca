"""Which English names are one person's: full names first, then what is short for one of them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from fabula.extraction.whole.english_genders import pronoun_counts, sex_of
from fabula.extraction.whole.english_given import is_same_given, sex_of_given
from fabula.extraction.whole.english_scan import Lexicon, names_in
from fabula.extraction.whole.english_titles import RANKS, Parts, parts_of
from fabula.extraction.whole.sightings import Seen

_NEAR, _BESIDE, _SHORT = 40, 12, 3
_WIVES = frozenset(["mrs", "madame", "signora", "frau"])
_TOGETHER = re.compile(r",?\s(?:and|or|nor|to)\s")
_APPOSED = re.compile(r",?\s")


@dataclass(slots=True)
class Group:
    """Names taken for one person's, in the order in which they were taken."""

    names: list[str]
    sex: str = ""

    @property
    def parts(self) -> list[Parts]:
        """The parts of each name."""
        return [parts_of(name) for name in self.names]

    @property
    def titles(self) -> set[str]:
        """The titles it is called by."""
        return {parts.title for parts in self.parts if parts.title}


@dataclass(slots=True)
class Gathering:
    """One text's names on the way to groups."""

    seen: Sequence[Seen]
    pronouns: Mapping[str, tuple[int, int]]
    every: Sequence[tuple[Parts, int]]
    apart: frozenset[tuple[str, str]] = frozenset()
    groups: list[Group] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def sex(self, name: str) -> str:
        """The sex of whoever bears a name, as far as the text tells."""
        return sex_of([name], self.pronouns)

    def nearest(self, name: str, groups: Sequence[Group]) -> Group:
        """The group that most of a name's mentions come after: what is short for a name is used near it."""
        owner = {one: at for at, group in enumerate(groups) for one in group.names}
        tally: Counter[int] = Counter()
        for place, seen in enumerate(self.seen):
            if seen.name == name:
                before = (
                    owner.get(self.seen[at].name) for at in range(place - 1, max(place - _NEAR, 0) - 1, -1)
                )
                tally.update(
                    [at for at in [next((x for x in before if x is not None), None)] if at is not None]
                )
        sizes = [sum(self.counts[one] for one in group.names) for group in groups]
        return groups[max(range(len(groups)), key=lambda at: (tally[at], sizes[at], -at))]

    def is_near(self, name: str, group: Group) -> bool:
        """Whether most mentions of a name have one of the group's names among those around it."""
        places = [place for place, seen in enumerate(self.seen) if seen.name == name]
        around = ({one.name for one in self.seen[max(at - _BESIDE, 0) : at + _BESIDE]} for at in places)
        return 2 * sum(bool(names.intersection(group.names)) for names in around) >= len(places)


def english_groups(text: str, names: Sequence[str]) -> list[Group]:
    """Groups of one person's names each: of the names that are given, or else of all that the text shows."""
    shown = names_in(text)
    wanted = list(dict.fromkeys(names)) or sorted(shown)
    every = list(dict.fromkeys([*wanted, *_bridges(wanted, shown)]))
    seen = Lexicon(every).find(text)
    counts = Counter(one.name for one in seen)
    work = Gathering(
        seen,
        pronoun_counts(text, seen),
        [(parts_of(name), counts[name] + 1) for name in every],
        _apart(text, seen),
        counts=counts,
    )
    for name in sorted(every, key=lambda one: (_order(one, work), -counts[one], one)):
        _place(work, name)
    _join_apposed(work, text)
    return work.groups


def _apart(text: str, seen: Sequence[Seen]) -> frozenset[tuple[str, str]]:
    """Names that stand side by side with "and" between them, and so are two people's; each pair both ways."""
    pairs = [
        (one.name, two.name)
        for one, two in pairwise(seen)
        if _TOGETHER.fullmatch(text, one.end, two.start)
        and not set(one.name.split()) <= set(two.name.split())
        and not set(two.name.split()) <= set(one.name.split())
    ]
    return frozenset((*pairs, *((two, one) for one, two in pairs)))


def _bridges(wanted: Sequence[str], shown: Mapping[str, int]) -> list[str]:
    """Full names and couples' names that the text shows and that say more of the wanted ones."""
    words = {word for name in wanted for word in (parts_of(name).last, *parts_of(name).given)}
    return [
        name
        for name in sorted(shown)
        if (parts := parts_of(name)).last in words
        and (parts.title in _WIVES | RANKS or words & set(parts.given[:1]))
    ]


def _order(name: str, work: Gathering) -> int:
    """Full names come first, then given names, titled names, surnames, and what only describes."""
    parts = parts_of(name)
    if parts.is_described:
        return 5 if parts.given else 6
    if parts.is_full:
        return 0
    is_given = not _has_surname(parts.last, work)
    if parts.title:
        return 2 if is_given else 3
    return 1 if is_given else 4


def _has_surname(word: str, work: Gathering) -> bool:
    """Whether a word is a surname here: mostly the last of full names, or after a title and no given name."""
    last = sum(count for one, count in work.every if one.is_full and one.last == word)
    given = sum(count for one, count in work.every if one.is_full and one.given[0] == word)
    titled = any(one.last == word and one.title and not one.given for one, _ in work.every)
    if sex_of_given(word):
        return last > given
    return last > 0 or (titled and not given)


def _place(work: Gathering, name: str) -> None:
    fitting = [
        group for group in _fitting(work, name) if not any((one, name) in work.apart for one in group.names)
    ]
    if not fitting:
        work.groups.append(Group([name], work.sex(name)))
        return
    group = fitting[0] if len(fitting) == 1 else work.nearest(name, fitting)
    group.names.append(name)
    group.sex = sex_of(group.names, work.pronouns)


def _fitting(work: Gathering, name: str) -> list[Group]:
    parts = parts_of(name)
    if parts.is_described:
        return [group for group in work.groups if any(one.last == parts.last for one in group.parts)]
    sex = parts.sex or work.sex(name)
    able = [group for group in work.groups if not (sex and group.sex) or sex == group.sex]
    if parts.is_full:
        return [group for group in able if any(_is_fuller(parts, one) for one in group.parts)]
    bearers = [group for group in able if any(one.last == parts.last for one in group.parts)]
    if _has_surname(parts.last, work):
        return _of_family(work, parts, bearers)
    return _by_given(work, name, able) or (bearers if parts.title not in RANKS else [])


def _is_fuller(one: Parts, other: Parts) -> bool:
    if one.is_described or other.is_described or one.last != other.last or not other.given:
        return False
    if {one.title, other.title} & _WIVES and bool(one.title in _WIVES) != bool(other.title in _WIVES | {""}):
        return False
    short, long = sorted((one.given[0], other.given[0]), key=len)
    return is_same_given(short, long) or (len(short) >= _SHORT and long.startswith(short))


def _by_given(work: Gathering, name: str, groups: Sequence[Group]) -> list[Group]:
    """Whose given name it is: exactly, or else in another form."""
    parts = parts_of(name)
    own = [group for group in groups if _title_fits(parts.title, group)]
    exact = [group for group in own if any(parts.last in (*one.given[:1], one.last) for one in group.parts)]
    return exact or [group for group in own if _is_near_form(work, name, group)]


def _is_near_form(work: Gathering, name: str, group: Group) -> bool:
    """Whether it is another form of somebody's given name, and used where that one is spoken of."""
    short = parts_of(name).last
    given = (given for one in group.parts for given in one.given[:1] or (one.last,))
    return any(is_same_given(short, one) for one in given) and work.is_near(name, group)


def _title_fits(title: str, group: Group) -> bool:
    ranks = group.titles & RANKS
    return not (title in RANKS and ranks and title not in ranks)


def _of_family(work: Gathering, parts: Parts, bearers: Sequence[Group]) -> list[Group]:
    """Who of a family goes by a title and the surname, or by the surname alone."""
    same = [g for g in bearers if any(one.title == parts.title and one.last == parts.last for one in g.parts)]
    own = [g for g in bearers if any(one.is_full and one.last == parts.last for one in g.parts)]
    single = [g for g in own if not g.titles & (_WIVES | RANKS)]
    if parts.title in _WIVES:
        return [g for g in same if parts.title in g.titles]
    if parts.title in RANKS:
        men = [g for g in single if g.sex != "f" or parts.sex == "f"]
        return same or (men if len(bearers) == 1 and _is_only_title(work, parts) else [])
    if parts.title == "mr" and _has_head(work, parts.last) and len(single) > 0:
        return [g for g in same if not any(one.is_full and not one.title for one in g.parts)]
    if parts.title:
        return single or [g for g in bearers if not g.titles - {parts.title, "mr"}]
    men = [g for g in own if g.sex != "f"]
    plain = [g for g in men if not g.titles & RANKS]
    return plain or men or [g for g in bearers if not g.titles & _WIVES] or list(bearers)


def _is_only_title(work: Gathering, parts: Parts) -> bool:
    """Whether no man of a family goes by another title: its one captain is whoever bears the surname."""
    titles = {one.title for one, _ in work.every if one.last == parts.last and not one.given}
    return not (titles & (RANKS | {"mr"})) - {parts.title}


def _has_head(work: Gathering, surname: str) -> bool:
    """Whether the father of a family is likely to be the one called Mr: his wife is there, and he has no rank."""
    family = [one for one, _ in work.every if one.last == surname and not one.given]
    return any(one.title in _WIVES for one in family) and not any(one.title in RANKS for one in family)


def _join_apposed(work: Gathering, text: str) -> None:
    """Join what only describes with the name that stands beside it: Mr. Bunting, the vicar."""
    owner = {name: group for group in work.groups for name in group.names}
    votes: dict[str, Counter[str]] = {}
    for one, two in pairwise(work.seen):
        are = parts_of(one.name).is_described, parts_of(two.name).is_described
        if are[0] == are[1] or not _APPOSED.fullmatch(text, one.end, two.start):
            continue
        thing, person = (one, two) if are[0] else (two, one)
        if text[two.end : two.end + 1] in {",", "."} or are[0]:
            votes.setdefault(thing.name, Counter())[owner[person.name].names[0]] += 1
    for described, tally in sorted(votes.items()):
        (name, count), *rest = tally.most_common()
        if not rest or count > 2 * rest[0][1]:
            _merge(work, owner, described, name)


def _merge(work: Gathering, owner: dict[str, Group], thing: str, name: str) -> None:
    one, two = owner[name], owner[thing]
    if one is two or (one.sex and two.sex and one.sex != two.sex):
        return
    one.names += two.names
    work.groups.remove(two)
    owner.update(dict.fromkeys(two.names, one))
