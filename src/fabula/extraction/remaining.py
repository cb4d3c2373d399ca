"""Which turns of a line a reader still has to read, and which readings of another line it can take up again."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from fabula.extraction.reader import Extractor
from fabula.extraction.readings import PLAIN, Made, all_tried, failed_by_content, is_good, is_plain, made_of
from fabula.ledger.carry import fits
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import READER, Body, Selection, Status, Stem


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring turns of a line: places ``first`` up to ``last``, excluded."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is left to do on a line: stretches to read, the places in them to read ``alone``, readings to take up.

    A turn of which nothing could be made is asked about alone, so that it takes no neighbour along.
    """

    stretches: tuple[Stretch, ...] = ()
    alone: frozenset[int] = frozenset()
    taken_up: tuple[Selection, ...] = ()

    @property
    def size(self) -> int:
        """How many turns are to be read."""
        return sum(part.last - part.first for part in self.stretches)


def needs(made: Made, extractor: str, *, again: bool = False) -> bool:
    """Whether an extractor reads a turn of which this has been made.

    It does where nothing good counts, and a model does where what counts was read by rules; not where it has
    given the turn up (``quarantined``) or found nothing that seemed right (``suspicious``): that is for ``retry``.
    A model does not read over another model's reading unless that is wanted (``again``): it costs money.
    """
    own = made.tried_by(extractor)
    if any(body.status is Status.QUARANTINED for body in own):
        return False
    if not is_good(made.counting):
        return True
    if made.counting is not None and made.counting.extractor == extractor:
        return False
    if any(body.status is Status.SUSPICIOUS for body in own):
        return False
    return again or (is_plain(made.counting) and not extractor.startswith(PLAIN))


def remaining(ledger: Ledger, line: Line, known: int, extractor: Extractor, *, again: bool) -> Remaining:
    """What ``extractor`` has left to do on a line, of which it has read the first ``known`` turns."""
    stems = line[known:]
    name = extractor.identity
    made = made_of(ledger, [stem.id for stem in stems], under_rules=not name.startswith(PLAIN))
    gone = ledger.purged
    places = {
        place
        for place, stem in enumerate(stems, start=known)
        if stem.id not in gone and needs(made[stem.id], name, again=again)
    }
    taken_up: tuple[Selection, ...] = ()
    if not name.startswith(PLAIN):
        counting = {place: made[stem.id].counting for place, stem in enumerate(stems, start=known)}
        stale = {place for place in misread(line, counting) if place not in places}
        taken_up = _fitting(ledger, line, stale)
        resolved = {chosen.turn for chosen in taken_up}
        stale = {place for place in stale if line[place].id not in resolved}
        places |= stale | torn(len(line), counting, places | stale)
    tried = all_tried(ledger, [line[place].id for place in places if made[line[place].id].counting])
    own = {place: _made_by(name, tried.get(line[place].id, ())) for place in places}
    given_up = {place for place in places if _is_given_up(own[place], line, place)}
    alone = {place for place in places if any(map(failed_by_content, own[place]))}
    return Remaining(stretches_of(places - given_up), frozenset(alone), taken_up)


def in_trouble(ledger: Ledger, line: Line, part: Stretch, extractor: Extractor) -> Remaining:
    """The turns of a stretch whose reading failed or is doubtful, to be read once more on demand."""
    stems = line[part.first : part.last]
    made = made_of(ledger, [stem.id for stem in stems])
    shown = {place: made[stem.id].shown for place, stem in enumerate(stems, start=part.first)}
    places = {place for place, body in shown.items() if body and body.status not in {Status.OK, Status.EMPTY}}
    own = {place: made[line[place].id].tried_by(extractor.identity) for place in places}
    alone = {place for place in places if any(map(failed_by_content, own[place]))}
    return Remaining(stretches_of(places), frozenset(alone))


def misread(line: Sequence[Stem], counting: Mapping[int, Body | None]) -> list[int]:
    """The places whose counting reading was shown other words after its turn than the line now has there.

    A turn before an edited one keeps its id, and so its reading, though that was shown the old words; it is
    read again with the rest of its batch. What reaches beyond the end of the line cannot be compared.
    """
    return [
        place
        for place, body in counting.items()
        if body and body.ahead and place + body.ahead < len(line) and not fits(body, line, place)
    ]


def torn(length: int, counting: Mapping[int, Body | None], places: AbstractSet[int]) -> set[int]:
    """The places before unread turns whose reading was shown what is no longer there: a batch that is cut off."""
    found: set[int] = set()
    for unread in sorted(places):
        place = unread - 1
        while (body := counting.get(place)) and place not in places and place + body.ahead >= unread:
            if place + body.ahead >= length and is_good(body):
                found.add(place)
            place -= 1
    return found


def is_cut_off(ledger: Ledger, line: Line) -> bool:
    """Whether the line ends within a batch that was read whole: what comes instead of the rest concerns all of it."""
    last = ledger.selected(line[-1].id).get(READER, "") if line else ""
    return any(body.ahead for body in ledger.outlines([last] if last else ()).values())


def _fitting(ledger: Ledger, line: Line, stale: AbstractSet[int]) -> tuple[Selection, ...]:
    """For turns whose reading fits another line, the one that was made for this line, if there is one."""
    tried = all_tried(ledger, [line[place].id for place in sorted(stale)])
    found: list[Selection] = []
    for place in sorted(stale):
        turn = line[place].id
        fitting = [
            body
            for body in tried.get(turn, ())
            if is_good(body) and not is_plain(body) and fits(body, line, place)
        ]
        if fitting:
            best = max(fitting, key=lambda body: (body.ahead, body.attempt, body.id))
            found.append(Selection(turn, best.id, ledger.selected(turn).get(READER)))
    return tuple(found)


def _made_by(extractor: str, tried: Iterable[Body]) -> tuple[Body, ...]:
    return tuple(body for body in tried if body.extractor == extractor)


def _is_given_up(own: Sequence[Body], line: Line, place: int) -> bool:
    """Whether the extractor has answered for these very words, and its answer will not count by being had again."""
    return any(
        body.status is Status.QUARANTINED or (body.status is Status.SUSPICIOUS and fits(body, line, place))
        for body in own
    )


def stretches_of(places: Iterable[int]) -> tuple[Stretch, ...]:
    """Places as stretches of neighbours."""
    found: list[Stretch] = []
    for place in sorted(places):
        if found and found[-1].last == place:
            found[-1] = Stretch(found[-1].first, place + 1)
        else:
            found.append(Stretch(place, place + 1))
    return tuple(found)
