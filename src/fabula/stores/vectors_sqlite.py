"""Vectors in an SQLite file, searched exactly in memory: one matrix a partition, read once and kept up to date."""

import sqlite3
from collections.abc import Sequence

from fabula.models.embedding import Vector
from fabula.recall.vector_store import Near, Partition
from fabula.stores.vectors_sql import Connection, Space, SqlVectors

_ROWS_AT_ONCE = 500


class SqliteVectors(SqlVectors):
    """Keeps vectors in one file, by Python's own SQLite. A search costs what it looks at, without the file.

    Raises:
        FormatError: the file is something else.
    """

    application_id = 0x46616256  # "FabV"
    driver_errors = (sqlite3.Error,)

    def nearest(
        self, partition: Partition, vector: Vector, k: int, among: tuple[str, ...] | None = None
    ) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, or all there are; nearest first, ties by key."""
        with self._lock:
            matrix = self._matrix(partition)
            return matrix.nearest(vector, k, among) if matrix is not None else ()

    def _connected(self) -> Connection:
        connection = sqlite3.connect(
            self._path, timeout=self._busy_timeout, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def _code(self, error: Exception) -> int:
        return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF

    def _make_space(self, connection: Connection, space: Space) -> None:  # noqa: ARG002 - one table serves all
        connection.execute("CREATE TABLE IF NOT EXISTS blobs (id INTEGER PRIMARY KEY, vector BLOB NOT NULL)")

    def _keep(self, connection: Connection, space: Space, rows: Sequence[tuple[int, bytes]]) -> None:  # noqa: ARG002
        connection.executemany("INSERT INTO blobs VALUES (?, ?)", rows)

    def _kept(self, connection: Connection, space: Space, ids: Sequence[int]) -> dict[int, bytes]:  # noqa: ARG002
        found: dict[int, bytes] = {}
        for start in range(0, len(ids), _ROWS_AT_ONCE):
            some = ids[start : start + _ROWS_AT_ONCE]
            marks = ",".join("?" * len(some))
            found.update(connection.execute(f"SELECT id, vector FROM blobs WHERE id IN ({marks})", some))  # noqa: S608 - marks alone
        return found

    def _erase(self, connection: Connection, space: Space, ids: Sequence[int]) -> None:  # noqa: ARG002
        connection.executemany("DELETE FROM blobs WHERE id = ?", [(row,) for row in ids])
