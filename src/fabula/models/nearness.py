"""Which of several texts are nearest in meaning to one: the few that a reader compares with what is known."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fabula.errors import ModelError
from fabula.models.embedding import Embedder, Vector

Nearest: TypeAlias = Callable[[str, Sequence[str]], Sequence[tuple[str, float]]]
"""From a text and others to the others with their likeness, nearest first; empty where nobody can tell."""

_DIGITS = 6  # enough to rank, and the same on every machine


def nearest_by(embedder: Embedder) -> Nearest:
    """Compares by an embedder's cosines. Where the embedder is away nothing is near: that is no reason to stop."""

    def nearest(text: str, others: Sequence[str]) -> Sequence[tuple[str, float]]:
        if not others:
            return ()
        try:
            one, *rest = embedder.embed([text, *others])
        except ModelError:
            return ()
        scored = [(other, _cosine(one, vector)) for other, vector in zip(others, rest, strict=True)]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))

    return nearest


def _cosine(one: Vector, other: Vector) -> float:
    return round(sum(a * b for a, b in zip(one, other, strict=True)), _DIGITS)
