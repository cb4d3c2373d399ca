"""The author's acts of the story log: their kinds, their scopes, and which of them stand."""

from collections.abc import Iterable
from enum import StrEnum

from fabula.ledger.records import Act

STORY = "story"
FROM_TURN = "turn"


class ActKind(StrEnum):
    """What an author can do. Every act can be undone by an ``undo`` that names it, which is an act too."""

    ASSERT = "assert"
    CORRECT = "correct"
    END = "end"
    RETRACT = "retract"
    LOCK = "lock"
    PIN = "pin"
    REJECT = "reject"
    MERGE = "merge"
    UNMERGE = "unmerge"
    SEPARATE = "separate"
    RENAME = "rename"
    JOIN = "join"
    UNDO = "undo"


SCOPES = {
    ActKind.ASSERT: FROM_TURN,
    ActKind.CORRECT: FROM_TURN,
    ActKind.END: FROM_TURN,
    ActKind.RETRACT: FROM_TURN,
    ActKind.LOCK: FROM_TURN,
    ActKind.PIN: STORY,
    ActKind.REJECT: STORY,
    ActKind.MERGE: STORY,
    ActKind.UNMERGE: STORY,
    ActKind.SEPARATE: STORY,
    ActKind.RENAME: STORY,
    ActKind.JOIN: STORY,
    ActKind.UNDO: STORY,
}
"""Scope ``story`` holds on every branch; scope ``turn`` holds where the act's turn is told, and after it."""


def standing(acts: Iterable[Act]) -> tuple[Act, ...]:
    """The acts that are not undone, in order, without the undoings themselves.

    An undo that is itself undone has no effect, so redoing is undoing the undo. An act whose payload was
    purged says nothing any more.
    """
    ordered = tuple(acts)
    undone: set[str] = set()
    for act in reversed(ordered):
        if act.kind == ActKind.UNDO and act.id not in undone:
            undone.add(str(act.payload.get("act", "")))
    return tuple(act for act in ordered if act.payload and act.kind != ActKind.UNDO and act.id not in undone)
