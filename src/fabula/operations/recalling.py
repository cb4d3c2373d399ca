"""Recalling: what matters for a cue, the text for the model, and what became of everything that was considered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from fabula.context.context import Context
from fabula.context.frame import Style
from fabula.context.receipts import KeptContext, Receipts
from fabula.context.why_not import Answer
from fabula.errors import InvalidInputError
from fabula.graph.view import View
from fabula.ledger.ids import ROOT
from fabula.operations.asking import view_at
from fabula.operations.operation import Knowing, Listing, Nothing, Says
from fabula.recall.hits import Recall
from fabula.recall.scope import Scope
from fabula.shapes import HitShape, hit_shape
from fabula.story import Story

CueAsked = Annotated[str, Says("A question, or the line that is about to be answered.")]


class RecallShape(TypedDict):
    """The facts and turns that matter for a cue, best first; ``starts`` are the entities that the search set out from."""

    cue: str
    turn: int
    status: str
    starts: list[str]
    hits: list[HitShape]


class ContextShape(TypedDict):
    """The text for the model, whole and in its two blocks, how long it is, and its receipt."""

    text: str
    stable: str
    volatile: str
    tokens: int
    receipt: dict[str, Any]


class KeptShape(ContextShape):
    """The text for the model, kept under a number."""

    number: int


class ReceiptRowShape(TypedDict):
    """A context that was kept: where, when, and for which cue."""

    number: int
    at: str
    branch: str
    turn: str
    turn_number: int
    cue: str
    budget: int
    used: int


class ReceiptsShape(TypedDict):
    """The contexts that were kept, the newest first."""

    receipts: list[ReceiptRowShape]


class ReceiptShape(ReceiptRowShape):
    """A context that was kept, with its text and its receipt."""

    stable: str
    volatile: str
    tokens: int
    receipt: dict[str, Any]


class AnswerShape(TypedDict):
    """What became of one thing: the reason in a word, and in a sentence."""

    kind: str
    id: str
    text: str
    reason: str
    said: str
    score: int
    rank: int


class WhyNotShape(TypedDict):
    """Why something did not come into a context, or that it did."""

    asked: str
    cue: str
    answers: list[AnswerShape]


class ForgottenShape(TypedDict):
    """How many receipts are gone."""

    forgotten: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallAsked(Knowing):
    """What to recall, from where."""

    cue: CueAsked
    limit: Annotated[int, Says("At most so many hits.", least=0, most=1000)] = 10
    policy: Annotated[
        Literal["balanced", "relations", "deep"],
        Says("relations: only those between persons and groups, by names alone."),
    ] = "balanced"
    for_turn: Annotated[
        str, Says("A turn that is about to be told anew: nothing that hangs off it is seen.")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextAsked(Knowing):
    """What the context is for."""

    cue: CueAsked
    budget: Annotated[int, Says("At most so many tokens.", least=0, most=1_000_000)] = 800
    limit: Annotated[int, Says("At most so many hits are considered.", least=0, most=1000)] = 20
    policy: Annotated[
        Literal["balanced", "relations", "deep"],
        Says("relations: only those between persons and groups, by names alone."),
    ] = "balanced"
    visible: Annotated[int, Says("The model sees the last so many turns anyway.", least=0)] = 0
    model: Annotated[str, Says("Count tokens as this model does, if it is known.")] = ""
    for_turn: Annotated[
        str, Says("A turn that is about to be told anew: nothing that hangs off it is seen.")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptAsked:
    """Which receipt."""

    number: Annotated[int, Says("Its number.", least=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNotAsked:
    """What did not come, into which context."""

    asked: Annotated[str, Says("Words, a name, a fact's id, a turn's id, or #12 for the twelfth turn.")]
    cue: Annotated[str, Says("Ask the context for this cue, made now.")] = ""
    receipt: Annotated[int, Says("Ask the receipt with this number; 0 for the newest.", least=0)] = 0
    budget: Annotated[int, Says("With cue: at most so many tokens.", least=0, most=1_000_000)] = 800


def recall(told: Story, asked: RecallAsked) -> RecallShape:
    """List the facts and turns that matter for a cue, best first, each with its reasons."""
    return recall_shape(*recalled(told, asked))


def recalled(told: Story, asked: RecallAsked) -> tuple[Recall, View]:
    """The recall that is asked for, and the view that it was made in."""
    found = told.recall(asked.cue, limit=asked.limit, policy=asked.policy, **scope_asked(asked))
    return found, _seen_from(told, asked)


def recall_shape(found: Recall, view: View) -> RecallShape:
    """The hits of a recall."""
    return {
        "cue": found.cue,
        "turn": view.number,
        "status": found.status,
        "starts": list(found.starts),
        "hits": [hit_shape(hit, view) for hit in found.hits],
    }


def _seen_from(told: Story, asked: RecallAsked) -> View:
    if not asked.for_turn:
        return view_at(told, asked)
    parent = told.turn(asked.for_turn).parent
    return told.view(0 if parent == ROOT else parent, at=asked.at or None)


def context(told: Story, asked: ContextAsked) -> ContextShape:
    """Give the text for the model before its turn, within a budget."""
    return context_shape(context_asked(told, asked))


def keep_context(told: Story, asked: ContextAsked) -> KeptShape:
    """Give the text for the model before its turn, and keep it with its receipt."""
    made = context_asked(told, asked)
    return kept_shape(made, told.receipts.keep(made))


def receipts(told: Story, _asked: Nothing) -> Listing[KeptContext]:
    """List the contexts that were kept, the newest first."""
    return Listing(
        {},
        "receipts",
        told.receipts.newest(),
        lambda one: str(one.number),
        lambda rows: [receipt_row(one) for one in rows],
    )


def receipt(told: Story, asked: ReceiptAsked) -> ReceiptShape:
    """Show a context that was kept: the text, what was kept and cut, and why."""
    return receipt_shape(told.receipts.get(asked.number))


def receipt_shape(kept: KeptContext) -> ReceiptShape:
    """A context that was kept, whole."""
    made = kept.context
    return {
        **receipt_row(kept),
        "stable": made.stable,
        "volatile": made.volatile,
        "tokens": made.tokens,
        "receipt": dict(made.receipt.to_json()),
    }


def forget_receipts(told: Story, _asked: Nothing) -> ForgottenShape:
    """Erase every receipt of the story."""
    return {"forgotten": told.receipts.forget()}


def why_not(told: Story, asked: WhyNotAsked) -> WhyNotShape:
    """Say why something did not come into a context: the one for a cue, or one that was kept."""
    return why_not_shape(asked, *why_not_asked(told, asked))


def why_not_shape(asked: WhyNotAsked, made: Context, answers: Sequence[Answer]) -> WhyNotShape:
    """The answers to what was asked of a context."""
    return {"asked": asked.asked, "cue": made.receipt.cue, "answers": [_answer(one) for one in answers]}


def why_not_asked(told: Story, asked: WhyNotAsked) -> tuple[Context, tuple[Answer, ...]]:
    """The context that is asked, and the answers.

    Raises:
        InvalidInputError: both a cue and a receipt are given.
        NotFoundError: no such receipt was kept.
    """
    if asked.cue and asked.receipt:
        raise InvalidInputError(
            "A cue makes a context now, a receipt's number asks one that was kept: give one of them."
        )
    made = told.context(asked.cue, asked.budget) if asked.cue else _kept(told.receipts, asked.receipt).context
    return made, told.receipts.why_not(asked.asked, made)


def context_asked(told: Story, asked: ContextAsked) -> Context:
    """The context that is asked for."""
    return told.context(
        asked.cue,
        asked.budget,
        limit=asked.limit,
        visible=asked.visible,
        policy=asked.policy,
        style=Style(model=asked.model),
        **scope_asked(asked),
    )


def scope_asked(asked: RecallAsked | ContextAsked) -> Scope:
    """Where a recall is to stand; only what was given is in it, as a receipt says what was."""
    scope: Scope = {
        "as_of": asked.as_of or None,
        "at": asked.at or None,
        "pov": asked.pov,
        "strict": asked.strict,
    }
    if asked.for_turn:
        scope["for_turn"] = asked.for_turn
    return scope


def context_shape(made: Context) -> ContextShape:
    """A context in its two blocks, with its receipt."""
    return {
        "text": made.text,
        "stable": made.stable,
        "volatile": made.volatile,
        "tokens": made.tokens,
        "receipt": dict(made.receipt.to_json()),
    }


def kept_shape(made: Context, number: int) -> KeptShape:
    """A context with the number under which it is kept."""
    return {**context_shape(made), "number": number}


def receipt_row(kept: KeptContext) -> ReceiptRowShape:
    """A context that was kept, without its text."""
    made = kept.context.receipt
    return {
        "number": kept.number,
        "at": kept.at,
        "branch": kept.branch,
        "turn": made.turn,
        "turn_number": made.number,
        "cue": made.cue,
        "budget": made.budget,
        "used": made.used,
    }


def _kept(room: Receipts, number: int) -> KeptContext:
    newest = room.newest(1)
    if number or not newest:
        return room.get(number or 1)
    return newest[0]


def _answer(one: Answer) -> AnswerShape:
    return {
        "kind": one.kind,
        "id": one.id,
        "text": one.text,
        "reason": one.reason,
        "said": one.said,
        "score": one.score,
        "rank": one.rank,
    }
