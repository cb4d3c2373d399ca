"""A context explained: every line that was considered, in words, with what speaks for it and what became of it."""

from collections.abc import Mapping
from typing import TypedDict

from fabula.context.context import Context
from fabula.context.receipt import Row
from fabula.errors import NotFoundError
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.operations.recalling import (
    ContextAsked,
    ContextShape,
    ReceiptAsked,
    ReceiptShape,
    context_asked,
    context_shape,
    receipt_shape,
    scope_asked,
)
from fabula.recall.hits import Hit
from fabula.shapes import ReasonShape
from fabula.story import Story

POV = "pov"
"""Why something is left out that would have been recalled, had the point of view known it."""


class ConsideredShape(TypedDict):
    """One line that was considered. ``why`` is empty for what was kept; ``text`` is empty where it is not known now."""

    kind: str
    id: str
    section: str
    score: int
    rank: int
    clipped: bool
    why: str
    text: str
    turn: str
    number: int
    speaker: str
    reasons: list[ReasonShape]


class ExplainedShape(ContextShape):
    """A context made now: the state of the search, whom it set out from, and what was kept and cut."""

    status: str
    starts: list[str]
    kept: list[ConsideredShape]
    cut: list[ConsideredShape]


class ExplainedReceiptShape(ReceiptShape):
    """A context that was given, with what was kept and cut."""

    kept: list[ConsideredShape]
    cut: list[ConsideredShape]


def explain(told: Story, asked: ContextAsked) -> ExplainedShape:
    """Give the text for the model before its turn, and line by line what speaks for it and what became of it."""
    made = context_asked(told, asked)
    scope = scope_asked(asked)
    found = told.recall(asked.cue, limit=asked.limit, policy=asked.policy, **scope)
    hits: dict[tuple[str, str], Hit] = {(hit.kind, hit.id): hit for hit in found.hits}
    words = _Words(told, _view_of(told, made), hits)
    cut = [words.of(row) for row in made.receipt.cut]
    if asked.pov:
        known = {(row.kind, row.id) for row in (*made.receipt.kept, *made.receipt.cut)}
        scope["pov"] = ""
        blind = told.recall(asked.cue, limit=asked.limit, policy=asked.policy, **scope)
        cut += [_unknown(hit) for hit in blind.hits if (hit.kind, hit.id) not in known]
    return {
        **context_shape(made),
        "status": found.status,
        "starts": list(found.starts),
        "kept": [words.of(row) for row in made.receipt.kept],
        "cut": cut,
    }


def explain_receipt(told: Story, asked: ReceiptAsked) -> ExplainedReceiptShape:
    """Show a context that was kept, line by line: what was sent, what was cut, and why."""
    kept = told.receipts.get(asked.number)
    made = kept.context
    words = _Words(told, _view_of(told, made), {})
    return {
        **receipt_shape(kept),
        "kept": [words.of(row) for row in made.receipt.kept],
        "cut": [words.of(row) for row in made.receipt.cut],
    }


class _Words:
    """Finds the words of rows in the view that a context was made in."""

    def __init__(self, told: Story, view: View | None, hits: Mapping[tuple[str, str], Hit]) -> None:
        self._told = told
        self._view = view
        self._hits = hits
        self._facts = {fact.id: fact for fact in view.told()} if view else {}

    def of(self, row: Row) -> ConsideredShape:
        hit = self._hits.get((row.kind, row.id))
        text, turn, number, speaker = self._text(row, hit)
        return {
            "kind": row.kind,
            "id": row.id,
            "section": row.section,
            "score": row.score,
            "rank": row.rank,
            "clipped": row.clipped,
            "why": row.why,
            "text": text,
            "turn": turn,
            "number": number,
            "speaker": speaker,
            "reasons": reasons_of(hit),
        }

    def _text(self, row: Row, hit: Hit | None) -> tuple[str, str, int, str]:
        if hit is not None:
            return hit.text, hit.turn, hit.number, hit.speaker
        fact = self._facts.get(row.id)
        if fact is not None and self._view is not None:
            return phrase(fact, self._view), fact.opened_turn, fact.opened, ""
        if row.kind == "turn":
            return self._turn(row.id)
        name = self._view.name_of(row.id) if self._view else ""
        return ("" if name == row.id else name), "", 0, ""

    def _turn(self, identity: str) -> tuple[str, str, int, str]:
        try:
            turn = self._told.turn(identity)
        except NotFoundError:
            return "", identity, 0, ""
        return turn.text, turn.id, turn.number, turn.speaker


def reasons_of(hit: Hit | None) -> list[ReasonShape]:
    """What each way of searching says for a hit."""
    found = hit.reasons if hit else ()
    return [{"lane": one.lane, "score": one.score, "words": list(one.words)} for one in found]


def _unknown(hit: Hit) -> ConsideredShape:
    return {
        "kind": hit.kind,
        "id": hit.id,
        "section": "",
        "score": hit.score,
        "rank": 0,
        "clipped": False,
        "why": POV,
        "text": hit.text,
        "turn": hit.turn,
        "number": hit.number,
        "speaker": hit.speaker,
        "reasons": reasons_of(hit),
    }


def _view_of(told: Story, made: Context) -> View | None:
    """The view that a context was made in; None where its turn is gone or of nothing."""
    try:
        return told.view(made.receipt.turn) if made.receipt.turn else None
    except NotFoundError:
        return None
