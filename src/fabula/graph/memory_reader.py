"""The reference reader: nodes and edges in memory, taken literally."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TypeAlias

from fabula.errors import InvalidInputError
from fabula.graph.paths import GraphEdge, GraphNode, Id

_NO_ALIASES: Mapping[str, Id] = MappingProxyType({})
_NO_SPELLINGS: Mapping[str, str] = MappingProxyType({})

Edges: TypeAlias = dict[str, GraphEdge]


class MemoryReader:
    """A graph that reads back what was put in: in that order, predicates letter by letter, nothing inferred.

    Aliases are those declared here. All values are frozen, so what is read can be kept and cannot be
    changed.
    """

    def __init__(
        self,
        nodes: Iterable[GraphNode] = (),
        edges: Iterable[GraphEdge] = (),
        *,
        node_aliases: Mapping[str, Id] = _NO_ALIASES,
        predicate_aliases: Mapping[str, str] = _NO_SPELLINGS,
    ) -> None:
        self._aliases = {alias: str(node) for alias, node in node_aliases.items()}
        self._spellings = dict(predicate_aliases)
        self._nodes: dict[str, GraphNode] = {}
        self._labels: dict[str, str] = {}
        self._edges: Edges = {}
        self._outgoing: dict[str, Edges] = {}
        self._incoming: dict[str, Edges] = {}
        self._facts: dict[str, Edges] = {}
        self._predicates: set[str] = set()
        for node in nodes:
            self.add_node(node)
        for edge in edges:
            self.add_edge(edge)

    def add_node(self, node: GraphNode) -> None:
        """Register a node, or give a known one a new label or kind.

        Edges read afterwards show the node as it is now; its former labels still find it.
        """
        known = self._nodes.get(node.key)
        if known == node:
            return
        self._nodes[node.key] = node
        self._labels.setdefault(node.label, node.key)
        if known is not None:
            touched = self._outgoing.get(node.key, {}) | self._incoming.get(node.key, {})
            for edge in touched.values():
                self._put(edge)

    def add_edge(self, edge: GraphEdge) -> None:
        """Register an edge together with its two nodes.

        Raises:
            InvalidInputError: an edge with this id is there already.
        """
        if edge.key in self._edges:
            raise InvalidInputError(f"An edge {edge.key!r} is there already: an id means one edge.")
        self.add_node(edge.subject)
        self.add_node(edge.object)
        self._predicates.add(edge.predicate)
        self._put(edge)

    def resolve_node(self, ref: str) -> GraphNode | None:
        """The node of that alias, else of that label (the first to bear it), else of that id."""
        key = str(ref).strip()
        if not key:
            return None
        return self._nodes.get(self._aliases.get(key) or self._labels.get(key) or key)

    def resolve_predicate(self, ref: str) -> str | None:
        """The predicate of that alias or of exactly that spelling."""
        key = str(ref).strip()
        return self._spellings.get(key) or (key if key in self._predicates else None)

    def outgoing(
        self, node: GraphNode, predicate: str | None = None, limit: int | None = None
    ) -> list[GraphEdge]:
        """At most ``limit`` edges that start at the node, in the order in which they were added."""
        return _read(self._outgoing.get(node.key), predicate, limit)

    def incoming(
        self, node: GraphNode, predicate: str | None = None, limit: int | None = None
    ) -> list[GraphEdge]:
        """At most ``limit`` edges that end at the node, in the order in which they were added."""
        return _read(self._incoming.get(node.key), predicate, limit)

    def edges_for_fact(self, fact_id: Id) -> list[GraphEdge]:
        """Every edge of a fact, in the order in which they were added."""
        return _read(self._facts.get(str(fact_id)), None, None)

    def _put(self, edge: GraphEdge) -> None:
        subject, end = self._nodes[edge.subject.key], self._nodes[edge.object.key]
        if edge.subject is not subject or edge.object is not end:
            edge = replace(edge, subject=subject, object=end)
        self._edges[edge.key] = edge
        self._outgoing.setdefault(subject.key, {})[edge.key] = edge
        self._incoming.setdefault(end.key, {})[edge.key] = edge
        if edge.fact_id is not None:
            self._facts.setdefault(str(edge.fact_id), {})[edge.key] = edge


def _read(edges: Edges | None, predicate: str | None, limit: int | None) -> list[GraphEdge]:
    if not edges:
        return []
    if predicate is None:
        return list(islice(edges.values(), limit))
    return list(islice((edge for edge in edges.values() if edge.predicate == predicate), limit))
