"""Short ways to write the rows of a ledger in tests: turns in a line, bodies, acts, moves."""

from collections.abc import Iterable

from fabula.claims.statements import Assertion, Quote
from fabula.ledger.ids import ROOT, act_id, text_key, turn_id
from fabula.ledger.records import Act, Body, Changes, HeadMove, Message, Turn

CREATED = "2026-01-01T00:00:00Z"


def turn(text: str, after: Turn | None = None, message: Message | None = None) -> Turn:
    """The turn that says ``text`` after another one (or first); ``message`` says the rest about it."""
    said = message or Message(text)
    parent = after.id if after else ROOT
    return Turn(
        id=turn_id(parent, said.speaker, text),
        parent=parent,
        number=after.number + 1 if after else 1,
        role=said.role,
        speaker=said.speaker,
        text=text,
        key=text_key(text),
        present=said.present,
        sent_at=said.sent_at,
        meta=said.meta,
    )


def line(texts: Iterable[str], after: Turn | None = None) -> tuple[Turn, ...]:
    """One turn per text, each following the one before."""
    told: list[Turn] = []
    for text in texts:
        told.append(turn(text, told[-1] if told else after))
    return tuple(told)


def body(name: str, value: str = "silver") -> Body:
    """An extraction body with one claim whose quote is ``value``."""
    quote = Quote(0, 0, len(value), value)
    claim = Assertion("Lin Yao", "holds", value=value, confidence=900, evidence=(quote,))
    return Body(id=name, extractor="rules/1", claims=(claim,), usage={"calls": 0})


def act(seq: int, kind: str = "pin", **payload: object) -> Act:
    """The author's act that stands at ``seq`` in the story log."""
    identity = act_id(str(seq), kind, "story", "", payload)
    return Act(seq, identity, kind, "story", "", payload, by="author", at=CREATED)


def move(branch: str, before: Turn | None, after: Turn | None) -> HeadMove:
    """A head goes from one turn to another."""
    return HeadMove(
        branch, before.id if before else None, after.id if after else None, at=CREATED, why="told"
    )


def told(turns: tuple[Turn, ...], branch: str = "main", before: Turn | None = None) -> Changes:
    """The changes that tell ``turns`` and move a branch to the last of them."""
    return Changes(turns=turns, moves=(move(branch, before, turns[-1]),))
