"""Facts that mention several nodes: what AND chooses from."""

from collections.abc import Collection
from itertools import chain
from typing import TypeAlias

from fabula.graph.paths import GraphEdge, GraphNode
from fabula.graph.reader import Edges, GraphReader

MAX_EDGES = 500

Told: TypeAlias = dict[str, list[GraphEdge]]
"""The edges that were read of each fact, by the string form of its id."""


def mentioned_together(
    reader: GraphReader, asked: dict[str, GraphNode], *, scan: int, need: int
) -> tuple[list[GraphEdge], bool]:
    """Every edge of each fact that mentions at least ``need`` of the nodes, and whether reading was cut short."""
    told, is_cut = _told_about(reader, asked.values(), scan)
    edges: list[GraphEdge] = []
    for read in told.values():
        if _support(read, asked) >= need:
            edges += _whole_fact(reader, read)
    return edges, is_cut


def _told_about(reader: GraphReader, nodes: Collection[GraphNode], scan: int) -> tuple[Told, bool]:
    told: Told = {}
    seen: set[str] = set()
    is_cut = False
    for node in nodes:
        forth, back = reader.outgoing(node, None, scan), reader.incoming(node, None, scan)
        is_cut = is_cut or len(forth) >= scan or len(back) >= scan
        for edge in chain(forth, back):
            if edge.key in seen:
                continue
            if len(seen) >= MAX_EDGES:
                return told, True
            seen.add(edge.key)
            told.setdefault(str(edge.proof), []).append(edge)
    return told, is_cut


def _support(read: Edges, asked: dict[str, GraphNode]) -> int:
    """How many of the nodes a fact mentions, at either end: a hub's edge counts though only the other end read it."""
    if len(read) == 1:
        near, far = read[0].subject.key, read[0].object.key
        return (near in asked) + (far in asked and far != near)
    return len({end.key for edge in read for end in (edge.subject, edge.object)} & asked.keys())


def _whole_fact(reader: GraphReader, read: Edges) -> list[GraphEdge]:
    facts = [edge.fact_id for edge in read if edge.fact_id is not None]
    return [*read, *(reader.edges_for_fact(facts[0]) if facts else ())]
