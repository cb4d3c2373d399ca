"""All commands, put together under one name."""

from typing import Annotated

import typer

from fabula import __version__
from fabula.cli import (
    agents,
    asking,
    authoring,
    branching,
    checking,
    comparing,
    drawing,
    files,
    histories,
    joining,
    meaning,
    playing,
    proposing,
    reading,
    receipts,
    serving,
    telling,
    walking,
)
from fabula.cli.show import say

app = typer.Typer(
    name="fabula",
    no_args_is_help=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with: fabula demo. Then: fabula import moonlit.db chat.jsonl",
)
for part in (
    playing,
    files,
    telling,
    reading,
    branching,
    joining,
    asking,
    receipts,
    meaning,
    histories,
    comparing,
    walking,
    drawing,
    checking,
    authoring,
    proposing,
    serving,
    agents,
):
    app.add_typer(part.app)


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"fabula {__version__}")
        raise typer.Exit


@app.callback()
def fabula(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Long-term memory for stories told with language models.

    A story is a tree of turns. Fabula reads what holds in it, from which words, and since when.

    STORE is the file that keeps the stories. TURN is a number along the branch (-1 is the last one), the start
    of a turn's id, or a tag. The story need not be named while the store holds only one.
    """
