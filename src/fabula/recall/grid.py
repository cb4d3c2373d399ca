"""Vectors on a grid of whole numbers, so that nearness comes out the same on every machine and in every store.

Sums of floats depend on their order, and every linear algebra library has its own. A unit vector is
therefore kept in steps of 1/4000. Products of two such vectors are whole numbers whose partial sums stay
below 2**24 (Cauchy-Schwarz; for fewer than 36,000 dimensions), which 32-bit floats add without rounding in
whatever order. A cosine moves by about 0.0001 through this, which is less than models differ by.
"""

import math
import sys
from array import array
from collections.abc import Sequence
from operator import mul

from fabula.errors import InvalidInputError
from fabula.models.embedding import Vector

STEPS = 4000
"""Steps of the grid from 0 to 1."""

_SLACK = 0.02  # how far from 1 the length of a snapped vector may be

MILLION = 1_000_000
"""Scores are compared in whole millionths."""


def snapped(vector: Sequence[float]) -> Vector:
    """The vector at length 1 and on the grid, as it is kept; one that was snapped before stays as it is.

    Raises:
        InvalidInputError: it has no components, no length, or one that is not a number.
    """
    length = math.sqrt(math.fsum(part * part for part in vector))
    if not 0 < length < math.inf:
        raise InvalidInputError("A vector needs a length: this one has none, or is not finite.")
    if abs(length - 1) < _SLACK and all(part == round(part * STEPS) / STEPS for part in vector):
        return tuple(vector)
    return tuple(round(part / length * STEPS) / STEPS for part in vector)


def packed(vector: Sequence[float]) -> bytes:
    """The snapped vector as little-endian 32-bit floats."""
    floats = array("f", snapped(vector))
    if sys.byteorder == "big":
        floats.byteswap()
    return floats.tobytes()


def unpacked(blob: bytes) -> Vector:
    """The vector that was packed."""
    floats = array("f", blob)
    if sys.byteorder == "big":
        floats.byteswap()
    return tuple(round(part * STEPS) / STEPS for part in floats)


def on_grid(vector: Sequence[float]) -> "array[int]":
    """A snapped vector in whole steps."""
    return array("h", [round(part * STEPS) for part in vector])


def millionths(one: Sequence[int], other: Sequence[int]) -> int:
    """The cosine of the angle between two vectors of whole steps, in millionths."""
    lengths = sum(map(mul, one, one)) * sum(map(mul, other, other))
    return round(MILLION * sum(map(mul, one, other)) / math.sqrt(lengths)) if lengths else 0


def checked(vector: Vector, dims: int) -> Vector:
    """The vector itself, if it has so many dimensions.

    Raises:
        InvalidInputError: it has not.
    """
    if len(vector) != dims:
        raise InvalidInputError(
            f"This space has {dims} dimensions and the vector {len(vector)}: it comes from another embedder."
        )
    return vector
