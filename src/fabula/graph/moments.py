"""Story time in a slot: how far its telling has come, and which of its versions holds at a moment.

Versions told of the past lie over those that they interrupt: at any moment the one that began last
holds, of two that began together the one told last.
"""

from collections.abc import Sequence

from fabula.graph.facts import Fact, Standing
from fabula.graph.told import Told

LONG_AGO = -(1 << 62)
"""Before any minute of any story: where a version begins that nobody dated."""


def reached(versions: Sequence[Fact]) -> int | None:
    """The latest minute of story time at which something was told of a slot; None if nothing was dated."""
    for fact in reversed(versions):
        if fact.standing is not Standing.PAST:
            beside = (one for one in versions if fact.disputes and one.id in fact.disputes)
            return max((time for one in (fact, *beside) for time in _times(one)), default=None)
    return None


def plays_before(entry: Told, versions: Sequence[Fact]) -> bool:
    """Whether an entry plays before what was told of its slot: a flashback, which closes nothing.

    Times that overlap cannot be sorted; then the order of telling counts. Where nothing in the slot is
    dated, what the whole story had reached decides.
    """
    latest = reached(versions)
    if latest is None:
        return entry.goes_back and any(fact.standing is not Standing.PAST for fact in versions)
    return entry.period.is_before(latest)


def next_time(versions: Sequence[Fact], after: int) -> int | None:
    """The next minute at which something is known of a slot: until then an earlier version may have held."""
    times = (time for fact in versions for time in (*_times(fact), fact.since))
    return min((time for time in times if time is not None and time > after), default=None)


def place_at(versions: Sequence[Fact], moment: int, turn: int | None = None) -> int | None:
    """Which version holds at a moment of story time, by its place; None if none does.

    ``turn`` is the number of the last turn that plays by then. It places what nobody dated; without it
    only dated versions count.
    """
    best: tuple[int, int] | None = None
    for place, fact in enumerate(versions):
        if _holds_at(fact, moment, turn):
            begun = LONG_AGO if fact.since is None else fact.since
            best = max(best or (begun, place), (begun, place))
    return None if best is None else best[1]


def places_at(versions: Sequence[Fact], moment: int, turn: int | None = None) -> tuple[int, ...]:
    """As ``place_at``, with the versions that dispute that one and may have held then as well."""
    place = place_at(versions, moment, turn)
    if place is None:
        return ()
    best = versions[place]
    beside = (
        at
        for at, fact in enumerate(versions)
        if at != place and (fact.id in best.disputes or best.id in fact.disputes)
    )
    return tuple(sorted((place, *(at for at in beside if _holds_at(versions[at], moment, turn)))))


def _holds_at(fact: Fact, moment: int, turn: int | None) -> bool:
    if fact.since is None:
        if turn is None or fact.opened > turn or fact.standing is Standing.PAST:
            return False
    elif fact.since > moment:
        return False
    if fact.until is not None:
        return moment < fact.until
    return fact.closed is None or (turn is not None and fact.closed > turn)


def _times(fact: Fact) -> tuple[int, ...]:
    ends = (fact.since if fact.until is None else fact.until, *fact.confirmed)
    return tuple(time for time in ends if time is not None)
