"""The vectors lane: how near texts are to the cue in meaning, made comparable with what the words say.

Recall embeds nothing: whoever holds vectors hands in the cosines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from math import fsum, sqrt
from types import MappingProxyType
from typing import Literal, TypeAlias

NOTHING: Mapping[str, float] = MappingProxyType({})

VectorStatus: TypeAlias = Literal["ok", "degraded", "off"]

BEFORE = 0.4
AFTER = 0.2
"""What the nearness of the turn before and of the turn after adds: an answer means little without its question."""

FULL = 6.0
"""The nearness of a text that is certainly meant, in standard deviations, its neighbours' share included."""

MOST = 100
"""How many of the nearest are looked at."""

_GRAIN = 1000


@dataclass(frozen=True, slots=True)
class VectorScores:
    """Cosines between a cue and what there is, by the id of the turn or fact: of all that have a vector.

    What is missing has no say. ``status`` is ``degraded`` where vectors are missing that should be there
    (stale ones, or an embedder that gave no answer), ``off`` without an embedder.
    """

    turns: Mapping[str, float] = field(default_factory=lambda: NOTHING)
    facts: Mapping[str, float] = field(default_factory=lambda: NOTHING)
    status: VectorStatus = "ok"


NO_VECTORS = VectorScores(status="off")


def standardised(cosines: Mapping[int, float]) -> dict[int, int]:
    """By how many thousandths of a standard deviation each is above the mean of all.

    Cosines of different models lie in different narrow bands; deviations do not. Whole thousandths keep
    the order the same wherever it is computed.
    """
    if not cosines:
        return {}
    mean = fsum(cosines.values()) / len(cosines)
    spread = sqrt(fsum([(cosine - mean) ** 2 for cosine in cosines.values()]) / len(cosines))
    if spread == 0.0:
        return {}
    scale = _GRAIN / spread
    return {place: round(scale * (cosine - mean)) for place, cosine in cosines.items()}


def nearest(deviations: Mapping[int, int], most: int = MOST) -> dict[int, float]:
    """The nearest of those above average, in deviations; of equal ones the earlier places."""
    above = ((-deviation, place) for place, deviation in deviations.items() if deviation > 0)
    return {place: -negative / _GRAIN for negative, place in nsmallest(most, above)}


def with_neighbours(deviations: Mapping[int, int], most: int = MOST) -> dict[int, float]:
    """The nearest turns by place, in deviations, each with a share of the turns around it."""
    at = deviations.get
    whole = {
        place: own + round(BEFORE * at(place - 1, 0) + AFTER * at(place + 1, 0))
        for place, own in deviations.items()
    }
    return nearest(whole, most)
