"""What a picture shows of a view: which entities, which relations between them, and how many it leaves out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fabula.claims.statements import NARRATOR, Modality
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.view import View

MOST = 60
"""How many entities a picture has room for before names get small on a screen."""

Which: TypeAlias = Literal["holding", "told"] | Sequence[Fact]
"""What canon holds, or everything that canon ever held; or just these facts and whom they speak of."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is drawn: ``entities`` in the order of meeting, ``relations`` between them in the order of telling.

    ``notes`` has what else is told: values of an entity under its id, those of a relation under its slot's
    predicate and ends. ``left_out`` counts the entities that had no room.
    """

    entities: tuple[Entity, ...]
    relations: tuple[Fact, ...]
    notes: Mapping[tuple[str, ...], tuple[Fact, ...]]
    focus: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def degrees(self) -> dict[str, int]:
        """How many other entities each one has a drawn relation with."""
        return {identity: len(ends) for identity, ends in neighbours(self.entities, self.relations).items()}


def scope(
    view: View, *, facts: Which = "holding", focus: Sequence[str] = (), hops: int = 1, most: int = MOST
) -> Scope:
    """The entities around the ``focus`` (names, aliases or ids), or all, and at most ``most`` of them.

    Where there are more, the nearest to the focus are kept, and of those the best connected.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody in the focus is called so, or several are.
    """
    told = _facts(view, facts)
    centre = tuple(dict.fromkeys(view.entity(name).entity.id for name in focus))
    relations = [fact for fact in told if fact.object and not fact.value]
    known = _spoken_of(view, told, centre, everybody=isinstance(facts, str))
    near = neighbours(known, relations)
    wanted = around(near, centre, hops) if centre else dict.fromkeys(near, 0)
    best = sorted(wanted, key=lambda one: (wanted[one], -len(near[one])))  # ties: in the order of meeting
    kept = set(best[: max(most, 0)])
    return Scope(
        tuple(entity for entity in known if entity.id in kept),
        tuple(fact for fact in relations if {fact.subject, fact.object} <= kept),
        _notes(told),
        tuple(one for one in centre if one in kept),
        len(wanted) - len(kept),
    )


def note_key(fact: Fact) -> tuple[str, ...]:
    """Where a value is noted: under the entity, or under the relation that it describes."""
    if not fact.object:
        return (fact.subject,)
    return (fact.holder, fact.subject, fact.predicate.partition("#")[0], fact.object)


def _facts(view: View, which: Which) -> Sequence[Fact]:
    if not isinstance(which, str):
        return which
    if which == "holding":
        return view.facts()
    return [fact for fact in view.told() if fact.holder == NARRATOR and fact.modality is Modality.ASSERTED]


def _spoken_of(
    view: View, told: Sequence[Fact], centre: Iterable[str], *, everybody: bool
) -> tuple[Entity, ...]:
    ends = {end for fact in told for end in (fact.subject, fact.object) if end} | set(centre)
    known = [entity for entity in view.entities() if everybody or entity.id in ends]
    nameless = sorted(ends - {entity.id for entity in known})
    return (*known, *(Entity(identity, view.name_of(identity), "") for identity in nameless))


def neighbours(entities: Iterable[Entity], relations: Iterable[Fact]) -> dict[str, set[str]]:
    """With whom each entity has a relation, itself left out; in the order of the entities."""
    near: dict[str, set[str]] = {entity.id: set() for entity in entities}
    for fact in relations:
        if fact.subject != fact.object:
            near[fact.subject].add(fact.object)
            near[fact.object].add(fact.subject)
    return near


def around(near: Mapping[str, set[str]], centre: Sequence[str], hops: int) -> dict[str, int]:
    """Who is at most so many steps away, in the order of meeting, each with the number of steps."""
    steps, edge = dict.fromkeys(centre, 0), list(centre)
    for step in range(1, hops + 1):
        edge = sorted({other for one in edge for other in near[one]} - steps.keys())
        steps.update(dict.fromkeys(edge, step))
    return {identity: steps[identity] for identity in near if identity in steps}


def _notes(told: Iterable[Fact]) -> dict[tuple[str, ...], tuple[Fact, ...]]:
    notes: dict[tuple[str, ...], tuple[Fact, ...]] = {}
    for fact in told:
        if fact.value:
            notes[note_key(fact)] = (*notes.get(note_key(fact), ()), fact)
    return notes
