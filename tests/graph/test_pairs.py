"""Pairs of edges: how many are collected, which, and the best of them."""

import pytest

from fabula.graph.memory_reader import MemoryReader
from fabula.graph.pairs import pairs_from
from fabula.graph.paths import GraphEdge, GraphNode, RelationPath, path_order

HUB = GraphNode("hub", "the hub")
SPOKES = [GraphNode(f"n{n}", f"node {n}") for n in range(30)]
OUT = [GraphEdge(f"a{n:02}", HUB, "knows", one, confidence=1 - n / 100) for n, one in enumerate(SPOKES)]
ON = [
    GraphEdge(f"b{n:02}-{m:02}", one, "guards", SPOKES[m], confidence=((n * 7 + m * 13) % 100) / 100)
    for n, one in enumerate(SPOKES)
    for m in range(20)
]


class BestFirst(MemoryReader):
    best_first = True

    def outgoing(self, node, predicate=None, limit=None):
        return sorted(super().outgoing(node, predicate), key=lambda one: one.rank)[:limit]


def in_order(pairs):
    return sorted(map(RelationPath, pairs), key=path_order)


@pytest.mark.parametrize("count", [0, 1, 10, 100, 600])
def test_the_best_pairs_are_the_start_of_the_public_order(count):
    pairs = pairs_from(MemoryReader(edges=[*OUT[:20], *ON]), OUT[:20], None, scan=500, goal=None)
    everything = in_order(pairs.best(1_000))
    assert list(map(RelationPath, pairs.best(count))) == everything[:count]


def test_r06_a_literal_reader_gives_the_first_five_hundred():
    pairs = pairs_from(MemoryReader(edges=[*OUT, *ON]), OUT, None, scan=500, goal=None)
    assert (len(pairs), pairs.is_cut) == (500, True)
    assert {first.id for first, _ in pairs.best(500)} == {one.id for one in OUT[:25]}


def test_r06_exactly_five_hundred_are_not_cut():
    pairs = pairs_from(MemoryReader(edges=[*OUT[:25], *ON[:500]]), OUT[:25], None, scan=500, goal=None)
    assert (len(pairs), pairs.is_cut) == (500, False)


def test_r06_a_reader_that_reads_best_first_gives_the_best_five_hundred():
    pairs = pairs_from(BestFirst(edges=[*OUT, *ON]), OUT, None, scan=500, goal=None)
    whole = in_order((first, second) for first in OUT for second in ON if first.object == second.subject)
    assert list(map(RelationPath, pairs.best(100))) == whole[:100]
    assert (len(pairs), pairs.is_cut) == (500, True)


def test_r08_only_pairs_that_end_at_the_goal_count():
    pairs = pairs_from(MemoryReader(edges=[*OUT, *ON]), OUT, "guards", scan=500, goal="n3")
    assert {second.object.key for _, second in pairs.best(500)} == {"n3"}
    assert (len(pairs), pairs.is_cut) == (30, False)


def test_r02_a_read_that_reached_its_bound_leaves_the_pairs_cut():
    pairs = pairs_from(MemoryReader(edges=[*OUT[:1], *ON]), OUT[:1], None, scan=20, goal="n3")
    assert (len(pairs), pairs.is_cut) == (1, True)
