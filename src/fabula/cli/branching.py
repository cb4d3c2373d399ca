"""Moving through the tree: the log, branches, tags, going back and going elsewhere."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Any

import typer
from rich.text import Text

from fabula.cli.family import family, tree_of
from fabula.cli.lines import MARKS, Beside, beside, legend
from fabula.cli.places import (
    BACKWARDS,
    AsJson,
    AsOf,
    OnBranch,
    StoreAt,
    StoryNamed,
    a_turn,
    branch_names,
    existing_store,
    story_at,
)
from fabula.shapes import move_shape, turn_shape
from fabula.cli.show import clip, columns, console, counted, fitted, one_line, say, say_json, short, styled
from fabula.errors import InvalidInputError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import Candidate, HeadMove, Turn
from fabula.story import Story

app = typer.Typer()
PANEL = "The tree"

_SPEAKER_CELLS = 14
_TERMINAL_WORDS = 200
_HERE = "cyan"


@app.command(rich_help_panel=PANEL, epilog="Example: fabula stories moonlit.db")
def stories(store: StoreAt, *, as_json: AsJson = False) -> None:
    """List the stories that the store keeps."""
    with closing(existing_store(store)) as kept:
        rows = [(row, kept.heads(row.name)) for row in kept.stories()]
    if as_json:
        shapes = [
            {
                "name": row.name,
                "created": row.created,
                "branch": row.branch,
                "branches": sorted(heads.branches),
            }
            for row, heads in rows
        ]
        say_json({"stories": shapes})
        return
    lines = [
        (row.name, counted(len(heads.branches), "branch", "branches"), row.created) for row, heads in rows
    ]
    say(*columns(lines))


@app.command(
    rich_help_panel=PANEL, epilog="Example: fabula log moonlit.db --last 10. Where the heads went: --heads"
)
def log(
    store: StoreAt,
    *,
    last: Annotated[
        int | None, typer.Option("--last", metavar="N", min=1, help="Only the last N turns.")
    ] = None,
    heads: Annotated[
        bool, typer.Option("--heads", help="Every move of every head instead of the turns.")
    ] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """List the turns of the branch, newest last.

    Number, id, how far it is read, version, speaker, words. Read: • yes, · nothing in it, … not yet, ? doubtful,
    ! failed, ~ rate limited, x kept out. Version: 2/3 is the second of three. Names in round brackets are branches
    that end at the turn, those in square ones tags. A terminal gets the marks that occur explained in the last line.
    """
    with story_at(store, story, branch) as told:
        if heads:
            _say_moves(told.branches.moves(branch), as_json=as_json)
            return
        until = _number(told, as_of) if as_of else None
        turns = told.turns(1, until)[-(last or 0) :]
        waiting = () if as_of else told.candidates()
        lines = beside(told, turns)
        if as_json:
            say_json(_log_shape(told, lines, waiting))
        elif lines or waiting:
            say(*fitted(columns([*map(_row, lines), *map(_waiting_row, waiting)], right=(0,))))
            say(*(legend(lines) if console().is_terminal else ()))
        else:
            say(_nothing(told, until))


@app.command(rich_help_panel=PANEL, epilog="Example: fabula branches moonlit.db")
def branches(store: StoreAt, *, story: StoryNamed = "", as_json: AsJson = False) -> None:
    """Show where branches leave each other, where they end, and the tags."""
    with story_at(store, story) as told:
        offshoots, tags = family(told), _tagged(told)
        if as_json:
            shapes = {name: turn_shape(turn) for name, turn in tags}
            start = told.branches.start()
            say_json({"start": start, "branches": [one.shape() for one in offshoots], "tags": shapes})
            return
        for tree in tree_of(offshoots, told.branches.start()):
            console().print(tree)
        say(*(f"[{name}]  turn {turn.number}  {short(turn.id)}" for name, turn in tags))


@app.command(
    rich_help_panel=PANEL, context_settings=BACKWARDS, epilog="Example: fabula fork moonlit.db kinder --at 12"
)
def fork(
    store: StoreAt,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the new branch is called.")],
    *,
    at: Annotated[
        str, typer.Option("--at", metavar="TURN", show_default=False, help="Where it starts; otherwise here.")
    ] = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Make a branch that starts from a turn. Copies nothing; the story goes on where it was."""
    with story_at(store, story, branch) as told:
        other = told.fork(name, at or None)
        if as_json:
            say_json({"branch": name, "head": other.head.id if other.head else None})
            return
        place = f"turn {other.head.number}" if other.head else "the beginning"
        say(
            f"{name} starts at {place}; --branch {name} works there, `fabula switch {store} {name}` stays there"
        )


@app.command(
    rich_help_panel=PANEL, context_settings=BACKWARDS, epilog="Example: fabula switch moonlit.db kinder"
)
def switch(
    store: StoreAt,
    to: Annotated[
        str,
        typer.Argument(metavar="BRANCH|TURN", callback=a_turn, autocompletion=branch_names, help="Where to."),
    ],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Go on from another branch from now on; or, given a turn, move this branch there, as a swipe back does."""
    with story_at(store, story, branch) as told:
        there = told.switch(to)
        if there.branch == to:
            told.branches.start_on(to)
        _say_where(there, as_json=as_json)


@app.command(
    rich_help_panel=PANEL,
    context_settings=BACKWARDS,
    epilog="Example: two turns back: fabula rewind moonlit.db -2",
)
def rewind(
    store: StoreAt,
    to: Annotated[
        str,
        typer.Argument(
            metavar="TURN|-N", callback=a_turn, help="The turn to go back to, or -N for N turns back."
        ),
    ],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Go back to an earlier turn. What came after stays in the tree; 0 goes to before the first turn."""
    with story_at(store, story, branch) as told:
        told.rewind(_back(told, int(to)) if to.startswith("-") else to)
        _say_where(told, as_json=as_json)


@app.command(
    rich_help_panel=PANEL, context_settings=BACKWARDS, epilog='Example: fabula tag moonlit.db "the reveal" 31'
)
def tag(
    store: StoreAt,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the turn is called.")],
    turn: Annotated[
        str,
        typer.Argument(
            metavar="TURN", callback=a_turn, show_default=False, help="The last one if not given."
        ),
    ] = "",
    *,
    delete: Annotated[bool, typer.Option("--delete", help="Take the tag away.")] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Give a turn a name that stays with it, or take it away."""
    with story_at(store, story, branch) as told:
        found = None if delete else _tag(told, name, turn)
        if delete:
            told.branches.untag(name)
        if as_json:
            say_json({"tag": name, "turn": turn_shape(found) if found else None})
        else:
            say(f"[{name}]  turn {found.number}  {short(found.id)}" if found else f"[{name}] is gone")


def _tag(told: Story, name: str, turn: str) -> Turn:
    found = told.turn(turn) if turn else told.head
    if found is None:
        raise InvalidInputError("There is nothing to tag: nothing has been told yet.")
    told.branches.tag(name, found.id)
    return found


def _back(told: Story, steps: int) -> int:
    turns = told.head.number if told.head else 0
    if turns + steps < 0:
        raise InvalidInputError(f"The branch has only {counted(turns, 'turn')}: {steps} goes too far back.")
    return steps


def _number(told: Story, as_of: str) -> int:
    return 0 if as_of.strip() == "0" else told.turn(as_of).number


def _nothing(told: Story, until: int | None) -> str:
    """What a log without turns says: how it comes, and where there is something."""
    if until == 0 and told.head:
        return "Nothing is told before the first turn."
    others = [name for name, head in sorted(told.branches.all().items()) if head != ROOT]
    elsewhere = f"; other branches: {', '.join(others)}" if others else ""
    return f"Nothing is told on {told.branch}{elsewhere}."


def _say_where(told: Story, *, as_json: bool) -> None:
    head = told.head
    if as_json:
        say_json({"branch": told.branch, "head": turn_shape(head) if head else None})
    elif head is None:
        say(f"{told.branch}: before the first turn")
    else:
        say(f"{told.branch}: turn {head.number}  {short(head.id)}  {clip(head.text).plain}")


def _row(one: Beside) -> list[Text]:
    turn = one.turn
    sign, style = MARKS[one.status]
    version = f"{one.place}/{one.versions}" if one.versions > 1 else ""
    words = styled(("(purged)", "dim")) if turn.purged else clip(turn.text, _words())
    return [
        styled((str(turn.number), "dim")),
        styled((short(turn.id), "yellow")),
        styled((sign, style)),
        styled((version, "magenta")),
        clip(turn.speaker, _SPEAKER_CELLS),
        styled(_names(one), words),
    ]


def _waiting_row(one: Candidate) -> list[Text]:
    words = styled(("(provisional) ", "yellow"), clip(one.text, _words()))
    blank = styled()
    return [blank, styled((short(one.id), "dim")), blank, blank, clip(one.speaker, _SPEAKER_CELLS), words]


def _names(one: Beside) -> Text:
    names = [*(f"({name})" for name in one.branches), *(f"[{name}]" for name in one.tags)]
    return styled(("".join(f"{one_line(name)} " for name in names), _HERE))


def _words() -> int:
    return _TERMINAL_WORDS if console().is_terminal else 60


def _log_shape(told: Story, turns: list[Beside], waiting: tuple[Candidate, ...]) -> dict[str, Any]:
    return {
        "story": told.name,
        "branch": told.branch,
        "turns": [
            turn_shape(one.turn, one.status)
            | {"version": one.place, "versions": one.versions, "branches": one.branches, "tags": one.tags}
            for one in turns
        ],
        "provisional": [
            {"id": one.id, "parent": one.parent, "role": one.role, "speaker": one.speaker, "text": one.text}
            for one in waiting
        ],
    }


def _say_moves(moves: Sequence[HeadMove], *, as_json: bool) -> None:
    if as_json:
        say_json({"moves": [move_shape(move) for move in moves]})
        return
    rows = [
        (move.at, move.by, move.branch, f"{_end(move.before)} -> {_end(move.after)}", move.why)
        for move in moves
    ]
    say(*columns(rows))


def _end(turn: str | None) -> str:
    if turn == ROOT:
        return "start".ljust(8)
    return short(turn) if turn else "nothing".ljust(8)


def _tagged(told: Story) -> list[tuple[str, Turn]]:
    return sorted(
        ((name, told.turn(turn)) for name, turn in told.branches.tags().items()),
        key=lambda pair: (pair[1].number, pair[0]),
    )
