"""Walking a graph: one hop, reverse, two hops, AND and neighbours, bounded, over any reader.

Every operator reads a fixed multiple of its page and answers with one envelope. ``limit`` (the page) is
held within [0, 100]; one read fetches ``min(500, max(10, 5 * limit))`` edges. Nodes are given as
themselves or by a reference; an unknown one finds nothing. Nothing is invented, nothing filtered.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import TypeAlias

from fabula.errors import InvalidInputError
from fabula.graph.mentions import mentioned_together
from fabula.graph.pairs import pairs_from
from fabula.graph.paths import DEFAULT_LIMIT, GraphEdge, GraphNode, GraphQuery, GraphResult, RelationPath
from fabula.graph.reader import Edges, GraphReader

MAX_LIMIT = 100
MIN_SCAN, MAX_SCAN, SCAN_FACTOR = 10, 500, 5
MAX_AND_NODES = 20
MIN_SUPPORT = 2

NodeOrRef: TypeAlias = GraphNode | str

_NOTHING = GraphResult()
_BEYOND_EVERY_KEY = "\0no such node"
_rank = attrgetter("rank")


def one_hop(
    reader: GraphReader,
    start: NodeOrRef,
    predicate: str | None = None,
    *,
    limit: int = DEFAULT_LIMIT,
    target: NodeOrRef | None = None,
    include_incoming: bool = False,
) -> GraphResult:
    """What the start is in that relation to; on request also what is so to it. ``target`` filters the far end."""
    page, scan = _bounds(limit)
    node = _node(reader, start)
    if node is None:
        return _NOTHING
    name, goal = _predicate(reader, predicate), _goal(reader, target)
    forth = reader.outgoing(node, name, scan)
    back = reader.incoming(node, name, scan) if include_incoming else ()
    reached_bound = len(forth) >= scan or len(back) >= scan
    edges = [*_ending(forth, goal), *_starting(back, goal)]
    return _page(edges, page, is_cut=reached_bound)


def reverse(
    reader: GraphReader,
    end: NodeOrRef,
    predicate: str | None = None,
    *,
    limit: int = DEFAULT_LIMIT,
    target: NodeOrRef | None = None,
) -> GraphResult:
    """Who is in that relation to ``end``: the subjects of its incoming edges, which ``target`` filters."""
    page, scan = _bounds(limit)
    node = _node(reader, end)
    if node is None:
        return _NOTHING
    back = reader.incoming(node, _predicate(reader, predicate), scan)
    return _page(_starting(back, _goal(reader, target)), page, is_cut=len(back) >= scan)


def two_hop(
    reader: GraphReader,
    start: NodeOrRef,
    predicate: str | None = None,
    second_predicate: str | None = None,
    *,
    limit: int = DEFAULT_LIMIT,
    target: NodeOrRef | None = None,
) -> GraphResult:
    """What the start reaches over one node between; ``target`` filters the far end.

    At most 500 candidates are collected: in the order of reading, or the best ones where the reader
    reads best first.
    """
    page, scan = _bounds(limit)
    node = _node(reader, start)
    if node is None:
        return _NOTHING
    second, goal = _predicate(reader, second_predicate), _goal(reader, target)
    first = reader.outgoing(node, _predicate(reader, predicate), scan)
    pairs = pairs_from(reader, first, second, scan=scan, goal=goal)
    is_cut = pairs.is_cut or len(first) >= scan or len(pairs) > page
    return GraphResult(tuple(map(RelationPath, pairs.best(page))), len(pairs), is_cut)


def neighbors(
    reader: GraphReader,
    node: NodeOrRef,
    *,
    limit: int = DEFAULT_LIMIT,
    predicate: str | None = None,
    include_incoming: bool = True,
) -> GraphResult:
    """What is around a node: the best path to each neighbour, in both directions unless told otherwise."""
    page, scan = _bounds(limit)
    centre = _node(reader, node)
    if centre is None:
        return _NOTHING
    name = _predicate(reader, predicate)
    forth = reader.outgoing(centre, name, scan)
    back = reader.incoming(centre, name, scan) if include_incoming else ()
    best: dict[str, GraphEdge] = {}
    for edge in forth:
        _keep_better(best, edge.object.key, edge)
    for edge in back:
        _keep_better(best, edge.subject.key, edge)
    return _page(best.values(), page, is_cut=len(forth) >= scan or len(back) >= scan)


def and_paths(
    reader: GraphReader,
    nodes: Iterable[NodeOrRef],
    *,
    limit: int = DEFAULT_LIMIT,
    min_support: int = MIN_SUPPORT,
) -> GraphResult:
    """The facts that mention at least ``min_support`` (never below 2) of the nodes, with every edge of each.

    These are records that speak of the nodes, not ways between them. An edge without a fact is a fact of
    its own. After 500 distinct edges no further node is read, and the result is truncated.

    Raises:
        InvalidInputError: more than 20 distinct nodes, of which fewer would answer a weaker question.
    """
    asked = _asked(reader, nodes)
    page, scan = _bounds(limit)
    edges, is_cut = mentioned_together(reader, asked, scan=scan, need=max(MIN_SUPPORT, min_support))
    return _page(edges, page, is_cut=is_cut)


def query(reader: GraphReader, question: GraphQuery) -> GraphResult:
    """The answer to a structured question: ``one_hop``, or ``two_hop`` when it asks for a second step.

    Raises:
        InvalidInputError: ``max_hops`` is neither 1 nor 2, or one hop is asked with a second predicate.
    """
    if question.max_hops not in (None, 1, 2):
        raise InvalidInputError(f"max_hops is 1 or 2, not {question.max_hops}.")
    hops = question.max_hops or (1 if question.second_predicate is None else 2)
    start, limit, target = question.start, question.limit, question.target
    if hops == 2:  # noqa: PLR2004 - two hops
        second = question.second_predicate
        return two_hop(reader, start, question.predicate, second, limit=limit, target=target)
    if question.second_predicate is not None:
        raise InvalidInputError("A second predicate needs two hops: leave max_hops out, or set it to 2.")
    incoming = question.include_incoming
    return one_hop(reader, start, question.predicate, limit=limit, target=target, include_incoming=incoming)


# what all of them share


def _bounds(limit: int) -> tuple[int, int]:
    page = min(MAX_LIMIT, max(0, int(limit)))
    return page, min(MAX_SCAN, max(MIN_SCAN, SCAN_FACTOR * page))


def _node(reader: GraphReader, ref: NodeOrRef) -> GraphNode | None:
    return ref if isinstance(ref, GraphNode) else reader.resolve_node(ref)


def _predicate(reader: GraphReader, ref: str | None) -> str | None:
    if ref is None:
        return None
    name = reader.resolve_predicate(ref)
    return ref if name is None else name


def _goal(reader: GraphReader, target: NodeOrRef | None) -> str | None:
    if target is None:
        return None
    node = _node(reader, target)
    return _BEYOND_EVERY_KEY if node is None else node.key


def _ending(edges: Edges, goal: str | None) -> Edges:
    return edges if goal is None else [edge for edge in edges if edge.object.key == goal]


def _starting(edges: Edges, goal: str | None) -> Edges:
    return edges if goal is None else [edge for edge in edges if edge.subject.key == goal]


def _distinct(edges: Iterable[GraphEdge]) -> dict[str, GraphEdge]:
    found: dict[str, GraphEdge] = {}
    for edge in edges:
        found.setdefault(edge.key, edge)
    return found


def _page(edges: Iterable[GraphEdge], page: int, *, is_cut: bool) -> GraphResult:
    found = _distinct(edges)
    best = sorted(found.values(), key=_rank)[:page]
    return GraphResult(
        tuple([RelationPath((edge,)) for edge in best]), len(found), is_cut or len(found) > page
    )


def _keep_better(best: dict[str, GraphEdge], neighbour: str, edge: GraphEdge) -> None:
    known = best.get(neighbour)
    if known is None or edge.rank < known.rank:
        best[neighbour] = edge


def _asked(reader: GraphReader, nodes: Iterable[NodeOrRef]) -> dict[str, GraphNode]:
    found = (_node(reader, ref) for ref in nodes)
    asked = {node.key: node for node in found if node is not None}
    if len(asked) > MAX_AND_NODES:
        raise InvalidInputError(f"AND takes at most {MAX_AND_NODES} distinct nodes, not {len(asked)}.")
    return asked
