"""Asking: what holds, who there is, why it is held, what matters for a cue, and the text for the model."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer
from rich.text import Text

from fabula.claims.statements import NARRATOR, Modality
from fabula.cli.places import AsJson, AsOf, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.quoting import proof_shape, proofs, reasons_of, since
from fabula.cli.shapes import entity_shape, fact_shape, hit_shape
from fabula.cli.show import (
    clip,
    columns,
    console,
    counted,
    fitted,
    one_line,
    say,
    say_json,
    short,
    styled,
    thousandths,
)
from fabula.cli.why import versions_of
from fabula.context.receipt import Receipt, Row
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.recall import Policy

app = typer.Typer()
PANEL = "Asking"
_QUOTE_CELLS = 60

Cue = Annotated[
    str, typer.Argument(metavar="CUE", help="A question, or the line that is about to be answered.")
]


@app.command(rich_help_panel=PANEL, epilog='Example: fabula facts moonlit.db "Lin Yao" --as-of 12')
def facts(
    store: StoreAt,
    entity: Annotated[
        str,
        typer.Argument(
            metavar="ENTITY", show_default=False, help="Only what speaks of this name, alias or id."
        ),
    ] = "",
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Past versions too, each with where it stands.")
    ] = False,
    beliefs: Annotated[
        bool, typer.Option("--beliefs", help="What is not canon: beliefs, plans, rumours, lies, dreams.")
    ] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """List what holds: since which turn, in a sentence, and from which words."""
    with story_at(store, story, branch) as told:
        view = told.view(as_of or None)
        about = view.about(view.entity(entity).entity.id) if entity else view.told()
        found = [fact for fact in about if _is_canon(fact) != beliefs and (every or fact.is_current)]
        if as_json:
            say_json({"turn": view.number, "facts": [fact_shape(fact, view) for fact in found]})
        elif found:
            say(*fitted(columns([_fact_row(fact, view, every=every) for fact in found], right=(0,))))
        else:
            say(f"Nothing of the kind holds at turn {view.number}.")


@app.command(rich_help_panel=PANEL, epilog="Example: fabula entities moonlit.db --kind character")
def entities(
    store: StoreAt,
    *,
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", show_default=False, help="Such as character, place or item."),
    ] = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """List whom and what the story speaks of, in the order of meeting."""
    with story_at(store, story, branch) as told:
        view = told.view(as_of or None)
        found = view.entities(kind)
        if as_json:
            say_json({"turn": view.number, "entities": [entity_shape(entity) for entity in found]})
            return
        rows = [
            (
                styled((entity.name, "bold")),
                entity.kind,
                f"turns {entity.first_seen}-{entity.last_seen}",
                styled((entity.id, "dim")),
                ", ".join(entity.aliases),
            )
            for entity in found
        ]
        say(*(columns(rows) if rows else [f"Nobody and nothing is known at turn {view.number}."]))


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
        view = told.view(as_of or None)
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


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula recall moonlit.db "What does Lin Yao know about the key?"'
)
def recall(
    store: StoreAt,
    cue: Cue,
    *,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="At most so many hits.")] = 10,
    policy: Annotated[
        Policy,
        typer.Option("--policy", help="relations: only those between persons and groups, by names alone."),
    ] = "balanced",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """List the facts and turns that matter for a cue, best first, each with its reasons."""
    with story_at(store, story, branch) as told:
        view = told.view(as_of or None)
        found = told.recall(cue, limit=limit, policy=policy, as_of=as_of or None)
        if as_json:
            hits = [hit_shape(hit, view) for hit in found.hits]
            say_json(
                {
                    "cue": cue,
                    "turn": view.number,
                    "status": found.status,
                    "starts": found.starts,
                    "hits": hits,
                }
            )
            return
        for hit in found.hits:
            said = f"{hit.speaker}: {hit.text}" if hit.kind == "turn" and hit.speaker else hit.text
            score, place = (thousandths(hit.score), "green"), (f"  turn {hit.number}  ", "dim")
            say(styled(score, place, one_line(said)), styled((f"       {reasons_of(hit)}", "dim")))
        if not found.hits:
            say("Nothing comes to mind.")


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula context moonlit.db "Where is the key?" --budget 400'
)
def context(
    store: StoreAt,
    cue: Cue,
    *,
    budget: Annotated[
        int, typer.Option("--budget", metavar="TOKENS", min=0, help="At most so many tokens.")
    ] = 800,
    visible: Annotated[
        int, typer.Option("--visible", metavar="N", min=0, help="The model sees the last N turns anyway.")
    ] = 0,
    receipt: Annotated[bool, typer.Option("--receipt", help="Add what was kept and cut, and why.")] = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """Print the text to give the model before its turn, within a budget."""
    with story_at(store, story, branch) as told:
        made = told.context(cue, budget, as_of=as_of or None, visible=visible)
        if as_json:
            say_json({"text": made.text, "tokens": made.tokens, "receipt": made.receipt.to_json()})
            return
        say(*([made.text] if made.text else []))
        if receipt:
            say("", *_receipt_lines(made.receipt))


def _is_canon(fact: Fact) -> bool:
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED


def _fact_row(fact: Fact, view: View, *, every: bool) -> list[Text]:
    quote = next((piece.quote for piece in fact.evidence if piece.quote), "")
    marks = [word for word, is_so in (("pinned", fact.pinned), ("locked", fact.locked)) if is_so]
    words = (
        clip(quote, _QUOTE_CELLS) if quote else styled(("the author's word" if fact.by_author else "", "dim"))
    )
    return [
        styled((since(fact), "green" if fact.is_current else "dim")),
        styled((short(fact.id), "yellow")),
        styled((fact.standing.value if every else "", "dim")),
        styled(
            (whose(fact, view), "magenta"),
            phrase(fact, view),
            (f" ({', '.join(marks)})" if marks else "", "cyan"),
        ),
        words,
    ]


def whose(fact: Fact, view: View) -> str:
    """Whose word a fact is that is not canon, and how it was meant: ``Rusk, lied: ``."""
    if _is_canon(fact):
        return ""
    manner = "" if fact.modality is Modality.ASSERTED else fact.modality.value
    return ", ".join(part for part in (view.name_of(fact.holder), manner) if part) + ": "


def _version_line(fact: Fact, view: View) -> Text:
    place = f"  turn {since(fact)}, {fact.standing.value}  {short(fact.id)}"
    return styled((whose(fact, view), "magenta"), (phrase(fact, view), "bold"), (place, "dim"))


def _receipt_lines(made: Receipt) -> list[Text]:
    kept, cut = counted(len(made.kept), "kept", "kept"), counted(len(made.cut), "cut", "cut")
    rows = [*(_row(row, "kept") for row in made.kept), *(_row(row, row.why) for row in made.cut)]
    return [Text(f"{made.used} of {counted(made.budget, 'token')}; {kept}, {cut}"), *columns(rows)]


def _row(row: Row, became: str) -> list[Text | str]:
    clipped = "clipped" if row.clipped else ""
    return [thousandths(row.score), became, row.kind, row.section, short(row.id), clipped]
