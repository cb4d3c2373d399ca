"""The fold: one more turn's claims and acts, taken into what was told before. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rpds import HashTrieSet, List

from fabula.claims.codec import claim_from_json
from fabula.claims.statements import (
    MAX_LABELS,
    Assertion,
    Claim,
    EntityClaim,
    Identity,
    Modality,
    Quote,
    Retraction,
    Scene,
    Termination,
)
from fabula.claims.text import name_key
from fabula.graph.entities import Entity, coarse_class, entity_id
from fabula.graph.facts import Evidence, Fact, SlotKey
from fabula.graph.predicates import DEFAULT_TABLE, TABLE_VERSION, Meaning, Predicate, PredicateTable
from fabula.graph.rules import Rules
from fabula.graph.state import Problem, Proposal, Slot, Stage, State
from fabula.graph.versions import Origin, Told, grown, needs_recount, versions_of
from fabula.ledger.acts import ActKind
from fabula.ledger.records import Act, Body, Stem

FOLD_VERSION = f"fold/1+{TABLE_VERSION}"

Statement = Assertion | Termination | Retraction


@dataclass(frozen=True, slots=True)
class TurnClaims:
    """What hangs off one turn, ready to be folded. ``earlier(back)`` is the stem that many turns back."""

    stem: Stem
    bodies: tuple[Body, ...]
    acts: tuple[Act, ...]
    earlier: Callable[[int], Stem]


def fold_turn(state: State, told: TurnClaims, rules: Rules, table: PredicateTable = DEFAULT_TABLE) -> State:
    """The state after one more turn."""
    if not told.bodies and not told.acts:
        return state
    folding = _Folding(state, told, rules, table)
    for body in told.bodies:
        for claim in body.claims:
            folding.take(claim)
    for act in told.acts:
        folding.take_act(act)
    return folding.done()


class _Folding:
    """The fold of one turn under way: a state whose maps are replaced, never changed."""

    def __init__(self, state: State, told: TurnClaims, rules: Rules, table: PredicateTable) -> None:
        self.state = state
        self.turn = told.stem
        self.earlier = told.earlier
        self.rules = rules
        self.table = table
        self.place = 0
        self.act: Act | None = None
        self.locks = False

    def done(self) -> State:
        return self.state

    def take(self, claim: Claim) -> None:
        self.place += 1
        if isinstance(claim, EntityClaim):
            self._meet(claim)
        elif isinstance(claim, Identity):
            self._reveal(claim)
        elif isinstance(claim, Scene):
            self._set_stage(claim)
        else:
            self._state(claim)

    def take_act(self, act: Act) -> None:
        self.act = act
        self.locks = act.kind == ActKind.LOCK
        for claim in self._claims_of(act):
            self.take(claim)
        self.act = None
        self.locks = False

    # entities

    def _meet(self, claim: EntityClaim) -> None:
        entity = self._known(claim) or self._minted(claim)
        kept = replace(
            entity,
            aliases=_joined(entity.aliases, (claim.name, *claim.aliases), but=entity.name),
            labels=_joined(entity.labels, claim.labels)[:MAX_LABELS],
            summary=claim.summary or entity.summary,
            last_seen=max(entity.last_seen, self.turn.number),
        )
        self._put_entity(kept)

    def _known(self, claim: EntityClaim) -> Entity | None:
        if claim.namesake:
            return self.state.entities.get(self.canon(self._namesake_id(claim)))
        for name in (claim.name, *claim.aliases):
            for identity in self._bearers(name):
                entity = self.state.entities[identity]
                if coarse_class(entity.kind) == coarse_class(claim.kind):
                    return entity
        return None

    def _minted(self, claim: EntityClaim) -> Entity:
        own = self._namesake_id(claim) if claim.namesake else entity_id(claim.kind, claim.name)
        identity = self.canon(own)
        existing = self.state.entities.get(identity)
        if existing is not None:
            return existing
        name = self.rules.names.get(identity) or self.rules.kept_names.get(identity) or claim.name
        return Entity(identity, name, claim.kind, first_seen=self.turn.number)

    def _namesake_id(self, claim: EntityClaim) -> str:
        words = claim.evidence[0].text if claim.evidence else claim.summary or self.turn.key
        return entity_id(claim.kind, claim.name, introduced_by=words)

    def _put_entity(self, entity: Entity) -> None:
        names = self.state.names
        for name in entity.names:
            bearers = names.get(name_key(name), ())
            if entity.id not in bearers:
                names = names.insert(name_key(name), (*bearers, entity.id))
        self.state = replace(self.state, names=names, entities=self.state.entities.insert(entity.id, entity))

    def canon(self, identity: str) -> str:
        """The id that stands for this one now, through the author's merges and the story's reveals."""
        while True:
            onward = self.rules.canon.get(identity) or self.state.merged.get(identity)
            if onward is None:
                return identity
            identity = onward

    def _bearers(self, name: str) -> tuple[str, ...]:
        found = self.state.names.get(name_key(name), ()) or ((name,) if name in self.state.entities else ())
        return tuple(dict.fromkeys(self.canon(identity) for identity in found))

    def refer(self, name: str, kind: str = "") -> str:
        """The entity that a name means here: one of the expected class first, then who came first."""
        bearers = self._bearers(name)
        if not bearers and self.canon(name) in self.state.entities:
            return self.canon(name)
        fitting = [one for one in bearers if kind and _class_of(self.state, one) == coarse_class(kind)]
        return (fitting or list(bearers) or [""])[0]

    def _reveal(self, claim: Identity) -> None:
        keep, absorb = self.refer(claim.name), self.refer(claim.other)
        if not keep or not absorb:
            self._trouble(f"{claim.name} = {claim.other}", "one of the two names belongs to nobody yet")
            return
        if keep == absorb or frozenset((keep, absorb)) in self.rules.separate:
            return
        self._merge(keep, absorb)

    def _merge(self, keep: str, absorb: str) -> None:
        kept, gone = self.state.entities[keep], self.state.entities[absorb]
        entity = replace(
            kept,
            aliases=_joined(kept.aliases, gone.names, but=kept.name),
            labels=_joined(kept.labels, gone.labels)[:MAX_LABELS],
            summary=kept.summary or gone.summary,
            first_seen=min(kept.first_seen, gone.first_seen),
            last_seen=self.turn.number,
        )
        moved = self.state.touching.get(absorb, HashTrieSet())
        self.state = replace(
            self.state,
            merged=self.state.merged.insert(absorb, keep),
            entities=self.state.entities.remove(absorb),
        )
        self._put_entity(entity)
        for slot in sorted(moved):
            self._rekey(slot)

    def _rekey(self, old: SlotKey) -> None:
        entries = list(self.state.slots[old].told)
        slots, touching = self.state.slots.remove(old), self.state.touching
        for end in {old.subject, old.object, old.holder} - {""}:
            touching = touching.insert(end, touching.get(end, HashTrieSet()).discard(old))
        self.state = replace(self.state, slots=slots, touching=touching)
        for entry in reversed(entries):
            self._recount(self._slot_again(old, entry), entry)

    def _slot_again(self, old: SlotKey, entry: Told) -> SlotKey:
        meaning = self.table.meaning(entry.predicate)
        subject, far = self.canon(entry.subject), self.canon(entry.object) if entry.object else ""
        return _slot(self.canon(old.holder), old.modality, meaning.predicate, subject, far)

    # the stage

    def _set_stage(self, claim: Scene) -> None:
        present = tuple(dict.fromkeys(filter(None, (self.refer(name, "character") for name in claim.present))))
        place = self.refer(claim.place, "place") if claim.place else ""
        before = self.state.stage
        self.state = replace(
            self.state,
            stage=Stage(
                present=present if claim.starts else tuple(dict.fromkeys((*before.present, *present))),
                place=place or ("" if claim.starts else before.place),
                since=self.turn.number if claim.starts else before.since,
            ),
        )
        for identity in present:
            self._seen(identity)

    def _seen(self, identity: str) -> None:
        entity = self.state.entities[identity]
        if entity.last_seen < self.turn.number:
            seen = replace(entity, last_seen=self.turn.number)
            self.state = replace(self.state, entities=self.state.entities.insert(identity, seen))

    # statements

    def _state(self, claim: Statement) -> None:
        meaning = self._meaning(claim)
        subject, far = self._ends(claim, meaning.predicate, is_reversed=meaning.reversed)
        missing = self._missing(claim, subject, far)
        if missing:
            self._trouble(f"{claim.subject} {claim.predicate} {claim.object or claim.value}", missing)
            return
        predicate = meaning.predicate
        if predicate.symmetric and subject and far and far < subject:
            subject, far = far, subject
        entry = self._told(claim, predicate, subject, far)
        if isinstance(claim, Assertion) and self._is_rejected(entry):
            return
        for slot in self._slots_for(claim, predicate, subject, far):
            self._add(slot, entry)
        for identity in filter(None, (subject, far)):
            self._seen(identity)

    def _meaning(self, claim: Statement) -> Meaning:
        meaning = self.table.meaning(claim.predicate)
        if claim.value and (meaning.reversed or meaning.predicate.symmetric):
            return Meaning(Predicate(claim.predicate))
        return meaning

    def _ends(self, claim: Statement, predicate: Predicate, *, is_reversed: bool) -> tuple[str, str]:
        kinds = (predicate.subject_kind, predicate.object_kind)
        near, far = reversed(kinds) if is_reversed else kinds
        subject = self.refer(claim.subject, near)
        other = self.refer(claim.object, far) if claim.object else ""
        return (other, subject) if is_reversed else (subject, other)

    def _missing(self, claim: Statement, subject: str, far: str) -> str:
        if not subject and not far:
            return f"nobody has met {claim.subject!r}"
        if claim.object and not (subject and far):
            return f"nobody has met {claim.subject!r} or {claim.object!r}"
        if claim.holder and not self.refer(claim.holder, "character"):
            return f"nobody has met the holder {claim.holder!r}"
        return ""

    def _told(self, claim: Statement, predicate: Predicate, subject: str, far: str) -> Told:
        return Told(
            claim=claim,
            origin=Origin(self.turn.number, self.place, self.turn.id),
            subject=subject,
            predicate=predicate.name,
            object=far,
            value=claim.value,
            evidence=self._evidence(claim.evidence),
            by_author=self.act is not None,
            locks=self.locks,
        )

    def _slots_for(self, claim: Statement, predicate: Predicate, subject: str, far: str) -> Iterable[SlotKey]:
        holder = self.refer(claim.holder, "character") if claim.holder else ""
        modality = claim.modality if isinstance(claim, Assertion) else Modality.ASSERTED
        is_whole = bool(far or claim.value or predicate.functional)
        if subject and (isinstance(claim, Assertion) or is_whole):
            return (_slot(holder, modality.value, predicate, subject, far),)
        wanted = predicate.group or predicate.name
        touched = self.state.touching.get(subject or far, HashTrieSet())
        return sorted(slot for slot in touched if (slot.holder, slot.predicate) == (holder, wanted))

    def _add(self, key: SlotKey, entry: Told) -> None:
        slot = self.state.slots.get(key) or Slot(List(), ())
        if needs_recount(entry):
            told = slot.told.push_front(entry)
            versions = versions_of(key, tuple(reversed(list(told))))
        else:
            versions = grown(key, slot.versions, entry)
            told = slot.told.push_front(entry)
            self._note_proposal(key, slot.versions, versions, entry)
        self._put_slot(key, Slot(told, versions))

    def _recount(self, key: SlotKey, entry: Told) -> None:
        slot = self.state.slots.get(key) or Slot(List(), ())
        told = sorted((*slot.told, entry), key=lambda one: one.origin)
        self._put_slot(key, Slot(List(told[::-1]), versions_of(key, told)))

    def _put_slot(self, key: SlotKey, slot: Slot) -> None:
        touching = self.state.touching
        for end in {key.subject, key.object, key.holder, *(fact.object for fact in slot.versions)} - {""}:
            slots = touching.get(end, HashTrieSet())
            if key not in slots:
                touching = touching.insert(end, slots.insert(key))
        self.state = replace(self.state, slots=self.state.slots.insert(key, slot), touching=touching)

    def _note_proposal(self, key: SlotKey, before: tuple[Fact, ...], after: tuple[Fact, ...], entry: Told) -> None:
        if before is after and any(fact.locked and fact.is_current for fact in before):
            proposal = Proposal(self.turn.number, key, entry)
            self.state = replace(self.state, proposals=self.state.proposals.push_front(proposal))

    def _is_rejected(self, entry: Told) -> bool:
        if entry.by_author:
            return False
        quotes = [piece.quote for piece in entry.evidence if piece.quote]
        return any(
            (self.canon(one.subject), one.predicate) == (entry.subject, entry.predicate)
            and (self.canon(one.object) if one.object else "", one.value) == (entry.object, entry.value)
            and one.covers(quotes)
            for one in self.rules.rejections
        )

    def _evidence(self, quotes: Sequence[Quote]) -> tuple[Evidence, ...]:
        if self.act is not None:
            return (Evidence(self.turn.id, self.turn.number, act=self.act.id),)
        found = []
        for quote in quotes:
            stem = self.earlier(quote.back)
            found.append(Evidence(stem.id, stem.number, quote.text, quote.start, quote.end))
        return tuple(found)

    # acts

    def _claims_of(self, act: Act) -> Iterable[Claim]:
        payload = act.payload
        if act.kind == ActKind.CORRECT:
            yield claim_from_json(payload["instead"])
            yield claim_from_json(payload["claim"])
        elif act.kind == ActKind.LOCK:
            yield from self._locked(payload)
        elif "claim" in payload:
            yield claim_from_json(payload["claim"])

    def _locked(self, payload: dict[str, Any] | Any) -> Iterable[Claim]:  # noqa: ANN401 - JSON
        held = claim_from_json(payload["claim"])
        if isinstance(held, Assertion):
            yield held

    def _trouble(self, about: str, reason: str) -> None:
        problem = Problem(self.turn.number, about, reason)
        self.state = replace(self.state, problems=self.state.problems.push_front(problem))


def _slot(holder: str, modality: str, predicate: Predicate, subject: str, far: str) -> SlotKey:
    if predicate.symmetric and far and far < subject:
        subject, far = far, subject
    is_open_ended = predicate.functional and not predicate.group
    return SlotKey(holder, modality, subject, predicate.group or predicate.name, "" if is_open_ended else far)


def _class_of(state: State, identity: str) -> str:
    entity = state.entities.get(identity)
    return coarse_class(entity.kind) if entity else ""


def _joined(known: tuple[str, ...], fresh: Iterable[str], but: str = "") -> tuple[str, ...]:
    joined = list(known)
    for name in fresh:
        if name != but and name not in joined:
            joined.append(name)
    return tuple(joined)
