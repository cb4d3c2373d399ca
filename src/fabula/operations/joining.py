"""Joining: another story's lines taken into this one, and let go again."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from fabula.ledger.join_plan import Joining
from fabula.ledger.joining import Unjoined
from fabula.operations.operation import Says
from fabula.story import Story


class JoinedBranchShape(TypedDict):
    """A branch there and the one here on which its line stands; ``how``: ``made``, ``moved`` on, or ``stands`` here."""

    theirs: str
    branch: str
    how: str
    turns: int
    new: int


class LeftOutShape(TypedDict):
    """Something that did not come along, and why."""

    what: str
    reason: str


class JoinShape(TypedDict):
    """What a join did, or would do: new turns, readings and acts, the branches, and what did not come along."""

    joined: str
    preview: bool
    turns: int
    readings: int
    acts: int
    branches: list[JoinedBranchShape]
    left_out: list[LeftOutShape]


class UnjoinShape(TypedDict):
    """What became of the branches that a join had brought: those told on since are kept."""

    unjoined: str
    removed: list[str]
    moved_back: list[str]
    kept: list[str]
    undone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinAsked:
    """Which story to take in."""

    other: Annotated[str, Says("The story to take in, by name; it stays as it is.", is_story=True)]
    after: Annotated[
        str,
        Says("The turn that it goes on from, where the two have no words in common; else found by itself."),
    ] = ""
    preview: Annotated[bool, Says("Only tell what would happen.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnjoinAsked:
    """Which story to let go."""

    other: Annotated[str, Says("The story that was joined into this one, by name.", is_story=True)]


def join(told: Story, asked: JoinAsked) -> JoinShape:
    """Take another story's lines into this one. The proxy tells its chats here from then on; `unjoin` undoes it."""
    after = told.turn(asked.after).id if asked.after else ""
    return join_shape(
        told.branches.join(asked.other, branch=told.branch, after=after, preview=asked.preview),
        preview=asked.preview,
    )


def join_shape(joining: Joining, *, preview: bool) -> JoinShape:
    """What a join did, or would do."""
    return {
        "joined": joining.story,
        "preview": preview,
        "turns": joining.turns,
        "readings": joining.readings,
        "acts": joining.acts,
        "branches": [
            {"theirs": one.theirs, "branch": one.branch, "how": one.how, "turns": one.turns, "new": one.new}
            for one in joining.branches
        ],
        "left_out": [{"what": one.what, "reason": one.reason} for one in joining.left_out],
    }


def unjoin(told: Story, asked: UnjoinAsked) -> UnjoinShape:
    """Let a story that was joined into this one stand for itself again. What was told here since stays here."""
    return unjoin_shape(told.branches.unjoin(asked.other))


def unjoin_shape(done: Unjoined) -> UnjoinShape:
    """What became of a join."""
    return {
        "unjoined": done.story,
        "removed": list(done.removed),
        "moved_back": list(done.moved_back),
        "kept": list(done.kept),
        "undone": done.undone,
    }
