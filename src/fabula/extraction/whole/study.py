"""Reads whole texts without a model: who is called what, and who speaks each quotation."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fabula.claims.canonical import digest, text_digest
from fabula.claims.text import name_key
from fabula.extraction.whole.address import joined_by_address
from fabula.extraction.whole.hearing import Hearing
from fabula.extraction.whole.quotations import Page, Span, page_of
from fabula.extraction.whole.talk import NOBODY
from fabula.extraction.whole.tongues import Tongue, tongue_of

Progress = Callable[[int, int], None]

_BETWEEN = "\n\n"
_ROUNDS = 2
_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with all names; the first is the canonical one. ``counts`` says how often each stands in the texts.

    ``sex`` is ``m``, ``f`` or empty. ``kind`` is ``character``, or ``described`` for somebody without a name.
    """

    names: tuple[str, ...]
    counts: tuple[int, ...] = ()
    sex: str = ""
    kind: str = "character"

    @property
    def name(self) -> str:
        """The canonical name."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Speech:
    """One utterance of a text: the spans of its words, its speaker's canonical name (or empty), how sure (0 to 1)."""

    spans: tuple[Span, ...]
    speaker: str
    confidence: float


@dataclass(frozen=True)
class Study:
    """What whole texts tell of their people.

    ``speeches`` has one tuple for each text, in order; ``texts`` are the texts' digests.
    """

    people: tuple[Person, ...] = ()
    speeches: tuple[tuple[Speech, ...], ...] = ()
    texts: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Equal for equal content on every machine: 32 hexadecimal digits."""
        people = [[*one.names, one.sex, one.kind] for one in self.people]
        spoken = [
            [[*map(list, one.spans), one.speaker, round(one.confidence * _THOUSAND)] for one in text]
            for text in self.speeches
        ]
        return digest([people, spoken, list(self.texts)])

    def person(self, name: str) -> Person | None:
        """Who is called so, if only one person is."""
        return self._by_name.get(name_key(name))

    def speeches_in(self, text: str) -> tuple[Speech, ...]:
        """The utterances of one of the texts; none where the same words were heard in two ways."""
        return self._by_words.get(text_digest(text), ())

    @cached_property
    def _by_words(self) -> Mapping[str, tuple[Speech, ...]]:
        found: dict[str, tuple[Speech, ...]] = {}
        for words, spoken in zip(self.texts, self.speeches, strict=False):
            found[words] = spoken if found.get(words, spoken) == spoken else ()
        return found

    @cached_property
    def _by_name(self) -> Mapping[str, Person | None]:
        found: dict[str, Person | None] = {}
        for person in self.people:
            for key in dict.fromkeys(map(name_key, person.names)):
                found[key] = None if key in found else person
        return found


def no_progress(_done: int, _of: int) -> None:
    """Tell nobody."""


def study(
    texts: Sequence[str],
    *,
    names: Sequence[str] = (),
    people: Sequence[Sequence[str]] = (),
    quotations: Sequence[Sequence[Sequence[Span]]] | None = None,
    progress: Progress = no_progress,
) -> Study:
    """Read texts that belong together, in order, as one telling.

    ``names`` are the names to cluster; without them the texts' own are found. ``people`` are clusters that
    are known already and are left as they are. ``quotations`` are, for each text, the spans of each of
    its utterances, where they are marked already. ``progress`` is told how much is done, of how much.
    """
    starts = _starts(texts)
    page = page_of(_BETWEEN.join(texts), _shifted(quotations, starts))
    steps = (2 if people else _ROUNDS + 1) * len(page.quotations) + 1

    def tell(before: int) -> Progress:
        return lambda done, _of: progress(before * len(page.quotations) + done, steps)

    tongue = tongue_of(page.text)
    clusters = [list(one) for one in people] if people else _clusters(page, tongue, names, tell)
    hearing = Hearing(page, tongue, clusters, tell(0 if people else _ROUNDS - 1))
    named = len(clusters)
    speakers = hearing.talk().speakers()
    everybody = _people(hearing, named)
    spoken = [
        Speech(one.spans, everybody[who].name if who != NOBODY else "", sure)
        for one, (who, sure) in zip(page.quotations, speakers, strict=True)
    ]
    progress(steps, steps)
    return Study(everybody, _by_text(spoken, starts), tuple(map(text_digest, texts)))


def _clusters(
    page: Page, tongue: Tongue, names: Sequence[str], tell: Callable[[int], Progress]
) -> list[list[str]]:
    groups = tongue.groups(page.text, names)
    for before in range(_ROUNDS - 1):
        hearing = Hearing(page, tongue, [list(group) for group in groups], tell(before))
        heard = hearing.talk().utterances
        groups = joined_by_address(page, heard, hearing.seen, groups, tongue=tongue)
    return groups


def _people(hearing: Hearing, named: int) -> tuple[Person, ...]:
    counts = Counter(one.name for one in hearing.seen)
    sexes = hearing.tongue.sexes(hearing.page.text, hearing.seen, hearing.people)
    found = []
    for number, names in enumerate(hearing.people):
        ordered = sorted(
            dict.fromkeys(names), key=lambda name: (-hearing.tongue.fullness(name), -counts[name], name)
        )
        kind = "character" if number < named else "described"
        found.append(
            Person(tuple(ordered), tuple(counts[name] for name in ordered), sexes.get(number, ""), kind)
        )
    return tuple(found)


def _starts(texts: Sequence[str]) -> list[int]:
    """Where each text begins in the joined one."""
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + len(_BETWEEN)
    return starts


def _shifted(
    quotations: Sequence[Sequence[Sequence[Span]]] | None, starts: Sequence[int]
) -> list[list[Span]] | None:
    if quotations is None:
        return None
    pairs = zip(quotations, starts, strict=True)
    return [[(a + at, b + at) for a, b in spans] for one, at in pairs for spans in one]


def _by_text(spoken: Sequence[Speech], starts: Sequence[int]) -> tuple[tuple[Speech, ...], ...]:
    found: list[list[Speech]] = [[] for _ in starts]
    for one in spoken:
        place = bisect_right(starts, one.spans[0][0]) - 1
        at = starts[place]
        found[place].append(replace(one, spans=tuple((a - at, b - at) for a, b in one.spans)))
    return tuple(map(tuple, found))
