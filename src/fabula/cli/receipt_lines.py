"""A receipt as lines: how much room was used, and what was kept and cut."""

from rich.text import Text

from fabula.cli.show import columns, counted, short, thousandths
from fabula.context.receipt import Receipt, Row


def receipt_lines(made: Receipt) -> list[Text]:
    """How many tokens of how many, and every candidate with its score and what became of it."""
    kept, cut = counted(len(made.kept), "kept", "kept"), counted(len(made.cut), "cut", "cut")
    rows = [*(_row(row, "kept") for row in made.kept), *(_row(row, row.why) for row in made.cut)]
    return [Text(f"{made.used} of {counted(made.budget, 'token')}; {kept}, {cut}"), *columns(rows)]


def _row(row: Row, became: str) -> list[Text | str]:
    clipped = "clipped" if row.clipped else ""
    return [thousandths(row.score), became, row.kind, row.section, short(row.id), clipped]
