"""The command for a story's vectors: what there is of them, and making those that are missing."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer

from fabula.cli.embedding import EmbedderModel, EmbedderNamed, SettingsAt, embedder_of
from fabula.cli.places import AsJson, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.progress import bar, interruptible
from fabula.cli.show import counted, say, say_json
from fabula.errors import InvalidInputError
from fabula.operations.meaning import vectors_shape
from fabula.recall.vector_state import Repaired, VectorState

app = typer.Typer()
PANEL = "Asking"


@app.command(
    rich_help_panel=PANEL,
    epilog="Example: fabula vectors moonlit.db --embedder bundled --repair",
)
def vectors(
    store: StoreAt,
    *,
    repair: Annotated[bool, typer.Option("--repair", help="Make the vectors that are missing.")] = False,
    first: Annotated[
        int, typer.Option("--first", metavar="N", min=0, help="Only from this turn on.", show_default=False)
    ] = 0,
    last: Annotated[
        int, typer.Option("--last", metavar="N", min=0, help="Only up to this turn.", show_default=False)
    ] = 0,
    embedder: EmbedderNamed = "",
    embedder_model: EmbedderModel = "",
    settings: SettingsAt = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say how much of a story can be found by meaning, and make what is missing of it."""
    chosen = embedder_of(embedder, embedder_model, settings)
    with story_at(store, story, branch, embedder=chosen) as told, interruptible():
        if repair and told.vectors.state().status == "off":
            raise InvalidInputError("By which embedder? Say --embedder bundled, or --embedder URL.")
        report = None
        if repair:
            with bar() as step:
                report = told.vectors.repair(
                    first or None, last or None, progress=lambda done, of: step("Embedding", done, of)
                )
        state = told.vectors.state()
        if as_json:
            shape = vectors_shape(state, told.store.location)
            say_json({**shape, "repaired": asdict(report) if report else None})
            return
        say(*_lines(state, report))


def _lines(state: VectorState, report: Repaired | None) -> Iterator[str]:
    if report:
        refused = f", {counted(report.refused, 'text')} refused" if report.refused else ""
        yield f"{counted(report.embedded, 'text')} embedded, {report.reused:,} taken over{refused}"
    if state.space:
        yield f"embedder: {state.space}"
    for kind, counts in sorted(state.counts.items()):
        stale = f", {counts.stale:,} of another embedder" if counts.stale else ""
        yield f"{kind}: {counts.present:,} of {counts.texts:,}{stale}"
    yield state.said or "Everything here can be found by meaning."
