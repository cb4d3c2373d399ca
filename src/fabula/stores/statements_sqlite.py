"""Statements on SQLite connections that are lent one at a time: opened when needed, kept until the store closes."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from json import JSONEncoder
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.sql import ClauseElement, FromClause
from sqlalchemy.sql.compiler import SQLCompiler

from fabula.errors import StoreError
from fabula.stores.statements import Row, Values


class _Compiler(SQLiteCompiler):
    """Lets a statement name the index that it goes by."""

    def get_from_hint_text(self, table: FromClause, text: str | None) -> str | None:  # noqa: ARG002
        return text


_DIALECT = dialect(paramstyle="named")
_DIALECT.statement_compiler = _Compiler
_LIST = re.compile(r"\(__\[POSTCOMPILE_(\w+)\]\)")
_as_json = JSONEncoder(ensure_ascii=False).encode


class SqliteText:
    """The SQL of one statement, with a list of texts as one parameter of JSON, so that every length has one text."""

    def __init__(self, statement: Executable, columns: tuple[str, ...]) -> None:
        compiled = _compiled(statement, columns)
        self._text = str(compiled)
        self._fixed = {key: bound.value for key, bound in compiled.binds.items() if not bound.required}
        self._list = next(iter(_LIST.findall(self._text)), "")
        self.sql = _LIST.sub(r"(SELECT value FROM json_each(:\1))", self._text)

    def filled(self, values: Values) -> tuple[str, Values]:
        """The SQL to run with these values, and all values by name."""
        if not self._list:
            return self.sql, {**self._fixed, **values} if self._fixed else values
        listed: list[str] = values[self._list]
        text = _as_json(listed)
        filled = {**self._fixed, **values, self._list: text}
        # SQLite ends a text of JSON at a NUL character: where a name has one, each gets a mark of its own.
        return self._marked(filled, listed) if "\\u0000" in text else (self.sql, filled)

    def _marked(self, filled: dict[str, Any], listed: Sequence[str]) -> tuple[str, Values]:
        marks = {f"{self._list}_{place}": text for place, text in enumerate(listed)}
        return _LIST.sub(f"({', '.join(f':{mark}' for mark in marks)})", self._text), filled | marks


def _compiled(statement: Executable, columns: tuple[str, ...]) -> SQLCompiler:
    if isinstance(statement, ClauseElement):
        many = bool(columns)
        compiled = statement.compile(
            dialect=_DIALECT, column_keys=list(columns) or None, for_executemany=many
        )
        if isinstance(compiled, SQLCompiler):
            return compiled
    raise StoreError(f"{type(statement).__name__} is no statement that has an SQL text.")


@cache  # the statements of the stores are constants of their modules
def _text(statement: Executable, columns: tuple[str, ...] = ()) -> SqliteText:
    return SqliteText(statement, columns)


class SqliteConnection:
    """One of Python's own connections; ``raw`` is that connection, for what is no statement of a store."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def rows(self, statement: Executable, values: Values) -> list[Row]:
        """What a statement answers."""
        return self.raw.execute(*_text(statement).filled(values)).fetchall()

    def run(self, statement: Executable, values: Values) -> int:
        """How many rows a statement has touched."""
        return self.raw.execute(*_text(statement).filled(values)).rowcount

    def write(self, statement: Executable, rows: Sequence[Values]) -> None:
        """Run an INSERT once for each row."""
        self.raw.executemany(_text(statement, tuple(rows[0])).sql, rows)


class SqliteConnections:
    """The connections of one store, for several threads: ``opened`` makes one more when all are lent."""

    def __init__(self, opened: Callable[[], sqlite3.Connection]) -> None:
        self._opened = opened
        self._idle: list[SqliteConnection] = []
        self._is_closed = False

    @contextmanager
    def begun(self, begin: str) -> Iterator[SqliteConnection]:
        """A connection in a transaction that ``begin`` starts, undone on any error; in none, if that is empty."""
        connection = self._lent()
        try:
            if begin:
                connection.raw.execute(begin)
            yield connection
            if begin:
                connection.raw.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.raw.rollback()
            raise
        finally:
            self._take_back(connection)

    def close(self) -> None:
        """Close every connection; those that are lent, once they come back."""
        self._is_closed = True
        while self._idle:
            self._idle.pop().raw.close()

    def _lent(self) -> SqliteConnection:
        try:
            return self._idle.pop()
        except IndexError:  # asking first could be too early: others take them as well
            return SqliteConnection(self._opened())

    def _take_back(self, connection: SqliteConnection) -> None:
        if self._is_closed or connection.raw.in_transaction:
            connection.raw.close()
        else:
            self._idle.append(connection)
