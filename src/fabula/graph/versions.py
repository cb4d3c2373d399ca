"""The versions of one slot, computed from everything told about it: nothing is stored as closed.

Entries come in the order of telling. Retractions are applied first, so taking back a superseder reopens
what it had superseded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from fabula.claims.canonical import digest
from fabula.claims.statements import Assertion, Retraction, Termination
from fabula.graph.facts import Evidence, Fact, SlotKey, Standing

FACT_ID_DIGITS = 16


class Origin(NamedTuple):
    """Where an entry was told: the turn's number, the place among what that turn says, and the turn.

    Compared, origins stand in the order of telling.
    """

    number: int
    place: int
    turn: str


@dataclass(frozen=True, slots=True)
class Told:
    """One claim about a slot, resolved to ids; an open end is empty."""

    claim: Assertion | Termination | Retraction
    origin: Origin
    subject: str
    predicate: str
    object: str
    value: str
    evidence: tuple[Evidence, ...]
    by_author: bool = False
    locks: bool = False
    since: int | None = None
    audience: tuple[str, ...] | None = None

    def speaks_of(self, other: "Told") -> bool:
        """Whether this retraction means what ``other`` asserted."""
        return (
            self.predicate == other.predicate
            and self.object in ("", other.object)
            and self.value in ("", other.value)
        )


def versions_of(slot: SlotKey, told: Sequence[Told]) -> tuple[Fact, ...]:
    """Every version of a slot, in the order in which they opened."""
    versions: tuple[Fact, ...] = ()
    for entry in _unretracted(told):
        versions = grown(slot, versions, entry)
    return versions


def grown(slot: SlotKey, versions: tuple[Fact, ...], entry: Told) -> tuple[Fact, ...]:
    """The versions after one more entry that is no retraction."""
    if isinstance(entry.claim, Termination):
        return _ended(versions, entry)
    place = _open_place(versions)
    if place is not None and not _is_past(entry) and _says_the_same(versions[place], entry):
        return _put(versions, place, _confirmed(versions[place], entry))
    if _is_past(entry) or _plays_before(entry, versions):
        return (*versions, _opened(slot, entry, Standing.PAST, until=_next_since(entry, versions)))
    if place is None:
        return (*versions, _opened(slot, entry, Standing.CURRENT))
    current = versions[place]
    if current.locked and not entry.by_author:
        return versions
    return (
        *_put(versions, place, _closed(current, entry, Standing.SUPERSEDED)),
        _opened(slot, entry, Standing.CURRENT),
    )


def disputes(versions: tuple[Fact, ...], entry: Told) -> bool:
    """Whether an entry says something against what is locked and holds, which only the author may."""
    place = _open_place(versions)
    if place is None or entry.by_author or not versions[place].locked:
        return False
    if isinstance(entry.claim, Assertion):
        return not (
            _is_past(entry) or _plays_before(entry, versions) or _says_the_same(versions[place], entry)
        )
    return _means(entry, versions[place])


def needs_recount(entry: Told) -> bool:
    """Whether an entry changes what earlier entries mean, so that versions must be computed anew."""
    return isinstance(entry.claim, Retraction)


def _unretracted(told: Sequence[Told]) -> Iterable[Told]:
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


def _open_place(versions: tuple[Fact, ...]) -> int | None:
    for place in range(len(versions) - 1, -1, -1):
        if versions[place].is_current:
            return place
    return None


def _is_past(entry: Told) -> bool:
    return isinstance(entry.claim, Assertion) and entry.claim.past


def _plays_before(entry: Told, versions: tuple[Fact, ...]) -> bool:
    """Whether an entry plays earlier in the story than what was told last: a flashback closes nothing."""
    if entry.since is None:
        return False
    told_last = [fact for fact in versions if fact.standing is not Standing.PAST][-1:]
    reached = [fact.since if fact.until is None else fact.until for fact in told_last]
    return any(time is not None and entry.since < time for time in reached)


def _next_since(entry: Told, versions: tuple[Fact, ...]) -> int | None:
    """When the next known version begins, in story time: until then a version of the past may have held."""
    if entry.since is None:
        return None
    later = [fact.since for fact in versions if fact.since is not None and fact.since > entry.since]
    return min(later, default=None)


def _says_the_same(fact: Fact, entry: Told) -> bool:
    claim = entry.claim
    assert isinstance(claim, Assertion)  # noqa: S101 - narrows the type; terminations were handled
    return (
        (fact.predicate, fact.object, fact.value) == (entry.predicate, entry.object, entry.value)
        and claim.strength in (None, fact.strength)
        and claim.fact in ("", fact.sentence)
    )


def _confirmed(fact: Fact, entry: Told) -> Fact:
    fresh = tuple(piece for piece in entry.evidence if piece not in fact.evidence)
    by_author = fact.by_author or entry.by_author
    return replace(
        fact,
        evidence=fact.evidence + fresh,
        audience=_together(fact.audience, entry.audience),
        by_author=by_author,
        locked=fact.locked or entry.locks,
    )


def _together(known: tuple[str, ...] | None, more: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Everybody of two audiences; an unknown audience adds nobody."""
    if known is None or more is None:
        return more if known is None else known
    return (*known, *(one for one in more if one not in known))


def _ended(versions: tuple[Fact, ...], entry: Told) -> tuple[Fact, ...]:
    place = _open_place(versions)
    if place is None:
        return versions
    current = versions[place]
    if (
        not _means(entry, current)
        or (current.locked and not entry.by_author)
        or _plays_before(entry, versions)
    ):
        return versions
    return _put(versions, place, _closed(current, entry, Standing.ENDED))


def _means(entry: Told, fact: Fact) -> bool:
    return (
        entry.predicate == fact.predicate
        and entry.object in ("", fact.object)
        and entry.value in ("", fact.value)
    )


def _opened(slot: SlotKey, entry: Told, standing: Standing, until: int | None = None) -> Fact:
    claim = entry.claim
    assert isinstance(claim, Assertion)  # noqa: S101 - narrows the type; terminations were handled
    origin = entry.origin
    is_past = standing is Standing.PAST
    return Fact(
        id=digest([list(slot), entry.predicate, entry.object, entry.value, list(origin)])[:FACT_ID_DIGITS],
        slot=slot,
        subject=slot.subject,
        predicate=entry.predicate,
        object=entry.object,
        value=entry.value,
        opened=origin.number,
        opened_turn=origin.turn,
        closed=origin.number if is_past else None,
        closed_turn=origin.turn if is_past else "",
        standing=standing,
        holder=slot.holder,
        modality=claim.modality,
        strength=claim.strength,
        confidence=claim.confidence,
        sentence=claim.fact,
        period=claim.period,
        since=entry.since,
        until=until,
        place=origin.place,
        evidence=entry.evidence,
        audience=entry.audience,
        by_author=entry.by_author,
        locked=entry.locks,
    )


def _closed(fact: Fact, entry: Told, standing: Standing) -> Fact:
    return replace(
        fact,
        closed=entry.origin.number,
        closed_turn=entry.origin.turn,
        until=entry.since,
        ended_by=entry.evidence,
        standing=standing,
    )


def _put(versions: tuple[Fact, ...], place: int, fact: Fact) -> tuple[Fact, ...]:
    return (*versions[:place], fact, *versions[place + 1 :])
