"""The traversal operators, over readers that hold small graphs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.errors import InvalidInputError
from fabula.graph.memory_reader import MemoryReader
from fabula.graph.operators import and_paths, neighbors, one_hop, query, reverse, two_hop
from fabula.graph.paths import GraphEdge, GraphNode, GraphQuery, GraphResult, RelationPath, path_order

ZHANG, LI, WANG, KEY = (
    GraphNode("zhang", "张伟"),
    GraphNode("li", "李娜"),
    GraphNode("wang", "王芳"),
    GraphNode("key", "silver key", "item"),
)
NOTHING = GraphResult((), 0, truncated=False)


def edge(key, subject, predicate, end, confidence=None, **told):
    return GraphEdge(key, subject, predicate, end, confidence=confidence, **told)


@pytest.fixture
def reader():
    return MemoryReader(
        [ZHANG, LI, WANG, KEY],
        [
            edge("e1", ZHANG, "管理", LI, 0.9, fact_id=101),
            edge("e2", LI, "认识", WANG, 0.8, fact_id="101"),
            edge("e3", LI, "认识", ZHANG, fact_id=102),
            edge("e4", WANG, "holds", KEY, 0.7, fact_id=103),
            edge("e5", WANG, "管理", LI, 0.4, fact_id=104),
        ],
        node_aliases={"小李": "li"},
        predicate_aliases={"manages": "管理"},
    )


class Recording(MemoryReader):
    """A reader that notes what is asked of it."""

    def __init__(self, *given, **named):
        self.asked = []
        super().__init__(*given, **named)

    def outgoing(self, node, predicate=None, limit=None):
        self.asked.append((node.id, predicate, limit))
        return super().outgoing(node, predicate, limit)

    def incoming(self, node, predicate=None, limit=None):
        self.asked.append((node.id, predicate, limit))
        return super().incoming(node, predicate, limit)


class BestFirst(MemoryReader):
    """A reader that reads its edges in the order of their rank."""

    best_first = True

    def outgoing(self, node, predicate=None, limit=None):
        return sorted(super().outgoing(node, predicate), key=lambda one: one.rank)[:limit]


def ids(result):
    return [[one.id for one in path.edges] for path in result.paths]


def star(count, confidence=None):
    """A hub with that many edges to nodes of their own, ``e0`` told first."""
    hub = GraphNode("hub", "the hub")
    spokes = [GraphNode(f"n{n}", f"node {n}") for n in range(count)]
    sure = confidence or (lambda _: 0.5)
    edges = [edge(f"e{n}", hub, "knows", spoke, sure(n)) for n, spoke in enumerate(spokes)]
    return hub, spokes, edges


# one hop and reverse


def test_r01_one_hop_follows_a_predicate_from_the_start(reader):
    result = one_hop(reader, ZHANG, "manages")
    assert (ids(result), result.paths[0].evidence) == ([["e1"]], (101,))


def test_r01_one_hop_without_a_predicate_follows_all(reader):
    assert ids(one_hop(reader, LI)) == [["e2"], ["e3"]]


def test_r01_one_hop_takes_a_reference_for_the_start(reader):
    assert one_hop(reader, "小李") == one_hop(reader, "李娜") == one_hop(reader, LI)


def test_r01_one_hop_counts_what_comes_in_on_request_alone(reader):
    assert ids(one_hop(reader, LI, "管理")) == []
    assert ids(one_hop(reader, LI, "管理", include_incoming=True)) == [["e1"], ["e5"]]


def test_r01_reverse_finds_the_subjects(reader):
    assert [path.nodes[0] for path in reverse(reader, "李娜", "manages").paths] == [ZHANG, WANG]


def test_r03_reverse_keeps_the_stored_direction(reader):
    assert [node.label for node in reverse(reader, LI, "管理").paths[0].nodes] == ["张伟", "李娜"]


def test_r03_incoming_edges_keep_the_stored_direction(reader):
    paths = one_hop(reader, LI, "管理", include_incoming=True).paths
    assert [path.nodes for path in paths] == [(ZHANG, LI), (WANG, LI)]


@pytest.mark.parametrize("target", [WANG, "王芳", "wang"])
def test_r08_target_keeps_the_ways_that_lead_there(reader, target):
    assert ids(one_hop(reader, LI, target=target)) == [["e2"]]
    assert ids(reverse(reader, LI, target=target)) == [["e5"]]
    assert ids(two_hop(reader, ZHANG, target=target)) == [["e1", "e2"]]


def test_r08_target_filters_the_far_end_of_incoming_edges_too(reader):
    assert ids(one_hop(reader, LI, target=WANG, include_incoming=True)) == [["e2"], ["e5"]]


def test_r08_an_unknown_target_is_reached_by_nothing(reader):
    assert one_hop(reader, LI, target="nobody") == NOTHING


def test_a_predicate_that_the_reader_does_not_know_is_asked_as_written():
    reader = Recording([ZHANG], predicate_aliases={"manages": "管理"})
    one_hop(reader, ZHANG, "manages")
    one_hop(reader, ZHANG, "envies")
    assert [predicate for _, predicate, _ in reader.asked] == ["管理", "envies"]


# two hops


def test_r01_two_hop_goes_over_one_node_between(reader):
    result = two_hop(reader, ZHANG, "管理", "认识")
    assert [[node.label for node in path.nodes] for path in result.paths] == [
        ["张伟", "李娜", "王芳"],
        ["张伟", "李娜", "张伟"],
    ]


def test_r01_two_hop_leaves_an_open_second_step_open(reader):
    assert ids(two_hop(reader, LI, "认识")) == [["e2", "e4"], ["e3", "e1"], ["e2", "e5"]]


def test_r04_two_hop_multiplies_and_joins_the_evidence(reader):
    path = two_hop(reader, ZHANG).paths[0]
    assert (path.confidence, path.evidence) == (0.72, (101,))


def test_r06_two_hop_collects_five_hundred_candidates_at_most():
    hub, spokes, edges = star(30)
    edges += [
        edge(f"s{n}-{m}", spoke, "knows", spokes[m]) for n, spoke in enumerate(spokes) for m in range(20)
    ]
    result = two_hop(MemoryReader(edges=edges), hub)
    assert (len(result.paths), result.total, result.truncated) == (10, 500, True)


def test_r06_two_hop_stops_reading_once_it_has_enough():
    hub, spokes, edges = star(40)
    edges += [
        edge(f"s{n}-{m}", spoke, "knows", spokes[m]) for n, spoke in enumerate(spokes) for m in range(40)
    ]
    reader = Recording(edges=edges)
    two_hop(reader, hub, limit=100)
    assert len(reader.asked) == 1 + 13


def test_r06_two_hop_keeps_the_best_candidates_of_a_reader_that_reads_best_first():
    hub, spokes, edges = star(50, confidence=lambda n: 0.99 - n / 1000)
    edges += [
        edge(f"s{n}-{m}", spoke, "knows", spokes[m], 0.3) for n, spoke in enumerate(spokes) for m in range(45)
    ]
    edges += [edge("gold", spokes[49], "knows", spokes[0], 1.0)]
    result = two_hop(BestFirst(edges=edges), hub)
    assert ids(result)[0] == ["e49", "gold"]
    assert (result.total, result.truncated) == (500, True)
    assert ids(two_hop(MemoryReader(edges=edges), hub))[0] != ["e49", "gold"]


# neighbours


def test_r08_neighbors_gives_one_best_path_a_neighbour(reader):
    assert ids(neighbors(reader, LI)) == [["e1"], ["e2"]]


def test_r08_neighbors_looks_both_ways_unless_told_otherwise(reader):
    assert ids(neighbors(reader, WANG)) == [["e2"], ["e4"]]
    assert ids(neighbors(reader, WANG, include_incoming=False)) == [["e4"], ["e5"]]


def test_r08_neighbors_takes_a_predicate(reader):
    assert ids(neighbors(reader, LI, predicate="manages")) == [["e1"], ["e5"]]


def test_r08_neighbors_counts_neighbours_and_not_edges():
    edges = [edge(f"e{n}", ZHANG, "knows", LI, n / 10) for n in range(9)]
    result = neighbors(MemoryReader(edges=edges), ZHANG)
    assert (ids(result), result.total, result.truncated) == ([["e8"]], 1, False)


# AND


def test_r07_and_gives_every_edge_of_a_fact_that_mentions_two_of_the_nodes(reader):
    assert ids(and_paths(reader, [ZHANG, WANG])) == [["e1"], ["e2"]]


def test_r07_and_gives_an_edge_that_touches_none_of_the_nodes():
    edges = [edge("a", ZHANG, "met", LI, fact_id=1), edge("b", WANG, "holds", KEY, fact_id="1")]
    assert ids(and_paths(MemoryReader(edges=edges), [ZHANG, LI])) == [["a"], ["b"]]


def test_r07_and_counts_an_edge_without_a_fact_as_a_fact_of_its_own():
    reader = MemoryReader(edges=[edge("a", ZHANG, "met", LI), edge("b", ZHANG, "met", WANG)])
    assert ids(and_paths(reader, [ZHANG, LI])) == [["a"]]


@pytest.mark.parametrize("support", [-1, 0, 1, 2])
def test_r07_and_never_asks_for_fewer_than_two(reader, support):
    assert and_paths(reader, [ZHANG, WANG], min_support=support) == and_paths(reader, [ZHANG, WANG])


def test_r07_and_asks_for_more_when_told_so(reader):
    assert ids(and_paths(reader, [ZHANG, LI, WANG], min_support=3)) == [["e1"], ["e2"]]
    assert and_paths(reader, [ZHANG, LI, WANG], min_support=4) == NOTHING


def test_r07_and_counts_a_node_that_is_named_twice_once(reader):
    assert and_paths(reader, [WANG, "王芳"]) == NOTHING


def test_r07_and_is_not_met_by_an_edge_from_a_node_to_itself():
    assert and_paths(MemoryReader(edges=[edge("a", LI, "doubts", LI)]), [LI, ZHANG]) == NOTHING


def test_r07_and_sees_a_fact_of_a_hub_from_its_other_end():
    hub, spokes, edges = star(80)
    assert ids(and_paths(MemoryReader(edges=edges), [hub, spokes[79]])) == [["e79"]]


def test_r06_and_takes_twenty_distinct_nodes_and_no_more(reader):
    crowd = [GraphNode(f"x{n}", f"x{n}") for n in range(21)]
    assert and_paths(reader, crowd[:20] * 2) == NOTHING
    with pytest.raises(InvalidInputError, match="at most 20"):
        and_paths(reader, crowd)


def test_r06_and_stops_at_five_hundred_edges():
    crowd = [GraphNode(f"x{n}", f"x{n}") for n in range(20)]
    edges = [
        edge(f"e{n}-{m}", one, "met", GraphNode(f"y{m}", f"y{m}"))
        for n, one in enumerate(crowd)
        for m in range(40)
    ]
    edges += [edge("last", crowd[18], "met", crowd[19])]
    reader = Recording(edges=edges)
    result = and_paths(reader, crowd)
    assert (result.total, result.truncated) == (0, True)
    assert {node for node, _, _ in reader.asked} == {f"x{n}" for n in range(13)}


def test_r06_and_is_not_truncated_by_exactly_five_hundred_edges():
    crowd = [GraphNode(f"x{n}", f"x{n}") for n in range(20)]
    edges = [
        edge(f"e{n}-{m}", one, "met", GraphNode(f"y{m}", f"y{m}"))
        for n, one in enumerate(crowd)
        for m in range(25)
    ]
    assert and_paths(MemoryReader(edges=edges), crowd).truncated is False


# bounds and the envelope


@pytest.mark.parametrize(
    ("limit", "scan"), [(-5, 10), (0, 10), (1, 10), (2, 10), (3, 15), (10, 50), (100, 500), (9_999, 500)]
)
def test_r06_each_read_fetches_five_pages_within_its_bounds(limit, scan):
    reader = Recording(edges=[edge("e1", ZHANG, "knows", LI)])
    one_hop(reader, ZHANG, limit=limit, include_incoming=True)
    reverse(reader, ZHANG, limit=limit)
    two_hop(reader, ZHANG, limit=limit)
    neighbors(reader, ZHANG, limit=limit)
    and_paths(reader, [ZHANG], limit=limit)
    assert {asked for _, _, asked in reader.asked} == {scan}
    assert len(reader.asked) == 2 + 1 + 2 + 2 + 2


@pytest.mark.parametrize(("limit", "shown"), [(-1, 0), (0, 0), (7, 7), (100, 100), (5_000, 100)])
def test_r06_a_page_holds_at_most_one_hundred(limit, shown):
    hub, _, edges = star(120)
    assert len(one_hop(MemoryReader(edges=edges), hub, limit=limit).paths) == shown


def test_r06_a_page_holds_ten_unless_told_otherwise():
    hub, _, edges = star(30)
    reader = MemoryReader(edges=edges)
    results = (one_hop(reader, hub), neighbors(reader, hub), query(reader, GraphQuery(hub)))
    assert [len(result.paths) for result in results] == [10, 10, 10]


def test_r02_total_counts_the_candidates_of_this_scan():
    hub, _, edges = star(200)
    result = one_hop(MemoryReader(edges=edges), hub)
    assert (len(result.paths), result.total, result.truncated) == (10, 50, True)


def test_r02_a_page_that_holds_everything_is_not_truncated():
    hub, _, edges = star(10)
    result = one_hop(MemoryReader(edges=edges), hub)
    assert (len(result.paths), result.total, result.truncated) == (10, 10, False)


def test_r02_more_candidates_than_the_page_holds_is_truncated():
    hub, _, edges = star(11)
    assert one_hop(MemoryReader(edges=edges), hub).truncated


def test_r02_a_scan_that_reached_its_bound_is_truncated_whatever_it_found():
    hub, spokes, edges = star(60)
    reader = MemoryReader(edges=[*edges, edge("in", ZHANG, "knows", hub)])
    reached = [
        one_hop(reader, hub, target=ZHANG),
        reverse(
            MemoryReader(edges=[edge(f"r{n}", one, "knows", hub) for n, one in enumerate(spokes)]),
            hub,
            target=ZHANG,
        ),
        two_hop(reader, ZHANG, target=ZHANG),
        and_paths(reader, [hub, LI]),
    ]
    assert [(result.total, result.truncated) for result in reached] == [(0, True)] * 4


def test_r02_an_edge_that_is_met_twice_is_one_candidate():
    reader = MemoryReader(edges=[edge("a", LI, "doubts", LI), edge("b", LI, "met", WANG)])
    result = one_hop(reader, LI, include_incoming=True)
    assert (sorted(ids(result)), result.total) == ([["a"], ["b"]], 2)


def test_r02_a_reader_that_repeats_itself_gives_each_path_once():
    class Stammering(MemoryReader):
        def outgoing(self, node, predicate=None, limit=None):
            return super().outgoing(node, predicate, limit) * 2

    reader = Stammering(edges=[edge("a", ZHANG, "met", LI), edge("b", LI, "met", WANG)])
    results = (one_hop(reader, ZHANG), two_hop(reader, ZHANG), neighbors(reader, ZHANG))
    assert [(len(result.paths), result.total) for result in results] == [(1, 1)] * 3


# query


def test_r08_query_takes_one_hop_unless_a_second_predicate_is_given(reader):
    assert query(reader, GraphQuery(ZHANG)) == one_hop(reader, ZHANG)
    assert query(reader, GraphQuery("张伟", "manages", "认识")) == two_hop(reader, ZHANG, "管理", "认识")


def test_r08_query_takes_two_hops_on_request(reader):
    asked = GraphQuery(LI, "认识", max_hops=2, limit=2, target=KEY)
    assert query(reader, asked) == two_hop(reader, LI, "认识", limit=2, target=KEY)
    assert ids(query(reader, asked)) == [["e2", "e4"]]


def test_r08_query_looks_at_incoming_edges_for_one_hop_alone(reader):
    assert ids(query(reader, GraphQuery(KEY, include_incoming=True))) == [["e4"]]
    assert query(reader, GraphQuery(KEY, max_hops=2, include_incoming=True)) == NOTHING


@pytest.mark.parametrize("hops", [-1, 0, 3, 10])
def test_r08_query_takes_one_or_two_hops_only(reader, hops):
    with pytest.raises(InvalidInputError, match="1 or 2"):
        query(reader, GraphQuery(ZHANG, max_hops=hops))


def test_r08_query_refuses_a_second_predicate_with_one_hop(reader):
    with pytest.raises(InvalidInputError, match="two hops"):
        query(reader, GraphQuery(ZHANG, "管理", "认识", max_hops=1))


def test_r08_query_refuses_what_it_cannot_mean_even_about_a_stranger(reader):
    with pytest.raises(InvalidInputError):
        query(reader, GraphQuery("nobody", max_hops=3))


# nothing found


def test_r11_nothing_found_is_an_empty_envelope(reader):
    assert one_hop(reader, KEY) == reverse(reader, KEY, "envies") == two_hop(reader, WANG, "holds") == NOTHING
    assert neighbors(reader, GraphNode("new", "new")) == and_paths(reader, []) == NOTHING


@pytest.mark.parametrize("start", ["", "  ", "nobody"])
def test_r11_a_blank_or_unknown_start_finds_nothing(reader, start):
    asked = (one_hop(reader, start), reverse(reader, start), two_hop(reader, start), neighbors(reader, start))
    assert asked == (NOTHING,) * 4
    assert and_paths(reader, [start, "张伟"]) == query(reader, GraphQuery(start)) == NOTHING


def test_r11_nothing_is_filtered():
    doubtful = edge("a", ZHANG, "met", LI, 0.0, fact_id="rumour", observed_at="before the world")
    assert ids(one_hop(MemoryReader(edges=[doubtful]), ZHANG)) == [["a"]]


# any graph

SOME = [GraphNode(f"n{n}", f"node {n}") for n in range(5)]
EDGES = st.lists(
    st.tuples(
        st.sampled_from(SOME),
        st.sampled_from(["met", "fears"]),
        st.sampled_from(SOME),
        st.none() | st.integers(0, 1_000).map(lambda n: n / 1_000),
        st.none() | st.integers(0, 3),
        st.none() | st.integers(0, 3),
    ),
    max_size=14,
).map(
    lambda rows: [
        GraphEdge(f"e{n}", subject, predicate, end, fact, confidence, when)
        for n, (subject, predicate, end, confidence, fact, when) in enumerate(rows)
    ]
)


@given(EDGES, st.integers(3, 20))
def test_r05_every_result_is_the_start_of_all_paths_in_the_public_order(edges, limit):
    reader, start = MemoryReader(SOME, edges), SOME[0]
    pairs = [(a, b) for a in edges for b in edges if a.subject == start and a.object == b.subject]
    whole = sorted(map(RelationPath, pairs), key=path_order)
    result = two_hop(reader, start, limit=limit)
    assert (result.paths, result.total) == (tuple(whole[:limit]), len(whole))
    singles = sorted((RelationPath((one,)) for one in edges if one.subject == start), key=path_order)
    assert one_hop(reader, start, limit=limit).paths == tuple(singles[:limit])


@given(EDGES, st.sets(st.sampled_from(SOME), min_size=2))
def test_r07_and_agrees_with_counting_the_nodes_that_each_fact_mentions(edges, asked):
    mentions, made = {}, {}
    for one in edges:
        fact = one.key if one.fact_id is None else str(one.fact_id)
        mentions.setdefault(fact, set()).update({one.subject, one.object} & asked)
        made.setdefault(fact, []).append(one)
    whole = [one for fact, found in mentions.items() if len(found) >= 2 for one in made[fact]]
    result = and_paths(MemoryReader(SOME, edges), asked, limit=100)
    assert result.paths == tuple(sorted((RelationPath((one,)) for one in whole), key=path_order))


@given(EDGES)
def test_the_answer_over_a_reader_that_reads_best_first_is_the_same(edges):
    literal, ranked = MemoryReader(SOME, edges), BestFirst(SOME, edges)
    for node in SOME:
        assert two_hop(ranked, node) == two_hop(literal, node)
        assert neighbors(ranked, node) == neighbors(literal, node)
