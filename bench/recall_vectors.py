"""Vectors for the benchmark of recall: those of the bundled embedder, kept in a folder between runs."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fabula.models.bundled import Bundled

Matrix = NDArray[np.float32]


class Vectors:
    """The vectors of texts, each made once; with a folder, once for all runs."""

    def __init__(self, kept_in: Path | None = None) -> None:
        self._embedder = Bundled()
        self._folder = kept_in

    def passages(self, texts: Sequence[str]) -> Matrix:
        """The vectors of texts to be found, one a row."""
        return self._kept("passage", texts)

    def cue(self, text: str) -> Matrix:
        """The vector of what is asked."""
        row: Matrix = self._kept("cue", [text])[0]
        return row

    def _kept(self, purpose: str, texts: Sequence[str]) -> Matrix:
        name = hashlib.blake2b("\0".join([purpose, *texts]).encode(), digest_size=16).hexdigest()
        path = self._folder / f"{name}.npy" if self._folder else None
        if path and path.exists():
            kept: Matrix = np.load(path)
            return kept
        made = self._embedder.embed(texts, "cue" if purpose == "cue" else "passage")
        matrix: Matrix = np.array(made, dtype="f4")
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            np.save(path, matrix)
        return matrix
