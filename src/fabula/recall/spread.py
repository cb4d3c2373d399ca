"""The spread lane: what lies near, over relations, to what a cue names and to what its words found.

A personalised PageRank by local push (R. Andersen, F. Chung, K. Lang, "Local graph partitioning using
PageRank vectors", 2006): only what carries weight is visited, so the cost does not grow with the story.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fabula.graph.facts import Fact

STAY = 0.3
"""The share that stays where it arrives."""

LEAST = 0.002
"""Less weight than this for each relation is not passed on."""

MOST_PUSHES = 20
"""How many entities are spread from."""

Relations = Callable[[str], Sequence[Fact]]
"""The relations of an entity that hold, the latest first and not too many."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """A relation seen from one end."""

    fact: Fact
    far: str


def spread(seeds: Mapping[str, float], relations: Relations) -> dict[str, float]:
    """The relations around weighted entities by fact id, with the lesser weight of their two ends.

    A relation between two things that both lie near stands above one that leads away.
    """
    walks = _Walks(relations)
    reached = _reached(seeds, walks)
    scores: dict[str, float] = {}
    for identity in sorted(reached):
        for one in walks.of(identity) if identity in walks else ():
            scores[one.fact.id] = min(reached[identity], reached.get(one.far, 0.0))
    return {fact: score for fact, score in scores.items() if score > 0}


class _Walks:
    """The relations of entities as seen from them, each looked up once."""

    def __init__(self, relations: Relations) -> None:
        self._relations = relations
        self._known: dict[str, list[_Walk]] = {}

    def __contains__(self, identity: str) -> bool:
        return identity in self._known

    def of(self, identity: str) -> list[_Walk]:
        """Where one can go from here."""
        if identity not in self._known:
            self._known[identity] = [
                _Walk(fact, fact.object if fact.subject == identity else fact.subject)
                for fact in self._relations(identity)
            ]
        return self._known[identity]


def _reached(seeds: Mapping[str, float], walks: _Walks) -> dict[str, float]:
    whole = sum(seeds.values())
    waiting = {identity: weight / whole for identity, weight in sorted(seeds.items()) if weight > 0}
    reached: dict[str, float] = {}
    for _ in range(MOST_PUSHES):
        if not waiting:
            break
        identity = min(waiting, key=lambda one: (-waiting[one], one))
        weight = waiting.pop(identity)
        reached[identity] = reached.get(identity, 0.0) + STAY * weight
        onward = walks.of(identity)
        share = (1 - STAY) * weight / len(onward) if onward else 0.0
        if share >= LEAST:
            for one in onward:
                waiting[one.far] = waiting.get(one.far, 0.0) + share
    return reached
