"""The contract that every graph reader keeps: subclass it, say how a graph gets into yours, and run pytest.

::

    class TestMyReader(GraphReaderContract):
        @pytest.fixture
        def build(self):
            return lambda graph: MyReader(my_store_with(graph.nodes, graph.edges, graph.node_aliases, ...))

The contract finds nodes by label and edges by their ends, so a store may give ids of its own.
"""

# ruff: noqa: D102 - the name of a test is its sentence.

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

import pytest

from fabula.graph.operators import and_paths, neighbors, one_hop, reverse, two_hop
from fabula.graph.paths import GraphEdge, GraphNode, GraphResult, Id
from fabula.graph.reader import GraphReader, reads_best_first


@dataclass(frozen=True, slots=True)
class SampleGraph:
    """A small graph for a reader to hold: nodes, edges in the order of writing, and the aliases declared."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    node_aliases: Mapping[str, Id] = field(default_factory=dict)
    predicate_aliases: Mapping[str, str] = field(default_factory=dict)


Build: TypeAlias = "Callable[[SampleGraph], GraphReader]"
Shown: TypeAlias = "tuple[str, str, str, float | None]"

YAO = GraphNode("yao", "林瑶", "character")
FENG = GraphNode("feng", "林峰", "character")
MIRA = GraphNode("mira", "Mira", "character")
COURT = GraphNode("court", "Moonlit Court", "organization")
ROOK = GraphNode("rook", "Rook", "character")
ROOK_TOWER = GraphNode("rook-tower", "Rook", "place")
ASH = GraphNode("ash", "Ash", "place")
KEY = GraphNode("key", "silver key", "item")

SAMPLE = SampleGraph(
    nodes=(YAO, FENG, MIRA, COURT, ROOK, ROOK_TOWER, ASH, KEY),
    edges=(
        GraphEdge(1, YAO, "管理", FENG, fact_id=42, confidence=0.9, observed_at=1),
        GraphEdge(2, YAO, "serves", COURT, fact_id="43", confidence=0.6, observed_at=2),
        GraphEdge(3, FENG, "serves", COURT, fact_id="44", confidence=0.8, observed_at=3),
        GraphEdge(4, MIRA, "trusts", YAO, fact_id="45", observed_at=4),
        GraphEdge(5, YAO, "trusts", MIRA, fact_id="46", confidence=0.3, observed_at=5),
        GraphEdge(6, YAO, "fears", FENG, fact_id="47", confidence=1.0, observed_at=6),
        GraphEdge(7, FENG, "guards", KEY, fact_id="48", confidence=0.7, observed_at=7),
    ),
    node_aliases={"小瑶": "yao", "Ash": "mira"},
    predicate_aliases={"manages": "管理"},
)


class GraphReaderContract:
    """Every promise of the port ``GraphReader`` as a test.

    ``facts_have_one_edge`` declares a store in which a fact can never give several edges.
    """

    facts_have_one_edge: ClassVar[bool] = False

    @pytest.fixture
    def build(self) -> Build:
        """Puts a graph into an empty store and gives a reader of it; a subclass says how."""
        raise NotImplementedError("Give the contract a reader: override the fixture `build`.")

    @pytest.fixture
    def reader(self, build: Build) -> GraphReader:
        """A reader of the sample."""
        return build(SAMPLE)

    def write_twice(self, reader: GraphReader, edge: GraphEdge) -> GraphReader:
        """Try to store another edge under the id of ``edge``; the reader of the store afterwards.

        A store that refuses raises whatever it raises. Without an override the store is taken to have no
        way of writing an id at all.
        """
        _ = edge
        return reader

    # resolving

    @pytest.mark.parametrize("node", [YAO, MIRA, COURT, KEY], ids=lambda node: node.label)
    def test_r09_a_label_finds_its_node(self, reader: GraphReader, node: GraphNode) -> None:
        assert named(reader, node.label).label == node.label

    def test_r09_an_alias_finds_its_node(self, reader: GraphReader) -> None:
        assert named(reader, "小瑶").label == "林瑶"

    def test_r09_an_id_finds_its_node(self, reader: GraphReader) -> None:
        court = named(reader, "Moonlit Court")
        assert reader.resolve_node(court.key) == court

    def test_r09_an_alias_comes_before_a_label(self, reader: GraphReader) -> None:
        assert named(reader, "Ash").label == "Mira"

    def test_r09_an_alias_comes_before_an_id(self, build: Build) -> None:
        court = named(build(SAMPLE), "Moonlit Court")
        masked = replace(SAMPLE, node_aliases={court.key: "yao"})
        assert named(build(masked), court.key).label == "林瑶"

    def test_r09_a_label_comes_before_an_id(self, build: Build) -> None:
        court = named(build(SAMPLE), "Moonlit Court")
        confused = replace(SAMPLE, nodes=(*SAMPLE.nodes, GraphNode("decoy", court.key, "concept")))
        assert named(build(confused), court.key).kind == "concept"

    def test_r09_a_label_that_two_bear_finds_the_same_one_always(self, build: Build) -> None:
        reader = build(SAMPLE)
        found = [named(reader, "Rook") for _ in range(3)] + [named(build(SAMPLE), "Rook")]
        assert len({(node.key, node.kind) for node in found}) == 1

    @pytest.mark.parametrize("ref", ["", " ", "\t\n", "　", "nobody at all"])
    def test_r09_blank_and_unknown_references_find_nothing(self, reader: GraphReader, ref: str) -> None:
        assert reader.resolve_node(ref) is None

    def test_r09_a_predicate_resolves_to_itself_and_its_alias_to_it(self, reader: GraphReader) -> None:
        assert [reader.resolve_predicate(name) for name in ("管理", "manages")] == ["管理", "管理"]

    @pytest.mark.parametrize("ref", ["", "  "])
    def test_r09_a_blank_predicate_resolves_to_nothing(self, reader: GraphReader, ref: str) -> None:
        assert reader.resolve_predicate(ref) is None

    # reading

    def test_r11_every_edge_that_was_written_is_read_at_its_subject(self, reader: GraphReader) -> None:
        read = [edge for node in _nodes(reader) for edge in reader.outgoing(node)]
        assert sorted(map(repr, map(shown, read))) == sorted(map(repr, map(shown, SAMPLE.edges)))

    def test_r11_every_edge_that_was_written_is_read_at_its_object(self, reader: GraphReader) -> None:
        read = [edge for node in _nodes(reader) for edge in reader.incoming(node)]
        assert sorted(map(repr, map(shown, read))) == sorted(map(repr, map(shown, SAMPLE.edges)))

    def test_r03_what_is_outgoing_has_the_node_as_its_subject(self, reader: GraphReader) -> None:
        yao = named(reader, "林瑶")
        assert {edge.subject for edge in reader.outgoing(yao)} == {yao}

    def test_r03_what_is_incoming_has_the_node_as_its_object(self, reader: GraphReader) -> None:
        feng = named(reader, "林峰")
        assert {edge.object for edge in reader.incoming(feng)} == {feng}

    def test_a_predicate_keeps_its_own_edges_alone(self, reader: GraphReader) -> None:
        yao, court = named(reader, "林瑶"), named(reader, "Moonlit Court")
        assert [shown(edge)[2] for edge in reader.outgoing(yao, "trusts")] == ["Mira"]
        assert {shown(edge)[0] for edge in reader.incoming(court, "serves")} == {"林瑶", "林峰"}
        assert list(reader.outgoing(yao, "guards")) == []

    @pytest.mark.parametrize("limit", [0, 1, 3, 100])
    def test_r06_a_limit_gives_the_start_of_the_whole_read(self, reader: GraphReader, limit: int) -> None:
        yao = named(reader, "林瑶")
        assert list(reader.outgoing(yao, None, limit)) == list(reader.outgoing(yao))[:limit]
        assert list(reader.incoming(yao, None, limit)) == list(reader.incoming(yao))[:limit]

    def test_a_limit_counts_the_edges_of_the_predicate(self, reader: GraphReader) -> None:
        assert len(reader.incoming(named(reader, "Moonlit Court"), "serves", 2)) == 2

    def test_r09_the_order_of_a_read_is_stable(self, build: Build) -> None:
        reader, again = build(SAMPLE), build(SAMPLE)
        first = list(reader.outgoing(named(reader, "林瑶")))
        assert list(reader.outgoing(named(reader, "林瑶"))) == first
        assert list(map(shown, again.outgoing(named(again, "林瑶")))) == list(map(shown, first))

    def test_a_reader_that_says_best_first_reads_best_first(self, reader: GraphReader) -> None:
        reads = [read(node) for node in _nodes(reader) for read in (reader.outgoing, reader.incoming)]
        is_sorted = all([edge.rank for edge in read] == sorted(edge.rank for edge in read) for read in reads)
        assert is_sorted or not reads_best_first(reader)

    def test_a_node_without_edges_reads_as_empty(self, reader: GraphReader) -> None:
        rook = named(reader, "Rook")
        assert [*reader.outgoing(rook), *reader.incoming(rook)] == []

    def test_r11_a_node_that_the_store_does_not_hold_reads_as_empty(self, reader: GraphReader) -> None:
        stranger = GraphNode("1" * 12, "nobody")
        assert [*reader.outgoing(stranger), *reader.incoming(stranger)] == []

    def test_an_end_of_an_edge_is_the_node_that_its_id_resolves_to(self, reader: GraphReader) -> None:
        ends = [end for edge in _all(reader) for end in (edge.subject, edge.object)]
        assert [reader.resolve_node(end.key) for end in ends] == ends

    # identity

    def test_r09_an_edge_id_means_one_edge(self, reader: GraphReader) -> None:
        keys = [edge.key for edge in _all(reader)]
        assert len(set(keys)) == len(keys) == len(SAMPLE.edges)

    def test_r09_a_second_edge_under_a_known_id_is_refused(self, reader: GraphReader) -> None:
        before = sorted(_all(reader), key=lambda edge: edge.key)
        twin = replace(before[0], predicate="betrays", confidence=1.0, fact_id=None)
        with suppress(Exception):
            reader = self.write_twice(reader, twin)
        assert sorted(_all(reader), key=lambda edge: edge.key) == before

    # frozen values

    def test_r09_what_was_read_can_be_emptied_without_harm(self, reader: GraphReader) -> None:
        yao = named(reader, "林瑶")
        fact = reader.outgoing(yao)[0].proof
        before = _three_reads(reader, yao, fact)
        _empty(reader.outgoing(yao))
        _empty(reader.incoming(yao))
        _empty(reader.edges_for_fact(fact))
        assert _three_reads(reader, yao, fact) == before

    @pytest.mark.parametrize("name", ["id", "predicate", "confidence", "fact_id", "observed_at", "subject"])
    def test_r09_an_edge_that_was_read_changes_nothing(self, reader: GraphReader, name: str) -> None:
        yao = named(reader, "林瑶")
        before = [repr(edge) for edge in reader.outgoing(yao)]
        _spoil(reader.outgoing(yao)[0], name)
        assert [repr(edge) for edge in reader.outgoing(yao)] == before

    @pytest.mark.parametrize("name", ["id", "label", "kind"])
    def test_r09_a_node_that_was_read_changes_nothing(self, reader: GraphReader, name: str) -> None:
        before = repr(reader.resolve_node("林瑶"))
        _spoil(named(reader, "林瑶"), name)
        _spoil(reader.outgoing(named(reader, "林瑶"))[0].subject, name)
        assert repr(reader.resolve_node("林瑶")) == before

    # evidence

    def test_r09_evidence_leads_back_to_its_edges(self, reader: GraphReader) -> None:
        edges = [edge for edge in _all(reader) if edge.fact_id is not None]
        assert edges
        assert all(edge in reader.edges_for_fact(edge.fact_id) for edge in edges if edge.fact_id is not None)

    def test_r09_an_edge_of_a_fact_names_that_fact(self, reader: GraphReader) -> None:
        facts = {str(edge.fact_id) for edge in _all(reader) if edge.fact_id is not None}
        told = {fact: {str(edge.fact_id) for edge in reader.edges_for_fact(fact)} for fact in facts}
        assert told == {fact: {fact} for fact in facts}

    def test_r09_a_fact_is_found_by_number_and_by_string_alike(self, reader: GraphReader) -> None:
        facts = [edge.fact_id for edge in _all(reader) if edge.fact_id is not None]
        for fact in facts:
            is_number = str(fact).isdecimal() and str(int(fact)) == str(fact)
            alike: list[Id] = [str(fact), int(fact)] if is_number else [str(fact)]
            reads = [list(reader.edges_for_fact(one)) for one in alike]
            assert reads == [list(reader.edges_for_fact(fact))] * len(alike)

    def test_r09_a_fact_gives_every_edge_that_it_made(self, build: Build) -> None:
        if self.facts_have_one_edge:
            reader = build(SAMPLE)
            assert [len(reader.edges_for_fact(edge.proof)) for edge in _all(reader)] == [1] * len(
                _all(reader)
            )
            return
        joint = replace(SAMPLE, edges=tuple(replace(edge, fact_id=42) for edge in SAMPLE.edges[:3]))
        reader = build(joint)
        fact = reader.outgoing(named(reader, "林峰"))[0].proof
        assert sorted(map(shown, reader.edges_for_fact(fact))) == sorted(map(shown, joint.edges))

    def test_r11_an_unknown_fact_gives_nothing(self, reader: GraphReader) -> None:
        assert list(reader.edges_for_fact("no such fact")) == []

    # walking

    def test_r04_an_answer_carries_the_evidence_of_what_was_walked(self, reader: GraphReader) -> None:
        path = two_hop(reader, "林瑶", "manages", "serves").paths[0]
        assert (path.confidence, path.evidence) == (0.72, tuple(edge.fact_id for edge in path.edges))

    def test_r03_a_reverse_walk_keeps_the_stored_direction(self, reader: GraphReader) -> None:
        paths = reverse(reader, "林峰", "管理").paths
        assert [[node.label for node in path.nodes] for path in paths] == [["林瑶", "林峰"]]

    def test_r01_every_operator_finds_what_was_written(self, reader: GraphReader) -> None:
        assert _told(one_hop(reader, "林瑶")) == [
            "林瑶 fears 林峰",
            "林瑶 管理 林峰",
            "林瑶 serves Moonlit Court",
            "林瑶 trusts Mira",
        ]
        assert _told(reverse(reader, "silver key")) == ["林峰 guards silver key"]
        assert _told(two_hop(reader, "Mira", limit=1)) == ["Mira trusts 林瑶 fears 林峰"]
        assert _told(neighbors(reader, "林峰")) == [
            "林瑶 fears 林峰",
            "林峰 serves Moonlit Court",
            "林峰 guards silver key",
        ]
        assert _told(and_paths(reader, ["Mira", "林瑶"])) == ["Mira trusts 林瑶", "林瑶 trusts Mira"]

    def test_r11_a_stranger_gives_an_empty_envelope(self, reader: GraphReader) -> None:
        assert one_hop(reader, "nobody at all") == GraphResult((), 0, truncated=False)


def named(reader: GraphReader, ref: str) -> GraphNode:
    """The node that a reference must find."""
    node = reader.resolve_node(ref)
    assert node is not None, f"{ref!r} finds no node"
    return node


def shown(edge: GraphEdge) -> Shown:
    """What of an edge does not depend on the ids that a store gives."""
    return (edge.subject.label, edge.predicate, edge.object.label, edge.confidence)


def _nodes(reader: GraphReader) -> list[GraphNode]:
    labels = {node.label for node in SAMPLE.nodes} - {"Ash"}
    return [named(reader, label) for label in sorted(labels)]


def _all(reader: GraphReader) -> list[GraphEdge]:
    return [edge for node in _nodes(reader) for edge in reader.outgoing(node)]


def _three_reads(reader: GraphReader, node: GraphNode, fact: Id) -> list[list[GraphEdge]]:
    return [list(reader.outgoing(node)), list(reader.incoming(node)), list(reader.edges_for_fact(fact))]


def _told(result: GraphResult) -> list[str]:
    return [" ".join(_steps(path.edges)) for path in result.paths]


def _steps(edges: Iterable[GraphEdge]) -> list[str]:
    steps = [part for edge in edges for part in (edge.predicate, edge.object.label)]
    return [next(iter(edges)).subject.label, *steps]


def _empty(read: object) -> None:
    if isinstance(read, list):
        read.clear()


def _spoil(value: object, name: str) -> None:
    with suppress(Exception):
        setattr(value, name, "spoiled")
