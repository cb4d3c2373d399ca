"""The names lane: who the cue names, and what holds around them within two hops."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabula.claims.statements import NARRATOR, Modality
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.names import find_names
from fabula.graph.view import View
from fabula.recall.facts import FactIndex, is_bond
from fabula.recall.hits import last_told

INDIVIDUAL = "character"

NEAR = 1.0
BOTH_ENDS = 1.5
FAR = 0.4
_RECENT = 0.5  # the latest fact gains this much: a step of nearness is never outdone by being later

MOST_NEAR = 128
"""How many facts of a named entity are looked at, the latest first."""

MOST_NEIGHBOURS = 24
"""How many neighbours of a named entity the second hop is taken from, the latest first."""

MOST_FAR = 48
"""How many facts of the second hop are kept, the latest first."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that the cue speaks of, and the words that name it."""

    entity: Entity
    words: str


def named_in(view: View, text: str) -> tuple[Named, ...]:
    """Every entity that a text names, in the order of the words; a shared name gives all who bear it."""
    found: dict[str, Named] = {}
    for mention in find_names(text, view.state.names, view.state.leads):
        for entity in view.bearers(mention.key):
            found.setdefault(entity.id, Named(entity, text[mention.start : mention.end]))
    return tuple(found.values())


def on_stage(view: View, cast: Sequence[str]) -> tuple[Named, ...]:
    """The cast's individuals: a name counts only if it is, as a whole, the name or alias of just one."""
    found: dict[str, Named] = {}
    for name in cast:
        individuals = [entity for entity in view.bearers(name) if entity.kind == INDIVIDUAL]
        if len(individuals) == 1:
            found.setdefault(individuals[0].id, Named(individuals[0], name))
    return tuple(found.values())


def facts_around(index: FactIndex, starts: Iterable[str], now: int) -> dict[str, float]:
    """Facts by id with what the lane gives them: those of the starts, then those one relation further.

    ``now`` is the number of the turn where the view stands: the later a fact, the more it counts.
    """
    near = tuple(dict.fromkeys(starts))
    scores: dict[str, float] = {}
    neighbours: dict[str, int] = {}
    for identity in near:
        for fact in index.latest(identity, MOST_NEAR):
            both = fact.subject in near and fact.object in near and fact.subject != fact.object
            scores[fact.id] = (BOTH_ENDS if both else NEAR) + _freshness(fact, now)
            if fact.is_current and is_bond(fact):
                far = fact.object if fact.subject == identity else fact.subject
                neighbours[far] = max(neighbours.get(far, 0), fact.opened)
    for fact in _further(index, neighbours, near):
        scores.setdefault(fact.id, FAR + _freshness(fact, now))
    return scores


def is_canon(fact: Fact) -> bool:
    """Whether the narrator asserts it: no belief, rumour, plan, dream or lie."""
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED


def _further(index: FactIndex, neighbours: dict[str, int], near: Sequence[str]) -> tuple[Fact, ...]:
    latest = sorted(neighbours, key=lambda one: (-neighbours[one], one))
    chosen = [one for one in latest if one not in near][:MOST_NEIGHBOURS]
    facts = {fact.id: fact for one in chosen for fact in _holding(index, one)}
    return tuple(sorted(facts.values(), key=lambda fact: (-fact.opened, fact.id))[:MOST_FAR])


def _holding(index: FactIndex, identity: str) -> Iterator[Fact]:
    return (fact for fact in index.latest(identity, MOST_FAR) if fact.is_current and is_canon(fact))


def _freshness(fact: Fact, now: int) -> float:
    told = last_told(fact)
    return _RECENT * told / max(now, told, 1)
