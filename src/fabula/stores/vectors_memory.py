"""Vectors that live and die with the process: the plain reference for every other store of vectors."""

from collections import Counter
from collections.abc import Iterable, Mapping
from threading import RLock

from fabula.models.embedding import Vector
from fabula.recall.grid import checked, packed, unpacked
from fabula.recall.matrix import Matrix, new_matrix
from fabula.recall.vector_store import Near, Partition, Stamp


class MemoryVectors:
    """Keeps vectors in dictionaries, and in a matrix for each partition that was searched."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._rows: dict[Partition, dict[str, bytes]] = {}
        self._dims: dict[str, int] = {}
        self._matrices: dict[Partition, Matrix] = {}
        self._recorded: dict[str, str] = {}
        self._stamp = Stamp()

    def spaces(self) -> Mapping[str, int]:
        """How many vectors are kept in each space that has any, by the space's identity."""
        with self._lock:
            counts = Counter[str]()
            for partition, rows in self._rows.items():
                counts[partition.space] += len(rows)
            return {space: counts[space] for space in sorted(counts)}

    def known(self, partition: Partition, keys: Iterable[str]) -> frozenset[str]:
        """The keys among these that have a vector."""
        with self._lock:
            rows = self._rows.get(partition, {})
            return frozenset(key for key in keys if key in rows)

    def keys(self, partition: Partition) -> frozenset[str]:
        """Every key that has a vector."""
        with self._lock:
            return frozenset(self._rows.get(partition, ()))

    def get(self, space: str, keys: Iterable[str]) -> Mapping[str, Vector]:
        """The vectors of these keys in a space, of whatever story and kind; keys without one are left out."""
        wanted = tuple(dict.fromkeys(keys))
        with self._lock:
            held = [self._rows[one] for one in sorted(self._rows, key=_order) if one.space == space]
            found: dict[str, Vector] = {}
            for rows in reversed(held):
                found.update((key, unpacked(rows[key])) for key in wanted if key in rows)
            return found

    def put(self, partition: Partition, rows: Mapping[str, Vector]) -> None:
        """Keep vectors, all or none; a key that has one keeps it."""
        if not rows:
            return
        with self._lock:
            dims = self._dims.get(partition.space) or len(next(iter(rows.values())))
            kept = {key: packed(checked(vector, dims)) for key, vector in rows.items()}
            self._dims[partition.space] = dims
            held = self._rows.setdefault(partition, {})
            for key, blob in kept.items():
                held.setdefault(key, blob)
            self._stamp = Stamp(self._stamp.written + 1, self._stamp.forgotten)

    def nearest(
        self, partition: Partition, vector: Vector, k: int, among: tuple[str, ...] | None = None
    ) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, or all there are; nearest first, ties by key."""
        with self._lock:
            matrix = self._matrix(partition)
            return matrix.nearest(vector, k, among) if matrix is not None else ()

    def cosines(self, partition: Partition, vector: Vector, among: tuple[str, ...]) -> list[float | None]:
        """For each of these keys the cosine to a vector, or None where it has no vector."""
        with self._lock:
            matrix = self._matrix(partition)
            return matrix.cosines(vector, among) if matrix is not None else [None] * len(among)

    def forget(self, keys: Iterable[str]) -> int:
        """Erase the vectors of these keys in every space, story and kind, and return how many there were."""
        gone = tuple(dict.fromkeys(keys))
        with self._lock:
            count = sum(rows.pop(key, None) is not None for rows in self._rows.values() for key in gone)
            self._rows = {partition: rows for partition, rows in self._rows.items() if rows}
            self._dims = {one.space: self._dims[one.space] for one in self._rows}
            self._matrices.clear()
            self._stamp = Stamp(self._stamp.written + 1, self._stamp.forgotten + 1)
            return count

    def recorded(self, story: str) -> str:
        """The identity of the space that a story was last embedded in; empty if it never was."""
        with self._lock:
            return self._recorded.get(story, "")

    def record(self, story: str, space: str) -> None:
        """Note in which space a story is embedded from now on."""
        with self._lock:
            self._recorded[story] = space
            self._stamp = Stamp(self._stamp.written + 1, self._stamp.forgotten)

    def stamp(self) -> Stamp:
        """Changes with every write, whoever made it."""
        with self._lock:
            return self._stamp

    def close(self) -> None:
        """Let go of everything; the vectors are gone."""
        with self._lock:
            self._rows.clear()
            self._matrices.clear()

    def _matrix(self, partition: Partition) -> Matrix | None:
        dims = self._dims.get(partition.space)
        if dims is None:
            return None
        matrix = self._matrices.setdefault(partition, new_matrix(dims))
        rows = self._rows.get(partition, {})
        if len(matrix) < len(rows):
            matrix.add(rows)
        return matrix


def _order(partition: Partition) -> tuple[str, str, str]:
    return partition.space, partition.story, partition.kind
