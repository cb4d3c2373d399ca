"""Asking: what holds, who there is, what matters for a cue, and the text for the model."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.embedding import EmbedderNamed, embedder_of
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
from fabula.cli.quoting import reasons_of, since, whose, words_of
from fabula.cli.receipt_lines import receipt_lines
from fabula.cli.show import (
    columns,
    fitted,
    note,
    one_line,
    say,
    say_json,
    short,
    styled,
    thousandths,
)
from fabula.errors import InvalidInputError
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.operations.asking import EntitiesAsked, FactsAsked, entities_asked, facts_asked, view_at
from fabula.operations.recalling import (
    ContextAsked,
    RecallAsked,
    context_asked,
    context_shape,
    kept_shape,
    recall_shape,
    recalled,
)
from fabula.recall.recall import Policy
from fabula.shapes import entity_shape, fact_shape

app = typer.Typer()
PANEL = "Asking"

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
    pov: PointOfView = "",
    strict: Strict = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """List what holds: since which turn, in a sentence, and from which words."""
    if pov and (every or beliefs):
        raise InvalidInputError(
            "--pov shows what somebody knows now, beliefs included: leave the others out."
        )
    asked = FactsAsked(
        entity=entity, every=every, beliefs=beliefs, pov=pov, strict=strict, as_of=as_of, at=at
    )
    with story_at(store, story, branch) as told:
        view = view_at(told, asked)
        found = facts_asked(view, asked)
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
    named: Annotated[
        str,
        typer.Option("--named", metavar="WORDS", show_default=False, help="Only those with this in a name."),
    ] = "",
    pov: PointOfView = "",
    strict: Strict = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """List whom and what the story speaks of, in the order of meeting."""
    asked = EntitiesAsked(kind=kind, named=named, pov=pov, strict=strict, as_of=as_of, at=at)
    with story_at(store, story, branch) as told:
        view = view_at(told, asked)
        found = entities_asked(view, asked)
        if as_json:
            say_json({"turn": view.number, "entities": [entity_shape(entity) for entity in found]})
            return
        rows = [
            (
                styled((entity.name, "bold")),
                entity.kind,
                _seen(entity),
                styled((entity.id, "dim")),
                ", ".join(entity.aliases),
            )
            for entity in found
        ]
        say(*(columns(rows) if rows else [f"Nobody and nothing is known at turn {view.number}."]))


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
    pov: PointOfView = "",
    strict: Strict = False,
    embedder: EmbedderNamed = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """List the facts and turns that matter for a cue, best first, each with its reasons."""
    asked = RecallAsked(cue=cue, limit=limit, policy=policy, pov=pov, strict=strict, as_of=as_of, at=at)
    with story_at(store, story, branch, embedder=embedder_of(embedder)) as told:
        found, view = recalled(told, asked)
        if as_json:
            say_json(recall_shape(found, view))
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
    model: Annotated[
        str,
        typer.Option(
            "--model",
            metavar="NAME",
            show_default=False,
            help="Count tokens as this model does, if it is known.",
        ),
    ] = "",
    receipt: Annotated[bool, typer.Option("--receipt", help="Add what was kept and cut, and why.")] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep it: fabula receipts and fabula why-not read it again.")
    ] = False,
    pov: PointOfView = "",
    strict: Strict = False,
    embedder: EmbedderNamed = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """Print the text to give the model before its turn, within a budget."""
    asked = ContextAsked(
        cue=cue,
        budget=budget,
        visible=visible,
        model=model,
        pov=pov,
        strict=strict,
        as_of=as_of,
        at=at,
    )
    with story_at(store, story, branch, embedder=embedder_of(embedder)) as told:
        made = context_asked(told, asked)
        number = told.receipts.keep(made) if keep else 0
        if as_json:
            say_json(kept_shape(made, number) if keep else context_shape(made))
            return
        say(*([made.text] if made.text else []))
        if receipt:
            say("", *receipt_lines(made.receipt))
        if keep:
            note(f"Kept as receipt {number}.")


def _seen(entity: Entity) -> str:
    first, last = entity.first_seen, entity.last_seen
    return f"turn {first}" if first == last else f"turns {first}-{last}"


def _fact_row(fact: Fact, view: View, *, every: bool) -> list[Text]:
    marks = [word for word, is_so in (("pinned", fact.pinned), ("locked", fact.locked)) if is_so]
    return [
        styled((since(fact), "green" if view.holds(fact) else "dim")),
        styled((short(fact.id), "yellow")),
        styled((fact.standing.value if every else "", "dim")),
        styled(
            (whose(fact, view), "magenta"),
            phrase(fact, view),
            (f" ({', '.join(marks)})" if marks else "", "cyan"),
        ),
        words_of(fact),
    ]
