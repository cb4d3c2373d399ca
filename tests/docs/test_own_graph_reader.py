"""The page about readers of one's own: what it shows runs, and keeps the contract."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from fabula.graph.operators import one_hop
from fabula.testing.reader_contract import SAMPLE

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "own-graph-reader.md"

shown = {"__name__": "own_graph_reader"}
for block in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
    exec(compile(block, PAGE.name, "exec"), shown)  # noqa: S102 - the page's own code is what is tested

TestSqlReader = shown["TestSqlReader"]


def test_the_call_that_the_page_ends_with_names_the_rows():
    with closing(sqlite3.connect(":memory:")) as db:
        reader = shown["filled"](SAMPLE, db)
        assert one_hop(reader, "林瑶", "manages").paths[0].evidence == ("42",)
