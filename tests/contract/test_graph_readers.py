"""Every graph reader keeps the one contract."""

from dataclasses import replace

import pytest

from fabula.claims.statements import Assertion, EntityClaim
from fabula.graph.entities import entity_id
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.memory_reader import MemoryReader
from fabula.graph.predicates import Predicate, PredicateTable
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.graph.view_reader import ViewReader
from fabula.ledger.records import Body, Stem
from fabula.testing.reader_contract import SAMPLE, GraphReaderContract, named


class TestMemoryReader(GraphReaderContract):
    @pytest.fixture
    def build(self):
        return lambda graph: MemoryReader(
            graph.nodes,
            graph.edges,
            node_aliases=graph.node_aliases,
            predicate_aliases=graph.predicate_aliases,
        )

    def write_twice(self, reader, edge):
        reader.add_edge(edge)
        return reader


class TestViewReader(GraphReaderContract):
    facts_have_one_edge = True

    @pytest.fixture
    def build(self):
        return lambda graph: ViewReader(view_of(graph))


class TestViewReaderOfAllVersions(GraphReaderContract):
    facts_have_one_edge = True

    @pytest.fixture
    def build(self):
        return lambda graph: ViewReader(view_of(graph), all_versions=True)


class Forgetful(MemoryReader):
    """Breaks one promise: the read is its own list."""

    def outgoing(self, node, predicate=None, limit=None):
        lists = self.__dict__.setdefault("lists", {})
        return lists.setdefault((node.key, predicate, limit), super().outgoing(node, predicate, limit))


class LabelsFirst(MemoryReader):
    """Breaks one promise: a label comes before an alias."""

    def resolve_node(self, ref):
        by_label = [node for node in self._nodes.values() if node.label == ref]
        return by_label[0] if by_label else super().resolve_node(ref)


def test_the_contract_notices_a_reader_that_hands_out_its_own_state():
    contract, reader = GraphReaderContract(), Forgetful(SAMPLE.nodes, SAMPLE.edges)
    with pytest.raises(AssertionError):
        contract.test_r09_what_was_read_can_be_emptied_without_harm(reader)


def test_the_contract_notices_a_reader_that_prefers_labels():
    reader = LabelsFirst(SAMPLE.nodes, SAMPLE.edges, node_aliases=SAMPLE.node_aliases)
    with pytest.raises(AssertionError):
        GraphReaderContract().test_r09_an_alias_comes_before_a_label(reader)


def test_the_contract_notices_a_second_edge_under_one_id():
    class Writable(GraphReaderContract):
        def write_twice(self, reader, edge):
            others = [one for one in reader.outgoing(edge.subject) if one.key != edge.key]
            return MemoryReader(SAMPLE.nodes, [*others, edge])

    with pytest.raises(AssertionError):
        Writable().test_r09_a_second_edge_under_a_known_id_is_refused(
            MemoryReader(SAMPLE.nodes, SAMPLE.edges)
        )


def test_the_contract_finds_nodes_by_label_alone():
    renamed = [replace(node, id=f"row-{node.id}") for node in SAMPLE.nodes]
    assert named(MemoryReader(renamed), "林瑶").id == "row-yao"


def view_of(graph):
    """A view in which one turn tells the nodes, and one further turn each edge."""
    table = PredicateTable(
        Predicate(name, tuple(alias for alias, known in graph.predicate_aliases.items() if known == name))
        for name in sorted({edge.predicate for edge in graph.edges})
    )
    ids = {node.key: entity_id(node.kind, node.label) for node in graph.nodes}
    told = [[meeting(graph, node) for node in graph.nodes]]
    told += [[statement(edge, ids)] for edge in graph.edges]
    state = NOTHING_TOLD
    for number, claims in enumerate(told, start=1):
        state = fold_turn(state, turn(number, claims), NO_RULES, table)
    return View(f"turn-{len(told)}", len(told), "", state, table=table)


def meeting(graph, node):
    aliases = tuple(alias for alias, known in graph.node_aliases.items() if known == node.key)
    return EntityClaim(node.label, kind=node.kind, aliases=aliases)


def statement(edge, ids):
    confidence = None if edge.confidence is None else round(edge.confidence * 1000)
    return Assertion(
        ids[edge.subject.key], edge.predicate, object=ids[edge.object.key], confidence=confidence
    )


def turn(number, claims):
    stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
    return TurnClaims(stem, (Body(f"body-{number}", "test/1", claims=tuple(claims)),), (), lambda _: stem)
