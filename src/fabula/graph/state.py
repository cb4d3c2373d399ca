"""What a fold carries from turn to turn: persistent maps, shared between all the views of a line."""

from dataclasses import dataclass

from rpds import HashTrieMap, HashTrieSet, List

from fabula.claims.statements import NO_PERIOD, Period
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact, SlotKey
from fabula.graph.told import Told


@dataclass(frozen=True, slots=True)
class Slot:
    """Everything told about one slot (newest first) and the versions that follow from it."""

    told: "List[Told]"
    versions: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something told that could not be taken into the view, and why; shown to people, never raised."""

    number: int
    about: str
    reason: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that later text says against a locked fact: the author decides."""

    number: int
    slot: SlotKey
    told: Told


@dataclass(frozen=True, slots=True)
class Stage:
    """Who is on stage, where and when in the story, as the latest scene claims tell. Ids.

    ``latest`` is the latest story time that the telling has reached: after ``time`` in a flashback.
    """

    present: tuple[str, ...] = ()
    place: str = ""
    since: int = 0
    time: Period = NO_PERIOD
    latest: Period = NO_PERIOD

    @property
    def goes_back(self) -> bool:
        """Whether the scene plays before a time that the story has come to already: a flashback."""
        return self.time.is_before(self.latest.start)


@dataclass(frozen=True, slots=True)
class Fold:
    """One turn that told something: its number, and the slots that it told of. Every folding makes one of its own."""

    number: int
    touched: frozenset[SlotKey]


_NO_LEADS: "HashTrieSet[str]" = HashTrieSet()


@dataclass(frozen=True, slots=True)
class State:
    """The folded claims of a line of turns. Iterating a map has no order: sort whatever leaves."""

    entities: "HashTrieMap[str, Entity]" = HashTrieMap()
    names: "HashTrieMap[str, tuple[str, ...]]" = HashTrieMap()
    leads: "HashTrieSet[str]" = _NO_LEADS
    """How the names begin (``fabula.graph.names.lead_of``): most words of a text begin none."""
    merged: "HashTrieMap[str, str]" = HashTrieMap()
    slots: "HashTrieMap[SlotKey, Slot]" = HashTrieMap()
    touching: "HashTrieMap[str, HashTrieSet[SlotKey]]" = HashTrieMap()
    problems: "List[Problem]" = List()
    proposals: "List[Proposal]" = List()
    stage: Stage = Stage()
    clock: "List[tuple[int, int]]" = List()
    """(turn number, story time in minutes) wherever the story's time was told, newest first."""
    folds: "List[Fold]" = List()
    """The turns that told something, newest first: a state that has a fold of another has grown from that one."""


NOTHING_TOLD = State()
