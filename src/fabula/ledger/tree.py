"""Turns made from messages: pure, so that a line can be planned before anything is written."""

from collections.abc import Iterable

from fabula.claims.canonical import digest
from fabula.ledger.ids import ROOT, TURN_FORMAT, normal_speaker, text_key, turn_id
from fabula.ledger.records import Message, Stem, Turn


def turn_after(parent: Stem | None, message: Message) -> Turn:
    """The turn that a message becomes after ``parent`` (None: as the first of a story)."""
    above = parent.id if parent else ROOT
    return Turn(
        id=turn_id(above, message.speaker, message.text),
        parent=above,
        number=parent.number + 1 if parent else 1,
        role=message.role,
        speaker=normal_speaker(message.speaker),
        text=message.text,
        key=text_key(message.text),
        present=message.present,
        sent_at=message.sent_at,
        meta=message.meta,
    )


def erased_after(parent: Stem | None, erased: Turn) -> Turn:
    """A purged turn under other ancestors: nobody knows its words, so its key stands for them in the id."""
    above = parent.id if parent else ROOT
    return Turn(
        id=digest([TURN_FORMAT, above, "", {"purged": erased.key}]),
        parent=above,
        number=parent.number + 1 if parent else 1,
        role=erased.role,
        speaker="",
        text="",
        key=erased.key,
        purged=True,
    )


def chain_after(parent: Stem | None, messages: Iterable[Message]) -> tuple[Turn, ...]:
    """The turns that messages become, one after the other."""
    turns: list[Turn] = []
    for message in messages:
        turn = turn_after(parent, message)
        turns.append(turn)
        parent = turn.stem
    return tuple(turns)


def as_message(turn: Turn) -> Message:
    """The message that makes this turn's words again under other ancestors."""
    return Message(turn.text, turn.role, turn.speaker, turn.present, turn.sent_at, turn.meta)
