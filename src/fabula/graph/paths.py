"""What a walk over a graph gives: nodes, edges, paths with their evidence, and the order of paths."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf, isfinite, prod
from typing import TypeAlias

from fabula.errors import InvalidInputError

Id: TypeAlias = str | int
"""An identity as a store keeps it. Identities are compared by their string form: 42 and "42" are one."""

DEFAULT_LIMIT = 10

UNKNOWN_CONFIDENCE = 0.5
"""What an edge without a confidence counts for in a product."""

MILLION = 1_000_000
PLACES = 4
_STEPS: int = 10**PLACES
# Walks have one edge or two: such paths are answered without a loop.
_TWO = 2
_UNIT_OF_TWO: int = MILLION**_TWO // _STEPS
_HALF_OF_TWO = _UNIT_OF_TWO // 2
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node as a reader shows it; ``key`` is the string form of its id."""

    id: Id
    label: str
    kind: str = ""
    key: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", str(self.id))


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A relation as it is stored, from ``subject`` to ``object``.

    ``fact_id`` names the stored fact that the edge comes from, if there is one. ``confidence`` lies in
    [0, 1] or is None where nobody said. ``observed_at`` is an ISO 8601 string (UTC unless it says
    otherwise) or a number of milliseconds since 1970; any other number that grows with time does as well.

    Derived: ``key`` is the string form of the id, ``weight`` the confidence in millionths (an unknown one
    is 0.5), ``rank`` what sorts the edges of one read best first: as ``path_order`` sorts their paths;
    ``proof`` is the fact id, or the edge's own id where there is none.
    """

    id: Id
    subject: GraphNode
    predicate: str
    object: GraphNode
    fact_id: Id | None = None
    confidence: float | None = None
    observed_at: str | float | None = None
    key: str = field(init=False, repr=False, compare=False)
    weight: int = field(init=False, repr=False, compare=False)
    rank: tuple[int, float, str] = field(init=False, repr=False, compare=False)
    proof: Id = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        key, weight = str(self.id), _weight(self.confidence)
        derive = object.__setattr__
        derive(self, "key", key)
        derive(self, "weight", weight)
        derive(self, "rank", (-rounded(weight, 1), -moment(self.observed_at), key))
        derive(self, "proof", self.id if self.fact_id is None else self.fact_id)


@dataclass(frozen=True, slots=True)
class RelationPath:
    """The edges that were walked, in the order of the walk and the direction in which they are stored.

    ``nodes[i]`` is ``edges[i].subject`` and ``nodes[i + 1]`` is ``edges[i].object``; everything else
    follows from the edges too, and is computed when it is asked for.
    """

    edges: tuple[GraphEdge, ...]

    @property
    def nodes(self) -> tuple[GraphNode, ...]:
        """Every node of the path, the first edge's subject first."""
        edges = self.edges
        if len(edges) == 1:
            return (edges[0].subject, edges[0].object)
        if len(edges) == _TWO:
            first, last = edges
            return (first.subject, first.object, last.object)
        return (edges[0].subject, *[edge.object for edge in edges])

    @property
    def hops(self) -> int:
        """How many edges the path has."""
        return len(self.edges)

    @property
    def confidence(self) -> float:
        """The product of the edges' confidences, an unknown one counting 0.5, to four decimals.

        Multiplied and rounded (half up) as whole millionths, so that it is equal on every machine.
        """
        return _confidence(self.edges) / _STEPS

    @property
    def evidence(self) -> tuple[Id, ...]:
        """Each edge's fact id, or its own id where it has none; the same evidence (by string) once."""
        edges = self.edges
        if len(edges) == 1:
            return (edges[0].proof,)
        if len(edges) == _TWO:
            first, last = edges[0].proof, edges[1].proof
            return (first,) if str(first) == str(last) else (first, last)
        found: dict[str, Id] = {}
        for edge in edges:
            found.setdefault(str(edge.proof), edge.proof)
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class GraphResult:
    """What an operator found: a page of paths, best first.

    ``total`` counts the distinct candidates of this bounded scan, not of the whole graph; ``truncated``
    says that there are more candidates than the page holds, or that a scan reached its bound.
    """

    paths: tuple[RelationPath, ...] = ()
    total: int = 0
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class GraphQuery:
    """A question for ``query``: one hop, or two when ``second_predicate`` or ``max_hops`` says so.

    Nodes are given as themselves or by a reference that the reader resolves. ``target`` keeps only the
    paths that lead there; ``include_incoming`` counts for one hop alone.
    """

    start: GraphNode | str
    predicate: str | None = None
    second_predicate: str | None = None
    max_hops: int | None = None
    limit: int = DEFAULT_LIMIT
    target: GraphNode | str | None = None
    include_incoming: bool = False


def path_order(path: RelationPath) -> tuple[int, int, float, tuple[str, ...]]:
    """The sort key of every result: ``sorted(paths, key=path_order)`` merges pages in the same order.

    Confidence descending, hops ascending, the time of the latest edge descending (unknown last), edge ids.
    """
    edges = path.edges
    newest = min(edge.rank[1] for edge in edges)
    return (-_confidence(edges), len(edges), newest, tuple(edge.key for edge in edges))


def rounded(product: int, factors: int) -> int:
    """A product of ``factors`` weights (millionths) in ten-thousandths, half rounded up."""
    unit: int = MILLION**factors // _STEPS
    return (product + unit // 2) // unit


def moment(observed_at: str | float | None) -> float:
    """A time as milliseconds since 1970, or minus infinity for one that is missing or cannot be read."""
    if observed_at is None:
        return -inf
    if isinstance(observed_at, int):
        return observed_at
    if isinstance(observed_at, float):
        return observed_at if isfinite(observed_at) else -inf
    try:
        read = datetime.fromisoformat(observed_at.strip())
    except ValueError:
        return -inf
    return ((read if read.tzinfo else read.replace(tzinfo=UTC)) - _EPOCH) // _MILLISECOND


def _confidence(edges: tuple[GraphEdge, ...]) -> int:
    if len(edges) == 1:
        return -edges[0].rank[0]
    if len(edges) == _TWO:
        return (edges[0].weight * edges[1].weight + _HALF_OF_TWO) // _UNIT_OF_TWO
    return rounded(prod(edge.weight for edge in edges), len(edges))


def _weight(confidence: float | None) -> int:
    value = UNKNOWN_CONFIDENCE if confidence is None else confidence
    if not 0 <= value <= 1:
        raise InvalidInputError(f"A confidence lies between 0 and 1, not at {value}; None means unknown.")
    return round(value * MILLION)
