"""How something came about: the versions of a slot, one below the other, with the words they rest on."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.places import (
    AsJson,
    AsOf,
    AtTime,
    OnBranch,
    PointOfView,
    StoreAt,
    StoryNamed,
    Strict,
    story_at,
)
from fabula.cli.quoting import proof_lines, since, whose, words_of
from fabula.cli.show import columns, console, fitted, one_line, say, say_json, short, styled
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.operations.asking import (
    TimelineAsked,
    WhyAsked,
    timeline_shape,
    versions_asked,
    view_at,
    why_shape,
)
from fabula.operations.proofs import proofs

app = typer.Typer()
PANEL = "Asking"


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula why moonlit.db "silver key" held_by. Or by a fact\'s id.'
)
def why(
    store: StoreAt,
    subject: Annotated[
        str, typer.Argument(metavar="SUBJECT|FACT-ID", help="A name, alias or id; or a fact's id.")
    ],
    predicate: Annotated[
        str,
        typer.Argument(metavar="PREDICATE", show_default=False, help="Such as held_by; all if not given."),
    ] = "",
    *,
    pov: PointOfView = "",
    strict: Strict = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """Show every version of something, and for each the words it rests on, where they were told."""
    asked = WhyAsked(subject=subject, predicate=predicate, as_of=as_of, at=at, pov=pov, strict=strict)
    with story_at(store, story, branch) as told:
        view = view_at(told, asked)
        versions = versions_asked(view, asked)
        if as_json:
            say_json(why_shape(told, view, versions))
            return
        for fact in versions:
            say(_version_line(fact, view))
            is_coloured = console().is_terminal
            say(*(line for one in proofs(told, fact) for line in proof_lines(one, coloured=is_coloured)))


@app.command(rich_help_panel=PANEL, epilog='Example: fabula timeline moonlit.db "silver key" held_by')
def timeline(
    store: StoreAt,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="A name, alias or id.")],
    predicate: Annotated[
        str, typer.Argument(metavar="PREDICATE", help="Such as held_by, located_in or status.")
    ],
    *,
    pov: PointOfView = "",
    strict: Strict = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """List every version of something in one line each: turns, story time, where it stands, and the words."""
    asked = TimelineAsked(subject=subject, predicate=predicate, as_of=as_of, at=at, pov=pov, strict=strict)
    with story_at(store, story, branch) as told:
        view = view_at(told, asked)
        versions = versions_asked(view, asked)
        if as_json:
            say_json(timeline_shape(view, versions))
        else:
            say(*fitted(columns([_version_row(fact, view) for fact in versions], right=(0,))))


def _version_line(fact: Fact, view: View) -> Text:
    place = f"  turn {since(fact)}, {fact.standing.value}  {short(fact.id)}"
    return styled((whose(fact, view), "magenta"), (phrase(fact, view), "bold"), (place, "dim"))


def _version_row(fact: Fact, view: View) -> list[Text]:
    return [
        styled((since(fact), "green" if fact.is_current else "dim")),
        styled((one_line(fact.period.label), "cyan")),
        styled((fact.standing.value, "dim")),
        styled((whose(fact, view), "magenta"), phrase(fact, view)),
        words_of(fact),
    ]
