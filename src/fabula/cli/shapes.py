"""The shapes that ``--json`` prints: plain objects with keys that never change."""

from typing import Any

from fabula.extraction.reading import Extracted
from fabula.graph.entities import Entity
from fabula.graph.facts import Evidence, Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.ledger.records import Act, HeadMove, Status, Turn
from fabula.recall.hits import Hit

Shape = dict[str, Any]


def turn_shape(turn: Turn, status: Status | None = None) -> Shape:
    """A turn with its words."""
    shape: Shape = {
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
    return shape | ({"status": status.value} if status else {})


def fact_shape(fact: Fact, view: View) -> Shape:
    """A fact with its sentence, its ends by id and name, and the words that it rests on."""
    return {
        "id": fact.id,
        "phrase": phrase(fact, view),
        "subject": _end(fact.subject, view),
        "predicate": fact.predicate,
        "object": _end(fact.object, view) if fact.object else None,
        "value": fact.value,
        "standing": fact.standing.value,
        "opened": fact.opened,
        "opened_turn": fact.opened_turn,
        "closed": fact.closed,
        "closed_turn": fact.closed_turn,
        "holder": _end(fact.holder, view) if fact.holder else None,
        "modality": fact.modality.value,
        "strength": fact.strength,
        "confidence": fact.confidence,
        "story_time": fact.period.label,
        "by_author": fact.by_author,
        "locked": fact.locked,
        "pinned": fact.pinned,
        "evidence": [evidence_shape(piece) for piece in fact.evidence],
    }


def evidence_shape(piece: Evidence) -> Shape:
    """The words, or the author's act, that a fact rests on."""
    return {
        "turn": piece.turn,
        "number": piece.number,
        "quote": piece.quote,
        "start": piece.start,
        "end": piece.end,
        "act": piece.act,
    }


def entity_shape(entity: Entity) -> Shape:
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


def hit_shape(hit: Hit, view: View) -> Shape:
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


def move_shape(move: HeadMove) -> Shape:
    """One move of a head; ``before`` is null where a branch begins."""
    return {
        "branch": move.branch,
        "before": move.before,
        "after": move.after,
        "by": move.by,
        "at": move.at,
        "why": move.why,
    }


def extracted_shape(report: Extracted) -> Shape:
    """What came of an extraction."""
    return {"read": report.read, "reused": report.reused, "claims": report.claims, "refused": report.refused}


def act_shape(act: Act, *, stands: bool = True) -> Shape:
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


def _end(identity: str, view: View) -> Shape:
    return {"id": identity, "name": view.name_of(identity)}
