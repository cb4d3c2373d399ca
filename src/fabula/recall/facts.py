"""The facts of a view as an index: their phrases in segments, whom they touch, and which turn speaks of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fabula.claims.statements import NARRATOR, Modality
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.predicates import DEFAULT_TABLE, PredicateTable
from fabula.graph.view import View
from fabula.recall.shelf import Shelf
from fabula.recall.words import SEGMENT, Passage, Segment, Shelved, document, sealed


@dataclass(frozen=True, slots=True)
class FactIndex:
    """Every version of everything that a view was told, oldest first: canon and belief, past and present.

    ``places`` finds a fact by its id; ``spoken`` lists the places of the facts that rest on a turn,
    ``touching`` those that an entity is in, at either end or as the holder, and ``bonds`` those of them
    that canon tells of two entities. ``names`` (of entities) and ``table`` are what the phrases were made with.
    """

    facts: tuple[Fact, ...]
    shelved: Shelved
    places: Mapping[str, int]
    spoken: Mapping[str, Sequence[int]]
    touching: Mapping[str, Sequence[int]]
    bonds: Mapping[str, Sequence[int]]
    names: Mapping[str, str]
    table: PredicateTable = DEFAULT_TABLE

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


NO_INDEX = FactIndex((), Shelved(), {}, {}, {}, {}, {})


def index_facts(view: View, shelf: Shelf) -> FactIndex:
    """The index of a view's facts, made once for each digest of a view that has one.

    It grows from the one made last: a turn costs what it tells, and not what was told before it.
    """
    if not view.digest:
        return _indexed(view, shelf, NO_INDEX)
    before = shelf.latest("facts")
    known = before if isinstance(before, FactIndex) else NO_INDEX
    return shelf.kept("facts", view.digest, lambda: _indexed(view, shelf, known))


def _indexed(view: View, shelf: Shelf, before: FactIndex) -> FactIndex:
    facts = view.told()
    names = {identity: entity.name for identity, entity in view.state.entities.items()}
    old = before if _goes_on(before, facts, names, view.table) else NO_INDEX
    known = len(old.facts)
    told = list(enumerate(facts))[known:]
    changed = [
        place for place, (one, other) in enumerate(zip(facts, old.facts, strict=False)) if one is not other
    ]
    fresh = [*((place, facts[place]) for place in changed), *told]
    return FactIndex(
        facts=facts,
        shelved=Shelved(_segments(view, shelf, facts, old)),
        places={**old.places, **{fact.id: place for place, fact in told}},
        spoken=_with(old.spoken, ((turn, place) for place, fact in fresh for turn in _turns_of(fact))),
        touching=_with(old.touching, ((end, place) for place, fact in told for end in _ends_of(fact))),
        bonds=_with(
            old.bonds, ((end, place) for place, fact in told if is_bond(fact) for end in _ends_of(fact))
        ),
        names=names,
        table=view.table,
    )


def _goes_on(
    before: FactIndex, facts: Sequence[Fact], names: Mapping[str, str], table: PredicateTable
) -> bool:
    """Whether an index is that of an earlier view of the same line, so that nothing of it has to go."""
    return (
        before.table is table
        and len(before.facts) <= len(facts)
        and all(map(_is_more_of, facts, before.facts))
        and all(names.get(identity) == name for identity, name in before.names.items())
    )


def _is_more_of(one: Fact, before: Fact) -> bool:
    """Whether a fact is what it was, or that with more evidence, an end and the like."""
    return one is before or (
        (one.id, one.opened, one.opened_turn, one.sentence, one.subject, one.object, one.value)
        == (
            before.id,
            before.opened,
            before.opened_turn,
            before.sentence,
            before.subject,
            before.object,
            before.value,
        )
        and set(_turns_of(one)) >= set(_turns_of(before))
    )


def is_bond(fact: Fact) -> bool:
    """Whether canon tells it of two entities, now or of the past."""
    is_canon = fact.holder == NARRATOR and fact.modality is Modality.ASSERTED
    return bool(fact.subject and fact.object and not fact.value) and is_canon


def _segments(view: View, shelf: Shelf, facts: Sequence[Fact], old: FactIndex) -> tuple[Segment, ...]:
    whole = len(old.facts) // SEGMENT
    fresh = range(whole * SEGMENT, len(facts), SEGMENT)
    made = (_segment(facts[start : start + SEGMENT], view, shelf) for start in fresh)
    return (*old.shelved.segments[:whole], *made)


def _segment(facts: Sequence[Fact], view: View, shelf: Shelf) -> Segment:
    passages = tuple(Passage(fact.id, fact.opened, "", phrase(fact, view)) for fact in facts)
    also = tuple(_spellings(fact, view) for fact in facts)

    def seal() -> Segment:
        return sealed([document(passage, words) for passage, words in zip(passages, also, strict=True)])

    return shelf.kept("segments", (passages, also), seal)


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
