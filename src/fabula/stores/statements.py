"""SQL statements as fixed texts: each is compiled once, and a driver runs it with nothing in between.

A request asks some seventy short questions. SQLAlchemy takes several times as long to ask one as SQLite takes to
answer it, so it writes the SQL, and the driver's own connection gets it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Executable

Row: TypeAlias = tuple[Any, ...]
Values: TypeAlias = Mapping[str, Any]


class Connection(Protocol):
    """A connection that runs the statements of a store, within a transaction or for one of them alone."""

    def rows(self, statement: Executable, values: Values) -> Sequence[Row]:
        """What a statement answers; a value for an expanding parameter is a list of texts."""
        ...

    def run(self, statement: Executable, values: Values) -> int:
        """How many rows a statement has touched."""
        ...

    def write(self, statement: Executable, rows: Sequence[Values]) -> None:
        """Run an INSERT once for each row; all rows have the same columns."""
        ...
