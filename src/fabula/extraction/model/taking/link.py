"""From what a model said to whom it means: mentions become names that claims may use, or refusals."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fabula.claims.statements import (
    KINDS,
    MAX_LABELS,
    MAX_NAME,
    EntityClaim,
    Identity,
)
from fabula.claims.text import name_key
from fabula.errors import InvalidInputError
from fabula.extraction.model.answers.found import occurs
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.model.taking.events import EventParts, parts_of_event
from fabula.extraction.model.taking.far_end import far_end
from fabula.extraction.model.taking.kinds import kind_of
from fabula.extraction.model.taking.mentions import is_pronoun, role_of
from fabula.extraction.model.taking.naming import Named, Naming, Unclear, Wanted
from fabula.extraction.model.taking.placing import Spot, spot_of
from fabula.graph.entities import Entity, coarse_class
from fabula.graph.facts import Fact
from fabula.ledger.records import Refusal

_STATEMENTS = (ItemKind.FACT, ItemKind.END, ItemKind.NEVER)


@dataclass(frozen=True, slots=True)
class LinkedItem:
    """An item whose names are those that claims may use; ``place`` is the turn that its claims hang off.

    ``order`` is where it stands in the telling. ``fact`` is the known fact that it speaks of by key.
    """

    item: Item
    spot: Spot
    place: int
    fact: Fact | None = None

    @property
    def order(self) -> tuple[int, int, int]:
        """Where it stands: by turn, a scene before what is told in the same line."""
        start = self.spot.order[1] if self.spot.place == self.place else 0
        return self.place, start, 0 if self.item.kind is ItemKind.SCENE else 1


@dataclass(frozen=True, slots=True)
class Linked:
    """The items of an answer with their names resolved, in the order of the telling.

    ``entities`` and ``identities`` go with the place of their turn in the window, and so do refusals.
    """

    items: tuple[LinkedItem, ...] = ()
    entities: tuple[tuple[int, EntityClaim], ...] = ()
    identities: tuple[tuple[int, Identity], ...] = ()
    refused: tuple[tuple[int, Refusal], ...] = ()


def linked(
    items: Iterable[Item], sheet: Sheet, kinds: Collection[str] = KINDS, *, typed: bool = False
) -> Linked:
    """What a model said, with every mention linked to an entity: by key, alias, name, or brought in as new.

    Names are never matched by likeness. What is unclear is refused with its candidates; ``kinds`` are those
    that the graph takes: others are left out, with whatever has them at an end. With ``typed`` every object is
    an entity; without, the object of a predicate that nobody knows is one only where it is known or looks like a
    name.
    """
    return _Linking(sheet, tuple(kinds), typed).over(tuple(items))


@dataclass(slots=True)
class _Linking:
    """One answer under way."""

    sheet: Sheet
    kinds: tuple[str, ...]
    typed: bool
    naming: Naming = field(init=False)
    expected: dict[str, str] = field(default_factory=dict)
    done: list[LinkedItem] = field(default_factory=list)
    identities: list[tuple[int, Identity]] = field(default_factory=list)
    refused: list[tuple[int, Refusal]] = field(default_factory=list)

    def over(self, items: Sequence[Item]) -> Linked:
        placed = sorted(self._placed(items), key=lambda one: one[1].order)
        self.naming = self._naming(placed)
        self._expect(placed)
        for kinds in ((ItemKind.ENTITY,), (ItemKind.SAME,), (ItemKind.SCENE, ItemKind.EVENT, *_STATEMENTS)):
            for item, spot in placed:
                if item.kind in kinds:
                    self._take(item, spot)
        return Linked(
            tuple(sorted(self.done, key=lambda one: one.order)),
            tuple(sorted(self.naming.introduced, key=lambda one: one[0])),
            tuple(sorted(self.identities, key=lambda one: one[0])),
            tuple(sorted(self.refused, key=lambda one: one[0])),
        )

    def _placed(self, items: Iterable[Item]) -> Iterator[tuple[Item, Spot]]:
        for item in items:
            spot = spot_of(item.at, self.sheet)
            if spot is None:
                self._refuse(item, len(self.sheet.window.turns) - 1, "it cites no line that was to be read")
            else:
                yield item, spot

    def _naming(self, placed: Sequence[tuple[Item, Spot]]) -> Naming:
        declared: dict[str, str] = {}
        not_taken: dict[str, str] = {}
        for item, _ in placed:
            if item.kind is not ItemKind.ENTITY or not item.entity_kind:
                continue
            kind = kind_of(item.entity_kind)
            kinds = declared if kind in self.kinds else not_taken
            kinds.setdefault(name_key(item.name), kind)
        scenes = sorted(spot.place for item, spot in placed if item.kind is ItemKind.SCENE and item.starts)
        return Naming(self.sheet, scenes, declared, not_taken)

    def _expect(self, placed: Sequence[tuple[Item, Spot]]) -> None:
        """Note what kinds the predicates expect at their ends, for entities of which no kind is told."""
        for item, _ in placed:
            if item.kind in _STATEMENTS and item.predicate:
                far = far_end(item, self.naming, typed=self.typed)
                for mention, kind in ((item.name, far.near_kind), (far.mention, far.far_kind)):
                    if mention and kind:
                        self.expected.setdefault(name_key(mention), kind)

    def _take(self, item: Item, spot: Spot) -> None:
        mark = self.naming.mark()
        try:
            if item.kind is ItemKind.ENTITY:
                self._entity(item, spot)
            elif item.kind is ItemKind.SAME:
                self._same(item, spot)
            elif item.kind is ItemKind.SCENE:
                self._scene(item, spot)
            elif item.kind is ItemKind.EVENT:
                self._event(item, spot)
            elif not self._statement(item, spot):
                self.naming.back_to(mark)
        except InvalidInputError as error:
            self._refuse(item, spot.place, str(error))

    # entities

    def _entity(self, item: Item, spot: Spot) -> None:
        kind = kind_of(item.entity_kind)
        wanted = Wanted(kind or self.expected.get(name_key(item.name), ""), told=bool(kind))
        found = self._named(item, item.known or item.name, spot, wanted)
        if found is None:
            return
        entity = self.naming.entity(found.entity)
        if entity is None or found.name == entity.id:
            return
        place = max(found.place, spot.place)
        claim = EntityClaim(
            found.name,
            entity.kind,
            aliases=tuple(self._new_aliases(item, spot, entity)),
            summary=item.summary,
            labels=item.labels[:MAX_LABELS],
            evidence=spot.evidence(place),
        )
        if claim.aliases or claim.summary not in ("", entity.summary) or set(claim.labels) - {*entity.labels}:
            self.naming.add(place, claim)

    def _new_aliases(self, item: Item, spot: Spot, entity: Entity) -> Iterator[str]:
        """The further names that what was read has for it, and that are nobody else's."""
        mine = {name_key(name) for name in entity.names}
        extra = () if item.known or name_key(item.name) in self.sheet.known.entities else (item.name,)
        for alias in dict.fromkeys((*extra, *item.aliases)):
            if name_key(alias) in mine:
                continue
            if reason := self._no_alias(alias, entity):
                self._refuse(item, spot.place, f"{alias!r} is no further name: {reason}")
            else:
                yield alias

    def _no_alias(self, alias: str, entity: Entity) -> str:
        if not name_key(alias) or len(alias) > MAX_NAME or is_pronoun(alias):
            return "it names nobody"
        others = [one for one in self.naming.view.bearers(alias) if one.id != entity.id]
        if any(coarse_class(one.kind) == coarse_class(entity.kind) for one in others):
            return f"it is another's, {others[0].id}; say that they are the same if they are"
        if role_of(alias, self.naming.text):
            return "it is a role that others may have"
        return "" if occurs(alias, self.naming.text) else "nothing that was read has it"

    def _same(self, item: Item, spot: Spot) -> None:
        wanted = Wanted("character", anywhere=True)
        keep, other = self._named(item, item.name, spot, wanted), self._named(item, item.object, spot, wanted)
        if keep is None or other is None or keep.entity == other.entity:
            return
        ends = self.naming.entity(keep.entity), self.naming.entity(other.entity)
        if ends[0] and ends[1] and coarse_class(ends[0].kind) != coarse_class(ends[1].kind):
            reason = f"one is of the kind {ends[0].kind}, the other {ends[1].kind}"
            self._refuse(item, spot.place, reason)
            return
        if role_of(item.name, self.naming.text) and not role_of(item.object, self.naming.text):
            keep, other = other, keep
        place = max(keep.place, other.place, spot.place)
        self.identities.append((place, Identity(keep.name, other.name, spot.evidence(place))))

    # scenes and events

    def _scene(self, item: Item, spot: Spot) -> None:
        present = self._those_named(item, item.present, spot)
        place = self._or_none(item, item.place, spot, Wanted("place"))
        has_speaker = bool(self.sheet.window.turns[spot.place].speaker)
        speaker = None if has_speaker else self._or_none(item, item.speaker, spot, Wanted("character"))
        named = [*present, *(one for one in (place, speaker) if one)]
        told = replace(
            item,
            present=tuple(dict.fromkeys(one.name for one in present)),
            place=place.name if place else "",
            speaker=speaker.name if speaker else "",
        )
        self._done(told, spot, named)

    def _event(self, item: Item, spot: Spot) -> None:
        parts = parts_of_event(item)
        found = self._named(item, item.known or parts.name, spot, Wanted("event", told=True))
        if found is None:
            return
        entity = self.naming.entity(found.entity)
        if entity is not None and parts.summary not in ("", entity.summary) and found.name != entity.id:
            place = max(found.place, spot.place)
            self.naming.add(
                place,
                EntityClaim(found.name, "event", summary=parts.summary, evidence=spot.evidence(place)),
            )
        self._event_ends(item, spot, found, parts)

    def _event_ends(self, item: Item, spot: Spot, event: Named, parts: EventParts) -> None:
        for told, mention, kind in parts.relations(event.name):
            end = self._or_none(item, mention, spot, Wanted(kind))
            if end is not None:
                near = told.name or end.name
                self._done(replace(told, name=near, object=told.object or end.name), spot, [event, end])

    # statements

    def _statement(self, item: Item, spot: Spot) -> bool:
        """Link a statement; False if it is refused."""
        fact = self.sheet.known.facts.get(item.known) if item.known else None
        if item.known and fact is None:
            shown = len(self.sheet.known.facts)
            self._refuse(item, spot.place, f"no fact {item.known} was shown: the sheet goes up to f{shown}")
            return False
        full = self._completed(item, fact) if fact else item
        if not full.name or not full.predicate:
            self._refuse(item, spot.place, "it does not say of whom, or what")
            return False
        is_news = full.kind is ItemKind.FACT
        far = far_end(full, self.naming, typed=self.typed)
        near = far.near_kind or self.expected.get(name_key(full.name), "")
        subject = self._named(item, full.name, spot, Wanted(near, brings_in=is_news))
        other = None
        if subject is not None and far.mention:
            other = self._named(item, far.mention, spot, Wanted(far.far_kind, brings_in=is_news))
        holder = self._named(item, full.holder, spot, Wanted("character")) if full.holder else None
        if subject is None or (far.mention and other is None) or (full.holder and holder is None):
            return False
        if other is not None and other.entity == subject.entity:
            self._refuse(item, spot.place, "both of its ends are the same one")
            return False
        told = replace(
            full,
            name=subject.name,
            object=other.name if other else "",
            value=far.value,
            holder=holder.name if holder else "",
        )
        self._finish(told, spot, [one for one in (subject, other, holder) if one], fact)
        return True

    def _finish(self, item: Item, spot: Spot, named: Sequence[Named], fact: Fact | None) -> None:
        """Link whom it was told before, and let it stand."""
        if item.perceivers is not None:
            heard = self._those_named(item, item.perceivers, spot)
            item = replace(item, perceivers=tuple(dict.fromkeys(one.name for one in heard)))
            named = [*named, *heard]
        self._done(item, spot, named, fact)

    def _completed(self, item: Item, fact: Fact) -> Item:
        """An item that speaks of a known fact, with what it leaves out taken from that."""
        is_far_told = bool(item.object or item.value)
        return replace(
            item,
            name=item.name or self._name_of(fact.subject),
            predicate=item.predicate or fact.predicate,
            object=item.object if is_far_told else self._name_of(fact.object),
            value=item.value if is_far_told else fact.value,
            holder=item.holder or self._name_of(fact.holder),
            modality=fact.modality if not (item.name or item.predicate) else item.modality,
        )

    def _name_of(self, identity: str) -> str:
        entity = self.naming.entity(identity) if identity else None
        return self.naming.written(entity) if entity else ""

    # shared

    def _named(self, item: Item, mention: str, spot: Spot, wanted: Wanted) -> Named | None:
        found = self.naming.named(mention, spot, wanted)
        if isinstance(found, Unclear):
            self._refuse(item, spot.place, found.reason)
            return None
        return found

    def _or_none(self, item: Item, mention: str, spot: Spot, wanted: Wanted) -> Named | None:
        return self._named(item, mention, spot, wanted) if mention else None

    def _those_named(self, item: Item, mentions: Iterable[str], spot: Spot) -> list[Named]:
        """Those of several who are clear; the others are refused and the item stands without them."""
        found = (self._or_none(item, one, spot, Wanted("character")) for one in mentions)
        return [one for one in found if one is not None]

    def _done(self, item: Item, spot: Spot, named: Iterable[Named], fact: Fact | None = None) -> None:
        place = max((spot.place, *(one.place for one in named)))
        self.done.append(LinkedItem(item, spot, place, fact))

    def _refuse(self, item: Item, place: int, reason: str) -> None:
        refusal = place, Refusal(item.raw or shown(item), reason)
        if refusal not in self.refused:
            self.refused.append(refusal)


def shown(item: Item) -> str:
    """An item in one line, for people."""
    told = (item.at, item.kind.value, item.known, item.name, item.predicate, item.object or item.value)
    return " | ".join(part for part in told if part)
