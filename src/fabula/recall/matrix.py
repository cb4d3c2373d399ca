"""The vectors of one partition in memory, searched exactly: with numpy where it is installed, else in plain Python."""

from collections.abc import Mapping
from typing import Protocol

from fabula.models.embedding import Vector
from fabula.recall.matrix_plain import PlainMatrix
from fabula.recall.vector_store import Near


class Matrix(Protocol):
    """Snapped vectors of equal dimensions by key. It only grows."""

    def __len__(self) -> int: ...

    def __contains__(self, key: object) -> bool: ...

    def add(self, rows: Mapping[str, bytes]) -> None:
        """Take in packed vectors; a key that is there keeps its own."""
        ...

    def nearest(self, vector: Vector, k: int, among: tuple[str, ...] | None = None) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, nearest first, ties by key."""
        ...

    def cosines(self, vector: Vector, among: tuple[str, ...]) -> list[float | None]:
        """The cosine of each of these keys to a vector, None for a key that is not there."""
        ...


def new_matrix(dims: int) -> Matrix:
    """An empty matrix, the fastest that can be had here."""
    try:
        from fabula.recall.matrix_numpy import NumpyMatrix  # noqa: PLC0415 - numpy comes with an extra
    except ImportError:
        return PlainMatrix(dims)
    return NumpyMatrix(dims)
