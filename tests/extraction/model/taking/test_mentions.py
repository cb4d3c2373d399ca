"""What a mention is by its look."""

import pytest

from fabula.extraction.model.taking.mentions import (
    bare,
    is_first_person,
    is_pronoun,
    is_proper,
    role_of,
    untitled,
)


@pytest.mark.parametrize("mention", ["she", "They", "他", "大家", "I", "somebody"])
def test_pronouns_name_nobody(mention):
    assert is_pronoun(mention)


@pytest.mark.parametrize("mention", ["Mira", "林瑶", "the guard"])
def test_names_and_roles_are_no_pronouns(mention):
    assert not is_pronoun(mention)


def test_the_first_person_is_told_apart():
    assert [is_first_person(one) for one in ("I", "我", "you", "她")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("mention", "left"),
    [
        ("a guard", "guard"),
        ("The guard", "guard"),
        ("那个守卫", "守卫"),
        ("一名黑衣女子", "黑衣女子"),
        ("Theo", "Theo"),
    ],
)
def test_what_only_points_is_left_out(mention, left):
    assert bare(mention) == left


@pytest.mark.parametrize(
    "mention", ["the guard", "a masked figure", "守卫", "那名士兵", "黑衣人", "白衣女子"]
)
def test_roles_are_known_by_their_look(mention):
    assert role_of(mention, "")


@pytest.mark.parametrize(
    "mention", ["Guard 1", "the Widow", "Mira", "mira", "the king", "林瑶", "王掌柜", "guard"]
)
def test_names_are_no_roles(mention):
    assert role_of(mention, "Nobody is here.") == ""


def test_a_small_word_is_a_role_where_the_text_points_at_it():
    assert role_of("guard", "There stood an old guard.") == "guard"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Councillor Emery", ("councillor", "emery")),
        ("Dr. Emery", ("dr", "emery")),
        ("林瑶姑娘", ("姑娘", "林瑶")),
        ("林姑娘", ("", "林姑娘")),
        ("Emery", ("", "emery")),
    ],
)
def test_titles_are_told_from_names(name, parts):
    assert untitled(name) == parts


@pytest.mark.parametrize(
    ("name", "text", "is_name"),
    [
        ("Bram", "She saw Bram there.", True),
        ("Bram", "Bram slept.", True),
        ("Water", "Water rose. She fears water.", False),
        ("Zed", "Bram slept.", False),
        ("water", "She fears water.", False),
        ("林瑶", "林瑶来了", True),
        ("大海", "他怕大海", False),
    ],
)
def test_a_name_shows_by_its_capitals_or_its_surname(name, text, is_name):
    assert is_proper(name, text) is is_name
