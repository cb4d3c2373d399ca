"""Moving through the tree: the log, branches, tags, going back and going elsewhere."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from contextlib import closing
from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.family import tree_of
from fabula.cli.lines import MARKS, legend
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
from fabula.cli.show import clip, columns, console, counted, fitted, one_line, say, say_json, short, styled
from fabula.ledger.ids import ROOT
from fabula.ledger.listing import listed
from fabula.ledger.records import Candidate
from fabula.operations import walking
from fabula.operations.beside import Beside, beside
from fabula.operations.family import family
from fabula.operations.keeping import StoryRowShape, story_row_shape
from fabula.operations.operation import NOTHING, whole
from fabula.operations.walking import (
    LogAsked,
    MovesAsked,
    back,
    fork_shape,
    place_shape,
    tag_on,
    tag_shape,
    tagged,
)
from fabula.story import Story

app = typer.Typer()
PANEL = "The tree"

_SPEAKER_CELLS = 14
_TERMINAL_WORDS = 200
_HERE = "cyan"


@app.command(rich_help_panel=PANEL, epilog="Example: fabula stories moonlit.db")
def stories(
    store: StoreAt,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Those too that are joined into another one or provisional.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the stories that the store keeps: without those told in another one, and first words nobody answered yet."""
    with closing(existing_store(store)) as kept:
        known = kept.stories()
        rows = [story_row_shape(row, kept) for row in (known if every else listed(kept, known))]
    if as_json:
        say_json({"stories": rows})
        return
    lines = [
        (row["name"], counted(len(row["branches"]), "branch", "branches"), row["created"], _standing(row))
        for row in rows
    ]
    say(*columns(lines))
    if len(rows) < len(known):
        say(f"{len(known) - len(rows)} more: fabula stories {store} --all")


def _standing(row: StoryRowShape) -> str:
    if row["joined_into"]:
        return f"joined into {row['joined_into']}"
    return "provisional" if row["provisional"] else ""


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
            _say_moves(told, branch, as_json=as_json)
            return
        if as_json:
            say_json(whole(walking.log(told, LogAsked(last=last, as_of=as_of))))
            return
        until = _number(told, as_of) if as_of else None
        turns = told.turns(1, until)[-(last or 0) :]
        waiting = () if as_of else told.candidates()
        lines = beside(told, turns)
        if lines or waiting:
            say(*fitted(columns([*map(_row, lines), *map(_waiting_row, waiting)], right=(0,))))
            say(*(legend(lines) if console().is_terminal else ()))
        else:
            say(_nothing(told, until))


@app.command(rich_help_panel=PANEL, epilog="Example: fabula branches moonlit.db")
def branches(store: StoreAt, *, story: StoryNamed = "", as_json: AsJson = False) -> None:
    """Show where branches leave each other, where they end, and the tags."""
    with story_at(store, story) as told:
        if as_json:
            say_json(walking.branches(told, NOTHING))
            return
        for tree in tree_of(family(told), told.branches.start()):
            console().print(tree)
        say(*(f"[{name}]  turn {turn.number}  {short(turn.id)}" for name, turn in tagged(told)))


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
            say_json(fork_shape(other))
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
        told.rewind(back(told, to))
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
        found = None if delete else tag_on(told, name, turn)
        if delete:
            told.branches.untag(name)
        if as_json:
            say_json(tag_shape(name, found))
        else:
            say(f"[{name}]  turn {found.number}  {short(found.id)}" if found else f"[{name}] is gone")


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
        say_json(place_shape(told))
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


def _say_moves(told: Story, branch: str, *, as_json: bool) -> None:
    if as_json:
        say_json(whole(walking.moves(told, MovesAsked(of=branch))))
        return
    rows = [
        (move.at, move.by, move.branch, f"{_end(move.before)} -> {_end(move.after)}", move.why)
        for move in told.branches.moves(branch)
    ]
    say(*columns(rows))


def _end(turn: str | None) -> str:
    if turn == ROOT:
        return "start".ljust(8)
    return short(turn) if turn else "nothing".ljust(8)
