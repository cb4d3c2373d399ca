"""The vectors of one partition as a numpy matrix of 16-bit whole numbers: 2 bytes a dimension."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fabula.models.embedding import Vector
from fabula.recall.grid import MILLION, STEPS, checked, on_grid, snapped
from fabula.recall.matrix_plain import best
from fabula.recall.vector_store import Near

Rows: TypeAlias = NDArray[np.int64]

_BLOCK = 1024  # rows made into floats at once: they stay in the processor's cache
_FIRST = 256
_KEPT_CHOICES = 16
_FEW = 4  # less than a quarter of the rows is gathered first, more is found among all


class NumpyMatrix:
    """Snapped vectors in rows, in the order in which they came. Takes a tenth of a microsecond a vector."""

    def __init__(self, dims: int) -> None:
        self._dims = dims
        self._grid = np.zeros((_FIRST, dims), dtype=np.int16)
        self._lengths = np.zeros(_FIRST, dtype=np.float64)
        self._keys: list[str] = []
        self._places: dict[str, int] = {}
        self._choices: OrderedDict[int, tuple[tuple[str, ...], Rows]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def add(self, rows: Mapping[str, bytes]) -> None:
        """Take in packed vectors; a key that is there keeps its own."""
        fresh = {key: blob for key, blob in rows.items() if key not in self._places}
        if not fresh:
            return
        start, end = len(self._keys), len(self._keys) + len(fresh)
        self._grow(end)
        block = np.rint(np.frombuffer(b"".join(fresh.values()), dtype="<f4").reshape(-1, self._dims) * STEPS)
        self._grid[start:end] = block
        self._lengths[start:end] = np.einsum("ij,ij->i", block, block, dtype=np.float64)
        self._places.update(zip(fresh, range(start, end), strict=True))
        self._keys.extend(fresh)
        self._choices.clear()

    def nearest(self, vector: Vector, k: int, among: tuple[str, ...] | None = None) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, nearest first, ties by key."""
        cue = np.array(on_grid(snapped(checked(vector, self._dims))), dtype=np.float32)
        rows = np.arange(len(self._keys))
        if among is not None:
            places = self._placed(among)
            rows = np.unique(places[places >= 0])
        if k <= 0 or not len(rows):
            return ()
        scores = self._scores(cue, rows)
        kept = np.arange(len(rows))
        if len(rows) > k:
            # Whoever ties with the last one kept stays in until the keys decide.
            kept = np.nonzero(scores >= np.partition(scores, len(rows) - k)[len(rows) - k])[0]
        return best((int(scores[at]), self._keys[rows[at]]) for at in kept)[:k]

    def cosines(self, vector: Vector, among: tuple[str, ...]) -> list[float | None]:
        """The cosine of each of these keys to a vector, None for a key that is not there."""
        cue = np.array(on_grid(snapped(checked(vector, self._dims))), dtype=np.float32)
        places = self._placed(among)
        there = places >= 0
        cosines: list[float | None] = (self._scores(cue, places[there]) / MILLION).tolist()
        if len(cosines) == len(among):
            return cosines
        following = iter(cosines)
        return [next(following) if one else None for one in there.tolist()]

    def _scores(self, cue: NDArray[np.float32], rows: Rows) -> Rows:
        lengths = self._lengths[rows] * float(np.dot(cue.astype(np.float64), cue.astype(np.float64)))
        cosines = MILLION * self._products(cue, rows) / np.sqrt(np.maximum(lengths, 1.0))
        return np.rint(cosines).astype(np.int64)

    def _products(self, cue: NDArray[np.float32], rows: Rows) -> NDArray[np.float64]:
        if len(rows) * _FEW < len(self._keys):
            return _multiplied(self._grid[rows], cue)
        return _multiplied(self._grid[: len(self._keys)], cue)[rows]

    def _placed(self, among: tuple[str, ...]) -> Rows:
        """The rows of some keys, -1 where there is none. Kept by identity: looking them up costs more than the search."""
        held = self._choices.get(id(among))
        if held is not None and held[0] is among:
            return held[1]
        rows = np.fromiter((self._places.get(key, -1) for key in among), dtype=np.int64, count=len(among))
        self._choices[id(among)] = among, rows
        if len(self._choices) > _KEPT_CHOICES:
            self._choices.popitem(last=False)
        return rows

    def _grow(self, size: int) -> None:
        room = len(self._grid)
        if size <= room:
            return
        more = max(size, 2 * room) - room
        self._grid = np.concatenate([self._grid, np.zeros((more, self._dims), dtype=np.int16)])
        self._lengths = np.concatenate([self._lengths, np.zeros(more, dtype=np.float64)])


def _multiplied(grid: NDArray[np.int16], cue: NDArray[np.float32]) -> NDArray[np.float64]:
    """Every row times the cue. By einsum, which starts no threads: on a busy machine they cost more than the work."""
    products = np.empty(len(grid), dtype=np.float64)
    for start in range(0, len(grid), _BLOCK):
        block = grid[start : start + _BLOCK].astype(np.float32)
        products[start : start + _BLOCK] = np.einsum("ij,j->i", block, cue)
    return products
