"""Asking: what holds, who there is, how it came about, and what does not fit together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

from fabula.claims.statements import NARRATOR, Modality
from fabula.claims.text import name_key
from fabula.errors import EntityNotFoundError, FactNotFoundError, InvalidInputError
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.view import View
from fabula.operations.operation import Knowing, Listing, NameAsked, Says, Standing
from fabula.operations.proofs import ProvenShape, proofs
from fabula.shapes import EntityShape, FactShape, bare_fact_shape, entity_shape, fact_shape
from fabula.story import Story

_SHORTEST_ID = 4


class FactsShape(TypedDict):
    """Facts, oldest first, as of the turn of that number."""

    turn: int
    facts: list[FactShape]


class EntitiesShape(TypedDict):
    """Whom and what the story speaks of, in the order of meeting."""

    turn: int
    entities: list[EntityShape]


class PortraitShape(TypedDict):
    """One entity: its relations that hold, every value that its attributes ever had, and what it believes."""

    turn: int
    entity: EntityShape
    relations: list[FactShape]
    attributes: dict[str, list[FactShape]]
    beliefs: list[FactShape]


class VersionShape(FactShape):
    """One version, with its story time in minutes where it can be sorted."""

    since: int | None
    until: int | None


class TimelineShape(TypedDict):
    """Every version of something, oldest first."""

    turn: int
    versions: list[VersionShape]


class WhyShape(TypedDict):
    """Every version of something, each with the words it rests on, where they were told."""

    turn: int
    versions: list[ProvenShape]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsAsked(Knowing):
    """Which facts."""

    entity: Annotated[str, Says("Only what speaks of this name, alias or id.")] = ""
    every: Annotated[bool, Says("Past versions too, each with where it stands.")] = False
    beliefs: Annotated[bool, Says("What is not canon instead: beliefs, plans, rumours, lies, dreams.")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitiesAsked(Knowing):
    """Which entities."""

    kind: Annotated[str, Says("Such as character, place or item.")] = ""
    named: Annotated[str, Says("Only those with this in a name; who is called just so comes first.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityAsked(Knowing):
    """Which entity."""

    entity: NameAsked


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineAsked(Knowing):
    """Of what."""

    subject: NameAsked
    predicate: Annotated[str, Says("Such as held_by, located_in or status.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyAsked(Knowing):
    """Of what."""

    subject: Annotated[str, Says("A name, alias or id; or the start of a fact's id.")]
    predicate: Annotated[str, Says("Such as held_by; all if empty.")] = ""


def facts(told: Story, asked: FactsAsked) -> Listing[Fact]:
    """List what holds: since which turn, in a sentence, and from which words."""
    view = view_at(told, asked)
    found = facts_asked(view, asked)
    head = {"turn": view.number, "facts": []}
    return Listing(head, "facts", found, _id_of, lambda rows: [fact_shape(fact, view) for fact in rows])


def facts_asked(view: View, asked: FactsAsked) -> list[Fact]:
    """The facts of a view that are asked for, oldest first.

    Raises:
        InvalidInputError: a point of view together with past versions or beliefs alone.
    """
    if asked.pov and (asked.every or asked.beliefs):
        raise InvalidInputError(
            "A point of view (pov) shows what somebody knows now, beliefs included: leave the others out."
        )
    about = view.about(view.entity(asked.entity).entity.id) if asked.entity else view.told()
    if asked.pov:
        known = {fact.id for fact in view.known_to(asked.pov, strict=asked.strict)}
        return [fact for fact in about if fact.id in known]
    return [fact for fact in about if is_canon(fact) != asked.beliefs and (asked.every or view.holds(fact))]


def entities(told: Story, asked: EntitiesAsked) -> Listing[Entity]:
    """List whom and what the story speaks of, in the order of meeting."""
    view = view_at(told, asked)
    head = {"turn": view.number, "entities": []}
    return Listing(
        head,
        "entities",
        entities_asked(view, asked),
        lambda entity: entity.id,
        lambda rows: [entity_shape(entity) for entity in rows],
    )


def entities_asked(view: View, asked: EntitiesAsked) -> tuple[Entity, ...]:
    """The entities that are asked for, in the order of meeting; for a point of view those that it knows facts of."""
    found = named(view.entities(asked.kind), asked.named)
    if not asked.pov:
        return found
    knower = view.entity(asked.pov).entity.id
    known = view.known_to(asked.pov, strict=asked.strict)
    ends = {knower, *(end for fact in known for end in (fact.subject, fact.object))}
    return tuple(entity for entity in found if entity.id in ends)


def named(entities: tuple[Entity, ...], words: str) -> tuple[Entity, ...]:
    """The entities with some words in a name: those called so, those whose name begins so, then the others."""
    key = name_key(words)
    if not key:
        return entities

    def rank(one: Entity) -> int:
        names = [name_key(name) for name in one.names]
        return 0 if key in names else 1 if any(name.startswith(key) for name in names) else 2

    found = [one for one in entities if any(key in name_key(name) for name in one.names)]
    return tuple(sorted(found, key=rank))


def entity(told: Story, asked: EntityAsked) -> PortraitShape:
    """Tell who or what somebody is: relations that hold, attributes with their history, and beliefs."""
    view = view_at(told, asked)
    portrait = view.entity(asked.entity)
    known = _known(view, asked)

    def shown(found: tuple[Fact, ...]) -> list[FactShape]:
        return [fact_shape(fact, view) for fact in found if known is None or fact.id in known]

    values = {name: shown(found) for name, found in sorted(portrait.attributes().items())}
    return {
        "turn": view.number,
        "entity": entity_shape(portrait.entity),
        "relations": shown(portrait.relations()),
        "attributes": {name: found for name, found in values.items() if found},
        "beliefs": shown(view.facts(holder=portrait.entity.id)),
    }


def timeline(told: Story, asked: TimelineAsked) -> TimelineShape:
    """List every version of something: turns, story time, where it stands, and the words."""
    view = view_at(told, asked)
    return timeline_shape(view, versions_asked(view, asked))


def timeline_shape(view: View, versions: Sequence[Fact]) -> TimelineShape:
    """Versions with their story time."""
    return {
        "turn": view.number,
        "versions": [{**fact_shape(one, view), "since": one.since, "until": one.until} for one in versions],
    }


def why(told: Story, asked: WhyAsked) -> WhyShape:
    """Show every version of something, and for each the words it rests on, where they were told."""
    view = view_at(told, asked)
    return why_shape(told, view, versions_asked(view, asked))


def why_shape(told: Story, view: View, versions: Sequence[Fact]) -> WhyShape:
    """Versions with the words around their evidence."""
    return {
        "turn": view.number,
        "versions": [
            {**bare_fact_shape(one, view), "evidence": [proof.shape() for proof in proofs(told, one)]}
            for one in versions
        ],
    }


def versions_asked(view: View, asked: TimelineAsked | WhyAsked) -> tuple[Fact, ...]:
    """The versions that are asked for, oldest first: of a moment those that hold then, of somebody what they know.

    Raises:
        EntityNotFoundError, AmbiguousNameError, FactNotFoundError: as ``versions_of``; or nothing is left.
    """
    found = versions_of(view, asked.subject, asked.predicate)
    known = _known(view, asked)
    left = tuple(
        fact
        for fact in found
        if (known is None or fact.id in known) and (view.moment is None or view.holds(fact))
    )
    if not left:
        raise FactNotFoundError(
            f"Nothing of {f'{asked.subject} {asked.predicate}'.strip()!r} is left by that time and point of view."
        )
    return left


def versions_of(view: View, subject: str, predicate: str = "") -> tuple[Fact, ...]:
    """Every version of (subject, predicate), or all that speak of the subject; or the one fact of an id.

    Names come first: an id is only looked up where nobody is called so.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody is called so and no fact's id starts so, or several are.
        FactNotFoundError: nothing of the kind was told.
    """
    if predicate:
        found = view.timeline(subject, predicate)
    elif view.resolve(subject) is None:
        found = (_by_id(view, subject),)
    else:
        found = view.about(view.entity(subject).entity.id)
    if not found:
        about = f"{subject} {predicate}".strip()
        raise FactNotFoundError(f"Nothing was told of {about!r} up to turn {view.number}.")
    return tuple(sorted(found, key=lambda fact: (fact.opened, fact.closed is None, fact.closed or 0)))


def view_at(told: Story, asked: Standing) -> View:
    """The view of the turn and the story time that are asked for."""
    return told.view(asked.as_of or None, at=asked.at or None)


def is_canon(fact: Fact) -> bool:
    """Whether the narrator says so, and means it."""
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED


def _known(view: View, asked: Knowing) -> set[str] | None:
    return {fact.id for fact in view.known_to(asked.pov, strict=asked.strict)} if asked.pov else None


def _id_of(fact: Fact) -> str:
    return fact.id


def _by_id(view: View, identity: str) -> Fact:
    found = view.fact(identity) if len(identity) >= _SHORTEST_ID else None
    if found is None:
        raise EntityNotFoundError(
            f"Nobody and nothing is called {identity!r} at turn {view.number}, and no one fact's id starts so. "
            "`fabula entities` lists the names."
        )
    return found
