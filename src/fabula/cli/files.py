"""Files in and out: chats, texts and Fabula's own archives."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.bringing import As, Brought, brought_archive, brought_telling, read_files
from fabula.cli.homes import Failed, Home, homes
from fabula.cli.places import AsJson, StoreAt, StoryNamed, branch_names, opened, story_at
from fabula.cli.progress import bar, interruptible
from fabula.cli.show import counted, say, say_json, tell_error
from fabula.errors import ConflictError, FabulaError, InvalidInputError
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
    encoding: Annotated[
        str,
        typer.Option(
            "--encoding",
            metavar="NAME",
            show_default=False,
            help="Such as gb18030 or cp1252, where Fabula should not find out itself.",
        ),
    ] = "",
    story: StoryNamed = "",
    branch: Annotated[
        str,
        typer.Option(
            "--branch",
            metavar="NAME",
            show_default=False,
            autocompletion=branch_names,
            help="On which branch; it is made if it is new.",
        ),
    ] = "",
    no_extract: Annotated[
        bool, typer.Option("--no-extract", help="Take the turns in without reading them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take in chats, stories or archives. Importing a file twice adds nothing.

    Each file becomes a story that is called after it; files of one name in several folders are called after
    their folders too. With --story, several files are the parts of one story, in the order given. A branch that
    SillyTavern made of a chat becomes a branch of that chat's story. An archive that `fabula export` wrote brings
    back everything: branches, swipes, what was read, and what the author said.

    A file that cannot be imported does not stop the others; the exit code is that of the first such file.
    """
    found, failed = read_files(files, As(format_, encoding, store))
    wanted, refused = homes(found, story, branch)
    failed += refused
    reports: list[Brought] = []
    if wanted:
        with closing(opened(store)) as kept, interruptible():
            for one in _each(kept, wanted, read=not no_extract):
                if isinstance(one, Failed):
                    failed.append(one)
                else:
                    reports.append(one)
                    _say(one, as_json=as_json)
    _end(files, reports, failed, as_json=as_json)


@app.command("export", rich_help_panel=PANEL, epilog="Example: fabula export moonlit.db -o moonlit.fabula")
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
    replace_file(output, lines)
    if as_json:
        say_json({"story": name, "file": str(output), "bytes": len(lines)})
    else:
        say(f"{name}: {counted(len(lines), 'byte')} in {output}")


def _each(kept: LedgerStore, wanted: Sequence[Home], *, read: bool) -> Iterable[Brought | Failed]:
    """What came of every story and branch, one after the other."""
    for home in wanted:
        try:
            yield _brought(kept, home, read=read)
        except FabulaError as error:
            path = home.files[0].path
            yield Failed(path, _with_advice(path, home, error) if type(error) is ConflictError else error)


def _brought(kept: LedgerStore, home: Home, *, read: bool) -> Brought:
    if home.files[0].archive:
        return brought_archive(kept, home.files[0], home.story)
    with bar() as progress:
        return brought_telling(kept, home, read=read, progress=progress)


def _with_advice(path: str, home: Home, error: ConflictError) -> ConflictError:
    where = "--story NAME" if home.files[0].archive else "--story NAME or --branch NAME"
    return ConflictError(f"{path}: {error} Name it with {where}.")


def _end(
    files: Sequence[str], reports: Sequence[Brought], failed: Sequence[Failed], *, as_json: bool
) -> None:
    """Say what failed, and end with the code of the first of it; a file that came alone fails like any command."""
    inorder = sorted(failed, key=lambda one: files.index(one.path))
    if inorder and len(files) == 1:
        raise inorder[0].error
    if as_json:
        lost = [{"file": one.path, "code": one.error.code, "message": str(one.error)} for one in inorder]
        say_json({"imported": [report.shape() for report in reports], "failed": lost})
    for one in inorder:
        tell_error(one.error.code, str(one.error), as_json=as_json)
    if inorder:
        raise typer.Exit(inorder[0].error.exit_code)


def _say(report: Brought, *, as_json: bool) -> None:
    if as_json:
        return
    say(*report.lines())
    for where, reason in report.troubles[:_SHOWN_TROUBLES]:
        say(f"  {where}: {reason}")
    if len(report.troubles) > _SHOWN_TROUBLES:
        say(f"  and {len(report.troubles) - _SHOWN_TROUBLES:,} more; --json lists them all")


def replace_file(path: Path, content: bytes) -> None:
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
