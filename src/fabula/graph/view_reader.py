"""A view as a graph that the traversal operators can walk."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from rpds import HashTrieSet

from fabula.claims.statements import NARRATOR, THOUSAND, Modality
from fabula.claims.text import name_key
from fabula.graph.facts import Fact, SlotKey
from fabula.graph.paths import GraphEdge, GraphNode, Id
from fabula.graph.view import View

MOST_KEPT = 200_000
"""How many edges a reader remembers before it starts afresh."""

_CANON = (NARRATOR, Modality.ASSERTED.value)
_NOBODY: "HashTrieSet[SlotKey]" = HashTrieSet()


@dataclass(slots=True)
class _Around:
    """The edges at one node, each way, in the order of their rank."""

    outgoing: list[GraphEdge] = field(default_factory=list)
    incoming: list[GraphEdge] = field(default_factory=list)


class ViewReader:
    """Shows the relations of a view's canon that hold now; ``all_versions`` adds what held before.

    A node is an entity (same id), an edge a fact (same id, which is its ``fact_id`` too: ``fact`` leads
    back to the words), its confidence the fact's, its time the number of the turn that told it.

    A reader that cuts a long list before it sorts it can miss the best edge of a hub. This one cannot:
    ``outgoing`` and ``incoming`` give edges in the order of their rank (surest first, then newest, then by
    id), so however little is read, it is the best. A node's edges are sorted on the first visit, from the
    slots that touch it, and remembered until ``most_kept`` edges are: keep the reader as long as the view.

    Relations stand as they are stored: a symmetric one has one direction, so ask for both
    (``neighbors``, or ``include_incoming``); a name for a relation read from its other end resolves to
    nothing, so use ``reverse`` with the relation's own name.
    """

    best_first = True

    def __init__(self, view: View, *, all_versions: bool = False, most_kept: int = MOST_KEPT) -> None:
        self.view = view
        self.all_versions = all_versions
        self._most_kept = most_kept
        self._around: dict[str, _Around] = {}
        self._edges: dict[str, tuple[GraphEdge, Fact]] = {}
        self._slots: dict[str, SlotKey] | None = None

    def resolve_node(self, ref: str) -> GraphNode | None:
        """The entity of that alias, else of that name, else of that id; the first met where several are."""
        bearers = self.view.bearers(ref)
        if bearers:
            key = name_key(ref)
            aliased = (entity for entity in bearers if name_key(entity.name) != key)
            return self._node(next(aliased, bearers[0]).id)
        entity = self.view.resolve(ref)
        return None if entity is None else self._node(entity.id)

    def resolve_predicate(self, ref: str) -> str | None:
        """The relation's own name, from any spelling that the view's table knows for it."""
        if not ref.strip():
            return None
        meaning = self.view.table.meaning(ref)
        return None if meaning.reversed else meaning.predicate.name

    def outgoing(
        self, node: GraphNode, predicate: str | None = None, limit: int | None = None
    ) -> list[GraphEdge]:
        """The best ``limit`` relations that the entity is the subject of."""
        return _read(self._at(node.key).outgoing, predicate, limit)

    def incoming(
        self, node: GraphNode, predicate: str | None = None, limit: int | None = None
    ) -> list[GraphEdge]:
        """The best ``limit`` relations that the entity is the object of."""
        return _read(self._at(node.key).incoming, predicate, limit)

    def edges_for_fact(self, fact_id: Id) -> list[GraphEdge]:
        """The edge of a fact, alone in a list; an empty one if the graph shows no such fact."""
        found = self._found(str(fact_id))
        return [] if found is None else [found[0]]

    def fact(self, fact_id: Id) -> Fact | None:
        """The fact that an edge or an item of a path's evidence stands for, with its quotes."""
        found = self._found(str(fact_id))
        return None if found is None else found[1]

    def _at(self, key: str) -> _Around:
        around = self._around.get(key)
        if around is None:
            if len(self._edges) > self._most_kept:
                self._around.clear()
                self._edges.clear()
            around = self._around[key] = self._sorted(key)
        return around

    def _sorted(self, key: str) -> _Around:
        around = _Around()
        for slot in self.view.state.touching.get(key, _NOBODY):
            for fact in self._shown(slot):
                edge = self._edge(fact)
                if edge.subject.key == key:
                    around.outgoing.append(edge)
                if edge.object.key == key:
                    around.incoming.append(edge)
        around.outgoing.sort(key=_rank)
        around.incoming.sort(key=_rank)
        return around

    def _shown(self, slot: SlotKey) -> Iterable[Fact]:
        if slot[:2] != _CANON:
            return ()
        versions = self.view.state.slots[slot].versions
        relations = [fact for fact in versions if fact.object and not fact.value]
        return relations if self.all_versions else [fact for fact in relations if self.view.holds(fact)]

    def _edge(self, fact: Fact) -> GraphEdge:
        known = self._edges.get(fact.id)
        if known is not None:
            return known[0]
        edge = GraphEdge(
            id=fact.id,
            subject=self._node(fact.subject),
            predicate=fact.predicate,
            object=self._node(fact.object),
            fact_id=fact.id,
            confidence=None if fact.confidence is None else fact.confidence / THOUSAND,
            observed_at=fact.opened,
        )
        self._edges[fact.id] = (edge, fact)
        return edge

    def _node(self, identity: str) -> GraphNode:
        entity = self.view.state.entities.get(identity)
        return GraphNode(identity, entity.name, entity.kind) if entity else GraphNode(identity, identity)

    def _found(self, fact_id: str) -> tuple[GraphEdge, Fact] | None:
        if fact_id not in self._edges:
            if self._slots is None:
                self._slots = {fact.id: slot for slot in self.view.state.slots for fact in self._shown(slot)}
            slot = self._slots.get(fact_id)
            for fact in self._shown(slot) if slot else ():
                self._edge(fact)
        return self._edges.get(fact_id)


def _rank(edge: GraphEdge) -> tuple[int, float, str]:
    return edge.rank


def _read(edges: list[GraphEdge], predicate: str | None, limit: int | None) -> list[GraphEdge]:
    if predicate is None:
        return edges[:limit]
    return list(islice((edge for edge in edges if edge.predicate == predicate), limit))
