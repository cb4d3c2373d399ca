"""Two views in one picture: what they share, and what stands in one of them alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fabula.claims.statements import NARRATOR, Modality
from fabula.errors import EntityNotFoundError
from fabula.graph.compare import Comparison, compare
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.picture_scope import MOST, around, neighbours
from fabula.graph.view import View

Side: TypeAlias = Literal["both", "one", "other"]


@dataclass(frozen=True, slots=True)
class Together:
    """What is drawn of two views, each part with the side on which it stands.

    ``entities`` come in the order of meeting, those of the other side alone last; ``relations`` hold
    between them; ``values`` are only those that differ. ``left_out`` counts the entities without room.
    """

    entities: tuple[tuple[Side, Entity], ...]
    relations: tuple[tuple[Side, Fact], ...]
    values: tuple[tuple[Side, Fact], ...]
    focus: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def degrees(self) -> dict[str, int]:
        """How many other entities each one has a drawn relation with, on either side."""
        near = neighbours((one for _, one in self.entities), (fact for _, fact in self.relations))
        return {identity: len(ends) for identity, ends in near.items()}


def together(
    one: View, other: View, *, focus: Sequence[str] = (), hops: int = 1, most: int = MOST
) -> Together:
    """Canon of two views in one picture, at most ``most`` entities: around the ``focus``, or around what differs.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody in the focus is called so in either, or several are.
    """
    found = compare(one, other)
    relations = [(side, fact) for side, fact in _held(one, other, found) if fact.object and not fact.value]
    values = [(side, fact) for side, fact in _apart(found) if fact.value]
    entities = _entities(one, other, [fact for _, fact in (*relations, *values)])
    near = neighbours(entities.values(), (fact for _, fact in relations))
    centre = _named(one, other, focus) or _differing(found, [*relations, *values], near)
    wanted = around(near, centre, hops) if centre else dict.fromkeys(near, 0)
    best = sorted(wanted, key=lambda identity: (wanted[identity], -len(near[identity])))
    kept = set(best[: max(most, 0)])
    return Together(
        tuple((_side(identity, one, other), entities[identity]) for identity in near if identity in kept),
        tuple((side, fact) for side, fact in relations if {fact.subject, fact.object} <= kept),
        tuple((side, fact) for side, fact in values if fact.subject in kept),
        tuple(identity for identity in centre if identity in kept),
        len(wanted) - len(kept),
    )


def _held(one: View, other: View, found: Comparison) -> list[tuple[Side, Fact]]:
    """What canon holds on either side; what both say, once, as the first says it."""
    ours_alone = {fact.id for side, fact in _apart(found) if side == "one"}
    theirs_alone = {fact.id for side, fact in _apart(found) if side == "other"}
    ours: list[tuple[Side, Fact]] = [
        ("one" if fact.id in ours_alone else "both", fact) for fact in one.facts()
    ]
    return [*ours, *(("other", fact) for fact in other.facts() if fact.id in theirs_alone)]


def _apart(found: Comparison) -> list[tuple[Side, Fact]]:
    """What canon says on one side alone, a changed version on either."""
    ours = (*(fact for fact, _ in found.different), *found.only_one)
    theirs = (*(fact for _, fact in found.different), *found.only_other)
    both: list[tuple[Side, Fact]] = [*(("one", fact) for fact in ours), *(("other", fact) for fact in theirs)]
    return [(side, fact) for side, fact in both if _is_canon(fact)]


def _is_canon(fact: Fact) -> bool:
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED


def _entities(one: View, other: View, facts: Sequence[Fact]) -> dict[str, Entity]:
    """Whom either side knows, the first side's first, and the nameless whom facts speak of."""
    known = {entity.id: entity for entity in one.entities()}
    known.update((entity.id, entity) for entity in other.entities() if entity.id not in known)
    ends = {end for fact in facts for end in (fact.subject, fact.object) if end}
    for identity in sorted(ends - known.keys()):
        known[identity] = Entity(identity, one.name_of(identity), "")
    return known


def _named(one: View, other: View, focus: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(_identity(one, other, name) for name in focus))


def _identity(one: View, other: View, name: str) -> str:
    try:
        return one.entity(name).entity.id
    except EntityNotFoundError:
        return other.entity(name).entity.id


def _differing(
    found: Comparison, apart: Sequence[tuple[Side, Fact]], near: Mapping[str, set[str]]
) -> list[str]:
    """Whom the two sides tell of differently, in the order of meeting."""
    ends = {end for side, fact in apart if side != "both" for end in (fact.subject, fact.object)}
    ends |= {entity.id for entity in (*found.entities_only_one, *found.entities_only_other)}
    return [identity for identity in near if identity in ends]


def _side(identity: str, one: View, other: View) -> Side:
    is_ours, is_theirs = identity in one.state.entities, identity in other.state.entities
    return "both" if is_ours == is_theirs else "one" if is_ours else "other"
