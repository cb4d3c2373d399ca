"""Files in and out: chats, texts and Fabula's own archives."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from fabula import open_store
from fabula.cli.bringing import Brought, File, brought_archive, brought_telling, read_files
from fabula.cli.places import AsJson, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.progress import bar, interruptible
from fabula.cli.show import counted, say, say_json
from fabula.errors import InvalidInputError
from fabula.formats import FORMATS
from fabula.ledger.store import LedgerStore

app = typer.Typer()
PANEL = "Files in and out"
_SHOWN_TROUBLES = 10


@app.command(
    "import",
    rich_help_panel=PANEL,
    epilog="Example: fabula import moonlit.db moonlit.jsonl. A book in parts: --story moonlit part1.txt part2.txt",
)
def import_files(
    store: StoreAt,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="The files to read; - is standard input.")
    ],
    *,
    format_: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FORMAT",
            show_default=False,
            help=f"What the files are, where Fabula should not find out itself: {', '.join(FORMATS)}.",
        ),
    ] = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    no_extract: Annotated[
        bool, typer.Option("--no-extract", help="Take the turns in without reading them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take in chats, stories or archives. Importing a file twice adds nothing.

    Each file becomes a story that is called after it. With --story, several files are the parts of one
    story, in the order given. An archive that `fabula export` wrote brings back everything: branches, swipes,
    what was read, and what the author said.
    """
    wanted = _stories(read_files(files, format_, store), story)
    reports = []
    with closing(open_store(store)) as kept, interruptible():
        for name, parts in wanted:
            reports.append(_brought(kept, name, parts, branch=branch, read=not no_extract))
            if not as_json:
                _say(reports[-1])
    if as_json:
        say_json({"imported": [report.shape() for report in reports]})


@app.command(
    "export", rich_help_panel=PANEL, epilog="Example: fabula export moonlit.db -o moonlit.fabula.jsonl"
)
def export(
    store: StoreAt,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to; standard output if not given."),
    ] = None,
    *,
    story: StoryNamed = "",
    as_json: AsJson = False,
) -> None:
    """Write a story as an archive: everything in it, the same bytes for the same story on every machine."""
    if as_json and output is None:
        raise InvalidInputError("The archive itself is JSON Lines: with --json, say by -o where to write it.")
    with story_at(store, story) as told:
        lines = b"".join(told.export())
        name = told.name
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(lines)
        return
    _replace(output, lines)
    if as_json:
        say_json({"story": name, "file": str(output), "bytes": len(lines)})
    else:
        say(f"{name}: {counted(len(lines), 'byte')} in {output}")


def _stories(found: Sequence[File], story: str) -> list[tuple[str, list[File]]]:
    """Which files make which story."""
    if not story:
        return [("" if file.archive else file.story, [file]) for file in found]
    if len(found) > 1 and any(file.archive for file in found):
        raise InvalidInputError("An archive is a whole story: import it alone, or without --story.")
    return [(story, list(found))]


def _brought(kept: LedgerStore, name: str, parts: Sequence[File], *, branch: str, read: bool) -> Brought:
    if parts[0].archive:
        return brought_archive(kept, parts[0], name)
    with bar() as progress:
        return brought_telling(kept, name, parts, branch=branch, read=read, progress=progress)


def _say(report: Brought) -> None:
    say(*report.lines())
    for where, reason in report.troubles[:_SHOWN_TROUBLES]:
        say(f"  {where}: {reason}")
    if len(report.troubles) > _SHOWN_TROUBLES:
        say(f"  and {len(report.troubles) - _SHOWN_TROUBLES} more")


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that whoever reads it sees the old bytes or the new ones, never half of them."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InvalidInputError(f"{path} cannot be written: {error.strerror}.") from error
