"""The marks that stand beside the turns of a line, and what they mean."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from fabula.cli.show import styled
from fabula.ledger.records import Status
from fabula.operations.beside import Beside

MARKS = {
    Status.OK: ("•", "green"),
    Status.EMPTY: ("·", "dim"),
    Status.PENDING: ("…", "yellow"),
    Status.SUSPICIOUS: ("?", "yellow"),
    Status.FAILED: ("!", "bold red"),
    Status.RATE_LIMITED: ("~", "yellow"),
    Status.QUARANTINED: ("x", "red"),
}
"""One sign for each status, with its colour."""

_MEANINGS = {
    Status.OK: "read",
    Status.EMPTY: "nothing in it",
    Status.PENDING: "not read yet",
    Status.SUSPICIOUS: "doubtful",
    Status.FAILED: "failed",
    Status.RATE_LIMITED: "rate limited",
    Status.QUARANTINED: "kept out",
}


def legend(lines: Sequence[Beside]) -> Iterator[Text]:
    """One line that explains the marks which occur, and only those."""
    met = {one.status for one in lines}
    parts = [f"{MARKS[status][0]} {meaning}" for status, meaning in _MEANINGS.items() if status in met]
    if any(one.versions > 1 for one in lines):
        parts.append("1/2 the first of two versions")
    if any(one.branches for one in lines):
        parts.append("(branch)")
    if any(one.tags for one in lines):
        parts.append("[tag]")
    if parts:
        yield styled(("   ".join(parts), "dim"))
