"""A view as a networkx graph, for everything that networkx can compute and write."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fabula.claims.statements import NARRATOR, THOUSAND, Modality
from fabula.errors import MissingExtraError
from fabula.graph.entities import Entity
from fabula.graph.facts import Evidence, Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import Portrait, View

if TYPE_CHECKING:
    import networkx as nx

Plain = dict[str, Any]


def to_networkx(view: View, *, all_versions: bool = False) -> "nx.MultiDiGraph":
    """The view's canon as a ``networkx.MultiDiGraph``: entities in the order of meeting, relations as told.

    A node is an entity (key: its id) with every value that its attributes ever had. An edge is a version of
    a relation (key: its fact's id) that holds; ``all_versions`` adds those that held before. Strengths lie
    in [-1, 1] and confidences in [0, 1], None where nobody said. Everything is plain: strings, numbers,
    lists and dicts, so the graph can be written as JSON.

    Raises:
        MissingExtraError: networkx is not installed.
    """
    graph = _networkx().MultiDiGraph(turn=view.turn, number=view.number, digest=view.digest)
    for entity in view.entities():
        graph.add_node(entity.id, **_node(entity, view))
    told = view.told()
    described = {_relation_of(fact) for fact in told if "#" in fact.predicate}
    for fact in told:
        if _is_relation(fact) and (all_versions or view.holds(fact)):
            for end in (fact.subject, fact.object):
                if end not in graph:
                    graph.add_node(end, **_node(Entity(end, view.name_of(end), ""), view))
            attributes = view.attributes_of(fact) if _relation_of(fact) in described else {}
            edge = _edge(fact, view) | {"attributes": _versions(attributes)}
            graph.add_edge(fact.subject, fact.object, key=fact.id, **edge)
    return graph


def _networkx() -> Any:  # noqa: ANN401 - a module without types
    try:
        import networkx  # noqa: PLC0415, ICN001 - an extra
    except ImportError:
        raise MissingExtraError("This needs networkx: pip install 'fabula[graph]'.") from None
    return networkx


def _is_relation(fact: Fact) -> bool:
    return (
        bool(fact.object)
        and not fact.value
        and fact.holder == NARRATOR
        and fact.modality is Modality.ASSERTED
    )


def _relation_of(fact: Fact) -> tuple[str, str, str, str]:
    return (fact.holder, fact.subject, fact.predicate.partition("#")[0], fact.object)


def _node(entity: Entity, view: View) -> Plain:
    return {
        "name": entity.name,
        "kind": entity.kind,
        "aliases": list(entity.aliases),
        "labels": list(entity.labels),
        "summary": entity.summary,
        "uuid": str(entity.uuid),
        "first_seen": entity.first_seen,
        "last_seen": entity.last_seen,
        "attributes": _versions(Portrait(entity, view).attributes()),
    }


def _edge(fact: Fact, view: View) -> Plain:
    return _version(fact) | {
        "uuid": str(fact.uuid),
        "predicate": fact.predicate,
        "phrase": phrase(fact, view),
        "sentence": fact.sentence,
        "strength": _fraction(fact.strength),
    }


def _versions(attributes: Mapping[str, Sequence[Fact]]) -> Plain:
    return {key: [_version(fact) for fact in attributes[key]] for key in sorted(attributes)}


def _version(fact: Fact) -> Plain:
    """What every version has, of a relation and of an attribute alike."""
    told = {
        "id": fact.id,
        "time": fact.period.label,
        "since": fact.since,
        "until": fact.until,
        "opened": fact.opened,
        "closed": fact.closed,
        "standing": fact.standing.value,
        "confidence": _fraction(fact.confidence),
        "evidence": [_words(piece) for piece in fact.evidence],
    }
    return {"value": fact.value} | told if fact.value else told


def _words(piece: Evidence) -> Plain:
    return {
        "turn": piece.turn,
        "number": piece.number,
        "quote": piece.quote,
        "start": piece.start,
        "end": piece.end,
        "act": piece.act,
    }


def _fraction(thousandths: int | None) -> float | None:
    return None if thousandths is None else thousandths / THOUSAND
