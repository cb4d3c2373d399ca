"""The tree: the turns of a branch, their versions, branches, tags, going back and going elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from fabula.errors import InvalidInputError
from fabula.ledger.records import Turn
from fabula.operations.beside import Beside, beside
from fabula.operations.family import OffshootShape, family
from fabula.operations.operation import AsOf, Listing, Nothing, Says, TurnAsked
from fabula.shapes import MoveShape, ReplyShape, TurnShape, move_shape, reply_shape, turn_shape
from fabula.story import Story


class LineTurnShape(TurnShape):
    """A turn of a branch with what stands beside it; ``version`` counts among ``versions``, from 1."""

    version: int
    versions: int
    branches: list[str]
    tags: list[str]


class LogShape(TypedDict):
    """The turns of a branch, oldest first, and the provisional replies to the last one."""

    story: str
    branch: str
    turns: list[LineTurnShape]
    provisional: list[ReplyShape]


class OneTurnShape(TypedDict):
    """A turn with what stands beside it."""

    turn: LineTurnShape


class VersionsShape(TypedDict):
    """Every version of a turn: its swipes, itself included, by id."""

    versions: list[TurnShape]


class BranchesShape(TypedDict):
    """Where branches leave each other and where they end, the one where new handles start, and the tags."""

    start: str
    branches: list[OffshootShape]
    tags: dict[str, TurnShape]


class MovesShape(TypedDict):
    """Every move of every head, in the order in which they were made."""

    moves: list[MoveShape]


class ForkShape(TypedDict):
    """A new branch and the turn that it starts from."""

    branch: str
    head: str | None


class PlaceShape(TypedDict):
    """A branch and its latest turn; null before the first."""

    branch: str
    head: TurnShape | None


class TagShape(TypedDict):
    """A tag and its turn; null where it is gone."""

    tag: str
    turn: TurnShape | None


class RemovedShape(TypedDict):
    """The branch whose name is gone."""

    removed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogAsked(AsOf):
    """Which turns of the branch."""

    last: Annotated[int | None, Says("Only the last so many turns.", least=1)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTurn:
    """Which turn."""

    turn: TurnAsked


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesAsked:
    """Which moves."""

    of: Annotated[str, Says("Only the moves of this branch's head.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forking:
    """The branch to make."""

    name: Annotated[str, Says("What the new branch is called.")]
    at: Annotated[
        str, Says("The turn where it starts: a number, an id's start, or a tag. Empty for here.")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switching:
    """Where to go."""

    to: Annotated[str, Says("A branch; or a turn, to which this branch is moved, as a swipe back does.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewinding:
    """How far to go back."""

    to: Annotated[str, Says("The turn to go back to; -2 goes two turns back, 0 to before the first.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagging:
    """The tag to set."""

    name: Annotated[str, Says("What the turn is called.")]
    turn: Annotated[str, Says("The turn: a number, an id's start, or a tag. Empty for the last one.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Which tag or branch."""

    name: Annotated[str, Says("What it is called.")]


def log(told: Story, asked: LogAsked) -> Listing[int]:
    """List the turns of a branch, oldest first, each with how far it is read, its version, and the names on it."""
    until = (0 if asked.as_of.strip() == "0" else told.turn(asked.as_of).number) if asked.as_of else None
    line = told.turns(1, until) if asked.as_of else ()
    end = len(line) if asked.as_of else (told.head.number if told.head else 0)
    numbers = range(1, end + 1)[-(asked.last or 0) :]
    waiting = () if asked.as_of else told.candidates()
    head = {
        "story": told.name,
        "branch": told.branch,
        "turns": [],
        "provisional": [reply_shape(one) for one in waiting],
    }

    def shaped(rows: Sequence[int]) -> list[LineTurnShape]:
        if not rows:
            return []
        turns = line[rows[0] - 1 : rows[-1]] if asked.as_of else told.turns(rows[0], rows[-1])
        return [line_turn(one) for one in beside(told, turns)]

    return Listing(head, "turns", numbers, str, shaped)


def turn(told: Story, asked: OneTurn) -> OneTurnShape:
    """Show one turn with its words and what stands beside it."""
    return {"turn": line_turn(beside(told, [told.turn(asked.turn)])[0])}


def versions(told: Story, asked: OneTurn) -> VersionsShape:
    """List the versions of a turn: its swipes, itself included."""
    found = told.versions(asked.turn)
    read = told.statuses(found)
    return {"versions": [turn_shape(one, status) for one, status in zip(found, read, strict=True)]}


def branches(told: Story, _asked: Nothing) -> BranchesShape:
    """Show where branches leave each other, where they end, and the tags."""
    return {
        "start": told.branches.start(),
        "branches": [one.shape() for one in family(told)],
        "tags": {name: turn_shape(found) for name, found in tagged(told)},
    }


def moves(told: Story, asked: MovesAsked) -> Listing[tuple[int, Any]]:
    """List every move of every head, in the order in which they were made."""
    found = list(enumerate(told.branches.moves(asked.of)))
    return Listing(
        {},
        "moves",
        found,
        lambda row: str(row[0]),
        lambda rows: [move_shape(move) for _, move in rows],
    )


def fork(told: Story, asked: Forking) -> ForkShape:
    """Make a branch that starts from a turn. Copies nothing; the story goes on where it was."""
    return fork_shape(told.fork(asked.name, asked.at or None))


def fork_shape(other: Story) -> ForkShape:
    """A branch that was made."""
    return {"branch": other.branch, "head": other.head.id if other.head else None}


def switch(told: Story, asked: Switching) -> PlaceShape:
    """Go on from another branch from now on; or, given a turn, move this branch there, as a swipe back does."""
    there = told.switch(asked.to)
    if there.branch == asked.to:
        told.branches.start_on(asked.to)
    return place_shape(there)


def rewind(told: Story, asked: Rewinding) -> PlaceShape:
    """Go back to an earlier turn. What came after stays in the tree."""
    told.rewind(back(told, asked.to))
    return place_shape(told)


def tag(told: Story, asked: Tagging) -> TagShape:
    """Give a turn a name that stays with it."""
    return tag_shape(asked.name, tag_on(told, asked.name, asked.turn))


def tag_on(told: Story, name: str, turn: str = "") -> Turn:
    """Name a turn, or the last one, and return it.

    Raises:
        InvalidInputError: nothing has been told yet.
    """
    found = told.turn(turn) if turn else told.head
    if found is None:
        raise InvalidInputError("There is nothing to tag: nothing has been told yet.")
    told.branches.tag(name, found.id)
    return found


def tag_shape(name: str, turn: Turn | None) -> TagShape:
    """A tag with its turn."""
    return {"tag": name, "turn": turn_shape(turn) if turn else None}


def untag(told: Story, asked: Named) -> TagShape:
    """Take a tag away."""
    told.branches.untag(asked.name)
    return tag_shape(asked.name, None)


def remove_branch(told: Story, asked: Named) -> RemovedShape:
    """Take a branch's name away. Its turns stay in the tree."""
    told.branches.remove(asked.name)
    return {"removed": asked.name}


def place_shape(told: Story) -> PlaceShape:
    """Where a handle stands."""
    head = told.head
    return {"branch": told.branch, "head": turn_shape(head) if head else None}


def tagged(told: Story) -> list[tuple[str, Turn]]:
    """The tags with their turns, in the order of telling."""
    return sorted(
        ((name, told.turn(turn)) for name, turn in told.branches.tags().items()),
        key=lambda pair: (pair[1].number, pair[0]),
    )


def back(told: Story, to: str) -> int | str:
    """What was asked to go back to, as ``Story.rewind`` takes it: ``-2`` is two turns back.

    Raises:
        InvalidInputError: the branch has fewer turns.
    """
    if not (to.startswith("-") and to[1:].isdecimal()):
        return to
    turns, steps = told.head.number if told.head else 0, int(to)
    if turns + steps < 0:
        has = "1 turn" if turns == 1 else f"{turns:,} turns"
        raise InvalidInputError(f"The branch has only {has}: {to} goes too far back.")
    return steps


def line_turn(one: Beside) -> LineTurnShape:
    """A turn with what stands beside it."""
    return {
        **turn_shape(one.turn, one.status),
        "version": one.place,
        "versions": one.versions,
        "branches": list(one.branches),
        "tags": list(one.tags),
    }
