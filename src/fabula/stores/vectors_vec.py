"""Vectors indexed by the SQLite extension sqlite-vec (extra ``vec``), in a file that apsw alone opens.

Many Pythons' own SQLite cannot load extensions, and two SQLite libraries on one file lose its locks. The
index has no partition keys: each would reserve 1.5 MB a story. What is nearest is found in the file; the
cosines of everything, which a recall asks for, come from a matrix in memory as with the exact search.
"""

import json
from collections.abc import Sequence

from fabula.errors import MissingExtraError
from fabula.models.embedding import Vector
from fabula.recall.grid import checked, packed
from fabula.recall.matrix import Matrix, new_matrix
from fabula.recall.vector_store import Near, Partition
from fabula.stores.vectors_sql import Connection, Space, SqlVectors

try:
    import apsw
    import sqlite_vec
except ImportError as error:
    raise MissingExtraError(
        "The index for vectors is not installed: pip install 'fabula[vec]', or keep to the exact search."
    ) from error

_MOST = 4096  # what the extension answers at once
_MORE = 32
_SLACK = 2e-4
"""How far its distances, which are sums of 32-bit floats, may be from exact ones."""

Found = list[tuple[int, str, float]]


class SqliteVecVectors(SqlVectors):
    """Keeps vectors in one file and finds the nearest there; what comes near is compared again exactly.

    Raises:
        FormatError: the file is something else.
    """

    application_id = 0x46616249  # "FabI"
    driver_errors = (apsw.Error,)

    def nearest(
        self, partition: Partition, vector: Vector, k: int, among: tuple[str, ...] | None = None
    ) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, or all there are; nearest first, ties by key."""
        with self._reading() as connection:
            space = self._space(connection, partition.space)
            if connection is None or space is None:
                return ()
            cue = packed(checked(vector, space[1]))
            if k <= 0:
                return ()
            rows = self._asked(connection, space, partition, among)
            return self._compared(connection, space, self._found(connection, space, cue, rows, k)).nearest(
                vector, k
            )

    def _asked(
        self, connection: Connection, space: Space, partition: Partition, among: tuple[str, ...] | None
    ) -> dict[int, str]:
        """The keys to look at, by row."""
        every = self._every(connection, space, partition)
        keys = every if among is None else [key for key in among if key in every]
        return {every[key]: key for key in keys}

    def _found(
        self, connection: Connection, space: Space, cue: bytes, rows: dict[int, str], k: int
    ) -> dict[int, str]:
        """The rows that may be among the ``k`` nearest: those clearly farther are left out."""
        asked = f"SELECT rowid, distance FROM {_table(space)} WHERE vector MATCH ? AND k = ? AND rowid IN (SELECT value FROM json_each(?))"  # noqa: S608 - a number
        listed = json.dumps(sorted(rows))
        most = k + _MORE
        while most < min(len(rows), _MOST):
            found = list(connection.execute(asked, (cue, most, listed)))
            if found[-1][1] - found[k - 1][1] > _SLACK:
                return {row: rows[row] for row, _ in found}
            most *= 4
        return rows

    def _compared(self, connection: Connection, space: Space, rows: dict[int, str]) -> Matrix:
        matrix = new_matrix(space[1])
        blobs = self._kept(connection, space, sorted(rows))
        matrix.add({rows[row]: blob for row, blob in blobs.items()})
        return matrix

    def _connected(self) -> Connection:
        connection = apsw.Connection(str(self._path))
        connection.set_busy_timeout(round(self._busy_timeout * 1000))
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(False)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def _code(self, error: Exception) -> int:
        return int(getattr(error, "result", 0)) & 0xFF

    def _make_space(self, connection: Connection, space: Space) -> None:
        connection.execute(
            f"CREATE VIRTUAL TABLE {_table(space)} USING vec0(vector float[{space[1]}] distance_metric=cosine)"
        )

    def _keep(self, connection: Connection, space: Space, rows: Sequence[tuple[int, bytes]]) -> None:
        connection.executemany(f"INSERT INTO {_table(space)} (rowid, vector) VALUES (?, ?)", rows)  # noqa: S608 - a number

    def _kept(self, connection: Connection, space: Space, ids: Sequence[int]) -> dict[int, bytes]:
        asked = f"SELECT vector FROM {_table(space)} WHERE rowid = ?"  # noqa: S608 - a number
        return {row: bytes(next(iter(connection.execute(asked, (row,))))[0]) for row in ids}

    def _erase(self, connection: Connection, space: Space, ids: Sequence[int]) -> None:
        # The index only marks what is deleted as free, so the numbers are overwritten first.
        empty = bytes(4 * space[1])
        connection.executemany(
            f"UPDATE {_table(space)} SET vector = ? WHERE rowid = ?",  # noqa: S608 - a number
            [(empty, row) for row in ids],
        )
        connection.executemany(f"DELETE FROM {_table(space)} WHERE rowid = ?", [(row,) for row in ids])  # noqa: S608 - a number


def _table(space: Space) -> str:
    return f"near_{space[0]}"
