"""Meaning: how much of a story can be found by what it means, and what is not well with that."""

from typing import TypedDict

from fabula.operations.operation import Nothing
from fabula.recall.vector_state import Counts, VectorState
from fabula.stores.vectors import index_at
from fabula.story import Story


class TextsShape(TypedDict):
    """How many texts of a kind a branch has, how many have a vector, how many only one of another embedder."""

    texts: int
    present: int
    stale: int
    missing: int


class VectorsShape(TypedDict):
    """How far a branch can be found by meaning. ``status`` is ``ok``, ``degraded`` or ``off``; ``said`` is for people.

    ``texts`` are by kind: turn, fact and entity. ``index`` keeps the vectors of all stories, in so many bytes.
    """

    status: str
    embedder: str
    recorded: str
    texts: dict[str, TextsShape]
    said: str
    index: str
    bytes: int


def vectors(told: Story, _asked: Nothing) -> VectorsShape:
    """Show how many texts have a vector, of which embedder, how many are missing or stale, and whether meaning is used."""
    return vectors_shape(told.vectors.state(), told.store.location)


def vectors_shape(state: VectorState, location: str) -> VectorsShape:
    """A state of vectors, with the index at a store's location."""
    index, size = index_at(location)
    return {
        "status": state.status,
        "embedder": state.space,
        "recorded": state.recorded,
        "texts": {kind: _texts(counts) for kind, counts in sorted(state.counts.items())},
        "said": state.said,
        "index": index,
        "bytes": size,
    }


def _texts(counts: Counts) -> TextsShape:
    return {
        "texts": counts.texts,
        "present": counts.present,
        "stale": counts.stale,
        "missing": counts.missing,
    }
