"""How something came about: the versions of a slot, one below the other, with the words they rest on."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.places import AsJson, AsOf, OnBranch, StoreAt, StoryNamed, story_at, view_at
from fabula.cli.quoting import proof_shape, proofs, since, whose, words_of
from fabula.shapes import fact_shape
from fabula.cli.show import columns, console, fitted, one_line, say, say_json, short, styled
from fabula.cli.why import versions_of
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View

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
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """Show every version of something, and for each the words it rests on, where they were told."""
    with story_at(store, story, branch) as told:
        view = view_at(told, as_of)
        versions = versions_of(view, subject, predicate)
        proven = [(fact, proofs(told, fact)) for fact in versions]
        if as_json:
            shapes = [
                fact_shape(fact, view) | {"evidence": [proof_shape(proof) for proof in found]}
                for fact, found in proven
            ]
            say_json({"turn": view.number, "versions": shapes})
            return
        for fact, found in proven:
            say(_version_line(fact, view))
            say(*(line for proof in found for line in proof.lines(coloured=console().is_terminal)))


@app.command(rich_help_panel=PANEL, epilog='Example: fabula timeline moonlit.db "silver key" held_by')
def timeline(
    store: StoreAt,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="A name, alias or id.")],
    predicate: Annotated[
        str, typer.Argument(metavar="PREDICATE", help="Such as held_by, located_in or status.")
    ],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """List every version of something in one line each: turns, story time, where it stands, and the words."""
    with story_at(store, story, branch) as told:
        view = view_at(told, as_of)
        versions = versions_of(view, subject, predicate)
        if as_json:
            shapes = [
                fact_shape(fact, view) | {"since": fact.since, "until": fact.until} for fact in versions
            ]
            say_json({"turn": view.number, "versions": shapes})
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
