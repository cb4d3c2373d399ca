"""How things look in a terminal and in a pipe: lines, columns, quotes, JSON."""

import json
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from fabula.extraction.reading import Extracted

SHORT_ID = 8
PIPED_WORDS = 60
_PIPED_WIDTH = 10_000
_CONTROLS = {code: " " for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def console(*, errors: bool = False) -> Console:
    """A console on what stdout (or stderr) is now; colours only where somebody looks."""
    made = Console(stderr=errors, highlight=False, markup=False, emoji=False, soft_wrap=True)
    if not made.is_terminal:
        made.width = _PIPED_WIDTH
    return made


Part = Text | str | tuple[str, str]
"""A piece of a line: a text, or a text with its style."""


def styled(*parts: Part) -> Text:
    """A line put together from pieces, each in its own style and without control characters."""
    line = Text()
    for part in parts:
        if isinstance(part, Text):
            line.append_text(part)
        elif isinstance(part, str):
            line.append(clean(part))
        else:
            line.append(clean(part[0]), style=part[1])
    return line


def say(*lines: Text | str) -> None:
    """Print lines to stdout; long ones are broken by the terminal and by nobody else."""
    out = console()
    for line in lines:
        out.print(styled(line))


def note(line: str) -> None:
    """Print a remark to stderr, so that stdout stays what was asked for."""
    console(errors=True).print(styled((line, "dim")))


def say_json(value: object) -> None:
    """Print one JSON document; escaped where the terminal cannot show every script."""
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf8")
    sys.stdout.write(json.dumps(value, ensure_ascii=not is_unicode, indent=2) + "\n")


def tell_error(code: str, message: str, *, as_json: bool) -> None:
    """Print what went wrong to stderr, in one line or as one JSON object; nothing where stderr is closed."""
    if sys.stderr is None:
        return
    if as_json:
        sys.stderr.write(json.dumps({"error": {"code": code, "message": message}}) + "\n")
        return
    console(errors=True).print(styled(("fabula: ", "bold red"), one_line(message)))


def clean(text: str) -> str:
    """A text without control characters, which could move a terminal's cursor or change its colours."""
    return text.translate(_CONTROLS)


def one_line(text: str) -> str:
    """A text on one line, without control characters."""
    return " ".join(clean(text).split())


def clip(text: str, cells: int = PIPED_WORDS) -> Text:
    """The beginning of a text on one line of at most so many cells; Chinese signs take two."""
    line = Text(one_line(text))
    line.truncate(cells, overflow="ellipsis")
    return line


def short(identity: str) -> str:
    """The start of an id, enough to name it by."""
    return identity[:SHORT_ID]


def columns(rows: Iterable[Sequence[Text | str]], right: Collection[int] = ()) -> list[Text]:
    """Rows as lines whose cells stand below each other; the columns in ``right`` are set to the right."""
    table = [[styled(cell) for cell in row] for row in rows]
    widths = [max(cell_len(cell.plain) for cell in column) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        line = Text()
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            if width:
                _append(line, cell, width, is_right=place in right)
        line.rstrip()
        lines.append(line)
    return lines


def fitted(lines: Iterable[Text]) -> list[Text]:
    """Lines cut at the right edge of the terminal; whole in a pipe."""
    out = console()
    kept = list(lines)
    if out.is_terminal:
        for line in kept:
            line.truncate(out.width, overflow="ellipsis")
    return kept


def counted(count: int, thing: str, things: str = "") -> str:
    """A number with its noun: ``1 turn``, ``2 turns``."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def reading(report: Extracted) -> str:
    """How many turns were read, and how many needed it not, as their words had been read before."""
    reused = f", {counted(report.reused, 'reading')} of known words reused" if report.reused else ""
    return f"read {counted(report.read, 'turn')}{reused}"


def facts_hold(count: int) -> str:
    """How many facts there are now: ``1 fact now holds``."""
    return f"{counted(count, 'fact')} now {'holds' if count == 1 else 'hold'}"


def thousandths(value: int) -> str:
    """A score or strength kept in thousandths, as people read it."""
    return f"{value / 1000:.3f}"


def without_empty(value: dict[str, Any]) -> dict[str, Any]:
    """A JSON object without what is empty or unknown."""
    return {name: part for name, part in value.items() if part not in ("", None)}


def _append(line: Text, cell: Text, width: int, *, is_right: bool) -> None:
    if line.plain:
        line.append("  ")
    padding = " " * (width - cell_len(cell.plain))
    if is_right:
        line.append(padding)
    line.append_text(cell)
    if not is_right:
        line.append(padding)
