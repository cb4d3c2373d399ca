"""Walking the relations: from one to its neighbours, back, over one between, and what several share."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.places import AsJson, AsOf, AtTime, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.quoting import since, words_of
from fabula.cli.show import Part, clip, counted, one_line, say, say_json, styled
from fabula.errors import InvalidInputError
from fabula.graph.facts import Fact
from fabula.graph.operators import MAX_LIMIT
from fabula.graph.paths import GraphResult, RelationPath
from fabula.graph.view_reader import ViewReader
from fabula.operations.asking import view_at
from fabula.operations.seeing import PathsAsked, fact_of, paths_shape, walked

app = typer.Typer()


@app.command(
    rich_help_panel="Asking",
    epilog='Example: fabula path moonlit.db "silver key" "Lin Feng" --two-hop. Who has it in common: --shared',
)
def path(
    store: StoreAt,
    start: Annotated[str, typer.Argument(metavar="FROM", help="A name, alias or id.")],
    end: Annotated[
        str, typer.Argument(metavar="TO", show_default=False, help="Only what leads to this one.")
    ] = "",
    *,
    predicate: Annotated[
        str, typer.Option("--predicate", metavar="NAME", show_default=False, help="Only by this relation.")
    ] = "",
    second: Annotated[
        str,
        typer.Option(
            "--second", metavar="NAME", show_default=False, help="With --two-hop: the second relation."
        ),
    ] = "",
    two: Annotated[bool, typer.Option("--two-hop", help="Over one entity between.")] = False,
    back: Annotated[bool, typer.Option("--reverse", help="Who stands in a relation to FROM.")] = False,
    both: Annotated[bool, typer.Option("--both", help="From FROM and to it.")] = False,
    shared: Annotated[
        list[str] | None,
        typer.Option(
            "--shared", metavar="NAME", help="What speaks of FROM and this one; may be given again."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Over relations that no longer hold, too.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, max=MAX_LIMIT)] = 10,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """Follow the relations of an entity, surest and newest first, each with the words that it rests on."""
    _check(ways=[two, back, both, bool(shared)], second=second, two=two)
    asked = PathsAsked(
        start=start,
        end=end,
        predicate=predicate,
        second=second,
        two_hop=two,
        reverse=back,
        both=both,
        shared=tuple(shared or ()),
        every=every,
        limit=limit,
        as_of=as_of,
        at=at,
    )
    with story_at(store, story, branch) as told:
        found, reader = walked(view_at(told, asked), asked)
    if as_json:
        say_json(paths_shape(found, reader))
    else:
        say(*_lines(found, reader))


def _check(*, ways: list[bool], second: str, two: bool) -> None:
    if sum(ways) > 1:
        raise InvalidInputError("Choose one of --two-hop, --reverse, --both and --shared.")
    if second and not two:
        raise InvalidInputError("A second relation needs --two-hop.")


def _lines(found: GraphResult, reader: ViewReader) -> list[Text]:
    lines = [line for one in found.paths for line in _path_lines(one, reader)]
    if not lines:
        return [Text("Nothing leads there.")]
    if found.truncated:
        lines.append(styled((f"{counted(found.total, 'way')} seen; --limit shows more", "dim")))
    return lines


def _path_lines(found: RelationPath, reader: ViewReader) -> list[Text]:
    steps: list[Part] = [(f"{found.confidence:.3f}  ", "green"), (one_line(found.nodes[0].label), "bold")]
    for edge in found.edges:
        steps.append((f" -{edge.predicate}-> ", "cyan"))
        steps.append((one_line(edge.object.label), "bold"))
    return [styled(*steps), *(_proof(fact_of(edge, reader)) for edge in found.edges)]


def _proof(fact: Fact) -> Text:
    return styled((f"       turn {since(fact)}: ", "dim"), words_of(fact, 90) or clip(fact.sentence))
