"""Two places of a story side by side: what holds only in one of them, and what holds differently."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.places import (
    BACKWARDS,
    AsJson,
    AtTime,
    OnBranch,
    StoreAt,
    StoryNamed,
    a_turn,
    story_at,
)
from fabula.cli.quoting import since, whose, words_of
from fabula.cli.show import columns, fitted, say, say_json, styled
from fabula.graph.compare import Comparison, compare
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.operations.seeing import comparison_shape, there

app = typer.Typer()
PANEL = "Asking"

Place = typer.Argument(
    metavar="BRANCH|TURN", callback=a_turn, help="A branch, or a turn or tag of the branch."
)


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two places, as it was typed, and what holds there."""

    name: str
    view: View

    def rows(self, facts: Iterable[Fact], style: str) -> list[list[Text]]:
        return [
            [
                styled((f"  {self.name}", style)),
                styled((f"turn {since(fact)}", "dim")),
                styled((whose(fact, self.view), "magenta"), phrase(fact, self.view)),
                words_of(fact),
            ]
            for fact in facts
        ]


@app.command(
    "compare",
    rich_help_panel=PANEL,
    context_settings=BACKWARDS,
    epilog="Example: fabula compare moonlit.db main kinder. Then and now: fabula compare moonlit.db 12 -1",
)
def compare_places(
    store: StoreAt,
    one: Annotated[str, Place],
    other: Annotated[str, Place],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """Show how two branches or turns differ: what holds only here, only there, and differently in both."""
    with story_at(store, story, branch) as told:
        ours, theirs = (_Side(name, there(told, name, at)) for name in (one, other))
    found = compare(ours.view, theirs.view)
    if as_json:
        say_json(comparison_shape(found, (one, ours.view), (other, theirs.view)))
    else:
        say(f"{one} at turn {ours.view.number}, {other} at turn {theirs.view.number}")
        say(*(_lines(found, ours, theirs) or [Text("They tell the same.")]))


def _lines(found: Comparison, ours: _Side, theirs: _Side) -> list[Text]:
    one, other = "green", "yellow"
    differing = [
        row for pair in found.different for row in (*ours.rows(pair[:1], one), *theirs.rows(pair[1:], other))
    ]
    parts = [
        ("held differently", differing),
        (f"only in {ours.name}", ours.rows(found.only_one, one)),
        (f"only in {theirs.name}", theirs.rows(found.only_other, other)),
        (f"known only in {ours.name}", _named(found.entities_only_one)),
        (f"known only in {theirs.name}", _named(found.entities_only_other)),
        ("told of differently", _named(entity for entity, _ in found.entities_different)),
    ]
    return [
        line for title, rows in parts if rows for line in (styled((title, "bold")), *fitted(columns(rows)))
    ]


def _named(entities: Iterable[Entity]) -> list[list[Text]]:
    return [
        [styled(f"  {entity.name}"), styled(entity.kind), styled((entity.id, "dim"))] for entity in entities
    ]
