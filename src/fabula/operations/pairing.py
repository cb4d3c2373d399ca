"""Two branches in one picture, for the panel: what they share, and what stands on one side alone."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from fabula.graph.picture_scope import MOST
from fabula.graph.together import Side, together
from fabula.graph.view import View
from fabula.operations.operation import Says
from fabula.operations.seeing import GraphNodeShape, SideShape, there
from fabula.shapes import FactShape, entity_shape, fact_shape
from fabula.story import Story


class SidedNodeShape(GraphNodeShape):
    """An entity of a picture, and which side knows it."""

    side: Side


class SidedFactShape(TypedDict):
    """A fact, and on which side it holds."""

    side: Side
    fact: FactShape


class TogetherShape(TypedDict):
    """Entities and relations of two places, each with its side, and the values that differ; ``left_out`` had no room."""

    one: SideShape
    other: SideShape
    entities: list[SidedNodeShape]
    relations: list[SidedFactShape]
    values: list[SidedFactShape]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherAsked:
    """Which two places, and which part of their graph."""

    one: Annotated[str, Says("A branch, or a turn or tag of the branch.")]
    other: Annotated[str, Says("A branch, or a turn or tag of the branch.")]
    turn: Annotated[int, Says("As either stood at the turn of this number; 0 for now.", least=0)] = 0
    focus: Annotated[
        tuple[str, ...], Says("Around these names, aliases or ids; else around what differs.")
    ] = ()
    hops: Annotated[int, Says("How many steps around the focus.", least=0, most=9)] = 1
    most: Annotated[int, Says("At most so many entities.", least=1, most=1000)] = MOST


def together_asked(told: Story, asked: TogetherAsked) -> TogetherShape:
    """Show two branches in one graph: what they share, and what holds on one side alone."""
    one, other = _then(told, asked.one, asked.turn), _then(told, asked.other, asked.turn)
    found = together(one, other, focus=asked.focus, hops=asked.hops, most=asked.most)
    degrees, focus = found.degrees, set(found.focus)
    return {
        "one": {"name": asked.one, "turn": one.number, "id": one.turn},
        "other": {"name": asked.other, "turn": other.number, "id": other.turn},
        "entities": [
            {
                **entity_shape(entity),
                "degree": degrees[entity.id],
                "in_focus": entity.id in focus,
                "side": side,
            }
            for side, entity in found.entities
        ],
        "relations": [
            {"side": side, "fact": fact_shape(fact, _of(side, one, other))} for side, fact in found.relations
        ],
        "values": [
            {"side": side, "fact": fact_shape(fact, _of(side, one, other))} for side, fact in found.values
        ],
        "left_out": found.left_out,
    }


def _then(told: Story, name: str, turn: int) -> View:
    """A place as it stood at a turn, or at its end if that came before."""
    place = told.switch(name) if name in told.branches.all() else None
    if place is None or not turn or not place.head or turn >= place.head.number:
        return there(told, name)
    return place.view(turn)


def _of(side: Side, one: View, other: View) -> View:
    return other if side == "other" else one
