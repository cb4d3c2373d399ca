"""The spread lane: what lies near, over relations, to what a cue names and to what its words found.

A personalised PageRank by local push (R. Andersen, F. Chung, K. Lang, "Local graph partitioning using
PageRank vectors", 2006): only what carries weight is visited, so the cost does not grow with the story.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fabula.graph.facts import Fact
from fabula.recall.names import is_walked

STAY = 0.3
"""The share that stays where it arrives."""

LEAST = 0.002
"""Less weight than this for each relation is not passed on."""

MOST_PUSHES = 128
"""How many entities are spread from."""

MOST_RELATIONS = 48
"""How many relations of one entity are walked, the latest first."""

Touching = Callable[[str], Sequence[Fact]]
"""The facts that touch an entity, the latest first."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """A relation seen from one end."""

    fact: Fact
    far: str


def spread(seeds: Mapping[str, float], touching: Touching) -> dict[str, float]:
    """The relations around weighted entities by fact id, with the weight of their two ends, seeds apart.

    A relation between two things that both lie near stands above one that leads away.
    """
    reached = _reached(seeds, touching)
    scores: dict[str, float] = {}
    for identity in sorted(reached):
        for one in _walks(identity, touching):
            scores[one.fact.id] = min(reached[identity], reached.get(one.far, 0.0))
    return {fact: score for fact, score in scores.items() if score > 0}


def _reached(seeds: Mapping[str, float], touching: Touching) -> dict[str, float]:
    whole = sum(seeds.values())
    waiting = {identity: weight / whole for identity, weight in sorted(seeds.items()) if weight > 0}
    reached: dict[str, float] = {}
    for _ in range(MOST_PUSHES):
        if not waiting:
            break
        identity = min(waiting, key=lambda one: (-waiting[one], one))
        weight = waiting.pop(identity)
        reached[identity] = reached.get(identity, 0.0) + STAY * weight
        walks = _walks(identity, touching)
        share = (1 - STAY) * weight / len(walks) if walks else 0.0
        if share >= LEAST:
            for one in walks:
                waiting[one.far] = waiting.get(one.far, 0.0) + share
    return reached


def _walks(identity: str, touching: Touching) -> list[_Walk]:
    walked = (fact for fact in touching(identity) if is_walked(fact))
    return [
        _Walk(fact, fact.object if fact.subject == identity else fact.subject)
        for fact, _ in zip(walked, range(MOST_RELATIONS), strict=False)
    ]
