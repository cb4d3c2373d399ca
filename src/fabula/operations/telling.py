"""Telling: turns go in, are told differently, left out, put between, and followed from a front end's list."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from fabula.extraction.reading import Extracted
from fabula.graph.view import View
from fabula.ledger.erasure import Erasure, erasure_of
from fabula.ledger.following import Followed
from fabula.ledger.ids import ROOT
from fabula.ledger.records import Act, Message, Snapshot, Turn
from fabula.operations.changes import ChangesShape, changes_shape
from fabula.operations.operation import TURN, Says, TurnAsked
from fabula.shapes import ExtractedShape, ReplyShape, TurnShape, extracted_shape, reply_shape, turn_shape
from fabula.story import Story

Text = Annotated[str, Says("The words of the turn.")]
Read = Annotated[bool, Says("Read by rules what was told, at once.")]


class ToldShape(ChangesShape):
    """What came of a turn that was told: the turn, how many readings went along, what was read, what changed."""

    turn: TurnShape
    carried: int | None
    extracted: ExtractedShape | None


class FollowedShape(ChangesShape):
    """What came of a message list, or of a turn left out or put between.

    ``happened`` is one of same, append, swipe, edit, delete, insert, move, rewind, fork, truncated, prepend, mixed.
    ``written`` and ``removed`` are ids of turns, ``carried`` counts the readings that went along.
    """

    happened: str
    branch: str
    head: str | None
    turns: int
    written: list[str]
    removed: list[str]
    carried: int
    extracted: ExtractedShape | None


class OfferedShape(TypedDict):
    """A reply that is kept as provisional."""

    reply: ReplyShape


class PurgedShape(TypedDict):
    """How many turns lost their words, and the ids of the author's acts that repeated them."""

    purged: int
    emptied: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A turn to tell."""

    text: Text
    speaker: Annotated[str, Says("Who says it; empty where nobody is named.")] = ""
    role: Annotated[str, Says("user, assistant or system.")] = "user"
    present: Annotated[tuple[str, ...] | None, Says("Who is there to hear it, where that is known.")] = None
    sent_at: Annotated[str, Says("The sender's own time stamp, kept as written.")] = ""
    after: Annotated[str, Says(f"{TURN} If it is not the latest one, nothing is told.")] = ""
    read: Read = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Retelling:
    """Other words for the latest turn."""

    text: Text
    read: Read = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Editing:
    """Other words for a turn."""

    turn: TurnAsked
    text: Text
    read: Read = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleting:
    """A turn to leave out."""

    turn: TurnAsked
    read: Read = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Inserting:
    """A turn to put between two others."""

    text: Text
    after: Annotated[str, Says(f"{TURN} Empty for before the first.")] = ""
    speaker: Annotated[str, Says("Who says it.")] = ""
    role: Annotated[str, Says("user, assistant or system.")] = "user"
    read: Read = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """A front end's message list."""

    messages: Annotated[
        tuple[Mapping[str, Any], ...],
        Says("The messages, each with role, content and perhaps name, oldest first."),
    ]
    complete: Annotated[bool, Says("The list is the whole story, not only what fits a prompt.")] = False
    read: Read = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Offering:
    """A reply to keep as provisional."""

    text: Annotated[str, Says("The words of the reply.")]
    speaker: Annotated[str, Says("Who says it.")] = ""
    role: Annotated[str, Says("user, assistant or system.")] = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purging:
    """The turns to erase for good."""

    turns: Annotated[tuple[str, ...], Says("The turns: numbers, starts of ids, or tags.")]


def tell(told: Story, asked: Telling) -> ToldShape:
    """Tell one more turn and read it."""
    turn = told.tell(
        asked.text,
        speaker=asked.speaker,
        role=asked.role,
        after=asked.after or None,
        present=asked.present,
        sent_at=asked.sent_at,
    )
    return _brought(told, turn, None, read=asked.read)


def swipe(told: Story, asked: Retelling) -> ToldShape:
    """Tell the latest turn differently. The other version stays beside it, and nothing that it said holds."""
    before = told.view()
    return _brought(told, told.swipe(asked.text), before, read=asked.read)


def edit(told: Story, asked: Editing) -> ToldShape:
    """Change the words of a turn. What follows stays, and is read again only where it must be."""
    before = told.view()
    number = told.turn(asked.turn).number
    followed = told.edit(asked.turn, asked.text)
    return _brought(told, told.turn(number), before, read=asked.read, carried=followed.carried)


def delete(told: Story, asked: Deleting) -> FollowedShape:
    """Leave a turn out of the branch. It stays in the tree."""
    return _followed(told, lambda: told.delete(asked.turn), read=asked.read)


def insert(told: Story, asked: Inserting) -> FollowedShape:
    """Put a new turn behind another one, or before the first."""
    more = {"speaker": asked.speaker, "role": asked.role}
    return _followed(told, lambda: told.insert(asked.after or None, asked.text, **more), read=asked.read)


def follow(told: Story, asked: Following) -> FollowedShape:
    """Let the branch stand where a front end's message list ends. Only what is new is written."""
    return _followed(told, lambda: told.follow(asked.messages, complete=asked.complete), read=asked.read)


def offer(told: Story, asked: Offering) -> OfferedShape:
    """Keep a delivered reply as provisional until a later message list echoes it."""
    # A reply is a message that nobody has echoed yet: what no turn can say, it cannot say either.
    said = Message(asked.text, asked.role, asked.speaker)
    return {"reply": reply_shape(told.offer(said.text, speaker=said.speaker, role=said.role))}


def purge(told: Story, asked: Purging) -> PurgedShape:
    """Erase the words of turns for good, and all that was read from them. The one act without undo."""
    turns = [told.turn(turn) for turn in asked.turns]
    snapshot = told.store.snapshot(told.name)
    emptied = acts_emptied(snapshot, erasure_of(snapshot, [turn.id for turn in turns]))
    return {"purged": told.purge(turns), "emptied": [act.id for act in emptied]}


def acts_emptied(snapshot: Snapshot, gone: Erasure) -> tuple[Act, ...]:
    """The author's acts that an erasure empties, as they repeat the words."""
    return tuple(act for act in snapshot.acts if act.id in gone.acts and act.payload)


def told_shape(
    told: Story, turn: Turn, views: tuple[View, View], report: Extracted | None, *, carried: int | None = None
) -> ToldShape:
    """What a turn brought, between the views before and after it."""
    return {
        "turn": turn_shape(turn, told.status(turn)),
        "carried": carried,
        "extracted": None if report is None else extracted_shape(report),
        **changes_shape(*views),
    }


def _brought(
    told: Story, turn: Turn, before: View | None, *, read: bool, carried: int | None = None
) -> ToldShape:
    """What a turn brought: against ``before``, or else against its parent, whatever others told meanwhile."""
    report = told.extract() if read else None
    views = around(told, turn, before)
    return told_shape(told, told.turn(turn.id), views, report, carried=carried)


def around(told: Story, turn: Turn, before: View | None) -> tuple[View, View]:
    """The views before and after a turn; of a turn that replaced nothing, those at its parent and at itself."""
    if before is not None:
        return before, told.view()
    return told.view(0 if turn.parent == ROOT else turn.parent), told.view(turn.id)


def _followed(told: Story, do: Callable[[], Followed], *, read: bool) -> FollowedShape:
    before = told.view()
    done = do()
    report = told.extract() if read else None
    return {
        "happened": done.happened,
        "branch": told.branch,
        "head": None if done.head == ROOT else done.head,
        "turns": len(done.line),
        "written": [stem.id for stem in done.written],
        "removed": [stem.id for stem in done.removed],
        "carried": done.carried,
        "extracted": extracted_shape(report) if report else None,
        **changes_shape(before, told.view()),
    }
