"""The facts of a view as an index: their phrases in segments, whom they touch, and which turn speaks of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from fabula.claims.statements import NARRATOR, Modality
from fabula.graph.facts import Fact
from fabula.graph.growth import told_since
from fabula.graph.phrase import phrase
from fabula.graph.view import View, told_order
from fabula.recall.shelf import Shelf
from fabula.recall.words import SEGMENT, Document, Passage, Segment, Shelved, document, sealed


@dataclass(frozen=True, slots=True)
class FactIndex:
    """Every version of everything that a view was told, oldest first: canon and belief, past and present.

    ``places`` finds a fact by its id; ``spoken`` lists the places of the facts that rest on a turn,
    ``touching`` those that an entity is in, at either end or as the holder, and ``bonds`` those of them
    that canon tells of two entities.
    """

    view: View
    facts: tuple[Fact, ...]
    shelved: Shelved
    places: Mapping[str, int]
    spoken: Mapping[str, Sequence[int]]
    touching: Mapping[str, Sequence[int]]
    bonds: Mapping[str, Sequence[int]]

    def text(self, place: int) -> str:
        """The phrase of the fact at a place."""
        return self.shelved.passage(place).text

    def latest(self, identity: str, most: int) -> list[Fact]:
        """The facts that an entity is in, the latest first, at most so many."""
        return [self.facts[place] for place in reversed(self.touching.get(identity, ())[-most:])]

    def relations(self, identity: str, most: int) -> list[Fact]:
        """The relations of an entity that hold in canon, of so many of the latest."""
        told = (self.facts[place] for place in reversed(self.bonds.get(identity, ())[-most:]))
        return [fact for fact in told if fact.is_current]


NO_INDEX = FactIndex(View(), (), Shelved(), {}, {}, {}, {})


def index_facts(view: View, shelf: Shelf) -> FactIndex:
    """The index of a view's facts, made once for each digest of a view that has one.

    It grows from one made for an earlier view of the line: a turn costs what it tells, and not what was told
    before it.
    """
    if not view.digest:
        return _whole(view, shelf)
    return shelf.kept("facts", view.digest, lambda: _grown_from_any(view, shelf) or _whole(view, shelf))


def _grown_from_any(view: View, shelf: Shelf) -> FactIndex | None:
    kept = (one for one in shelf.lately("facts") if isinstance(one, FactIndex))
    grown = (_grown(one, view) for one in kept)
    return next((one for one in grown if one is not None), None)


def _whole(view: View, shelf: Shelf) -> FactIndex:
    facts = view.told()
    whole = len(facts) - len(facts) % SEGMENT
    segments = [_segment(facts[start : start + SEGMENT], view, shelf) for start in range(0, whole, SEGMENT)]
    shelved = Shelved(tuple(segments)).grown([_document(fact, view) for fact in facts[whole:]])
    return _joined(replace(NO_INDEX, view=view), facts, (), shelved)


def _grown(before: FactIndex, view: View) -> FactIndex | None:
    """The index of a view grown from that of an earlier one; None where something of that has to go."""
    told = told_since(view, before.view)
    if told is None:
        return None
    again = [fact for fact in told if fact.id in before.places]
    fresh = tuple(fact for fact in told if fact.id not in before.places)
    is_behind = not fresh or not before.facts or told_order(before.facts[-1]) < told_order(fresh[0])
    if not is_behind or not all(_is_more_of(fact, before.facts[before.places[fact.id]]) for fact in again):
        return None
    shelved = before.shelved.grown([_document(fact, view) for fact in fresh])
    return _joined(replace(before, view=view), fresh, again, shelved)


def _joined(before: FactIndex, fresh: Sequence[Fact], again: Sequence[Fact], shelved: Shelved) -> FactIndex:
    """An index with more facts behind its own, and some of its own as they stand now."""
    facts = [*before.facts, *fresh]
    told = list(enumerate(fresh, len(before.facts)))
    stands = [(before.places[fact.id], fact) for fact in again]
    for place, fact in stands:
        facts[place] = fact
    return FactIndex(
        view=before.view,
        facts=tuple(facts),
        shelved=shelved,
        places={**before.places, **{fact.id: place for place, fact in told}},
        spoken=_with(
            before.spoken, ((turn, place) for place, fact in (*stands, *told) for turn in _turns_of(fact))
        ),
        touching=_with(before.touching, ((end, place) for place, fact in told for end in _ends_of(fact))),
        bonds=_with(
            before.bonds, ((end, place) for place, fact in told if is_bond(fact) for end in _ends_of(fact))
        ),
    )


def _is_more_of(one: Fact, before: Fact) -> bool:
    """Whether a fact is what it was, or that with more evidence, an end and the like."""
    return one is before or (
        (one.opened, one.opened_turn, one.sentence, one.subject, one.object, one.value)
        == (before.opened, before.opened_turn, before.sentence, before.subject, before.object, before.value)
        and set(_turns_of(one)) >= set(_turns_of(before))
    )


def is_bond(fact: Fact) -> bool:
    """Whether canon tells it of two entities, now or of the past."""
    is_canon = fact.holder == NARRATOR and fact.modality is Modality.ASSERTED
    return bool(fact.subject and fact.object and not fact.value) and is_canon


def _segment(facts: Sequence[Fact], view: View, shelf: Shelf) -> Segment:
    """A full segment, which the views of every fork share that tells these facts."""
    said = tuple(_said(fact, view) for fact in facts)
    return shelf.kept("segments", said, lambda: sealed([document(*one) for one in said]))


def _document(fact: Fact, view: View) -> Document:
    return document(*_said(fact, view))


def _said(fact: Fact, view: View) -> tuple[Passage, str]:
    return Passage(fact.id, fact.opened, "", phrase(fact, view)), _spellings(fact, view)


def _spellings(fact: Fact, view: View) -> str:
    """Other words for the predicate, so that "who owns it" finds "is held by"."""
    meaning = view.table.meaning(fact.predicate).predicate
    names = (meaning.name, *meaning.aliases, meaning.inverse, *meaning.inverse_aliases)
    return " ".join(names).replace("_", " ")


def _turns_of(fact: Fact) -> Iterable[str]:
    return dict.fromkeys(piece.turn for piece in fact.evidence if piece.quote)


def _ends_of(fact: Fact) -> Iterable[str]:
    return sorted({fact.subject, fact.object, fact.holder} - {""})


def _with(before: Mapping[str, Sequence[int]], more: Iterable[tuple[str, int]]) -> dict[str, Sequence[int]]:
    """What was there, and more of it, in order; lists of before are shared and never changed."""
    own: dict[str, set[int]] = {}
    for key, place in more:
        own.setdefault(key, set()).add(place)
    return {**before, **{key: sorted(places.union(before.get(key, ()))) for key, places in own.items()}}
