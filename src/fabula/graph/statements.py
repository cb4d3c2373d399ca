"""What is said of somebody or something: whom it means, which slots it is told in, or why it cannot be taken."""

from collections.abc import Sequence
from typing import TypeAlias

from fabula.claims.statements import NO_PERIOD, Assertion, Modality, Period, Retraction, Termination
from fabula.graph.facts import SlotKey
from fabula.graph.page import Page
from fabula.graph.predicates import Meaning, Predicate, PredicateTable, predicate_key
from fabula.graph.relation_attributes import attribute_of
from fabula.graph.rules import ENDS, OPENS, TAKES_BACK
from fabula.graph.slots import NO_SLOTS, add_told, in_order, slot_key
from fabula.graph.told import Told

Statement: TypeAlias = Assertion | Termination | Retraction


def take_statement(page: Page, claim: Statement) -> None:
    """Take an assertion, a termination or a retraction into the slots that it speaks of."""
    meaning = meaning_of(page.table, claim)
    predicate = meaning.predicate
    subject, far = _ends(page, claim, meaning)
    missing = _missing(page, claim, subject, far)
    if missing:
        page.trouble(f"{claim.subject} {claim.predicate} {claim.object or claim.value}".rstrip(), missing)
        return
    entry = _told(page, claim, predicate, in_order(predicate, subject, far))
    if _is_rejected(page, entry):
        return
    for key in _slots_for(page, claim, predicate, entry):
        add_told(page, key, entry)
    page.see(filter(None, (subject, far)))


def meaning_of(table: PredicateTable, claim: Statement) -> Meaning:
    """What the predicate means here: one that is read from its inverse or both ways needs an entity there."""
    meaning = table.meaning(claim.predicate)
    if claim.value and not claim.attribute and (meaning.reversed or meaning.predicate.symmetric):
        return Meaning(Predicate(predicate_key(claim.predicate)))
    return meaning


def _ends(page: Page, claim: Statement, meaning: Meaning) -> tuple[str, str]:
    near, far = meaning.predicate.subject_kind, meaning.predicate.object_kind
    if meaning.reversed:
        other = page.refer(claim.object, near) if claim.object else ""
        return other, page.refer(claim.subject, far)
    return page.refer(claim.subject, near), page.refer(claim.object, far) if claim.object else ""


def _missing(page: Page, claim: Statement, subject: str, far: str) -> str:
    if not subject and not far:
        return f"nobody has met {claim.subject!r}"
    if claim.object and not (subject and far):
        return f"nobody has met {claim.subject!r} or {claim.object!r}"
    if claim.holder and not page.refer(claim.holder, "character"):
        return f"nobody has met the holder {claim.holder!r}"
    return ""


def _told(page: Page, claim: Statement, predicate: Predicate, ends: tuple[str, str]) -> Told:
    period = _period(page, claim)
    return Told(
        claim=claim,
        origin=page.origin,
        subject=ends[0],
        predicate=attribute_of(predicate.name, page.table.attribute(claim.attribute)),
        object=ends[1],
        value=claim.value,
        evidence=page.evidence(claim.evidence),
        by_author=page.act is not None,
        locks=page.locks,
        period=period,
        goes_back=period.is_before(page.stage.latest.start),
        audience=_audience(page, claim),
    )


def _period(page: Page, claim: Statement) -> Period:
    """When it plays: as it says itself, else when the scene does.

    What is only said to be past plays at some earlier time. The author speaks of the story's present, even
    where the telling stands in a flashback.
    """
    if isinstance(claim, Retraction):
        return NO_PERIOD
    if claim.period != NO_PERIOD or (isinstance(claim, Assertion) and claim.past):
        return claim.period
    stage = page.stage
    return stage.latest if page.act is not None and stage.goes_back else stage.time


def _audience(page: Page, claim: Statement) -> tuple[str, ...] | None:
    """Who was there to learn it: as it says itself, else as its turn says, else who is on stage; and who speaks.

    None if nobody knows. What the author says counts as said on the stage as it is.
    """
    if isinstance(claim, Assertion) and claim.audience is not None:
        return _people(page, claim.audience)
    is_stated = page.present is not None and page.act is None
    present = _people(page, page.present or ()) if is_stated else page.stage.present
    is_known = is_stated or bool(present)
    speaker = page.refer(page.turn.speaker, "character") if is_known and page.turn.speaker else ""
    if speaker and speaker not in present and page.entities[speaker].kind == "character":
        return (*present, speaker)
    return present if is_known else None


def _people(page: Page, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (page.refer(name, "character") for name in names))))


def _slots_for(page: Page, claim: Statement, predicate: Predicate, entry: Told) -> Sequence[SlotKey]:
    """The slot of an assertion; of an ending or a retraction with an open end, all that it may mean."""
    holder = page.refer(claim.holder, "character") if claim.holder else ""
    attribute = page.table.attribute(claim.attribute)
    is_assertion = isinstance(claim, Assertion)
    modality = claim.modality if isinstance(claim, Assertion) else Modality.ASSERTED
    has_one_slot = is_assertion or bool(entry.object)
    if not attribute:
        has_one_slot = has_one_slot or bool(entry.value) or predicate.functional
    if entry.subject and has_one_slot:
        key = slot_key(holder, modality.value, predicate, (entry.subject, entry.object), attribute)
        return (key,)
    name = attribute_of(predicate.name, attribute) if attribute else predicate.group or predicate.name
    wanted = (holder, modality.value, name)
    touched = page.touching.get(entry.subject or entry.object, NO_SLOTS)
    fitting = (slot for slot in touched if (slot.holder, slot.modality, slot.predicate) == wanted)
    is_either = predicate.symmetric or not entry.subject
    return sorted(slot for slot in fitting if is_either or slot.subject == entry.subject)


def effect_of(claim: Statement) -> str:
    """What a claim does to what holds, as a rejection names it."""
    if isinstance(claim, Assertion):
        return OPENS
    return ENDS if isinstance(claim, Termination) else TAKES_BACK


def _is_rejected(page: Page, entry: Told) -> bool:
    if entry.by_author or not page.rules.rejections:
        return False
    quotes = [piece.quote for piece in entry.evidence if piece.quote]
    told = {entry.subject, entry.object} - {""}
    effect = effect_of(entry.claim)
    return any(
        (one.predicate, one.value, one.effect) == (entry.predicate, entry.value, effect)
        and {page.canon(end) for end in (one.subject, one.object) if end} == told
        and one.covers(quotes)
        for one in page.rules.rejections
    )
