"""The versions of one slot, computed from everything told about it: nothing is stored as closed.

Entries come in the order of telling. Retractions are applied first, so taking back a superseder reopens
what it had superseded. What plays earlier in the story than what was told before it closes nothing, and
neither does what only disagrees: then several versions are open, and dispute each other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from fabula.claims.canonical import digest
from fabula.claims.statements import NO_PERIOD, Assertion, Retraction, Termination
from fabula.graph.disputed import Versions, contradicts, giving_way, open_places, with_disputes
from fabula.graph.facts import Fact, SlotKey, Standing
from fabula.graph.moments import next_time, place_at, plays_before, reached
from fabula.graph.told import Told, unretracted

FACT_ID_DIGITS = 16


def as_version(slot: SlotKey, entry: Told) -> Fact:
    """An assertion as the version that it would open, were nothing else told."""
    return _opened(slot, entry, (), since=entry.since)


def versions_of(slot: SlotKey, told: Sequence[Told]) -> Versions:
    """Every version of a slot, in the order in which they were told."""
    versions: Versions = ()
    for entry in unretracted(told):
        versions = grown(slot, versions, entry)
    return versions


def grown(slot: SlotKey, versions: Versions, entry: Told) -> Versions:
    """The versions after one more entry that is no retraction."""
    if isinstance(entry.claim, Termination):
        return with_disputes(_ended(versions, entry), open_places(versions))
    if _is_flashback(entry, versions):
        return _remembered(slot, versions, entry)
    return with_disputes(_told_of_now(slot, versions, entry), open_places(versions))


def _told_of_now(slot: SlotKey, versions: Versions, entry: Told) -> Versions:
    """The versions after something that holds from here on: it repeats an open one, or opens another."""
    begins = _begins(entry, versions)
    places = open_places(versions)
    same = next((place for place in places if _says_the_same(versions[place], entry)), None)
    if same is not None:
        others = [place for place in places if place != same and entry.by_author]
        again = _put(_interrupted(versions, entry.since), same, _confirmed(versions[same], entry))
        return _superseded(again, others, entry, begins)
    if not entry.by_author and any(versions[place].locked for place in places):
        return versions
    fresh = _opened(slot, entry, versions, since=begins)
    return (*_superseded(versions, giving_way(versions, entry), entry, begins), fresh)


def _superseded(versions: Versions, places: Iterable[int], entry: Told, until: int | None) -> Versions:
    for place in places:
        closed = _closed(versions[place], entry, Standing.SUPERSEDED, until)
        versions = _put(versions, place, closed)
    return versions


def disputes(versions: Versions, entry: Told) -> bool:
    """Whether an entry says something against what is locked and holds, which only the author may."""
    current = [versions[place] for place in open_places(versions)]
    locked = [fact for fact in current if fact.locked]
    if not locked or entry.by_author or _is_flashback(entry, versions):
        return False
    if isinstance(entry.claim, Assertion):
        return not any(_says_the_same(fact, entry) for fact in current)
    return any(_means(entry, fact) for fact in locked)


def needs_recount(entry: Told) -> bool:
    """Whether an entry changes what earlier entries mean, so that versions must be computed anew."""
    return isinstance(entry.claim, Retraction)


def _is_flashback(entry: Told, versions: Versions) -> bool:
    is_retraction = isinstance(entry.claim, Retraction)
    plays_earlier = not contradicts(entry) and plays_before(entry, versions)
    return not is_retraction and (entry.is_past or plays_earlier)


def _begins(entry: Told, versions: Versions) -> int | None:
    """When a version that takes over begins: never before the time that the slot's telling has reached."""
    times = [time for time in (entry.since, reached(versions)) if time is not None]
    return max(times, default=None)


def _remembered(slot: SlotKey, versions: Versions, entry: Told) -> Versions:
    """The versions after something told of the past: it repeats what held then, or lies over it."""
    place = _repeated(versions, entry)
    if place is not None:
        again = _confirmed(versions[place], entry)
        if _is_undated_past(versions[place]):
            again = replace(again, until=_until(versions, entry))
        return _put(versions, place, again)
    past = _opened(slot, entry, versions, since=entry.since)
    past = replace(
        past,
        standing=Standing.PAST,
        closed=past.opened,
        closed_turn=past.opened_turn,
        until=_until(versions, entry),
    )
    return (*versions, past)


def _until(versions: Versions, entry: Told) -> int | None:
    """Until when something told of the past may have held: the next known time, else as long as its label."""
    if entry.since is None:
        return None
    later = next_time(versions, entry.since)
    return entry.period.over if later is None else later


def _repeated(versions: Versions, entry: Told) -> int | None:
    """The version that something told of the past says once more."""
    undated = (place for place, fact in enumerate(versions) if _is_undated_past(fact))
    undated_same = next((place for place in undated if _says_the_same(versions[place], entry)), None)
    if entry.since is None:
        return undated_same
    place = place_at(versions, entry.since)
    if place is None:
        place = next(iter(open_places(versions)[::-1]), None)
        if place is None or not _reaches_back(versions, place, entry.since):
            return undated_same if _dates(entry) else None
    fact = versions[place]
    if _says_the_same(fact, entry) and not (entry.is_past and fact.is_current):
        return place
    return undated_same if _dates(entry) else None


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
    period = entry.period if fact.period == NO_PERIOD and _dates(entry) else fact.period
    times = _sighted(fact, entry)
    is_dated = fact.since is not None or (period != fact.period and period.start is not None)
    return replace(
        fact,
        period=period,
        since=times[0] if is_dated else None,
        confirmed=times[1:] if is_dated else times,
        importance=max(
            (one for one in (fact.importance, _importance(entry)) if one is not None), default=None
        ),
        evidence=fact.evidence + fresh,
        audience=_together(fact.audience, entry.audience),
        overheard=fact.overheard or (is_unknown and fact.audience != entry.audience),
        by_author=fact.by_author or entry.by_author,
        locked=fact.locked or entry.locks,
    )


def _dates(entry: Told) -> bool:
    """Whether an entry says itself when it plays; a scene's time dates what opens in it, not what it repeats."""
    return isinstance(entry.claim, Assertion) and entry.claim.period != NO_PERIOD


def _importance(entry: Told) -> int | None:
    return entry.claim.importance if isinstance(entry.claim, Assertion) else None


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
    until = None if entry.since is None else _begins(entry, versions)
    ended = versions
    for place in open_places(versions):
        current = versions[place]
        if _means(entry, current) and (entry.by_author or not current.locked):
            ended = _put(ended, place, _closed(current, entry, Standing.ENDED, until))
    return ended


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
        importance=claim.importance,
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
