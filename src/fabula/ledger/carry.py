"""What goes along when the same words stand again under new ancestors: extractions and author's acts. Pure.

A body is carried where its own id comes out of the new line again: the same texts and speakers in the
same window. So what is carried is true where it is carried, and nothing is read twice.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from fabula.ledger.chain import in_order
from fabula.ledger.ids import body_id
from fabula.ledger.records import Binding, Body, CarriedAct, Selection, Stem

Pair = tuple[Stem, Stem]
"""A turn of the old line, and the turn of the new line that stands for it."""

CARRIED = "carried"


def fits(body: Body, line: Sequence[Stem], place: int) -> bool:
    """Whether a body read exactly the window that stands around ``line[place]``."""
    first, last = place - body.back, place + body.ahead
    if first < 0 or last >= len(line):
        return False
    read = [(stem.speaker, stem.key) for stem in line[first : last + 1]]
    return body_id(read, body.back, body.extractor, body.attempt) == body.id


def carried_bindings(
    pairs: Iterable[Pair],
    line: Sequence[Stem],
    selected: Mapping[str, Mapping[str, str]],
    bodies: Mapping[str, Body],
) -> tuple[tuple[Binding, ...], tuple[Selection, ...]]:
    """The bindings and selections that the new line takes over from the old one.

    ``selected`` gives the bodies that count for an old turn, by lane.
    """
    bindings: list[Binding] = []
    selections: list[Selection] = []
    for old, new in pairs:
        for lane, identity in sorted(selected.get(old.id, {}).items()):
            body = bodies.get(identity)
            if old.id != new.id and body is not None and fits(body, line, new.number - 1):
                bindings.append(Binding(new.id, identity, CARRIED))
                selections.append(Selection(new.id, identity, None, lane))
    return tuple(bindings), tuple(selections)


def carried_acts(pairs: Iterable[Pair], acts: Mapping[str, Sequence[str]]) -> tuple[CarriedAct, ...]:
    """The author's acts that the new line takes over. ``acts`` gives the acts bound to an old turn."""
    return tuple(
        CarriedAct(act, new.id) for old, new in pairs if old.id != new.id for act in acts.get(old.id, ())
    )


def with_orphans(pairs: Sequence[Pair], old_line: Sequence[Stem]) -> tuple[Pair, ...]:
    """Pairs for acts: an old turn that was taken out inside the line is stood for by the next one kept.

    Turns after the last pair have no one to stand for them: the telling went back before them.
    """
    kept = {old.id: new for old, new in pairs}
    result: list[Pair] = []
    onward: Stem | None = None
    for old in reversed(old_line):
        onward = kept.get(old.id, onward)
        if onward is not None:
            result.append((old, onward))
    return tuple(reversed(result))


def shared(old: Sequence[Stem], new: Sequence[Stem]) -> int:
    """How many turns two lines have in common; found by halving, since an id stands for all before it."""
    return bisect_left(range(min(len(old), len(new))), True, key=lambda at: old[at].id != new[at].id)


def paired(old: Sequence[Stem], new: Sequence[Stem]) -> tuple[Pair, ...]:
    """Which turn of the new line stands for which of the old one: the same words in the same order.

    Where as many turns differ on both sides between two that are the same, they are one another's edits.
    """
    start = shared(old, new)
    same = [(at, at) for at in range(start)]
    rest_old, rest_new = old[start:], new[start:]
    found = in_order(
        [stem.key for stem in rest_old],
        [stem.key for stem in rest_new],
        lambda a, b: rest_old[a].speaker == rest_new[b].speaker,
        fixed_start=True,
    )
    places = _with_edits([*same, *((a + start, b + start) for a, b in found)])
    return tuple((old[a], new[b]) for a, b in places)


def _with_edits(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    result: list[tuple[int, int]] = []
    before = (-1, -1)
    for place in places:
        gap = place[0] - before[0] - 1
        if gap and gap == place[1] - before[1] - 1:
            result.extend((before[0] + step, before[1] + step) for step in range(1, gap + 1))
        result.append(place)
        before = place
    return result
