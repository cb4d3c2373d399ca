"""Vectors in an SQLite file of their own, whichever library opens it. Rebuildable: a purge leaves no byte of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias

from fabula.errors import FabulaError, FormatError, StoreError, StoreUnavailableError
from fabula.models.embedding import Vector
from fabula.recall.grid import checked, packed, unpacked
from fabula.recall.matrix import Matrix
from fabula.recall.vector_store import Near, Partition, Stamp
from fabula.stores.matrices import Matrices

Connection: TypeAlias = Any
"""A connection of sqlite3 or apsw: both have ``execute``, ``executemany`` and ``close``."""

Space: TypeAlias = tuple[int, int]
"""A space as the file numbers it, and its dimensions."""

VERSION = 1
_KEYS_AT_ONCE = 500
_NOT_A_DATABASE = 26
_BUSY = {5, 6}

_TABLES = (
    "CREATE TABLE meta (written INTEGER NOT NULL, forgotten INTEGER NOT NULL)",
    "INSERT INTO meta VALUES (0, 0)",
    "CREATE TABLE embedders (story TEXT PRIMARY KEY, space TEXT NOT NULL)",
    "CREATE TABLE spaces (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, dims INTEGER NOT NULL)",
    """CREATE TABLE vectors (
        id INTEGER PRIMARY KEY, space INTEGER NOT NULL, story TEXT NOT NULL, kind TEXT NOT NULL,
        key TEXT NOT NULL, UNIQUE (space, story, kind, key)
    )""",
    "CREATE INDEX vectors_by_key ON vectors (key)",
)
_IN_PARTITION = "space = ? AND story = ? AND kind = ?"


class SqlVectors:
    """Which texts have a vector; a subclass says how a file is opened and where the numbers are kept.

    The file is made by the first ``put``; until then everything is simply missing. ``busy_timeout`` is how
    many seconds a call waits for another program.
    """

    application_id = 0
    driver_errors: tuple[type[Exception], ...] = ()

    def __init__(self, path: str | Path, *, busy_timeout: float = 5.0) -> None:
        self._path = Path(path).absolute()
        self._busy_timeout = busy_timeout
        self._lock = RLock()
        self._connection: Connection | None = None
        self._matrices = Matrices()

    # what a subclass gives

    def _connected(self) -> Connection:
        """A new connection, in which every transaction is begun by us."""
        raise NotImplementedError

    def _code(self, error: Exception) -> int:
        """SQLite's primary result code of a driver's error."""
        raise NotImplementedError

    def _make_space(self, connection: Connection, space: Space) -> None:
        """Make room for the vectors of a new space."""
        raise NotImplementedError

    def _keep(self, connection: Connection, space: Space, rows: Sequence[tuple[int, bytes]]) -> None:
        """Keep packed vectors under the numbers of their rows."""
        raise NotImplementedError

    def _kept(self, connection: Connection, space: Space, ids: Sequence[int]) -> dict[int, bytes]:
        """The packed vectors of these rows."""
        raise NotImplementedError

    def _erase(self, connection: Connection, space: Space, ids: Sequence[int]) -> None:
        """Overwrite and remove the vectors of these rows."""
        raise NotImplementedError

    def nearest(
        self, partition: Partition, vector: Vector, k: int, among: tuple[str, ...] | None = None
    ) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, or all there are; nearest first, ties by key."""
        raise NotImplementedError

    # reading

    def cosines(self, partition: Partition, vector: Vector, among: tuple[str, ...]) -> list[float | None]:
        """For each of these keys the cosine to a vector, or None where it has no vector."""
        with self._lock:
            matrix = self._matrix(partition)
            return [None] * len(among) if matrix is None else matrix.cosines(vector, among)

    def spaces(self) -> Mapping[str, int]:
        """How many vectors are kept in each space that has any, by the space's identity."""
        with self._reading() as connection:
            if connection is None:
                return {}
            rows = connection.execute(
                "SELECT identity, count(*) FROM spaces JOIN vectors ON vectors.space = spaces.id GROUP BY identity"
            )
            return dict(sorted(rows))

    def known(self, partition: Partition, keys: Iterable[str]) -> frozenset[str]:
        """The keys among these that have a vector."""
        wanted = tuple(dict.fromkeys(keys))
        with self._reading() as connection:
            space = self._space(connection, partition.space)
            if space is None:
                return frozenset()
            return frozenset(self._numbered(connection, space, partition, wanted))

    def keys(self, partition: Partition) -> frozenset[str]:
        """Every key that has a vector."""
        with self._reading() as connection:
            space = self._space(connection, partition.space)
            return frozenset() if space is None else frozenset(self._every(connection, space, partition))

    def get(self, space: str, keys: Iterable[str]) -> Mapping[str, Vector]:
        """The vectors of these keys in a space, of whatever story and kind; keys without one are left out."""
        wanted = tuple(dict.fromkeys(keys))
        with self._reading() as connection:
            found = self._space(connection, space)
            if connection is None or found is None:
                return {}
            ids: dict[str, int] = {}
            for some in _chunks(wanted):
                asked = f"SELECT key, min(id) FROM vectors WHERE space = ? AND key IN ({_marks(some)}) GROUP BY key"  # noqa: S608 - marks alone
                ids.update(connection.execute(asked, (found[0], *some)))
            blobs = self._kept(connection, found, tuple(ids.values()))
            return {key: unpacked(blobs[ids[key]]) for key in wanted if key in ids}

    def recorded(self, story: str) -> str:
        """The identity of the space that a story was last embedded in; empty if it never was."""
        with self._reading() as connection:
            if connection is None:
                return ""
            rows = list(connection.execute("SELECT space FROM embedders WHERE story = ?", (story,)))
            return str(rows[0][0]) if rows else ""

    def stamp(self) -> Stamp:
        """Changes with every write, whoever made it."""
        with self._reading() as connection:
            return Stamp() if connection is None else self._stamp(connection)

    # writing

    def put(self, partition: Partition, rows: Mapping[str, Vector]) -> None:
        """Keep vectors, all or none; a key that has one keeps it."""
        if not rows:
            return
        with self._writing() as connection:
            space = self._space(connection, partition.space)
            dims = space[1] if space else len(next(iter(rows.values())))
            blobs = {key: packed(checked(vector, dims)) for key, vector in rows.items()}
            if space is None:
                space = self._new_space(connection, partition.space, dims)
            there = self._numbered(connection, space, partition, tuple(blobs))
            self._add(
                connection, space, partition, {key: blob for key, blob in blobs.items() if key not in there}
            )

    def record(self, story: str, space: str) -> None:
        """Note in which space a story is embedded from now on."""
        if self.recorded(story) != space:
            with self._writing() as connection:
                connection.execute("INSERT OR REPLACE INTO embedders VALUES (?, ?)", (story, space))

    def forget(self, keys: Iterable[str]) -> int:
        """Erase the vectors of these keys in every space, story and kind, and return how many there were."""
        gone = tuple(dict.fromkeys(keys))
        if not gone or not self._path.exists():
            return 0
        with self._writing() as connection:
            count = sum(self._forget(connection, some) for some in _chunks(gone))
            connection.execute("UPDATE meta SET forgotten = forgotten + 1")
        with self._lock, self._translated():
            self._matrices = Matrices()
            self._opened().execute("VACUUM")
        return count

    def close(self) -> None:
        """Let go of the file; the store is not used again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    # the file

    @contextmanager
    def _reading(self) -> Iterator[Connection | None]:
        """A connection in which one state of the file is seen; None while there is no file."""
        with self._lock, self._translated():
            if self._connection is None and not self._path.exists():
                yield None
                return
            with _transaction(self._opened(), "BEGIN") as connection:
                yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with (
            self._lock,
            self._translated(),
            _transaction(self._opened(), "BEGIN IMMEDIATE") as connection,
        ):
            yield connection
            connection.execute("UPDATE meta SET written = written + 1")

    def _opened(self) -> Connection:
        if self._connection is None:
            connection = self._connected()
            try:
                connection.execute("PRAGMA secure_delete = ON")
                self._make_ready(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _make_ready(self, connection: Connection) -> None:
        with _transaction(connection, "BEGIN IMMEDIATE"):
            mark = (_number(connection, "application_id"), _number(connection, "user_version"))
            if mark == (self.application_id, VERSION):
                return
            if mark != (0, 0) or list(connection.execute("SELECT name FROM sqlite_master")):
                raise self._not_ours()
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {self.application_id}")
            connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self.driver_errors as error:
            raise self._as_ours(error) from error

    def _as_ours(self, error: Exception) -> FabulaError:
        code = self._code(error)
        if code in _BUSY:
            return StoreUnavailableError(f"{self._path} is busy: another program is using it. Try again.")
        if code == _NOT_A_DATABASE:
            return self._not_ours()
        return StoreError(
            f"{self._path}: {error}. It holds nothing that cannot be made again: see that its folder may be "
            "written, or delete the file and run `fabula vectors --repair`."
        )

    def _not_ours(self) -> FormatError:
        return FormatError(
            f"{self._path} holds no vectors of this kind and version. Delete it and run "
            "`fabula vectors --repair`, or move it elsewhere if it is not Fabula's."
        )

    # rows

    def _matrix(self, partition: Partition) -> Matrix | None:
        """The partition in memory; None while its space has no vectors."""
        with self._reading() as connection:
            space = self._space(connection, partition.space)
            if connection is None or space is None:
                return None

            def read_in(matrix: Matrix) -> None:
                every = self._every(connection, space, partition)
                fresh = {key: row for key, row in every.items() if key not in matrix}
                blobs = self._kept(connection, space, sorted(fresh.values()))
                matrix.add({key: blobs[row] for key, row in fresh.items()})

            return self._matrices.current(partition, space[1], self._stamp(connection), read_in)

    def _stamp(self, connection: Connection) -> Stamp:
        return Stamp(*next(iter(connection.execute("SELECT written, forgotten FROM meta"))))

    def _space(self, connection: Connection | None, identity: str) -> Space | None:
        if connection is None:
            return None
        rows = list(connection.execute("SELECT id, dims FROM spaces WHERE identity = ?", (identity,)))
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    def _new_space(self, connection: Connection, identity: str, dims: int) -> Space:
        connection.execute("INSERT INTO spaces (identity, dims) VALUES (?, ?)", (identity, dims))
        space = self._space(connection, identity)
        if space is None:
            raise StoreError(f"{self._path} does not keep what is written to it.")
        self._make_space(connection, space)
        return space

    def _numbered(
        self, connection: Connection, space: Space, partition: Partition, keys: Sequence[str]
    ) -> dict[str, int]:
        """The rows of these keys, by key."""
        found: dict[str, int] = {}
        for some in _chunks(keys):
            asked = f"SELECT key, id FROM vectors WHERE {_IN_PARTITION} AND key IN ({_marks(some)})"  # noqa: S608 - marks alone
            found.update(connection.execute(asked, (space[0], partition.story, partition.kind, *some)))
        return found

    def _every(self, connection: Connection, space: Space, partition: Partition) -> dict[str, int]:
        """The rows of a partition, by key."""
        asked = f"SELECT key, id FROM vectors WHERE {_IN_PARTITION}"  # noqa: S608 - a constant
        return dict(connection.execute(asked, (space[0], partition.story, partition.kind)))

    def _add(
        self, connection: Connection, space: Space, partition: Partition, blobs: Mapping[str, bytes]
    ) -> None:
        first = next(iter(connection.execute("SELECT coalesce(max(id), 0) + 1 FROM vectors")))[0]
        ids = range(first, first + len(blobs))
        place = space[0], partition.story, partition.kind
        connection.executemany(
            "INSERT INTO vectors (id, space, story, kind, key) VALUES (?, ?, ?, ?, ?)",
            [(number, *place, key) for number, key in zip(ids, blobs, strict=True)],
        )
        self._keep(connection, space, list(zip(ids, blobs.values(), strict=True)))

    def _forget(self, connection: Connection, keys: Sequence[str]) -> int:
        asked = f"SELECT s.id, s.dims, v.id FROM vectors v JOIN spaces s ON s.id = v.space WHERE v.key IN ({_marks(keys)})"  # noqa: S608 - marks alone
        gone: dict[Space, list[int]] = {}
        for number, dims, row in connection.execute(asked, tuple(keys)):
            gone.setdefault((number, dims), []).append(row)
        for space, ids in gone.items():
            self._erase(connection, space, ids)
            connection.executemany("DELETE FROM vectors WHERE id = ?", [(row,) for row in ids])
        return sum(map(len, gone.values()))


@contextmanager
def _transaction(connection: Connection, begin: str) -> Iterator[Connection]:
    connection.execute(begin)
    try:
        yield connection
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _number(connection: Connection, pragma: str) -> int:
    return int(next(iter(connection.execute(f"PRAGMA {pragma}")))[0])


def _chunks(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        yield keys[start : start + _KEYS_AT_ONCE]


def _marks(keys: Sequence[str]) -> str:
    return ",".join("?" * len(keys))
