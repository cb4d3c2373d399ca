"""What of a story is embedded, and under which key: its turns, the phrases of its facts, its entities. Pure."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import cast

from fabula.claims.canonical import digest, text_digest
from fabula.graph.entities import Entity
from fabula.graph.view import View
from fabula.ledger.records import Stem, Turn
from fabula.recall.facts import index_facts
from fabula.recall.shelf import Shelf
from fabula.recall.vector_store import TextKind

MOST_CHARACTERS = 5000
"""How much of a text is embedded: more than that speaks of too much to be near to anything."""

_TURN_FORMAT = "fabula/embedded-turn/1"


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one kind at one head: the key of each text once, and the ids of what says it.

    ``bearers`` go in the order of the keys, and ``ids`` are all of them. ``said`` gives the text itself by
    key, where it is at hand; the words of turns are read when needed.
    """

    kind: TextKind
    keys: tuple[str, ...] = ()
    bearers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    ids: tuple[str, ...] = ()

    def scored(self, cosines: Sequence[float | None]) -> dict[str, float]:
        """Cosines in the order of the keys, by the ids of those who bear them."""
        if len(self.ids) == len(self.keys) and None not in cosines:
            return dict(zip(self.ids, cast("Sequence[float]", cosines), strict=True))
        pairs = zip(self.bearers.values(), cosines, strict=True)
        return {one: cosine for ids, cosine in pairs if cosine is not None for one in ids}


def turn_key(speaker: str, key: str) -> str:
    """The key of a turn's text as it is embedded: who says it, and the text key of what is said."""
    return digest([_TURN_FORMAT, speaker, key])


def turn_text(turn: Turn) -> str:
    """A turn as it is embedded; empty once it is purged."""
    said = f"{turn.speaker}: {turn.normal}" if turn.speaker else turn.normal
    return "" if turn.purged else said[:MOST_CHARACTERS]


def turn_texts(stems: Sequence[Stem], purged: Container[str], before: Texts | None = None) -> Texts:
    """The texts of a line's turns, oldest first, following what is known of the turns ``before``."""
    bearers = dict(before.bearers) if before else {}
    for stem in stems:
        if stem.id not in purged:
            key = turn_key(stem.speaker, stem.key)
            bearers[key] = (*bearers.get(key, ()), stem.id)
    return _texts("turn", bearers, {})


def fact_texts(view: View, shelf: Shelf, numbers: Container[int] | None = None) -> Texts:
    """The phrases of every version that a view was told, or of those opened in some turns."""
    index = index_facts(view, shelf)
    return _said(
        "fact",
        (
            (fact.id, index.text(place))
            for place, fact in enumerate(index.facts)
            if numbers is None or fact.opened in numbers
        ),
    )


def entity_texts(view: View, numbers: Container[int] | None = None) -> Texts:
    """A line for every entity of a view, or for those first seen in some turns."""
    return _said(
        "entity",
        (
            (entity.id, entity_text(entity))
            for entity in view.entities()
            if numbers is None or entity.first_seen in numbers
        ),
    )


def entity_text(entity: Entity) -> str:
    """An entity in one line: its names, and what is said of it in short."""
    names = ", ".join(entity.names)
    return f"{names}: {entity.summary}" if entity.summary else names


def _said(kind: TextKind, said: Iterable[tuple[str, str]]) -> Texts:
    texts: dict[str, str] = {}
    bearers: dict[str, tuple[str, ...]] = {}
    for identity, whole in said:
        text = whole[:MOST_CHARACTERS]
        if text.strip():
            key = _key(text)
            texts[key] = text
            bearers[key] = (*bearers.get(key, ()), identity)
    return _texts(kind, bearers, texts)


def _texts(kind: TextKind, bearers: Mapping[str, tuple[str, ...]], said: Mapping[str, str]) -> Texts:
    return Texts(kind, tuple(bearers), bearers, said, tuple(chain.from_iterable(bearers.values())))


@lru_cache(maxsize=1 << 16)
def _key(text: str) -> str:
    return text_digest(text)
