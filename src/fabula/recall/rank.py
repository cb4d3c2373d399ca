"""From lanes to one order: scores made comparable, added up, and held to what counts in a story."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple, TypeAlias

from fabula.graph.facts import Fact, SlotKey, Standing
from fabula.recall.names import is_canon

THOUSAND = 1000

OUTLIVED = 0.5
"""What a superseded or past version keeps of its score."""

ENDED = 0.9
"""What an ended version keeps: that it ended is the latest that is known of its slot."""

NOT_CANON = 0.4
"""What a belief, rumour, lie, plan or dream keeps of its score."""

MOST_BEST = 100
"""How many of the best of a lane are looked at."""

Part: TypeAlias = tuple[str, int]
"""A lane, and its part in a score in thousandths."""


@dataclass(frozen=True, slots=True)
class Lane:
    """What one lane found: scores by candidate, a weight, and the score that counts as entirely right.

    Where even the best candidate stays below ``full``, the lane speaks more softly.
    """

    name: str
    weight: float
    scores: Mapping[int, float]
    full: float = 0.0


# A tuple, as hundreds of them are made for a recall.
class Ranked(NamedTuple):
    """A candidate's score in thousandths and each lane's part in it."""

    score: int
    parts: tuple[Part, ...]


def fused(lanes: Iterable[Lane], most: int | None = None) -> dict[int, Ranked]:
    """Candidates with the weighted sum of what the lanes give them, each lane scaled by its best.

    A lane that found nothing has no say: the others share its weight. (Ranks alone would not do:
    reciprocal ranks forget by how much the first was better than the second.) With ``most`` only so many
    of the best are given.
    """
    heard = [lane for lane in lanes if max(lane.scores.values(), default=0.0) > 0]
    whole = sum(lane.weight for lane in heard)
    parts: dict[int, list[Part]] = {}
    for lane in heard:
        name = lane.name
        scale = THOUSAND * lane.weight / whole / max(*lane.scores.values(), lane.full)
        for candidate, score in lane.scores.items():
            parts.setdefault(candidate, []).append((name, round(scale * score)))
    sums = {candidate: sum(part for _, part in own) for candidate, own in parts.items()}
    chosen = sums if most is None else best(sums, most)
    return {candidate: Ranked(sums[candidate], tuple(parts[candidate])) for candidate in chosen}


def standing_of(fact: Fact) -> float:
    """How much a fact counts by what it is: current canon wholly, belief and the past less."""
    share = 1.0 if is_canon(fact) else NOT_CANON
    if fact.standing is Standing.CURRENT:
        return share
    return share * (ENDED if fact.standing is Standing.ENDED else OUTLIVED)


def is_current(fact: Fact) -> bool:
    """Whether a fact holds where its view stands."""
    return fact.is_current


def judged(
    ranked: Mapping[int, Ranked],
    facts: Mapping[int, Fact],
    share: Callable[[Fact], float] = standing_of,
    holds: Callable[[Fact], bool] = is_current,
) -> dict[int, int]:
    """The scores of facts by what they are, each version below every later one of its timeline."""
    scores: dict[int, int] = {}
    ceilings: dict[SlotKey, int] = {}
    for place in sorted(facts, key=lambda place: _latest_first(facts[place], holds)):
        fact = facts[place]
        score = min(round(ranked[place].score * share(fact)), ceilings.get(fact.slot, THOUSAND))
        scores[place] = max(score, 0)
        ceilings[fact.slot] = scores[place] - 1
    return scores


def best(scores: Mapping[int, float], most: int = MOST_BEST) -> dict[int, float]:
    """The highest scores by place; of equal ones the earlier places."""
    least = nlargest(most, scores.values())[-1] if scores else 0.0
    places = [place for place, score in scores.items() if score >= least]
    places.sort(key=lambda place: (-scores[place], place))
    return {place: scores[place] for place in places[:most]}


def _latest_first(fact: Fact, holds: Callable[[Fact], bool]) -> tuple[bool, int, str]:
    return (not holds(fact), -fact.opened, fact.id)
