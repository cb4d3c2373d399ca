"""Taking another story of the store into this one, and letting it go again."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer

from fabula.cli.places import AsJson, OnBranch, StoreAt, StoryNamed, a_turn, story_at
from fabula.cli.show import counted, say, say_json
from fabula.operations.joining import (
    JoinAsked,
    JoinedBranchShape,
    JoinShape,
    UnjoinAsked,
)
from fabula.operations.joining import join as joined
from fabula.operations.joining import unjoin as unjoined

app = typer.Typer()
PANEL = "The tree"

Other = Annotated[str, typer.Argument(metavar="OTHER", help="The other story, by name.")]


@app.command(
    rich_help_panel=PANEL,
    epilog='Example: fabula join chats.db "I hand over the letter 2" --story "I hand over the letter"',
)
def join(
    store: StoreAt,
    other: Other,
    *,
    after: Annotated[
        str,
        typer.Option(
            "--after",
            metavar="TURN",
            callback=a_turn,
            show_default=False,
            help="The turn that it goes on from, where they have no words in common.",
        ),
    ] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only tell what would happen.")] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Take another story's lines into this one: it was the same story all the time.

    Beginnings that are alike stand once. Readings, provisional replies, tags and your own acts come along. The other
    story stays as it is, and its chats are told here from now on; `fabula unjoin` undoes all of it.
    """
    with story_at(store, story, branch) as told:
        done = joined(told, JoinAsked(other=other, after=after, preview=preview))
        if as_json:
            say_json(done)
        else:
            say(*_lines(told.name, done))


@app.command(rich_help_panel=PANEL, epilog='Example: fabula unjoin chats.db "I hand over the letter 2"')
def unjoin(
    store: StoreAt, other: Other, *, story: StoryNamed = "", branch: OnBranch = "", as_json: AsJson = False
) -> None:
    """Let a story that was joined into this one stand for itself again. What was told here since stays here."""
    with story_at(store, story, branch) as told:
        done = unjoined(told, UnjoinAsked(other=other))
        if as_json:
            say_json(done)
            return
        said = [f"{other} stands for itself again"]
        said += [f"{name} is gone" for name in done["removed"]]
        said += [f"{name} is back where it was" for name in done["moved_back"]]
        said += [f"{name} stays: it was told on since" for name in done["kept"]]
        say(*said)


def _lines(name: str, done: JoinShape) -> list[str]:
    would = "would be " if done["preview"] else ""
    brought = ", ".join(
        (
            counted(done["turns"], "new turn"),
            counted(done["readings"], "reading"),
            counted(done["acts"], "act"),
        )
    )
    return [
        f"{done['joined']} {would or 'is '}joined into {name}: {brought}",
        *map(_branch, done["branches"]),
        *(f"left out: {one['what']}: {one['reason']}" for one in done["left_out"]),
    ]


def _branch(one: JoinedBranchShape) -> str:
    how = {"made": "its own branch", "moved": "goes on there", "stands": "stands there already"}[one["how"]]
    return f"  {one['theirs']} -> {one['branch']}  {counted(one['turns'], 'turn')}, {one['new']} new; {how}"
