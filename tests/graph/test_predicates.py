"""What predicates mean: spellings, inverses, and what is unknown."""

import pytest

from fabula.graph.predicates import DEFAULT_TABLE, Predicate, PredicateTable, predicate_key


@pytest.mark.parametrize("name", ["held_by", "Held By", "held-by", "carried_by", "属于"])
def test_every_spelling_means_the_one_predicate(name):
    meaning = DEFAULT_TABLE.meaning(name)

    assert (meaning.predicate.name, meaning.reversed) == ("held_by", False)


@pytest.mark.parametrize("name", ["holds", "owns", "Has", "拿着"])
def test_an_inverse_is_the_predicate_read_from_the_other_end(name):
    meaning = DEFAULT_TABLE.meaning(name)

    assert (meaning.predicate.name, meaning.reversed) == ("held_by", True)


def test_an_unknown_predicate_is_a_plain_one_of_its_own():
    meaning = DEFAULT_TABLE.meaning("Envies Secretly")

    assert meaning.predicate == Predicate("envies_secretly")
    assert not meaning.reversed


def test_a_spelling_keeps_the_meaning_that_came_first():
    table = PredicateTable([Predicate("guards", ("watches",)), Predicate("sees", ("watches",))])

    assert table.meaning("watches").predicate.name == "guards"


def test_no_two_default_predicates_fight_over_a_spelling():
    names = [
        predicate_key(name)
        for predicate in {meaning.predicate for meaning in DEFAULT_TABLE.known.values()}
        for name in (predicate.name, *predicate.aliases, predicate.inverse, *predicate.inverse_aliases)
        if name
    ]

    assert len(names) == len(set(names))


def test_groups_hold_symmetric_predicates_only():
    grouped = [one.predicate for one in DEFAULT_TABLE.known.values() if one.predicate.group]

    assert grouped
    assert all(predicate.symmetric for predicate in grouped)
