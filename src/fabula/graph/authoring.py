"""A person's word as the story log keeps it: names checked against a view, then a payload. Pure.

Ends are kept by name where the name is nobody else's, and by id where it is not, so that an act means
the same on every branch.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from fabula.claims.codec import claim_to_json
from fabula.claims.statements import (
    NO_PERIOD,
    Assertion,
    EntityClaim,
    Identity,
    Retraction,
    Scene,
    Termination,
)
from fabula.errors import AlreadyToldError, EntityNotFoundError, FactNotFoundError, InvalidInputError
from fabula.graph.entities import Entity, coarse_class
from fabula.graph.facts import Fact
from fabula.graph.predicates import predicate_key
from fabula.graph.relation_attributes import MARK
from fabula.graph.slots import slot_key
from fabula.graph.statements import meaning_of
from fabula.graph.view import View

Payload = Mapping[str, Any]
_CONTROLS = frozenset(["Cc", "Zl", "Zp"])
_Statement = TypeVar("_Statement", Assertion, Termination, Retraction)


def introduced(view: View, claim: EntityClaim) -> Payload:
    """The payload that brings an entity into the story.

    Raises:
        AlreadyToldError: somebody of that class bears the name or an alias already (and it is no
            ``namesake``).
        InvalidInputError: a name holds a line break or another control character.
    """
    for name in (claim.name, *claim.aliases):
        _check_plain(name)
    for name in () if claim.namesake else (claim.name, *claim.aliases):
        for one in view.bearers(name):
            if coarse_class(one.kind) == coarse_class(claim.kind):
                raise AlreadyToldError(f"{name!r} is {one.id} already; say namesake=True for another one.")
    return {"claim": claim_to_json(claim)}


def asserted(view: View, claim: Assertion) -> Payload:
    """The payload that asserts a relation or an attribute.

    Raises:
        EntityNotFoundError, AmbiguousNameError: an end is nobody's name, or several's.
        AlreadyToldError: the author has said so already at this turn. Said again at a later turn it is one
            more telling, which stands if the first is taken back.
    """
    checked = _checked(view, claim)
    for fact in _facts(view, checked):
        here = any(piece.act and piece.turn == view.turn for piece in fact.evidence)
        same = (
            _far(view, checked) in (fact.object, fact.value, fact.subject)
            and fact.modality is checked.modality
        )
        if fact.is_current and here and same and checked.value in ("", fact.value):
            raise AlreadyToldError(f"The author has said so already: {claim.subject} {claim.predicate}.")
    return _standing_alone(view, checked)


def corrected(view: View, claim: Assertion, instead: str = "") -> Payload:
    """The payload that takes back what holds in the claim's slot (or ``instead``, the wrong far end).

    In its place stands what is right; what the story told before stays.
    """
    checked = _checked(view, claim)
    if instead:
        return {"instead": claim_to_json(_far_end(view, checked, instead)), **_standing_alone(view, checked)}
    held = _held(view, checked)
    if held is None:
        return _standing_alone(view, checked)
    right = checked if checked.period != NO_PERIOD else replace(checked, period=held.period)
    return {"instead": claim_to_json(_taking_back(view, held, checked)), **_standing_alone(view, right)}


def _far_end(view: View, claim: Assertion, instead: str) -> Retraction:
    is_value = bool(claim.attribute) or view.resolve(instead) is None
    wrong = claim.object if claim.attribute else "" if is_value else _named(view, instead)
    return Retraction(
        claim.subject,
        claim.predicate,
        object=wrong,
        value=instead if is_value else "",
        holder=claim.holder,
        attribute=claim.attribute,
    )


def _held(view: View, claim: Assertion) -> Fact | None:
    """The fact that a claim would supersede."""
    meaning = meaning_of(view.table, claim)
    ends = _one(view, claim.subject).id, _one(view, claim.object).id if claim.object else ""
    holder = _one(view, claim.holder).id if claim.holder else ""
    attribute = view.table.attribute(claim.attribute)
    ordered = ends[::-1] if meaning.reversed else ends
    slot = view.state.slots.get(slot_key(holder, claim.modality.value, meaning.predicate, ordered, attribute))
    return next((fact for fact in slot.versions if fact.is_current), None) if slot else None


def _taking_back(view: View, held: Fact, claim: Assertion) -> Retraction:
    predicate, _, attribute = held.predicate.partition(MARK)
    return Retraction(
        _named(view, held.subject),
        predicate,
        object=_named(view, held.object) if held.object else "",
        value=held.value,
        holder=claim.holder,
        attribute=attribute,
    )


def ended(view: View, claim: Termination) -> Payload:
    """The payload that ends what holds: it stopped being true.

    A relation of the story's table may end where nothing holds yet: an earlier turn may still be told.

    Raises:
        FactNotFoundError: something else holds there now, or nothing does and the table has no such relation.
    """
    checked = _checked(view, claim)
    known = view.table.known.get(predicate_key(checked.predicate))
    is_open = bool(known and known.predicate.object_kind and not checked.attribute)
    if not is_open or any(fact.is_current for fact in _facts(view, checked)):
        _require(view, checked, current=True)
    return {"claim": claim_to_json(checked)}


def retracted(view: View, claim: Retraction) -> Payload:
    """The payload that takes something back: it never was true.

    Raises:
        FactNotFoundError: nothing of the kind was ever told here.
    """
    checked = _checked(view, claim)
    _require(view, checked, current=False)
    return {"claim": claim_to_json(checked)}


def locked(view: View, slot: Termination) -> Payload:
    """The payload that locks what holds now: later text becomes a proposal.

    Raises:
        FactNotFoundError: nothing of the kind holds now.
    """
    fact = _require(view, _checked(view, slot), current=True)
    predicate, _, attribute = fact.predicate.partition(MARK)
    held = Assertion(
        _named(view, fact.subject),
        predicate,
        object=_named(view, fact.object) if fact.object else "",
        value=fact.value,
        holder=fact.holder,
        modality=fact.modality,
        attribute=attribute,
    )
    return _standing_alone(view, held)


def pinned(view: View, slot: Termination) -> Payload:
    """The payload that pins a fact, so that it is always told to the model."""
    fact = _require(view, _checked(view, slot), current=True)
    exact = {"object": fact.object, "value": fact.value} if slot.object or slot.value else {}
    return {"subject": fact.subject, "predicate": fact.predicate, **exact}


def rejected(view: View, slot: Retraction) -> Payload:
    """The payload that forbids a reader's claim: the same words will not bring it back.

    Raises:
        FactNotFoundError: nothing of the kind was told, or no words tell it.
    """
    fact = _require(view, _checked(view, slot), current=False)
    quotes = [piece.quote for piece in fact.evidence if piece.quote]
    if not quotes:
        raise FactNotFoundError(
            "No words of the story say that; retract or undo what the author said instead."
        )
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "value": fact.value,
        "quotes": quotes,
    }


def revealed(view: View, claim: Identity) -> Payload:
    """The payload that says of two from a turn on: they are one; ``claim.name`` is the one to keep.

    Raises:
        InvalidInputError: the two are one already.
    """
    merged(view, claim.name, claim.other)
    named = Identity(_named(view, claim.name), _named(view, claim.other))
    return {"claim": claim_to_json(named), "ends": _brought_along(view, claim.name, claim.other)}


def staged(view: View, claim: Scene) -> Payload:
    """The payload that says who is on stage from a turn on, where, and when in the story.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody of the cast is called so, or several are; or the place.
    """
    named = (*claim.present, claim.place, claim.speaker)
    checked = replace(
        claim,
        speaker=_named(view, claim.speaker) if claim.speaker else "",
        present=tuple(_named(view, name) for name in claim.present),
        place=_named(view, claim.place) if claim.place else "",
    )
    return {"claim": claim_to_json(checked), "ends": _brought_along(view, *named)}


def merged(view: View, keep: str, absorb: str) -> Payload:
    """The payload that makes one of two entities; ``keep`` gives the name.

    Raises:
        InvalidInputError: the two are one already.
    """
    kept, gone = _one(view, keep), _one(view, absorb)
    if kept.id == gone.id:
        raise InvalidInputError(f"{keep!r} and {absorb!r} are one already.")
    return {"keep": kept.id, "absorb": gone.id, "name": kept.name}


def apart(one: str, other: str) -> Payload:
    """The payload that says of two ids that they are two, whatever the story seems to reveal."""
    if one == other:
        raise InvalidInputError("An entity can't be kept apart from itself; give the two ids.")
    return {"one": one, "other": other}


def apart_by_name(view: View, one: str, other: str) -> Payload:
    """The payload of ``apart`` for two entities that the view knows by name or id."""
    return apart(_one(view, one).id, _one(view, other).id)


def renamed(view: View, entity: str, name: str) -> Payload:
    """The payload that changes how an entity is called; its former name stays an alias."""
    _check_plain(name)
    return {"entity": _one(view, entity).id, "name": EntityClaim(name).name}


def _check_plain(name: str) -> None:
    if any(unicodedata.category(char) in _CONTROLS for char in name):
        raise InvalidInputError(f"A name is one line without control characters, not {name!r}.")


def fact_like(view: View, slot: Retraction | Termination, *, current: bool) -> Fact | None:
    """The newest version that a subject, predicate and far end mean; only what holds now if ``current``."""
    far = _far(view, slot)
    fitting = [
        fact
        for fact in _facts(view, slot)
        if (fact.is_current or not current)
        and (not far or far in (fact.object, fact.value, fact.subject))
        and slot.value in ("", fact.value)
    ]
    return fitting[-1] if fitting else None


def _require(view: View, slot: Retraction | Termination, *, current: bool) -> Fact:
    fact = fact_like(view, slot, current=current)
    if fact is None:
        tense = "holds now" if current else "was ever told"
        far = slot.object or slot.value
        raise FactNotFoundError(
            f"Nothing like {slot.subject} {slot.predicate} {far}".rstrip() + f" {tense} here."
        )
    return fact


def _facts(view: View, claim: Assertion | Retraction | Termination) -> tuple[Fact, ...]:
    holder = _one(view, claim.holder).id if claim.holder else ""
    told = view.timeline(claim.subject, claim.predicate, claim.attribute)
    return tuple(fact for fact in told if fact.holder == holder)


def _far(view: View, claim: Assertion | Retraction | Termination) -> str:
    return _one(view, claim.object).id if claim.object else claim.value


def _checked(view: View, claim: _Statement) -> _Statement:
    return replace(
        claim,
        subject=_named(view, claim.subject),
        object=_named(view, claim.object) if claim.object else "",
        holder=_named(view, claim.holder) if claim.holder else "",
    )


def _standing_alone(view: View, claim: Assertion) -> Payload:
    """An assertion with whom it names, so that it stands where no other words bring them in."""
    return {
        "claim": claim_to_json(claim),
        "ends": _brought_along(view, claim.subject, claim.object, claim.holder),
    }


def _brought_along(view: View, *references: str) -> list[list[str]]:
    named = dict.fromkeys(_one(view, reference) for reference in references if reference)
    return [[one.id, one.name, one.kind] for one in named]


def _named(view: View, reference: str) -> str:
    entity = _one(view, reference)
    return entity.name if len(view.bearers(entity.name)) == 1 else entity.id


def _one(view: View, reference: str) -> Entity:
    try:
        return view.entity(reference).entity
    except EntityNotFoundError as error:
        raise EntityNotFoundError(
            f"{error} Introduce it first, or give a text by value= instead of an entity's name."
        ) from error
