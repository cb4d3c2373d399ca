"""Carrying from an old line of a ledger to a new one: what ``carry`` decides, with what the store holds."""

from collections.abc import Sequence

from fabula.ledger.carry import Pair, carried_acts, carried_bindings, shared, with_orphans
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import Changes


def carried_over(ledger: Ledger, lines: tuple[Line, Line], pairs: Sequence[Pair]) -> Changes:
    """The extractions and author's acts that the new line takes over; ``lines`` are the old and the new one."""
    old, new = lines
    start = shared(old, new)
    gone = old[start:]
    moved = [(one, other) for one, other in pairs if one.number > start]
    unread = [(one, other) for one, other in moved if not ledger.selected(other.id)]
    selected = {one.id: ledger.selected(one.id) for one, _ in unread}
    bodies = ledger.bodies(sorted({body for lanes in selected.values() for body in lanes.values()}))
    bindings, selections = carried_bindings(unread, new, selected, bodies)
    acts = {stem.id: bound for stem in gone if (bound := ledger.acts_bound_to(stem.id))}
    carried = carried_acts(with_orphans(moved, gone), acts)
    return Changes(bindings=bindings, selections=selections, carried=carried)
