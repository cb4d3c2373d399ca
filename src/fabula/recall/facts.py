"""The facts of a view as an index: their phrases in segments, and which turn speaks of which facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.shelf import Shelf
from fabula.recall.words import SEGMENT, Passage, Segment, Shelved, document, sealed


@dataclass(frozen=True, slots=True)
class FactIndex:
    """Every version of everything that a view was told, oldest first: canon and belief, past and present.

    ``places`` finds a fact by its id; ``spoken`` lists the places of the facts that rest on a turn, and
    ``touching`` those that an entity is in, at either end or as the holder.
    """

    facts: tuple[Fact, ...]
    shelved: Shelved
    places: Mapping[str, int]
    spoken: Mapping[str, tuple[int, ...]]
    touching: Mapping[str, Sequence[int]]

    def latest(self, identity: str, most: int) -> list[Fact]:
        """The facts that an entity is in, the latest first, at most so many."""
        places = self.touching.get(identity, ())
        return [self.facts[place] for place in reversed(places[-most:])]

    def text(self, place: int) -> str:
        """The phrase of the fact at a place."""
        return self.shelved.passage(place).text


def index_facts(view: View, shelf: Shelf) -> FactIndex:
    """The index of a view's facts, made once for each digest of a view that has one."""
    if not view.digest:
        return _indexed(view, shelf)
    return shelf.kept("facts", view.digest, lambda: _indexed(view, shelf))


def _indexed(view: View, shelf: Shelf) -> FactIndex:
    facts = view.told()
    passages = [Passage(fact.id, fact.opened, "", phrase(fact, view)) for fact in facts]
    also = [_spellings(fact, view) for fact in facts]
    segments = tuple(
        _segment(tuple(passages[start : start + SEGMENT]), tuple(also[start : start + SEGMENT]), shelf)
        for start in range(0, len(facts), SEGMENT)
    )
    places = {fact.id: place for place, fact in enumerate(facts)}
    return FactIndex(facts, Shelved(segments), places, _spoken(facts), _touching(facts))


def _segment(passages: tuple[Passage, ...], also: tuple[str, ...], shelf: Shelf) -> Segment:
    def seal() -> Segment:
        return sealed([document(passage, words) for passage, words in zip(passages, also, strict=True)])

    return shelf.kept("segments", (passages, also), seal)


def _spellings(fact: Fact, view: View) -> str:
    """Other words for the predicate, so that "who owns it" finds "is held by"."""
    meaning = view.table.meaning(fact.predicate).predicate
    names = (meaning.name, *meaning.aliases, meaning.inverse, *meaning.inverse_aliases)
    return " ".join(names).replace("_", " ")


def _spoken(facts: tuple[Fact, ...]) -> dict[str, tuple[int, ...]]:
    spoken: dict[str, tuple[int, ...]] = {}
    for place, fact in enumerate(facts):
        for turn in dict.fromkeys(piece.turn for piece in fact.evidence if piece.quote):
            spoken[turn] = (*spoken.get(turn, ()), place)
    return spoken


def _touching(facts: tuple[Fact, ...]) -> dict[str, list[int]]:
    touching: dict[str, list[int]] = {}
    for place, fact in enumerate(facts):
        for identity in {fact.subject, fact.object, fact.holder} - {""}:
            touching.setdefault(identity, []).append(place)
    return touching
