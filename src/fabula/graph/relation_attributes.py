"""Attributes of relations: the price of a holding, the cause of a feud. They last as long as the relation does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabula.graph.facts import Fact, SlotKey, Standing
from fabula.graph.predicates import PredicateTable

MARK = "#"
"""What stands between a relation and its attribute: ``held_by#price``."""


def attribute_of(predicate: str, attribute: str) -> str:
    """How the attribute of a relation is written: ``held_by#price``; a relation itself is its predicate."""
    return f"{predicate}{MARK}{attribute}" if attribute else predicate


def is_attribute_of_relation(fact: Fact) -> bool:
    """Whether a fact speaks of a relation itself."""
    return MARK in fact.predicate


def relation_slot(fact: Fact, table: PredicateTable) -> SlotKey:
    """The slot of the relation that an attribute belongs to."""
    predicate = table.meaning(fact.predicate.partition(MARK)[0]).predicate
    is_open_ended = predicate.functional and not predicate.group
    far = "" if is_open_ended else fact.object
    return fact.slot._replace(predicate=predicate.group or predicate.name, object=far)


def lasting(fact: Fact, relation: Sequence[Fact]) -> Fact:
    """An attribute of a relation, ended where the relation was; ``relation`` has the versions of its slot.

    Where the relation itself was never told, only its attribute, that stands alone.
    """
    own = _stretch(fact, relation)
    if not fact.is_current or not own or own[-1].is_current:
        return fact
    last = own[-1]
    return replace(
        fact,
        standing=Standing.ENDED,
        closed=max(fact.opened, last.closed or 0),
        closed_turn=last.closed_turn,
        until=last.until,
        ended_by=last.ended_by,
    )


def _stretch(fact: Fact, relation: Sequence[Fact]) -> list[Fact]:
    """The versions in which the relation held on end when the attribute was told, or first from then on."""
    stretches = list(_stretches(fact, [one for one in relation if one.standing is not Standing.PAST]))
    begun = [stretch for stretch in stretches if stretch[0].opened <= fact.opened]
    return begun[-1] if begun else next(iter(stretches), [])


def _stretches(fact: Fact, versions: Sequence[Fact]) -> Iterator[list[Fact]]:
    relation = fact.predicate.partition(MARK)[0]
    stretch: list[Fact] = []
    for version in versions:
        is_same = (version.object, version.predicate) == (fact.object, relation)
        if stretch and not (is_same and stretch[-1].standing is Standing.SUPERSEDED):
            yield stretch
            stretch = []
        if is_same:
            stretch.append(version)
    if stretch:
        yield stretch
