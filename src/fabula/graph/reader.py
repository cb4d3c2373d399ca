"""The port of the traversal operators: what a graph must answer to be walked, whatever keeps it."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from fabula.graph.paths import GraphEdge, GraphNode, Id

Edges: TypeAlias = Sequence[GraphEdge]


class GraphReader(Protocol):
    """Shows rows of some store as nodes and edges. ``fabula.testing.reader_contract`` holds it to its word.

    The order of a read is stable. What is shown (past or present, whose, how sure) is the reader's
    decision: the operators filter nothing. No read exposes state that a caller could change. An edge id
    means one edge.

    A reader whose ``outgoing`` and ``incoming`` give the edges in the order of their ``rank`` says so by
    an attribute ``best_first = True``: a bounded read then holds the best, not the first.
    """

    def resolve_node(self, ref: str) -> GraphNode | None:
        """The node that an alias, else a label, else an id means; the same one always where several would.

        Blank and unknown references give None.
        """
        ...

    def resolve_predicate(self, ref: str) -> str | None:
        """The stored spelling of a predicate or of an alias for it; None when there is none."""
        ...

    def outgoing(self, node: GraphNode, predicate: str | None = None, limit: int | None = None) -> Edges:
        """At most ``limit`` edges that start at the node, of one predicate or of all."""
        ...

    def incoming(self, node: GraphNode, predicate: str | None = None, limit: int | None = None) -> Edges:
        """At most ``limit`` edges that end at the node, of one predicate or of all."""
        ...

    def edges_for_fact(self, fact_id: Id) -> Edges:
        """Every edge that comes from a stored fact; 42 and "42" are the same fact."""
        ...


def reads_best_first(reader: GraphReader) -> bool:
    """Whether a reader promises its edges in the order of their rank."""
    return bool(getattr(reader, "best_first", False))
