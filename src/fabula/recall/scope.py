"""Where a recall stands: as of which turn, at which time of the story, in whose knowledge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.models.chat import Ask, Reply
from fabula.recall.vectors import NO_VECTORS, VectorScores

TurnLike: TypeAlias = Turn | str | int
"""A turn, its number along the branch (negative from the end, 0 before the first), its id or the start of it, a tag."""

Ranker: TypeAlias = Callable[[Ask], Reply]
"""Asks a model; raises a ``FabulaError`` if no answer comes."""


class Scope(TypedDict, total=False):
    """What narrows a recall, or helps it; nothing of it is needed.

    ``as_of`` a turn of the branch: what it had told by then. ``for_turn`` a turn that is about to be told
    anew: neither it nor what hangs off it is seen. ``at`` a time of the story (minutes, or "day 4").
    ``pov`` whose knowledge counts (a name), ``strict`` without what nobody knows whether they know.
    ``session`` the number of the session or chapter to stay within. ``vectors`` what an embedder says of the
    cue. ``rerank`` asks a model to choose, with the policy ``deep``.
    """

    as_of: TurnLike | None
    for_turn: TurnLike | None
    at: str | int | None
    pov: str
    strict: bool
    session: int | None
    vectors: VectorScores
    rerank: Ranker


@dataclass(frozen=True, slots=True)
class Given:
    """What a recall goes by beside the cue: who is on stage, whose knowledge counts, and what helps it.

    ``knower`` is an entity's id, empty where everything may be known.
    """

    cast: Sequence[str] = ()
    knower: str = ""
    strict: bool = False
    session: int | None = None
    vectors: VectorScores = NO_VECTORS
    rerank: Ranker | None = None


NOTHING_GIVEN = Given()


def at_moment(scope: Scope, view: View) -> View:
    """The view at the time of the story that a scope names, if it names one.

    Raises:
        InvalidInputError: it names no time that can be sorted.
    """
    at = scope.get("at")
    return view if at is None else view.at(at)


def given_by(scope: Scope, view: View, vectors: VectorScores) -> Given:
    """What a scope gives to a recall of a view; ``vectors`` count where the scope brings none of its own.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody, or not one alone, is called as ``pov`` says.
    """
    pov = scope.get("pov")
    return Given(
        cast=[view.name_of(identity) for identity in view.stage.present],
        knower=view.entity(pov).entity.id if pov else "",
        strict=scope.get("strict", False),
        session=scope.get("session"),
        vectors=scope.get("vectors") or vectors,
        rerank=scope.get("rerank"),
    )
