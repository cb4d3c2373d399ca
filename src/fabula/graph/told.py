"""One claim about a slot, resolved to ids, and which claims a later word has taken back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fabula.claims.statements import NO_PERIOD, Assertion, Period, Retraction, Termination
from fabula.graph.facts import Evidence


class Origin(NamedTuple):
    """Where an entry was told: the turn's number, the place among what that turn says, and the turn.

    Compared, origins stand in the order of telling.
    """

    number: int
    place: int
    turn: str


@dataclass(frozen=True, slots=True)
class Told:
    """One claim about a slot, resolved to ids; an open end is empty.

    ``period`` is when it plays. ``goes_back`` says that the story had come further by then.
    """

    claim: Assertion | Termination | Retraction
    origin: Origin
    subject: str
    predicate: str
    object: str
    value: str
    evidence: tuple[Evidence, ...]
    by_author: bool = False
    locks: bool = False
    period: Period = NO_PERIOD
    goes_back: bool = False
    audience: tuple[str, ...] | None = None

    @property
    def since(self) -> int | None:
        """The first minute in which it plays, where it can be sorted."""
        return self.period.start

    @property
    def is_past(self) -> bool:
        """Whether it says itself that it tells of an earlier time."""
        return isinstance(self.claim, Assertion) and self.claim.past

    def speaks_of(self, other: "Told") -> bool:
        """Whether this retraction means what ``other`` asserted."""
        return (
            self.predicate == other.predicate
            and self.object in ("", other.object)
            and self.value in ("", other.value)
        )


def unretracted(told: Sequence[Told]) -> Iterator[Told]:
    """What stands of everything told about a slot, retractions left out."""
    retractions = [entry for entry in told if isinstance(entry.claim, Retraction)]
    locks = [entry for entry in told if entry.locks]
    for entry in told:
        if not isinstance(entry.claim, Retraction) and not any(
            _takes_back(retraction, entry, locks) for retraction in retractions
        ):
            yield entry


def _takes_back(retraction: Told, entry: Told, locks: Sequence[Told]) -> bool:
    if isinstance(entry.claim, Termination) or retraction.origin < entry.origin:
        return False
    return retraction.speaks_of(entry) and (
        retraction.by_author or not _is_vouched_for(entry, retraction, locks)
    )


def _is_vouched_for(entry: Told, retraction: Told, locks: Sequence[Told]) -> bool:
    """Whether the author says the same, or had locked it before a reader would take it back."""
    if entry.by_author:
        return True
    return any(
        lock.origin < retraction.origin
        and (lock.predicate, lock.object, lock.value) == (entry.predicate, entry.object, entry.value)
        for lock in locks
    )
