"""A view: what holds for one head. An immutable value that is only ever read."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rpds import HashTrieSet

from fabula.claims.canonical import digest
from fabula.claims.statements import NARRATOR, Modality, Period
from fabula.claims.storytime import period_of
from fabula.claims.text import name_key
from fabula.errors import AmbiguousNameError, EntityNotFoundError, InvalidInputError
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact, SlotKey
from fabula.graph.moments import places_at
from fabula.graph.predicates import DEFAULT_TABLE, PredicateTable
from fabula.graph.relation_attributes import (
    MARK,
    attribute_of,
    is_attribute_of_relation,
    lasting,
    relation_slot,
)
from fabula.graph.rules import NO_RULES, Rules
from fabula.graph.state import NOTHING_TOLD, Problem, Proposal, Stage, State

NO_SLOTS: "HashTrieSet[SlotKey]" = HashTrieSet()
_CANON = (NARRATOR, Modality.ASSERTED.value)


def _met_order(entity: Entity) -> tuple[int, str]:
    return (entity.first_seen, entity.id)


def told_order(fact: Fact) -> tuple[int, int, SlotKey, str]:
    """The key by which facts stand in the order of the telling."""
    return (fact.opened, fact.place, fact.slot, fact.id)


@dataclass(frozen=True, slots=True)
class View:
    """The facts of one head, as told up to its turn.

    ``turn`` and ``number`` say where it stands (number 0 before the first turn); ``digest`` is equal for
    equal content on every machine. With a ``moment`` (minutes of story time, see ``at``) what holds is
    what held then in the story, as far as it has been told; ``reached`` is the last turn that plays by then.
    """

    turn: str = ""
    number: int = 0
    digest: str = ""
    state: State = NOTHING_TOLD
    rules: Rules = NO_RULES
    table: PredicateTable = DEFAULT_TABLE
    moment: int | None = None
    reached: int = 0

    # entities

    def entities(self, kind: str = "") -> tuple[Entity, ...]:
        """Every entity, or those of one kind, in the order in which the story met them."""
        found = self.state.entities.values()
        return self.entities_of((kind,)) if kind else tuple(sorted(found, key=_met_order))

    def entities_of(self, kinds: Collection[str]) -> tuple[Entity, ...]:
        """Every entity of some kinds, in the order in which the story met them."""
        found = [one for one in self.state.entities.values() if one.kind in kinds]
        return tuple(sorted(found, key=_met_order))

    def bearers(self, name: str) -> tuple[Entity, ...]:
        """Everybody who is called so: by alias first and name after, then in the order of meeting."""
        key = name_key(name)
        found = {self.canon(identity) for identity in self.state.names.get(key, ())}
        if not found:
            return ()
        entities = [self.state.entities[identity] for identity in found if identity in self.state.entities]
        if len(entities) == 1:
            return tuple(entities)
        return tuple(sorted(entities, key=lambda one: (name_key(one.name) == key, one.first_seen, one.id)))

    def resolve(self, reference: str) -> Entity | None:
        """The entity that an alias, a name or an id means, in that order; ties are broken the same way always.

        Blank and unknown references give None.
        """
        bearers = self.bearers(reference)
        if bearers:
            return bearers[0]
        return self.state.entities.get(self.canon(reference.strip()))

    def entity(self, reference: str) -> "Portrait":
        """The entity of that name, alias or id, with what the view tells of it.

        Raises:
            EntityNotFoundError: nobody is called so.
            AmbiguousNameError: several are; ``candidates`` lists their ids.
        """
        bearers = self.bearers(reference)
        if len(bearers) > 1:
            ids = [entity.id for entity in bearers]
            raise AmbiguousNameError(f"{reference!r} may be any of {', '.join(ids)}; use the id.", ids)
        entity = self.resolve(reference)
        if entity is None:
            raise EntityNotFoundError(f"Nobody and nothing is called {reference!r} here.")
        return Portrait(entity, self)

    def name_of(self, identity: str) -> str:
        """The name of an entity's id; an id that nobody has stays as it is."""
        entity = self.state.entities.get(self.canon(identity))
        return entity.name if entity else identity

    # facts

    def facts(self, *, holder: str = NARRATOR, modality: Modality = Modality.ASSERTED) -> tuple[Fact, ...]:
        """What holds now, oldest first: canon by default, or what a holder (an id) believes."""
        frame = (holder, modality.value)
        return self.held_in(key for key in self.state.slots if key[:2] == frame)

    def held_in(self, slots: Iterable[SlotKey]) -> tuple[Fact, ...]:
        """What holds of these slots where this view stands, oldest first."""
        found = (fact for key in slots for fact in self._candidates(self.state.slots[key].versions))
        return self._in_order(fact for fact in found if self.holds(fact))

    def held_of(self, identity: str) -> tuple[Fact, ...]:
        """What canon holds of an entity where this view stands, oldest first."""
        identity = self.canon(identity)
        touched = self.state.touching.get(identity, NO_SLOTS)
        canon = (slot for slot in touched if slot[:2] == _CANON)
        return tuple(fact for fact in self.held_in(canon) if identity in (fact.subject, fact.object))

    def holds(self, fact: Fact) -> bool:
        """Whether a version holds where this view stands: now, or at its moment of story time.

        A version that nobody dated holds from the turn in which it was told, as far as the story's clock
        had come by then.
        """
        if self.moment is None:
            return self._lasting(fact).is_current
        slot = self.state.slots.get(fact.slot)
        places = places_at(slot.versions, self.moment, self.reached) if slot else ()
        if slot is None or fact.id not in {slot.versions[place].id for place in places}:
            return False
        return not is_attribute_of_relation(fact) or self._has_its_relation(fact)

    def at(self, time: int | str) -> "View":
        """The view of a moment in story time: minutes, or a label such as "day 4" (its last minute counts).

        Raises:
            InvalidInputError: the label names no time that can be sorted.
        """
        period = Period(start=time) if isinstance(time, int) else period_of(time)
        if period.over is None:
            raise InvalidInputError(
                f"{time!r} is no time that can be sorted: say for example 'day 4' or 0312-05-04."
            )
        moment = period.over - 1
        mark = digest(["fabula/moment/1", self.digest, moment])
        return replace(self, digest=mark, moment=moment, reached=self._turn_of(moment))

    def contradictions(self) -> tuple[tuple[Fact, ...], ...]:
        """What is told and cannot all be true, slot by slot, canon and belief; the oldest first."""
        slots = self.state.slots.items()
        disputed = (key for key, slot in slots if any(fact.disputes for fact in slot.versions))
        standing = (self.held_in((key,)) for key in disputed)
        several = [facts for facts in standing if len(facts) > 1]
        return tuple(sorted(several, key=lambda facts: (facts[0].opened, facts[0].place, facts[0].slot)))

    def known_to(self, reference: str, *, strict: bool = False) -> tuple[Fact, ...]:
        """What somebody can know: what was told in their presence or of them, and what they believe.

        Where nobody knows who was there, a fact counts as known. ``strict`` leaves it out, and what was told
        of them behind their back.

        Raises:
            EntityNotFoundError, AmbiguousNameError: as ``entity``.
        """
        knower = self.entity(reference).entity.id
        canon = (fact for fact in self.facts() if self.can_know(fact, knower, strict=strict))
        return self._in_order((*canon, *self.facts(holder=knower)))

    def told(self) -> tuple[Fact, ...]:
        """Every version of everything, canon and belief, past and present, oldest first."""
        return self._in_order(fact for slot in self.state.slots.values() for fact in slot.versions)

    def versions_in(self, slots: Iterable[SlotKey]) -> tuple[Fact, ...]:
        """Every version of these slots, oldest first; of those that the view has."""
        held = self.state.slots
        return self._in_order(fact for key in slots if key in held for fact in held[key].versions)

    def about(self, identity: str) -> tuple[Fact, ...]:
        """Every version that has this entity at either end or as its holder, oldest first."""
        identity = self.canon(identity)
        slots = self.state.touching.get(identity, NO_SLOTS)
        facts = (fact for key in slots for fact in self.state.slots[key].versions)
        own = (fact for fact in facts if identity in (fact.subject, fact.object, fact.holder))
        return self._in_order(own)

    def timeline(self, subject: str, predicate: str, attribute: str = "") -> tuple[Fact, ...]:
        """Every version of (subject, predicate), oldest first; the subject by name, alias or id.

        Read from its inverse, a relation gives the versions in which the named one is at the far end. With
        ``attribute`` it is the versions of that attribute of the relation.

        Raises:
            EntityNotFoundError, AmbiguousNameError: as ``entity``.
        """
        identity = self.entity(subject).entity.id
        meaning = self.table.meaning(predicate)
        wanted = meaning.predicate
        name = attribute_of(wanted.name, self.table.attribute(attribute))
        return tuple(
            fact
            for fact in self.about(identity)
            if fact.predicate == name
            and fact.modality is Modality.ASSERTED
            and (wanted.symmetric or identity == (fact.object if meaning.reversed else fact.subject))
        )

    def attributes_of(self, relation: Fact) -> dict[str, tuple[Fact, ...]]:
        """Each attribute that a relation itself has, with every value it ever had, oldest first."""
        prefix = relation.predicate + MARK
        values: dict[str, tuple[Fact, ...]] = {}
        for fact in self.about(relation.subject):
            if _ends(fact) == _ends(relation) and fact.predicate.startswith(prefix):
                attribute = fact.predicate.removeprefix(prefix)
                values[attribute] = (*values.get(attribute, ()), fact)
        return values

    def fact(self, identity: str) -> Fact | None:
        """The version with this id, or whose id starts so if only one does."""
        found = [fact for fact in self.told() if fact.id.startswith(identity)]
        return found[0] if len(found) == 1 else None

    # the rest

    @property
    def stage(self) -> Stage:
        """Who is on stage, and where."""
        return self.state.stage

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was told and could not be taken, oldest first."""
        return tuple(reversed(list(self.state.problems)))

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What later text says against locked facts, oldest first."""
        return tuple(reversed(list(self.state.proposals)))

    def canon(self, identity: str) -> str:
        """The id that an entity goes by now, where it was found to be another one."""
        while True:
            onward = self.rules.canon.get(identity) or self.state.merged.get(identity)
            if onward is None:
                return identity
            identity = onward

    def _turn_of(self, moment: int) -> int:
        """The last turn by which the story's clock had not passed a moment."""
        reached = [number for number, time in self.state.clock if time <= moment]
        later = [
            number for number, time in self.state.clock if time > moment and number > max(reached, default=0)
        ]
        return min(later) - 1 if later else self.number

    def can_know(self, fact: Fact, knower: str, *, strict: bool = False) -> bool:
        """Whether somebody (an id) can know a fact of canon: see ``known_to``."""
        if knower in map(self.canon, fact.audience or ()):
            return True
        is_unknown = fact.audience is None or fact.overheard
        return not strict and (is_unknown or knower in (fact.subject, fact.object))

    def _candidates(self, versions: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """The versions of a slot that may hold here: one at most, or those that dispute each other."""
        if self.moment is None:
            return tuple(fact for fact in versions if fact.is_current)
        return tuple(versions[place] for place in places_at(versions, self.moment, self.reached))

    def _lasting(self, fact: Fact) -> Fact:
        if not is_attribute_of_relation(fact):
            return fact
        slot = self.state.slots.get(relation_slot(fact, self.table))
        return lasting(fact, slot.versions) if slot else fact

    def _has_its_relation(self, fact: Fact) -> bool:
        """Whether the relation holds at the moment too, where it was ever told."""
        slot = self.state.slots.get(relation_slot(fact, self.table))
        ends = fact.object, fact.predicate.partition(MARK)[0]
        own = [one for one in slot.versions if (one.object, one.predicate) == ends] if slot else []
        return not own or any(map(self.holds, own))

    def _in_order(self, facts: "Iterator[Fact] | Sequence[Fact]") -> tuple[Fact, ...]:
        told = map(self._lasting, facts)
        return tuple(sorted(map(self._with_pin, told) if self.rules.pins else told, key=told_order))

    def _with_pin(self, fact: Fact) -> Fact:
        for pin in self.rules.pins:
            ends = (self.canon(pin.subject), pin.predicate) == (fact.subject, fact.predicate)
            far = not (pin.object or pin.value) or (self.canon(pin.object), pin.value) == (
                fact.object,
                fact.value,
            )
            if ends and far and fact.is_current:
                return replace(fact, pinned=True)
        return fact


@dataclass(frozen=True, slots=True)
class Portrait:
    """One entity and what a view tells of it."""

    entity: Entity
    view: View

    def facts(self) -> tuple[Fact, ...]:
        """What canon holds of it now, oldest first."""
        return self.view.held_of(self.entity.id)

    def relations(self) -> tuple[Fact, ...]:
        """Its current relations to other entities, oldest first."""
        return tuple(fact for fact in self.facts() if fact.object and not fact.value)

    def attributes(self) -> dict[str, tuple[Fact, ...]]:
        """Each attribute with every value it ever had, oldest first."""
        values: dict[str, tuple[Fact, ...]] = {}
        for fact in self.view.about(self.entity.id):
            if fact.value and not fact.object and fact.subject == self.entity.id and _is_canon(fact):
                values[fact.predicate] = (*values.get(fact.predicate, ()), fact)
        return values


def _ends(fact: Fact) -> tuple[str, Modality, str, str]:
    return fact.holder, fact.modality, fact.subject, fact.object


def _is_canon(fact: Fact) -> bool:
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED
