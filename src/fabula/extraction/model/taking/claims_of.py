"""Linked items as claims: nothing is decided here, only written down."""

from fabula.claims.statements import NO_PERIOD, Assertion, Period, Retraction, Scene, Termination
from fabula.claims.storytime import period_of
from fabula.extraction.model.taking.link import LinkedItem
from fabula.extraction.model.taking.near import known_token
from fabula.graph.facts import Fact
from fabula.graph.predicates import PredicateTable
from fabula.graph.relation_attributes import MARK


def assertion_of(linked: LinkedItem, predicate: str, table: PredicateTable) -> Assertion:
    """What an item says to hold, under a predicate's key.

    Raises:
        InvalidInputError: the predicate, the sentence or a number is not one that a claim takes.
    """
    item = linked.item
    base, _, attribute = predicate.partition(MARK)
    meaning = table.meaning(base).predicate
    return Assertion(
        item.name,
        base,
        object=item.object,
        value=known_token(meaning.name, item.value) if item.value and not attribute else item.value,
        holder=item.holder,
        modality=item.modality,
        audience=item.perceivers,
        strength=item.strength,
        confidence=item.confidence,
        fact=item.sentence.strip(),
        period=_period(item.when),
        past=item.past and not meaning.lasting,
        evidence=linked.spot.evidence(linked.place),
        attribute=attribute,
        importance=item.importance,
    )


def termination_of(linked: LinkedItem, predicate: str) -> Termination:
    """What an item says to have stopped being true."""
    item = linked.item
    base, _, attribute = predicate.partition(MARK)
    return Termination(
        item.name,
        base,
        object=item.object,
        value=item.value,
        holder=item.holder,
        period=_period(item.when),
        evidence=linked.spot.evidence(linked.place),
        attribute=attribute,
    )


def retraction_of(linked: LinkedItem, predicate: str) -> Retraction:
    """What an item says never to have been true."""
    item = linked.item
    base, _, attribute = predicate.partition(MARK)
    return Retraction(
        item.name,
        base,
        object=item.object,
        value=item.value,
        holder=item.holder,
        evidence=linked.spot.evidence(linked.place),
        attribute=attribute,
    )


def taking_back(fact: Fact, names: tuple[str, str, str], linked: LinkedItem) -> Retraction:
    """What takes back exactly a known fact, by the words of an item; ``names`` are its subject, far end and holder."""
    base, _, attribute = fact.predicate.partition(MARK)
    subject, far, holder = names
    return Retraction(
        subject,
        base,
        object=far,
        value=fact.value,
        holder=holder,
        evidence=linked.spot.evidence(linked.place),
        attribute=attribute,
    )


def scene_of(linked: LinkedItem) -> Scene:
    """Who is there, where and when, as far as an item says."""
    item = linked.item
    return Scene(
        speaker=item.speaker,
        present=item.present,
        place=item.place,
        starts=item.starts,
        evidence=linked.spot.evidence(linked.place),
        period=_period(item.when),
    )


def _period(when: str) -> Period:
    return period_of(when.strip()) if when.strip() else NO_PERIOD
