"""Carrying from an old line of a ledger to a new one: what ``carry`` decides, with what the store holds."""

from collections.abc import Sequence

from fabula.ledger.carry import Pair, carried_acts, carried_bindings, with_orphans
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import Changes


def carried_over(ledger: Ledger, lines: tuple[Line, Line], pairs: Sequence[Pair]) -> Changes:
    """The extractions and author's acts that the new line takes over; ``lines`` are the old and the new one."""
    old, new = lines
    moved = [(one, other) for one, other in pairs if one.id != other.id and not ledger.selected(other.id)]
    selected = {one.id: ledger.selected(one.id) for one, _ in moved}
    bodies = ledger.bodies(sorted({body for lanes in selected.values() for body in lanes.values()}))
    bindings, selections = carried_bindings(moved, new, selected, bodies)
    acts = {stem.id: ledger.acts_bound_to(stem.id) for stem in old if ledger.acts_bound_to(stem.id)}
    carried = carried_acts(with_orphans(pairs, old), acts)
    return Changes(bindings=bindings, selections=selections, carried=carried)
