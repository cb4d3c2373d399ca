"""Seeing the whole: what holds at a place, how two places differ, what does not fit, the graph and ways through it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

from fabula.errors import InvalidInputError
from fabula.graph.compare import Comparison, compare
from fabula.graph.facts import Fact
from fabula.graph.operators import MAX_LIMIT, and_paths, one_hop, reverse, two_hop
from fabula.graph.paths import GraphEdge, GraphNode, GraphResult
from fabula.graph.picture_scope import MOST, Scope, Which, scope
from fabula.graph.proposals import undecided
from fabula.graph.view import View
from fabula.graph.view_reader import ViewReader
from fabula.operations.asking import view_at
from fabula.operations.operation import AsOf, Knowing, NameAsked, Says, Standing
from fabula.operations.proposing import ProposalShape, proposal_shape
from fabula.shapes import EndShape, EntityShape, FactShape, end_shape, entity_shape, fact_shape
from fabula.story import Story


class StageShape(TypedDict):
    """Who is on stage, where, and when in the story, as far as that is told."""

    present: list[EndShape]
    place: EndShape | None
    time: str


class ViewShape(TypedDict):
    """What holds at a place of the story; ``digest`` is equal for equal content everywhere.

    ``left_out`` counts the entities and facts beyond the limit that was asked for.
    """

    story: str
    branch: str
    turn: int
    id: str
    at: str
    digest: str
    stage: StageShape
    entities: list[EntityShape]
    facts: list[FactShape]
    left_out: int


class ProblemShape(TypedDict):
    """Something told in the turn of that number that could not be taken, and why."""

    number: int
    about: str
    reason: str


class ProblemsShape(TypedDict):
    """What does not fit together: facts that cannot all be true, proposals against locked facts, and refusals."""

    turn: int
    contradictions: list[list[FactShape]]
    proposals: list[ProposalShape]
    problems: list[ProblemShape]


class SideShape(TypedDict):
    """One of two places, as it was named."""

    name: str
    turn: int
    id: str


class FactPairShape(TypedDict):
    """A fact as it holds here and there."""

    one: FactShape
    other: FactShape


class EntityPairShape(TypedDict):
    """An entity as it is told of here and there."""

    one: EntityShape
    other: EntityShape


class ComparisonShape(TypedDict):
    """How two places differ: what holds only here, only there, and differently in both."""

    one: SideShape
    other: SideShape
    same: bool
    different: list[FactPairShape]
    only_one: list[FactShape]
    only_other: list[FactShape]
    entities_only_one: list[EntityShape]
    entities_only_other: list[EntityShape]
    entities_different: list[EntityPairShape]


class NodeShape(TypedDict):
    """An entity on a way."""

    id: str
    name: str
    kind: str


class PathShape(TypedDict):
    """A way over relations, with how sure it is (0 to 1)."""

    confidence: float
    nodes: list[NodeShape]
    edges: list[FactShape]


class PathsShape(TypedDict):
    """The ways that were found, surest and newest first; ``total`` were seen."""

    turn: int
    total: int
    truncated: bool
    paths: list[PathShape]


class GraphNodeShape(EntityShape):
    """An entity of a graph: with how many others it has a relation there, and whether it was asked for."""

    degree: int
    in_focus: bool


class GraphShape(TypedDict):
    """Entities, the relations between them, and the values told of either; ``left_out`` had no room."""

    turn: int
    entities: list[GraphNodeShape]
    relations: list[FactShape]
    values: list[FactShape]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemsAsked(AsOf):
    """As of when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparing:
    """Which two places."""

    one: Annotated[str, Says("A branch, or a turn or tag of the branch.")]
    other: Annotated[str, Says("A branch, or a turn or tag of the branch.")]
    at: Annotated[str, Says("What held then in the story itself, such as 'day 4'.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathsAsked(Standing):
    """From where, over what, to where."""

    start: NameAsked
    end: Annotated[str, Says("Only what leads to this name, alias or id.")] = ""
    predicate: Annotated[str, Says("Only by this relation.")] = ""
    second: Annotated[str, Says("With two_hop: the second relation.")] = ""
    two_hop: Annotated[bool, Says("Over one entity between.")] = False
    reverse: Annotated[bool, Says("Who stands in a relation to the start.")] = False
    both: Annotated[bool, Says("From the start and to it.")] = False
    shared: Annotated[tuple[str, ...], Says("What speaks of the start and of all of these.")] = ()
    every: Annotated[bool, Says("Over relations that no longer hold, too.")] = False
    limit: Annotated[int, Says("At most so many ways.", least=0, most=MAX_LIMIT)] = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphAsked(Knowing):
    """Which part of the graph."""

    focus: Annotated[tuple[str, ...], Says("Only who is around these names, aliases or ids.")] = ()
    hops: Annotated[int, Says("How many steps around the focus.", least=0, most=MAX_LIMIT)] = 1
    most: Annotated[int, Says("At most so many entities.", least=1, most=1000)] = MOST
    every: Annotated[bool, Says("Past versions too.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureAsked(GraphAsked):
    """What to draw."""

    page: Annotated[bool, Says("A web page instead of an SVG.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewAsked(Standing):
    """How much of what holds."""

    limit: Annotated[
        int,
        Says(
            "At most so many entities, those spoken of last, and so many facts, the newest; 0 for all.",
            least=0,
        ),
    ] = 0


def view(told: Story, asked: ViewAsked) -> ViewShape:
    """Show what holds at a turn or at a time of the story: who is on stage, whom it speaks of, every canon fact."""
    found = view_at(told, asked)
    stage, entities, facts = found.stage, found.entities(), found.facts()
    many = asked.limit or max(len(entities), len(facts), 1)
    latest = {one.id for one in sorted(entities, key=lambda one: (-one.last_seen, one.id))[:many]}
    shown = [one for one in entities if one.id in latest]
    return {
        "story": told.name,
        "branch": told.branch,
        "turn": found.number,
        "id": found.turn,
        "at": asked.at,
        "digest": found.digest,
        "stage": {
            "present": [end_shape(one, found) for one in stage.present],
            "place": end_shape(stage.place, found) if stage.place else None,
            "time": stage.time.label,
        },
        "entities": [entity_shape(one) for one in shown],
        "facts": _facts(facts[-many:], found),
        "left_out": len(entities) - len(shown) + max(len(facts) - many, 0),
    }


def problems(told: Story, asked: ProblemsAsked) -> ProblemsShape:
    """List what does not fit together: contradictions, proposals against locked facts, and what was refused."""
    found = told.view(asked.as_of or None)
    return {
        "turn": found.number,
        "contradictions": [_facts(facts, found) for facts in found.contradictions()],
        "proposals": [proposal_shape(one, found) for one in undecided(found)],
        "problems": [
            {"number": one.number, "about": one.about, "reason": one.reason} for one in found.problems
        ],
    }


def compare_places(told: Story, asked: Comparing) -> ComparisonShape:
    """Show how two branches or turns differ: what holds only here, only there, and differently in both."""
    one, other = there(told, asked.one, asked.at), there(told, asked.other, asked.at)
    return comparison_shape(compare(one, other), (asked.one, one), (asked.other, other))


def there(told: Story, name: str, at: str = "") -> View:
    """What holds at the end of a branch of that name, else at the turn or tag."""
    if name in told.branches.all():
        return told.switch(name).view(at=at or None)
    return told.view(name or None, at=at or None)


def comparison_shape(found: Comparison, one: tuple[str, View], other: tuple[str, View]) -> ComparisonShape:
    """A comparison of two places, each with its name."""
    (_, ours), (_, theirs) = one, other
    return {
        "one": _side(*one),
        "other": _side(*other),
        "same": found.is_same,
        "different": [
            {"one": fact_shape(here, ours), "other": fact_shape(over, theirs)}
            for here, over in found.different
        ],
        "only_one": _facts(found.only_one, ours),
        "only_other": _facts(found.only_other, theirs),
        "entities_only_one": [entity_shape(entity) for entity in found.entities_only_one],
        "entities_only_other": [entity_shape(entity) for entity in found.entities_only_other],
        "entities_different": [
            {"one": entity_shape(here), "other": entity_shape(over)}
            for here, over in found.entities_different
        ],
    }


def paths(told: Story, asked: PathsAsked) -> PathsShape:
    """Follow the relations of an entity, surest and newest first, each with the words that it rests on."""
    _check_ways(asked)
    return paths_shape(*walked(view_at(told, asked), asked))


def paths_shape(found: GraphResult, reader: ViewReader) -> PathsShape:
    """Ways with the facts of their edges."""
    return {
        "turn": reader.view.number,
        "total": found.total,
        "truncated": found.truncated,
        "paths": [
            {
                "confidence": one.confidence,
                "nodes": [{"id": node.key, "name": node.label, "kind": node.kind} for node in one.nodes],
                "edges": _facts((fact_of(edge, reader) for edge in one.edges), reader.view),
            }
            for one in found.paths
        ],
    }


def walked(standing: View, asked: PathsAsked) -> tuple[GraphResult, ViewReader]:
    """What the walk that is asked for finds, and the reader that knows the facts of its edges."""
    reader = ViewReader(standing, all_versions=asked.every)
    node, goal = _node(standing, asked.start), _node(standing, asked.end) if asked.end else None
    by, limit = asked.predicate or None, asked.limit
    if asked.shared:
        ends = (*asked.shared, *([asked.end] if asked.end else []))
        return and_paths(reader, [node, *(_node(standing, name) for name in ends)], limit=limit), reader
    if asked.two_hop:
        return two_hop(reader, node, by, asked.second or None, limit=limit, target=goal), reader
    if asked.reverse:
        return reverse(reader, node, by, limit=limit, target=goal), reader
    return one_hop(reader, node, by, limit=limit, target=goal, include_incoming=asked.both), reader


def fact_of(edge: GraphEdge, reader: ViewReader) -> Fact:
    """The fact that an edge comes from."""
    fact = reader.fact(edge.id)
    assert fact is not None  # noqa: S101 - an edge of this reader comes from a fact of its view
    return fact


def graph(told: Story, asked: GraphAsked) -> GraphShape:
    """Show the entities around some of them, or all, with the relations between them and what is told of either."""
    found = view_at(told, asked)
    shown = scope_asked(found, asked)
    degrees, focus = shown.degrees, set(shown.focus)
    return {
        "turn": found.number,
        "entities": [
            {**entity_shape(one), "degree": degrees[one.id], "in_focus": one.id in focus}
            for one in shown.entities
        ],
        "relations": _facts(shown.relations, found),
        "values": _facts(_values(shown), found),
        "left_out": shown.left_out,
    }


def picture(told: Story, asked: PictureAsked) -> bytes:
    """Draw whom and what the story speaks of, and how they stand to each other."""
    from fabula.graph.picture import drawn, page  # noqa: PLC0415 - nothing else draws

    found = view_at(told, asked)
    title = " · ".join(part for part in (told.name, told.branch, asked.at, asked.pov) if part)
    made = drawn(scope_asked(found, asked), found, title)
    return (page(made, title) if asked.page else made).encode()


def scope_asked(found: View, asked: GraphAsked) -> Scope:
    """The part of a view's graph that is asked for.

    Raises:
        InvalidInputError: past versions from a point of view.
    """
    if asked.every and asked.pov:
        raise InvalidInputError(
            "A point of view (pov) shows what somebody knows now: leave past versions out."
        )
    which: Which = "told" if asked.every else "holding"
    if asked.pov:
        which = found.known_to(asked.pov, strict=asked.strict)
    return scope(found, facts=which, focus=asked.focus, hops=asked.hops, most=asked.most)


def _values(shown: Scope) -> list[Fact]:
    ends = {one.id for one in shown.entities}
    drawn = {(one.holder, one.subject, one.predicate, one.object) for one in shown.relations}
    return [
        fact
        for key, facts in shown.notes.items()
        if (key[0] in ends if len(key) == 1 else key in drawn)
        for fact in facts
    ]


def _check_ways(asked: PathsAsked) -> None:
    if sum((asked.two_hop, asked.reverse, asked.both, bool(asked.shared))) > 1:
        raise InvalidInputError("Choose one of two_hop, reverse, both and shared.")
    if asked.second and not asked.two_hop:
        raise InvalidInputError("A second relation needs two_hop.")


def _node(standing: View, name: str) -> GraphNode:
    entity = standing.entity(name).entity
    return GraphNode(entity.id, entity.name, entity.kind)


def _side(name: str, side: View) -> SideShape:
    return {"name": name, "turn": side.number, "id": side.turn}


def _facts(found: Iterable[Fact] | Sequence[Fact], standing: View) -> list[FactShape]:
    return [fact_shape(fact, standing) for fact in found]
