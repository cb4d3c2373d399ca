"""The demo command: everything at once, with nothing to prepare and nothing left behind."""

import os
from typing import Annotated

import typer
from rich.console import Console

from fabula.cli.places import AsJson
from fabula.cli.show import console, say_json

app = typer.Typer()
PACE = 0.008
"""Seconds between two lines where somebody watches: the whole show takes a few."""


@app.command(rich_help_panel="Start here", epilog="Example: fabula demo --lang zh")
def demo(
    *,
    lang: Annotated[
        str, typer.Option("--lang", metavar="en|zh", show_default=False, help="The language.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show a story told, read, asked, swiped and rewound. Asks nothing, leaves nothing behind."""
    from fabula.demo.show import show  # noqa: PLC0415 - no other command needs the stories

    if not as_json:
        show(console(), lang or language(), pace=PACE)
        return
    shown = show(Console(quiet=True), lang or language())
    say_json(
        {
            "title": shown.title,
            "language": shown.language,
            "turns": shown.turns,
            "answers": [{"ask": ask, "hit": place} for ask, place in shown.answers],
            "sound": shown.verdict.is_sound,
        }
    )


def language() -> str:
    """The language of whoever sits there, as far as the demo speaks it: ``zh`` or ``en``."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "zh" if named.lower().startswith("zh") else "en"
