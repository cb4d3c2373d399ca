"""The reference reader: literal, in the order of writing, frozen."""

from dataclasses import FrozenInstanceError, replace

import pytest

from fabula.errors import InvalidInputError
from fabula.graph.memory_reader import MemoryReader
from fabula.graph.paths import GraphEdge, GraphNode
from fabula.graph.reader import reads_best_first

YAO, FENG, MIRA = GraphNode("yao", "林瑶"), GraphNode("feng", "林峰"), GraphNode(7, "Mira")


def edge(key, subject=YAO, predicate="trusts", end=FENG, **told):
    return GraphEdge(key, subject, predicate, end, **told)


def keys(edges):
    return [one.id for one in edges]


def test_r10_edges_are_read_in_the_order_in_which_they_were_added():
    reader = MemoryReader(
        edges=[edge("b", confidence=0.1), edge("c", confidence=0.9), edge("a", confidence=0.5)]
    )
    assert keys(reader.outgoing(YAO)) == keys(reader.incoming(FENG)) == ["b", "c", "a"]
    assert not reads_best_first(reader)


def test_r10_predicates_match_letter_by_letter():
    reader = MemoryReader(edges=[edge("e1", predicate="Trusts"), edge("e2", predicate="trusts")])
    assert keys(reader.outgoing(YAO, "trusts")) == ["e2"]
    assert reader.resolve_predicate("TRUSTS") is None


def test_r10_an_edge_registers_its_nodes():
    reader = MemoryReader(edges=[edge("e1", end=MIRA)])
    assert reader.resolve_node("Mira") == reader.resolve_node("7") == MIRA


def test_r09_a_duplicate_edge_id_is_refused():
    reader = MemoryReader(edges=[edge("e1")])
    with pytest.raises(InvalidInputError, match="'e1'"):
        reader.add_edge(edge("e1", predicate="fears"))
    assert [one.predicate for one in reader.outgoing(YAO)] == ["trusts"]


def test_r09_ids_of_one_string_form_are_one_id():
    with pytest.raises(InvalidInputError):
        MemoryReader(edges=[edge(1), edge("1")])


def test_a_refused_edge_leaves_nothing_behind():
    reader = MemoryReader(edges=[edge("e1")])
    with pytest.raises(InvalidInputError):
        reader.add_edge(edge("e1", end=MIRA))
    assert reader.resolve_node("Mira") is None


def test_r09_what_is_read_is_frozen():
    reader = MemoryReader(edges=[edge("e1")])
    with pytest.raises(FrozenInstanceError):
        reader.outgoing(YAO)[0].confidence = 0.1
    with pytest.raises(FrozenInstanceError):
        reader.resolve_node("林瑶").label = "somebody"


def test_r09_aliases_are_those_declared_and_nothing_else():
    reader = MemoryReader([YAO, FENG], node_aliases={"小瑶": "yao"}, predicate_aliases={"manages": "管理"})
    assert reader.resolve_node("小瑶") == YAO
    assert reader.resolve_node("瑶") is None
    assert reader.resolve_predicate("manages") == "管理"


def test_r09_an_alias_for_a_node_that_is_not_there_finds_nothing():
    assert MemoryReader([YAO], node_aliases={"林瑶": "gone"}).resolve_node("林瑶") is None


def test_r09_an_alias_may_name_a_node_by_number():
    assert MemoryReader([MIRA], node_aliases={"M": 7}).resolve_node("M") == MIRA


def test_r09_the_first_bearer_of_a_label_is_meant():
    reader = MemoryReader([GraphNode("z", "Rook"), GraphNode("a", "Rook")])
    assert reader.resolve_node("Rook").id == "z"


def test_a_new_label_shows_on_every_edge_and_the_old_one_still_resolves():
    reader = MemoryReader(
        edges=[edge("e1", fact_id=1), edge("e2", subject=FENG, end=YAO), edge("e3", end=YAO)]
    )
    masked = replace(YAO, label="the masked woman")
    reader.add_node(masked)
    assert {one.subject for one in reader.outgoing(YAO)} == {masked}
    assert [one.object for one in reader.incoming(masked)] == [masked, masked]
    assert [one.subject for one in reader.edges_for_fact(1)] == [masked]
    assert reader.resolve_node("林瑶") == reader.resolve_node("yao") == masked


def test_a_new_label_leaves_the_order_of_reading_as_it_was():
    reader = MemoryReader(edges=[edge("b"), edge("a", end=MIRA), edge("c")])
    reader.add_node(replace(FENG, label="the captain"))
    assert keys(reader.outgoing(YAO)) == ["b", "a", "c"]


def test_an_edge_that_knows_a_node_by_a_new_label_gives_it_that_label():
    reader = MemoryReader(edges=[edge("e1"), edge("e2", subject=replace(YAO, label="the masked woman"))])
    assert {one.subject.label for one in reader.outgoing(YAO)} == {"the masked woman"}


def test_r09_a_fact_is_one_by_its_string_form():
    reader = MemoryReader(edges=[edge("e1", fact_id=42), edge("e2", fact_id="42"), edge("e3")])
    assert keys(reader.edges_for_fact(42)) == keys(reader.edges_for_fact("42")) == ["e1", "e2"]


def test_an_edge_from_a_node_to_itself_is_read_both_ways():
    reader = MemoryReader(edges=[edge("e1", end=YAO)])
    assert keys(reader.outgoing(YAO)) == keys(reader.incoming(YAO)) == ["e1"]
