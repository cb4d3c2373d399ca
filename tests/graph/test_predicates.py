"""What predicates mean: spellings, inverses, and what is unknown."""

import pytest

from fabula.graph.predicates import ATTRIBUTES, DEFAULT_TABLE, Predicate, PredicateTable, predicate_key


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


@pytest.mark.parametrize(
    "spelling",
    ["Eye Colour", "eye_color", "eye-colour", "eyeColor", " the eye color ", "eye  colour", "Ｅye color"],
)
def test_spellings_of_one_key_are_one(spelling):
    assert predicate_key(spelling) == "eye_color"


@pytest.mark.parametrize(
    ("one", "other"), [("grey_hand", "gray hand"), ("favourite armour", "favorite-armor")]
)
def test_words_with_two_spellings_are_one_word(one, other):
    assert predicate_key(one) == predicate_key(other)


@pytest.mark.parametrize("key", ["likes", "持有", "любит", "x"])
def test_other_words_keep_their_spelling(key):
    assert predicate_key(key) == key


def test_a_key_is_never_empty():
    assert predicate_key("_-") != ""


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("眼睛颜色", "eye_color"),
        ("发色", "hair_color"),
        ("Job", "occupation"),
        ("心情", "mood"),
        ("性格", "personality"),
        ("date of birth", "birthday"),
        ("eyesight", "eyesight"),
    ],
)
def test_attributes_that_most_stories_have_are_known_by_their_names(name, key):
    assert DEFAULT_TABLE.meaning(name).predicate.name == key


def test_attributes_have_one_value_at_a_time_and_no_kind_of_far_end():
    assert all(one.functional and not one.object_kind and not one.inverse for one in ATTRIBUTES)


@pytest.mark.parametrize(("name", "key"), [("", ""), ("Price", "price"), ("价格", "price"), ("has", "has")])
def test_the_attribute_of_a_relation_has_the_same_keys(name, key):
    assert DEFAULT_TABLE.attribute(name) == key


@pytest.mark.parametrize("name", ["birthplace", "生日", "gender", "species", "mother_of", "child_of", "姐妹"])
def test_what_does_not_change_within_a_story_is_lasting(name):
    assert DEFAULT_TABLE.meaning(name).predicate.lasting


@pytest.mark.parametrize("name", ["mood", "held_by", "spouse_of", "sworn_sibling_of", "status", "envies"])
def test_the_rest_may_change(name):
    assert not DEFAULT_TABLE.meaning(name).predicate.lasting


@pytest.mark.parametrize(
    "name",
    [
        "related",
        "involved_in",
        "occurred_at",
        "advances",
        "updates",
        "contradicts",
        "evolves",
        "temporal_update",
    ],
)
def test_relations_of_memories_are_relations_of_the_table_b05(name):
    """The relation types of row B05 have phrases in both languages."""
    predicate = DEFAULT_TABLE.meaning(name).predicate

    assert predicate.name == name
    assert predicate.object_kind
    assert all("{object}" in one and "{subject}" in one for one in (predicate.english, predicate.chinese))
