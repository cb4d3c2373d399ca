"""A ledger in one SQLite file: write-ahead log, one writer at a time, nothing left behind by a purge."""

import os
import sqlite3
import time
from pathlib import Path
from typing import Literal

from sqlalchemy import create_engine
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from fabula.errors import FabulaError, FormatError, FormatVersionError, StoreError, StoreUnavailableError
from fabula.stores import migrations, schema
from fabula.stores.sql import ASKING, READING, SqlStore
from fabula.stores.statements_sqlite import SqliteConnection, SqliteConnections

APPLICATION_ID = 0x46616275
"""What an SQLite file says about whose it is: "Fabu"."""

INSERT_NEW = {table: insert(table).on_conflict_do_nothing() for table in schema.metadata.sorted_tables}

_BEGIN_TO_WRITE = "BEGIN IMMEDIATE"
_KEPT_STATEMENTS = 256
_TABLES = "SELECT 1 FROM sqlite_master WHERE type = 'table' LIMIT 1"
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_ADVICE = {
    sqlite3.SQLITE_CORRUPT: "the file is damaged. Restore it from a backup, or save what `sqlite3 FILE .recover` "
    "can still read",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened. See that its folder exists and that you may write there",
    sqlite3.SQLITE_READONLY: "the file cannot be written. See that you may write to it and to its folder",
    sqlite3.SQLITE_PERM: "the file may not be used. See that you may write to it and to its folder",
    sqlite3.SQLITE_FULL: "the disk is full. Make room and repeat",
    sqlite3.SQLITE_IOERR: "the disk failed. Check it, then run `fabula verify`",
}


class SqliteStore(SqlStore):
    """Keeps stories in one file, for several threads and several processes at once.

    ``busy_timeout`` is how many seconds a call waits for another writer before it raises
    ``StoreUnavailableError``. With ``synchronous`` at ``NORMAL`` a killed process loses nothing, and a
    power cut at most the last commits; ``FULL`` survives that too and is slower. ``read_only`` opens a file
    that nobody writes to; a file that may not be written is opened so by itself.

    Raises:
        FormatError: the file is something else than a Fabula store.
        FormatVersionError: a newer Fabula wrote the file.
        StoreError: the file cannot be opened.
    """

    driver_errors = (SQLAlchemyError, sqlite3.Error)

    def __init__(
        self,
        path: str | Path,
        *,
        busy_timeout: float = 5.0,
        synchronous: Literal["NORMAL", "FULL"] = "NORMAL",
        read_only: bool = False,
    ) -> None:
        self._path = Path(path).absolute()
        self._busy_timeout = busy_timeout
        self._is_read_only = read_only or (self._path.is_file() and not os.access(self._path, os.W_OK))
        self._synchronous = synchronous
        self._raw = SqliteConnections(self._opened)
        super().__init__(self._raw, _BEGIN_TO_WRITE, INSERT_NEW)
        try:
            self._make_ready()
        except BaseException:
            self.close()
            raise

    @property
    def location(self) -> str:
        """The path of the file."""
        return str(self._path)

    def _opened(self) -> sqlite3.Connection:
        """A new connection: its transactions begun by us, its deleted bytes overwritten."""
        connection = sqlite3.connect(
            self._location(),
            timeout=self._busy_timeout,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=_KEPT_STATEMENTS,
            uri=True,
        )
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    def _location(self) -> str:
        """The file as SQLite is told of it: one that may not be written is read without its lock files."""
        if not self._is_read_only:
            return self._path.as_uri()
        log = self._path.with_name(f"{self._path.name}-wal")
        has_log = log.exists() and log.stat().st_size > 0
        return f"{self._path.as_uri()}?mode=ro{'' if has_log else '&immutable=1'}"

    def _make_ready(self) -> None:
        with self._translating(), self._raw.begun(READING) as connection:
            is_ready = self._is_current(connection)
        if self._is_read_only:
            if not is_ready:
                raise FormatVersionError(
                    f"{self._path} has an older format and may not be written: open it once where it may."
                )
            return
        self._use_write_ahead_log()
        if not is_ready:
            with self._translating(), self._raw.begun(ASKING) as connection:
                self._upgrade(connection)

    def _upgrade(self, connection: SqliteConnection) -> None:
        """Bring the tables of the file to today's form; a connection of SQLAlchemy's, which that needs, stands on ours."""
        engine = create_engine(
            "sqlite://", creator=lambda: connection.raw, poolclass=StaticPool, pool_reset_on_return=None
        )
        with engine.begin() as upgrading:
            upgrading.exec_driver_sql(_BEGIN_TO_WRITE)
            # Asked again under the write lock: another process may have been faster.
            if not self._is_current(connection):
                migrations.upgrade(upgrading)
                upgrading.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")

    def _is_current(self, connection: SqliteConnection) -> bool:
        """Whether the file has today's tables; a file without any is one that we may fill."""
        if connection.raw.execute(_TABLES).fetchone() is None:
            return False
        if connection.raw.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise self._not_ours()
        revision = migrations.revision(connection)
        if revision not in migrations.REVISIONS:
            raise FormatVersionError(
                f"{self._path} was written by a newer Fabula (revision {revision}): update Fabula to open it."
            )
        return revision == migrations.HEAD

    def _not_ours(self) -> FormatError:
        return FormatError(
            f"{self._path} is no Fabula store, or its first bytes are damaged. To read a chat or a text into a store, import it into another file."
        )

    def _use_write_ahead_log(self) -> None:
        # While two processes switch at once SQLite answers "busy" without waiting, so we wait ourselves.
        deadline = time.monotonic() + self._busy_timeout
        while True:
            try:
                with self._translating(), self._raw.begun(ASKING) as connection:
                    if connection.raw.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                        connection.raw.execute("PRAGMA journal_mode = WAL").fetchone()
            except StoreUnavailableError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    def _scrub(self) -> None:
        try:
            with self._translating(), self._raw.begun(ASKING) as connection:
                connection.raw.execute("VACUUM")
                is_blocked = connection.raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except StoreUnavailableError as error:
            raise self._still_read() from error
        if is_blocked:
            raise self._still_read()

    def _still_read(self) -> StoreUnavailableError:
        return StoreUnavailableError(
            f"The words are out of the story, but another program is using {self._path} and keeps their old "
            "bytes there. Close it and purge again."
        )

    def _translated(self, error: Exception) -> FabulaError:
        code = _code(error)
        if code == sqlite3.SQLITE_NOTADB:
            return self._not_ours()
        if code in _BUSY:
            return StoreUnavailableError(
                f"{self._path} is busy: another program is writing to it. Try again."
            )
        reason = getattr(error, "orig", None) or error
        advice = _ADVICE.get(code)
        return StoreError(f"{self._path}: {advice} ({reason})." if advice else f"{self._path}: {reason}.")


def _code(error: Exception) -> int:
    """SQLite's primary result code, 0 where the error has none."""
    cause = getattr(error, "orig", None) or error
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF
