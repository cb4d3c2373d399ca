"""Two views side by side: what holds only in one, only in the other, and differently in both."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fabula.graph.entities import Entity
from fabula.graph.facts import Fact, SlotKey
from fabula.graph.state import Slot
from fabula.graph.view import View


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two views differ, canon and beliefs alike; each part in the order of the telling.

    ``different`` has pairs: what one slot holds in the one view and in the other. ``entities_different``
    are known to both, but not by the same name, kind, aliases, summary or labels.
    """

    only_one: tuple[Fact, ...] = ()
    only_other: tuple[Fact, ...] = ()
    different: tuple[tuple[Fact, Fact], ...] = ()
    entities_only_one: tuple[Entity, ...] = ()
    entities_only_other: tuple[Entity, ...] = ()
    entities_different: tuple[tuple[Entity, Entity], ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether both views tell the same, whichever turns told it."""
        return self == Comparison()


def compare(one: View, other: View) -> Comparison:
    """What two views hold differently: two branches, two turns of one, or two moments of story time.

    Facts are matched by their slot and by what they say, so two branches that tell the same thing at
    different turns agree.
    """
    only_one: list[Fact] = []
    only_other: list[Fact] = []
    different: list[tuple[Fact, Fact]] = []
    for key in _slots_that_may_differ(one, other):
        ours, theirs = _without_shared(_holding(one, key), _holding(other, key))
        paired = min(len(ours), len(theirs))
        different.extend(zip(ours, theirs, strict=False))
        only_one.extend(ours[paired:])
        only_other.extend(theirs[paired:])
    ours_shown, theirs_shown = _shown_by(one), _shown_by(other)
    pairs = sorted(different, key=lambda pair: (_order(pair[0]), _order(pair[1])))
    return Comparison(
        tuple(map(ours_shown, sorted(only_one, key=_order))),
        tuple(map(theirs_shown, sorted(only_other, key=_order))),
        tuple((ours_shown(ours), theirs_shown(theirs)) for ours, theirs in pairs),
        *_entities(one, other),
    )


def _slots_that_may_differ(one: View, other: View) -> Iterable[SlotKey]:
    """Slots that the views do not share; views of one line and its forks share most of them.

    An attribute of a relation holds as long as the relation does, so its own slot does not tell alone.
    """
    ours, theirs = one.state.slots, other.state.slots
    may_share = one.moment is None and other.moment is None
    for key, slot in ours.items():
        if not (may_share and theirs.get(key) is slot) or "#" in key.predicate:
            yield key
    yield from (key for key in theirs if key not in ours)


def _holding(view: View, key: SlotKey) -> list[Fact]:
    slot: Slot | None = view.state.slots.get(key)
    return sorted((fact for fact in slot.versions if view.holds(fact)), key=_order) if slot else []


def _shown_by(view: View) -> Callable[[Fact], Fact]:
    """How a view shows a fact: with its pin, where the author set one."""
    if not view.rules.pins:
        return lambda fact: fact
    shown = {fact.id: fact for fact in view.told()}
    return lambda fact: shown[fact.id]


def _without_shared(ours: list[Fact], theirs: list[Fact]) -> tuple[list[Fact], list[Fact]]:
    shared = set(map(_says, ours)) & set(map(_says, theirs))
    return (
        [fact for fact in ours if _says(fact) not in shared],
        [fact for fact in theirs if _says(fact) not in shared],
    )


def _says(fact: Fact) -> tuple[str, str, str, str, str, int | None]:
    return (fact.subject, fact.predicate, fact.object, fact.value, fact.sentence, fact.strength)


def _order(fact: Fact) -> tuple[int, int, SlotKey, str]:
    return (fact.opened, fact.place, fact.slot, fact.id)


def _entities(
    one: View, other: View
) -> tuple[tuple[Entity, ...], tuple[Entity, ...], tuple[tuple[Entity, Entity], ...]]:
    ours = {entity.id: entity for entity in one.entities()}
    theirs = {entity.id: entity for entity in other.entities()}
    return (
        tuple(entity for identity, entity in ours.items() if identity not in theirs),
        tuple(entity for identity, entity in theirs.items() if identity not in ours),
        tuple(
            (entity, theirs[identity])
            for identity, entity in ours.items()
            if identity in theirs and _is_told_of(entity) != _is_told_of(theirs[identity])
        ),
    )


def _is_told_of(entity: Entity) -> tuple[str, str, str, tuple[str, ...], tuple[str, ...]]:
    return (
        entity.name,
        entity.kind,
        entity.summary,
        tuple(sorted(entity.aliases)),
        tuple(sorted(entity.labels)),
    )
