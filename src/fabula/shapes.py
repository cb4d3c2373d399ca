"""The shapes in which a story's values leave Fabula as JSON: plain objects with keys that never change."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from fabula.extraction.reading import Extracted
from fabula.extraction.readings import Reading
from fabula.graph.entities import Entity
from fabula.graph.facts import Evidence, Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.ledger.records import Act, Candidate, HeadMove, Status, Turn
from fabula.models.chat import Usage
from fabula.recall.hits import Hit


class TurnShape(TypedDict):
    """A turn with its words. ``status`` says how far it is read, where that was asked for."""

    number: int
    id: str
    parent: str
    role: str
    speaker: str
    text: str
    sent_at: str
    present: list[str] | None
    purged: bool
    status: NotRequired[str]


class EndShape(TypedDict):
    """Whom or what a fact speaks of."""

    id: str
    name: str


class EvidenceShape(TypedDict):
    """The words that a fact rests on (``start`` and ``end`` count in the turn's normal text), or an author's act."""

    turn: str
    number: int
    quote: str
    start: int
    end: int
    act: str


class BareFactShape(TypedDict):
    """One version of a relation (``object``) or an attribute (``value``), without what it rests on.

    ``opened`` and ``closed`` are turn numbers; strength and confidence are thousandths, null where nobody said.
    """

    id: str
    phrase: str
    subject: EndShape
    predicate: str
    object: EndShape | None
    value: str
    standing: str
    opened: int
    opened_turn: str
    closed: int | None
    closed_turn: str
    holder: EndShape | None
    modality: str
    strength: int | None
    confidence: int | None
    story_time: str
    by_author: bool
    locked: bool
    pinned: bool


class FactShape(BareFactShape):
    """One version of a relation or an attribute, with the words that it rests on.

    ``opened`` and ``closed`` are turn numbers; strength and confidence are thousandths, null where nobody said.
    """

    evidence: list[EvidenceShape]


class EntityShape(TypedDict):
    """Whom or what the story speaks of; seen first and last in the turns of these numbers."""

    id: str
    uuid: str
    name: str
    kind: str
    aliases: list[str]
    labels: list[str]
    summary: str
    first_seen: int
    last_seen: int


class ReasonShape(TypedDict):
    """What one way of searching says for a hit; the score is its part of the whole, in thousandths."""

    lane: str
    score: int
    words: list[str]


class HitShape(TypedDict):
    """A fact or turn that matters for a cue, with its score in thousandths and its reasons."""

    kind: str
    id: str
    score: int
    text: str
    turn: str
    number: int
    speaker: str
    reasons: list[ReasonShape]
    fact: FactShape | None


class MoveShape(TypedDict):
    """One move of a head; ``before`` is null where a branch begins, ``after`` where it ends."""

    branch: str
    before: str | None
    after: str | None
    by: str
    at: str
    why: str


class UsageShape(TypedDict):
    """What asking models cost: calls, and tokens in all, read, written and read from a cache."""

    calls: int
    tokens: int
    prompt: int
    completion: int
    cached: int


class ExtractedShape(TypedDict):
    """What came of a reading; ``reasons`` counts what was refused by its reason."""

    read: int
    reused: int
    claims: int
    refused: int
    reasons: dict[str, int]
    failed: int
    empty: int
    suspicious: int
    usage: UsageShape
    left: int
    stopped: str
    trouble: str


class RefusalShape(TypedDict):
    """An item that was not taken, and why."""

    item: str
    reason: str


class ReadingShape(TypedDict):
    """How far the reading of one turn has come, by whom, what was refused, and what it cost."""

    number: int
    turn: str
    status: str
    extractor: str
    claims: int
    refused: list[RefusalShape]
    usage: UsageShape
    attempts: int
    reason: str


class ActShape(TypedDict):
    """An author's act and whether it stands."""

    seq: int
    id: str
    kind: str
    scope: str
    turn: str
    payload: dict[str, Any]
    by: str
    at: str
    stands: bool


class ReplyShape(TypedDict):
    """A delivered reply that nothing has echoed yet: provisional, outside the tree."""

    id: str
    parent: str
    role: str
    speaker: str
    text: str


def turn_shape(turn: Turn, status: Status | None = None) -> TurnShape:
    """A turn with its words."""
    shape: TurnShape = {
        "number": turn.number,
        "id": turn.id,
        "parent": turn.parent,
        "role": turn.role,
        "speaker": turn.speaker,
        "text": turn.text,
        "sent_at": turn.sent_at,
        "present": None if turn.present is None else list(turn.present),
        "purged": turn.purged,
    }
    if status is not None:
        shape["status"] = status.value
    return shape


def fact_shape(fact: Fact, view: View) -> FactShape:
    """A fact with its sentence, its ends by id and name, and the words that it rests on."""
    return {**bare_fact_shape(fact, view), "evidence": [evidence_shape(piece) for piece in fact.evidence]}


def bare_fact_shape(fact: Fact, view: View) -> BareFactShape:
    """A fact with its sentence and its ends by id and name."""
    return {
        "id": fact.id,
        "phrase": phrase(fact, view),
        "subject": end_shape(fact.subject, view),
        "predicate": fact.predicate,
        "object": end_shape(fact.object, view) if fact.object else None,
        "value": fact.value,
        "standing": fact.standing.value,
        "opened": fact.opened,
        "opened_turn": fact.opened_turn,
        "closed": fact.closed,
        "closed_turn": fact.closed_turn,
        "holder": end_shape(fact.holder, view) if fact.holder else None,
        "modality": fact.modality.value,
        "strength": fact.strength,
        "confidence": fact.confidence,
        "story_time": fact.period.label,
        "by_author": fact.by_author,
        "locked": fact.locked,
        "pinned": fact.pinned,
    }


def end_shape(identity: str, view: View) -> EndShape:
    """An entity by id and name."""
    return {"id": identity, "name": view.name_of(identity)}


def evidence_shape(piece: Evidence) -> EvidenceShape:
    """The words, or the author's act, that a fact rests on."""
    return {
        "turn": piece.turn,
        "number": piece.number,
        "quote": piece.quote,
        "start": piece.start,
        "end": piece.end,
        "act": piece.act,
    }


def entity_shape(entity: Entity) -> EntityShape:
    """An entity as a view shows it."""
    return {
        "id": entity.id,
        "uuid": str(entity.uuid),
        "name": entity.name,
        "kind": entity.kind,
        "aliases": list(entity.aliases),
        "labels": list(entity.labels),
        "summary": entity.summary,
        "first_seen": entity.first_seen,
        "last_seen": entity.last_seen,
    }


def hit_shape(hit: Hit, view: View) -> HitShape:
    """A hit with its score in thousandths and its reasons."""
    return {
        "kind": hit.kind,
        "id": hit.id,
        "score": hit.score,
        "text": hit.text,
        "turn": hit.turn,
        "number": hit.number,
        "speaker": hit.speaker,
        "reasons": [
            {"lane": reason.lane, "score": reason.score, "words": list(reason.words)}
            for reason in hit.reasons
        ],
        "fact": fact_shape(hit.fact, view) if hit.fact else None,
    }


def move_shape(move: HeadMove) -> MoveShape:
    """One move of a head; ``before`` is null where a branch begins."""
    return {
        "branch": move.branch,
        "before": move.before,
        "after": move.after,
        "by": move.by,
        "at": move.at,
        "why": move.why,
    }


def extracted_shape(report: Extracted) -> ExtractedShape:
    """What came of an extraction."""
    return {
        "read": report.read,
        "reused": report.reused,
        "claims": report.claims,
        "refused": report.refused,
        "reasons": dict(sorted(report.reasons.items())),
        "failed": report.failed,
        "empty": report.empty,
        "suspicious": report.suspicious,
        "usage": usage_shape(report.usage),
        "left": report.left,
        "stopped": report.stopped,
        "trouble": report.trouble,
    }


def usage_shape(usage: Usage) -> UsageShape:
    """What asking models cost."""
    return {
        "calls": usage.calls,
        "tokens": usage.tokens,
        "prompt": usage.prompt,
        "completion": usage.completion,
        "cached": usage.cached,
    }


def usages_shape(usages: Mapping[str, Usage]) -> dict[str, UsageShape]:
    """What asking models cost, by name."""
    return {name: usage_shape(usage) for name, usage in usages.items()}


def reading_shape(reading: Reading) -> ReadingShape:
    """How far the reading of one turn has come."""
    return {
        "number": reading.number,
        "turn": reading.turn,
        "status": reading.status.value,
        "extractor": reading.extractor,
        "claims": reading.claims,
        "refused": [{"item": one.item, "reason": one.reason} for one in reading.refused],
        "usage": usage_shape(reading.usage),
        "attempts": reading.attempts,
        "reason": reading.reason,
    }


def act_shape(act: Act, *, stands: bool = True) -> ActShape:
    """An author's act and whether it stands."""
    return {
        "seq": act.seq,
        "id": act.id,
        "kind": act.kind,
        "scope": act.scope,
        "turn": act.turn,
        "payload": dict(act.payload),
        "by": act.by,
        "at": act.at,
        "stands": stands,
    }


def reply_shape(one: Candidate) -> ReplyShape:
    """A provisional reply."""
    return {"id": one.id, "parent": one.parent, "role": one.role, "speaker": one.speaker, "text": one.text}
