"""Checking: whether the ledger is sound, and how large everything is."""

from pathlib import Path
from typing import Any

import typer

from fabula.cli.places import MEMORY, SQLITE, AsJson, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.show import columns, counted, say, say_json
from fabula.errors import CorruptLedgerError
from fabula.ledger.verify import Verdict
from fabula.operations.keeping import stats as counts
from fabula.operations.keeping import verdict_shape
from fabula.operations.operation import NOTHING

app = typer.Typer()
PANEL = "Checking"


@app.command(rich_help_panel=PANEL, epilog="Example: fabula verify moonlit.db")
def verify(store: StoreAt, *, story: StoryNamed = "", as_json: AsJson = False) -> None:
    """Hash everything again and name what is damaged. Ends with code 6 if anything is."""
    with story_at(store, story) as told:
        verdict = told.verify()
    if as_json:
        say_json(verdict_shape(verdict))
    else:
        say(*_verdict_lines(verdict))
    if not verdict.is_sound:
        raise typer.Exit(CorruptLedgerError.exit_code)


@app.command(rich_help_panel=PANEL, epilog="Example: fabula stats moonlit.db")
def stats(
    store: StoreAt,
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Count turns, branches, entities, facts, readings and bytes."""
    with story_at(store, story, branch) as told:
        found: dict[str, Any] = {**counts(told, NOTHING), "bytes": _size(store)}
    if as_json:
        say_json(found)
        return
    say(*columns([(name.replace("_", " "), _spelled(value)) for name, value in found.items()]))


def _verdict_lines(verdict: Verdict) -> list[str]:
    checked = f"{counted(verdict.turns, 'turn')}, {counted(verdict.bodies, 'reading')}, {counted(verdict.acts, 'act')}"
    purged = f"; {counted(len(verdict.purged), 'turn')} purged" if verdict.purged else ""
    if verdict.is_sound:
        return [f"sound: {checked}{purged}"]
    return [
        f"damaged: {counted(len(verdict.damages), 'place')} in {checked}{purged}",
        *(f"  {one}" for one in verdict.damages),
    ]


def _spelled(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count:,}" for name, count in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _size(store: str) -> int:
    """The bytes of the store's file with what stands in its write-ahead log; 0 for a store in memory."""
    path = store.removeprefix(SQLITE)
    if path == MEMORY:
        return 0
    parts = (Path(path), Path(path + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())
