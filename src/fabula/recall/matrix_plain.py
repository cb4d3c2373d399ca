"""The vectors of one partition in plain Python, where numpy is not installed; and how what was found is ordered."""

from array import array
from collections.abc import Iterable, Mapping

from fabula.models.embedding import Vector
from fabula.recall.grid import MILLION, checked, millionths, on_grid, snapped, unpacked
from fabula.recall.vector_store import Near


class PlainMatrix:
    """Needs nothing installed and takes some 15 microseconds a vector: good for a few thousand."""

    def __init__(self, dims: int) -> None:
        self._dims = dims
        self._rows: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def add(self, rows: Mapping[str, bytes]) -> None:
        """Take in packed vectors; a key that is there keeps its own."""
        for key, blob in rows.items():
            if key not in self._rows:
                self._rows[key] = on_grid(unpacked(blob))

    def nearest(self, vector: Vector, k: int, among: tuple[str, ...] | None = None) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, nearest first, ties by key."""
        cue = on_grid(snapped(checked(vector, self._dims)))
        keys = self._rows if among is None else dict.fromkeys(key for key in among if key in self._rows)
        return best((millionths(self._rows[key], cue), key) for key in keys)[: max(k, 0)]

    def cosines(self, vector: Vector, among: tuple[str, ...]) -> list[float | None]:
        """The cosine of each of these keys to a vector, None for a key that is not there."""
        cue = on_grid(snapped(checked(vector, self._dims)))
        rows = map(self._rows.get, among)
        return [None if row is None else millionths(row, cue) / MILLION for row in rows]


def best(scored: Iterable[tuple[int, str]]) -> tuple[Near, ...]:
    """Scores in millionths with their keys as what was found, best first."""
    ordered = sorted(scored, key=lambda pair: (-pair[0], pair[1]))
    return tuple(Near(key, score / MILLION) for score, key in ordered)
