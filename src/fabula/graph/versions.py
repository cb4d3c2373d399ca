"""The versions of one slot, computed from everything told about it: nothing is stored as closed.

Entries come in the order of telling. Retractions are applied first, so taking back a superseder reopens
what it had superseded. What plays earlier in the story than what was told before it closes nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from fabula.claims.canonical import digest
from fabula.claims.statements import Assertion, Retraction, Termination
from fabula.graph.facts import Fact, SlotKey, Standing
from fabula.graph.moments import next_time, place_at, plays_before, reached
from fabula.graph.told import Told, unretracted

FACT_ID_DIGITS = 16

Versions = tuple[Fact, ...]


def versions_of(slot: SlotKey, told: Sequence[Told]) -> Versions:
    """Every version of a slot, in the order in which they were told."""
    versions: Versions = ()
    for entry in unretracted(told):
        versions = grown(slot, versions, entry)
    return versions


def grown(slot: SlotKey, versions: Versions, entry: Told) -> Versions:
    """The versions after one more entry that is no retraction."""
    if isinstance(entry.claim, Termination):
        return _ended(versions, entry)
    if _is_flashback(entry, versions):
        return _remembered(slot, versions, entry)
    place = _open_place(versions)
    begins = _begins(entry, versions)
    if place is None:
        return (*versions, _opened(slot, entry, versions, since=begins))
    current = versions[place]
    if _says_the_same(current, entry):
        return _put(_interrupted(versions, entry.since), place, _confirmed(current, entry))
    if current.locked and not entry.by_author:
        return versions
    closed = _closed(current, entry, Standing.SUPERSEDED, begins)
    return (*_put(versions, place, closed), _opened(slot, entry, versions, since=begins))


def disputes(versions: Versions, entry: Told) -> bool:
    """Whether an entry says something against what is locked and holds, which only the author may."""
    place = _open_place(versions)
    if place is None or entry.by_author or not versions[place].locked or _is_flashback(entry, versions):
        return False
    if isinstance(entry.claim, Assertion):
        return not _says_the_same(versions[place], entry)
    return _means(entry, versions[place])


def needs_recount(entry: Told) -> bool:
    """Whether an entry changes what earlier entries mean, so that versions must be computed anew."""
    return isinstance(entry.claim, Retraction)


def _is_flashback(entry: Told, versions: Versions) -> bool:
    is_retraction = isinstance(entry.claim, Retraction)
    return not is_retraction and (entry.is_past or plays_before(entry, versions))


def _open_place(versions: Versions) -> int | None:
    for place in range(len(versions) - 1, -1, -1):
        if versions[place].is_current:
            return place
    return None


def _begins(entry: Told, versions: Versions) -> int | None:
    """When a version that takes over begins: never before the time that the slot's telling has reached."""
    times = [time for time in (entry.since, reached(versions)) if time is not None]
    return max(times, default=None)


def _remembered(slot: SlotKey, versions: Versions, entry: Told) -> Versions:
    """The versions after something told of the past: it repeats what held then, or lies over it."""
    place = _repeated(versions, entry)
    if place is not None:
        return _put(versions, place, _confirmed(versions[place], entry))
    until = None
    if entry.since is not None:
        later = next_time(versions, entry.since)
        until = entry.period.over if later is None else later
    past = _opened(slot, entry, versions, since=entry.since)
    past = replace(
        past, standing=Standing.PAST, closed=past.opened, closed_turn=past.opened_turn, until=until
    )
    return (*versions, past)


def _repeated(versions: Versions, entry: Told) -> int | None:
    """The version that something told of the past says once more."""
    if entry.since is None:
        places = (place for place, fact in enumerate(versions) if _is_undated_past(fact))
        return next((place for place in places if _says_the_same(versions[place], entry)), None)
    place = place_at(versions, entry.since)
    if place is None:
        place = _open_place(versions)
        if place is None or not _reaches_back(versions, place, entry.since):
            return None
    fact = versions[place]
    return place if _says_the_same(fact, entry) and not (entry.is_past and fact.is_current) else None


def _is_undated_past(fact: Fact) -> bool:
    return fact.standing is Standing.PAST and fact.since is None


def _reaches_back(versions: Versions, place: int, time: int) -> bool:
    """Whether nothing else is known between an earlier time and the begin of the version at a place."""
    begins = versions[place].since
    if begins is None:
        return True
    others = (*versions[:place], *versions[place + 1 :])
    boundary = next_time(others, time - 1)
    return boundary is None or boundary > begins


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
    is_unknown = fact.audience is None or entry.audience is None
    times = _sighted(fact, entry)
    return replace(
        fact,
        since=times[0] if fact.since is not None else None,
        confirmed=times[1:] if fact.since is not None else times,
        evidence=fact.evidence + fresh,
        audience=_together(fact.audience, entry.audience),
        overheard=fact.overheard or (is_unknown and fact.audience != entry.audience),
        by_author=fact.by_author or entry.by_author,
        locked=fact.locked or entry.locks,
    )


def _sighted(fact: Fact, entry: Told) -> tuple[int, ...]:
    """Every minute of story time for which a version was told, in order."""
    if entry.since is None and fact.since is None:
        return fact.confirmed
    times = {time for time in (fact.since, *fact.confirmed, entry.since) if time is not None}
    return tuple(sorted(times))


def _together(known: tuple[str, ...] | None, more: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Everybody of two audiences; an unknown audience adds nobody."""
    if known is None or more is None:
        return more if known is None else known
    return (*known, *(one for one in more if one not in known))


def _interrupted(versions: Versions, time: int | None) -> Versions:
    """The versions where what was told of the past stops at a time for which the present is told again."""
    if time is None or not any(fact.standing is Standing.PAST for fact in versions):
        return versions
    return tuple(
        replace(fact, until=time) if fact.standing is Standing.PAST and _spans(fact, time) else fact
        for fact in versions
    )


def _spans(fact: Fact, time: int) -> bool:
    return fact.since is not None and fact.until is not None and fact.since <= time < fact.until


def _ended(versions: Versions, entry: Told) -> Versions:
    if plays_before(entry, versions):
        return _ended_earlier(versions, entry)
    place = _open_place(versions)
    if place is None:
        return versions
    current = versions[place]
    if not _means(entry, current) or (current.locked and not entry.by_author):
        return versions
    until = None if entry.since is None else _begins(entry, versions)
    return _put(versions, place, _closed(current, entry, Standing.ENDED, until))


def _ended_earlier(versions: Versions, entry: Told) -> Versions:
    """The versions after an ending told of the past: what is over anyway was over by then."""
    assert entry.since is not None  # noqa: S101 - narrows the type: only what is dated plays before
    place = place_at(versions, entry.since)
    if place is None:
        return versions
    fact = versions[place]
    is_seen_later = any(time > entry.since for time in fact.confirmed)
    if fact.is_current or is_seen_later or not _means(entry, fact):
        return versions
    return _put(versions, place, replace(fact, until=entry.since, ended_by=entry.evidence))


def _means(entry: Told, fact: Fact) -> bool:
    return (
        entry.predicate == fact.predicate
        and entry.object in ("", fact.object)
        and entry.value in ("", fact.value)
    )


def _opened(slot: SlotKey, entry: Told, versions: Versions, *, since: int | None) -> Fact:
    claim = entry.claim
    assert isinstance(claim, Assertion)  # noqa: S101 - narrows the type; terminations were handled
    origin = entry.origin
    return Fact(
        id=_identity(slot, entry, versions),
        slot=slot,
        subject=slot.subject,
        predicate=entry.predicate,
        object=entry.object,
        value=entry.value,
        opened=origin.number,
        opened_turn=origin.turn,
        holder=slot.holder,
        modality=claim.modality,
        strength=claim.strength,
        confidence=claim.confidence,
        sentence=claim.fact,
        period=entry.period,
        since=since,
        place=origin.place,
        evidence=entry.evidence,
        audience=entry.audience,
        by_author=entry.by_author,
        locked=entry.locks,
    )


def _identity(slot: SlotKey, entry: Told, versions: Versions) -> str:
    """The id of a version: a function of what it says and where; what else that turn says does not count."""
    said = [entry.predicate, entry.object, entry.value]
    again = sum(
        (fact.opened_turn, fact.predicate, fact.object, fact.value) == (entry.origin.turn, *said)
        for fact in takewhile(lambda one: one.opened == entry.origin.number, reversed(versions))
    )
    return digest([list(slot), *said, entry.origin.turn, again])[:FACT_ID_DIGITS]


def _closed(fact: Fact, entry: Told, standing: Standing, until: int | None) -> Fact:
    return replace(
        fact,
        closed=entry.origin.number,
        closed_turn=entry.origin.turn,
        until=until,
        ended_by=entry.evidence,
        standing=standing,
    )


def _put(versions: Versions, place: int, fact: Fact) -> Versions:
    return (*versions[:place], fact, *versions[place + 1 :])
