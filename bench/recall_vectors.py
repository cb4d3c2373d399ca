"""The bundled embedder for benchmarks, with what it made kept in a file between runs."""

import hashlib
import sqlite3
from array import array
from collections.abc import Sequence
from pathlib import Path

from fabula.models.bundled import Bundled
from fabula.models.embedding import Embedder, Purpose, Space, Vector


class Keeping:
    """An embedder that asks another one only once for each text."""

    def __init__(self, embedder: Embedder, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder
        self._kept = sqlite3.connect(path)
        self._kept.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, vector BLOB)")

    @property
    def space(self) -> Space:
        """The space of its vectors: that of the other."""
        return self._embedder.space

    def embed(self, texts: Sequence[str], purpose: Purpose = "passage") -> Sequence[Vector]:
        """One unit vector for each text, in order."""
        return [self._vector(text, purpose) for text in texts]

    def _vector(self, text: str, purpose: Purpose) -> Vector:
        said = f"{self.space.identity}\0{purpose}\0{text}"
        key = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
        row = self._kept.execute("SELECT vector FROM kept WHERE key = ?", (key,)).fetchone()
        if row:
            return tuple(array("f", row[0]))
        vector = tuple(array("f", self._embedder.embed([text], purpose)[0]))
        self._kept.execute("INSERT OR IGNORE INTO kept VALUES (?, ?)", (key, array("f", vector).tobytes()))
        self._kept.commit()
        return vector


def bundled(kept_in: Path | None) -> Embedder:
    """The bundled embedder; with a folder, what it made is kept there."""
    return Keeping(Bundled(), kept_in / "vectors.db") if kept_in else Bundled()
