"""Telling and reading: turns go in, and what they say is read."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from fabula.cli.differences import difference
from fabula.cli.erasing import Erasing
from fabula.cli.homes import STDIN
from fabula.cli.places import BACKWARDS, AsJson, OnBranch, StoreAt, StoryNamed, a_turn, new_story_at, story_at
from fabula.cli.show import clip, counted, say, say_json, short
from fabula.errors import InvalidInputError
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.operations.telling import around, told_shape
from fabula.story import Story

app = typer.Typer()
PANEL = "Telling and reading"

Text = Annotated[str, typer.Argument(metavar="TEXT", help="The words; - reads them from standard input.")]
NoExtract = Annotated[bool, typer.Option("--no-extract", help="Do not read what was told.")]
Speaker = Annotated[str, typer.Option("--speaker", metavar="NAME", show_default=False, help="Who says it.")]


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula tell moonlit.db "I show her the key." --speaker Player'
)
def tell(
    store: StoreAt,
    text: Text,
    *,
    speaker: Speaker = "",
    role: Annotated[str, typer.Option("--role", help="user, assistant or system.")] = "user",
    story: StoryNamed = "",
    branch: OnBranch = "",
    no_extract: NoExtract = False,
    as_json: AsJson = False,
) -> None:
    """Tell one more turn and read it. A new store gets a story that is called after the file."""
    with new_story_at(store, story, branch) as told:
        turn = told.tell(_words(text), speaker=speaker, role=role)
        _say_turn(told, turn, None, read=not no_extract, as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula swipe moonlit.db "She laughs and hands it back."')
def swipe(
    store: StoreAt,
    text: Text,
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    no_extract: NoExtract = False,
    as_json: AsJson = False,
) -> None:
    """Tell the latest turn differently. The other version stays beside it, and nothing that it said holds."""
    with story_at(store, story, branch) as told:
        before = told.view()
        turn = told.swipe(_words(text))
        _say_turn(told, turn, before, read=not no_extract, as_json=as_json)


@app.command(
    rich_help_panel=PANEL,
    context_settings=BACKWARDS,
    epilog='Example: fabula edit moonlit.db 12 "The cord was green." -3 is the third turn from the end.',
)
def edit(
    store: StoreAt,
    turn: Annotated[str, typer.Argument(metavar="TURN", callback=a_turn, help="The turn to change.")],
    text: Text,
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    no_extract: NoExtract = False,
    as_json: AsJson = False,
) -> None:
    """Change the words of a turn. What follows stays, and is read again only where it must be."""
    with story_at(store, story, branch) as told:
        before = told.view()
        number = told.turn(turn).number
        followed = told.edit(turn, _words(text))
        _say_turn(
            told, told.turn(number), before, read=not no_extract, as_json=as_json, carried=followed.carried
        )


@app.command(
    rich_help_panel=PANEL, context_settings=BACKWARDS, epilog="Example: fabula purge moonlit.db 12 13 --yes"
)
def purge(
    store: StoreAt,
    turns: Annotated[
        list[str], typer.Argument(metavar="TURN...", callback=lambda found: [a_turn(one) for one in found])
    ],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Erase the words of turns for good, and all that was read from them. The one act without undo.

    What the author said by repeating their words is emptied too. Names that the author wrote in other acts stay.
    """
    with story_at(store, story, branch) as told:
        found = [told.turn(turn) for turn in turns]
        reach = Erasing.of(told, found)
        if not yes:
            _confirm(found, reach)
        gone = told.purge(found)
        if as_json:
            say_json({"purged": gone, "emptied": [act.id for act in reach.acts]})
        else:
            say(
                f"{counted(gone, 'turn')} erased; {'its place stays' if gone == 1 else 'their places stay'}, without words"
            )
            say(*reach.afterwards())
            say(f"What was read from around them went too: `fabula extract {store}` reads it again.")


def _words(text: str) -> str:
    if text != STDIN:
        return text
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInputError("Standard input is not UTF-8 text.") from error


def _say_turn(
    told: Story, turn: Turn, before: View | None, *, read: bool, as_json: bool, carried: int | None = None
) -> None:
    """Say what a turn brought: against ``before``, or else against its parent, whatever others told meanwhile."""
    report = told.extract() if read else None
    before, after = around(told, turn, before)
    turn = told.turn(turn.id)
    if as_json:
        say_json(told_shape(told, turn, (before, after), report, carried=carried))
        return
    say(f"turn {turn.number}  {short(turn.id)}")
    if turn.purged:
        say("  these words were purged from this story, and stay so: the turn stands, without words")
    if carried is not None:
        again = counted(report.read, "turn") if report else "nothing"
        say(f"  {counted(carried, 'reading')} carried along, {again} read")
    say(*difference(before, after))


def _confirm(turns: Sequence[Turn], reach: Erasing) -> None:
    if not sys.stdin.isatty():
        raise InvalidInputError("Erasing cannot be undone: without a terminal to ask on, say --yes.")
    for turn in turns:
        say(f"  {turn.number}  {turn.speaker}  {clip(turn.text).plain}")
    say(*reach.beforehand())
    if not typer.confirm(f"Erase {counted(len(turns), 'turn')} for good?"):
        say("Nothing was erased.")
        raise typer.Exit(1)
