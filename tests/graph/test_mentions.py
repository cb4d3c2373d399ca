"""Facts that mention several nodes, with every edge of each."""

from fabula.graph.memory_reader import MemoryReader
from fabula.graph.mentions import mentioned_together
from fabula.graph.paths import GraphEdge, GraphNode

YAO, FENG, MIRA, KEY = (GraphNode(key, key) for key in ("yao", "feng", "mira", "key"))


def edge(key, subject, end, fact=None):
    return GraphEdge(key, subject, "met", end, fact_id=fact)


def found(edges, *asked, need=2, scan=50):
    told, is_cut = mentioned_together(
        MemoryReader(edges=edges), {one.key: one for one in asked}, scan=scan, need=need
    )
    return sorted({one.id for one in told}), is_cut


def test_r07_a_fact_may_mention_the_nodes_in_different_edges():
    edges = [edge("a", YAO, KEY, 1), edge("b", MIRA, KEY, "1"), edge("c", YAO, FENG, 2)]
    assert found(edges, YAO, MIRA) == (["a", "b"], False)


def test_r07_every_edge_of_the_fact_comes_whomever_it_touches():
    edges = [edge("a", YAO, MIRA, 1), edge("b", FENG, KEY, 1)]
    assert found(edges, YAO, MIRA) == (["a", "b"], False)


def test_r07_an_edge_without_a_fact_stands_alone():
    assert found([edge("a", YAO, MIRA), edge("b", YAO, KEY), edge("c", MIRA, KEY)], YAO, MIRA) == (
        ["a"],
        False,
    )


def test_r07_an_edge_whose_id_is_another_ones_fact_is_the_same_evidence():
    assert found([edge("7", YAO, KEY), edge("b", MIRA, KEY, 7)], YAO, MIRA) == (["7", "b"], False)


def test_r07_more_support_may_be_needed_than_two():
    edges = [edge("a", YAO, MIRA, 1), edge("b", FENG, KEY, 1), edge("c", YAO, MIRA, 2)]
    assert found(edges, YAO, MIRA, FENG, need=3) == (["a", "b"], False)


def test_r07_the_far_end_of_what_was_read_counts_as_mentioned():
    crowd = [edge(f"x{n}", YAO, GraphNode(f"n{n}", "")) for n in range(10)]
    assert found([*crowd, edge("last", YAO, MIRA)], YAO, MIRA, scan=10) == (["last"], True)
