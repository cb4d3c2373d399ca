"""The relations policy: deterministic retrieval over the graph of individuals, groups and factions.

It needs no model, no embedding and no words beyond names: starts, at most two hops over current
relations, the latest and strongest first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.names import INDIVIDUAL, Named, is_canon, named_in, on_stage
from fabula.recall.rank import is_current

ACTORS = frozenset({INDIVIDUAL, "group", "faction", "organization"})
"""The kinds of entity whose relations are walked."""

MOST_RELATIONS = 20
MOST_HOPS = 2


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a walk set out, and the relations it met, best first; ``hops`` by fact id."""

    starts: tuple[Named, ...]
    facts: tuple[Fact, ...]
    hops: dict[str, int]


def walk(view: View, cue: str, cast: Sequence[str] = (), holds: Callable[[Fact], bool] = is_current) -> Walk:
    """The relations that hold, at most two hops from whom the cue names, else from the cast on stage.

    ``holds`` says what may be walked: what holds now, or what holds where somebody stands and sees it.
    """
    starts = tuple(one for one in named_in(view, cue) if one.entity.kind in ACTORS) or on_stage(view, cast)
    met: dict[str, Fact] = {}
    hops: dict[str, int] = {}
    reached = {one.entity.id for one in starts}
    edge = sorted(reached)
    for hop in range(1, MOST_HOPS + 1):
        fresh: set[str] = set()
        for fact in _newest(fact for identity in edge for fact in _relations(view, identity, holds)):
            met.setdefault(fact.id, fact)
            hops.setdefault(fact.id, hop)
            fresh |= {fact.subject, fact.object} - reached
        reached |= fresh
        edge = sorted(fresh)
    return Walk(starts, tuple(sorted(met.values(), key=_best_first)), hops)


def markdown(facts: Iterable[Fact], view: View) -> str:
    """Relations as a Markdown list, one line each; the empty string when there are none."""
    return "".join(f"- {line(fact, view)}\n" for fact in facts)


def line(fact: Fact, view: View) -> str:
    """One relation with both ends, its name, its strength if it has one, and its sentence."""
    strength = "" if fact.strength is None else f" ({fact.strength / 1000:+.2f})"
    ends = f"**{view.name_of(fact.subject)}** → **{view.name_of(fact.object)}**"
    return f"{ends} · {fact.predicate}{strength}: {phrase(fact, view)}"


def _relations(view: View, identity: str, holds: Callable[[Fact], bool]) -> Iterator[Fact]:
    for fact in view.about(identity):
        if (
            fact.object
            and not fact.value
            and is_canon(fact)
            and holds(fact)
            and _are_actors(view, fact.subject, fact.object)
        ):
            yield fact


def _are_actors(view: View, *identities: str) -> bool:
    found = (view.state.entities.get(identity) for identity in identities)
    return all(entity is not None and entity.kind in ACTORS for entity in found)


def _newest(facts: Iterable[Fact]) -> list[Fact]:
    """The newest open version of each (source, target, relation), best first."""
    newest: dict[tuple[str, str, str], Fact] = {}
    for fact in sorted(facts, key=_best_first):
        newest.setdefault((fact.subject, fact.object, fact.predicate), fact)
    return list(newest.values())


def _best_first(fact: Fact) -> tuple[int, int, str]:
    return (-fact.opened, -abs(fact.strength or 0), fact.id)
