"""The story as a picture: a file that any browser shows."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.files import replace_file
from fabula.cli.places import (
    SQLITE,
    AsJson,
    AsOf,
    AtTime,
    OnBranch,
    PointOfView,
    StoreAt,
    StoryNamed,
    Strict,
    stem_of,
    story_at,
)
from fabula.cli.show import counted, say, say_json
from fabula.errors import InvalidInputError
from fabula.graph.picture_scope import MOST
from fabula.operations.asking import view_at
from fabula.operations.seeing import GraphAsked, scope_asked

app = typer.Typer()

STDOUT = "-"
_PAGES, _PICTURES = {".html", ".htm"}, {".svg"}
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


@app.command(
    rich_help_panel="Asking",
    epilog='Example: fabula graph moonlit.db --focus "Lin Yao" --hops 2 -o moonlit.html',
)
def graph(
    store: StoreAt,
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default=False,
            help="An .svg or .html file, or - for standard output; beside the store if not given.",
        ),
    ] = "",
    html: Annotated[bool, typer.Option("--html", help="A web page instead of an SVG.")] = False,
    focus: Annotated[
        list[str] | None,
        typer.Option("--focus", metavar="NAME", help="Only who is around this one; may be given again."),
    ] = None,
    hops: Annotated[
        int, typer.Option("--hops", metavar="N", min=0, help="How many steps around the focus.")
    ] = 1,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="At most so many entities.")] = MOST,
    every: Annotated[bool, typer.Option("--all", help="Past versions too, pale and dashed.")] = False,
    pov: PointOfView = "",
    strict: Strict = False,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_of: AsOf = "",
    at: AtTime = "",
    as_json: AsJson = False,
) -> None:
    """Draw whom and what the story speaks of, and how they stand to each other.

    Hover over a disc or a line to see the facts with their words. The picture holds everything that it
    needs: it can be sent, printed, or put on a page.
    """
    from fabula.graph.picture import drawn, page  # noqa: PLC0415 - no other command draws

    if every and pov:
        raise InvalidInputError("--pov shows what somebody knows now: leave --all out.")
    asked = GraphAsked(
        focus=tuple(focus or ()),
        hops=hops,
        most=most,
        every=every,
        pov=pov,
        strict=strict,
        as_of=as_of,
        at=at,
    )
    with story_at(store, story, branch) as told:
        view = view_at(told, asked)
        shown = scope_asked(view, asked)
        title = " · ".join(part for part in (told.name, told.branch, at, pov) if part)
        target = output or _beside(store, told.name, ".html" if html else ".svg")
    made = drawn(shown, view, title)
    if _is_page(target, html=html):
        made = page(made, title)
    if target == STDOUT:
        _print(made, as_json=as_json)
        return
    replace_file(Path(target), made.encode())
    counts = {"entities": len(shown.entities), "relations": len(shown.relations), "left_out": shown.left_out}
    if as_json:
        say_json({"file": target, "bytes": len(made.encode()), "turn": view.number} | counts)
        return
    people = (
        f"{counted(counts['entities'], 'entity', 'entities')}, {counted(counts['relations'], 'relation')}"
    )
    say(f"{people} in {target}" + (f"; {shown.left_out:,} more had no room" if shown.left_out else ""))


def _is_page(target: str, *, html: bool) -> bool:
    suffix = Path(target).suffix.lower()
    if target == STDOUT:
        return html
    if suffix not in _PAGES | _PICTURES or (html and suffix not in _PAGES):
        raise InvalidInputError(f"A picture is an .svg file, or with --html an .html file, not {target}.")
    return suffix in _PAGES


def _beside(store: str, story: str, suffix: str) -> str:
    """A file beside the store that is called after it, and after the story where that has another name."""
    path = Path(store.removeprefix(SQLITE)) if "://" not in store.removeprefix(SQLITE) else Path(story)
    safe = _NOT_IN_NAMES.sub("-", story)
    stem = path.stem if stem_of(path.name) == story else f"{path.stem}-{safe}"
    return str(path.with_name(f"{stem}{suffix}"))


def _print(made: str, *, as_json: bool) -> None:
    if as_json:
        raise InvalidInputError("With --json, say by -o in which file to write the picture.")
    sys.stdout.flush()
    sys.stdout.buffer.write(made.encode())
