"""Pairs of edges that follow on one another: what a walk of two hops chooses from."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge, nsmallest
from itertools import islice
from operator import itemgetter
from typing import TypeAlias

from fabula.graph.paths import MILLION, PLACES, GraphEdge
from fabula.graph.reader import Edges, GraphReader, reads_best_first

MAX_CANDIDATES = 500

Ranked: TypeAlias = tuple[int, float, str, str, GraphEdge, GraphEdge]
"""A pair that sorts as ``path_order`` sorts its path: confidence, time, both edge ids, then the edges."""

Fan: TypeAlias = tuple[GraphEdge, Edges]
"""A first edge and those that it leads on to."""

_UNIT = MILLION**2 // 10**PLACES
_HALF_UNIT = _UNIT // 2
_FEW_PAGES = 8


@dataclass(frozen=True, slots=True)
class Pairs:
    """The distinct pairs that were collected; ``is_cut`` says that there may be more."""

    found: Collection[Ranked]
    is_cut: bool

    def __len__(self) -> int:
        return len(self.found)

    def best(self, count: int) -> list[tuple[GraphEdge, GraphEdge]]:
        """The best ``count`` pairs, best first."""
        few = len(self.found) <= _FEW_PAGES * count
        return [one[4:] for one in (sorted(self.found)[:count] if few else nsmallest(count, self.found))]


def pairs_from(
    reader: GraphReader, first: Edges, second: str | None, *, scan: int, goal: str | None
) -> Pairs:
    """At most 500 pairs of an edge of ``first`` and one of predicate ``second`` that follows it.

    They are the first in the order of reading, or the best where the reader reads best first. ``goal``
    is the key of the only far end that counts; ``scan`` bounds each read.
    """
    is_ranked = reads_best_first(reader)
    fans: list[Fan] = []
    count, reached_bound = 0, False
    for edge in first:
        if count > MAX_CANDIDATES and not is_ranked:
            break
        onward = reader.outgoing(edge.object, second, scan)
        reached_bound = reached_bound or len(onward) >= scan
        if goal is not None:
            onward = [following for following in onward if following.object.key == goal]
        count += len(onward)
        fans.append((edge, onward))
    is_over = count > MAX_CANDIDATES
    found = _ranked(_best_first(fans) if is_over and is_ranked else fans, MAX_CANDIDATES)
    return Pairs(found, is_cut=reached_bound or is_over)


def _ranked(fans: Iterable[Fan], most: int) -> Collection[Ranked]:
    """The first ``most`` distinct pairs, ready to be sorted."""
    found: dict[tuple[str, str], Ranked] = {}
    for first, onward in fans:
        weight, (_, when, key) = first.weight, first.rank
        for second in islice(onward, most):
            _, then, last = second.rank
            confidence = (weight * second.weight + _HALF_UNIT) // _UNIT
            newest = when if when < then else then  # noqa: FURB136 - innermost: min() takes twice as long
            found[key, last] = (-confidence, newest, key, last, first, second)
        most -= len(onward)
        if most <= 0:
            break
    return found.values()


def _best_first(fans: Iterable[Fan]) -> Iterator[Fan]:
    """Fans of one pair each, best first, from fans that are sorted so: no further pair is looked at."""
    rows = [_products(first, onward) for first, onward in fans]
    for _, first, second in merge(*rows, key=itemgetter(0)):
        yield first, (second,)


def _products(first: GraphEdge, onward: Sequence[GraphEdge]) -> Iterator[tuple[int, GraphEdge, GraphEdge]]:
    for second in onward:
        yield -first.weight * second.weight, first, second
