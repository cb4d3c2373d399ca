"""Where names stand in a text, script by script."""

import pytest

from fabula.extraction.model.answers.found import bare, forms, found, occurs


@pytest.mark.parametrize(
    ("name", "text", "spelled"),
    [
        ("Tom", "Tomorrow.", ""),
        ("Tom", "It was Tom's.", "Tom"),
        ("tom", "It was TOM.", "TOM"),
        ("O'Hara", "Then O’Hara came.", "O’Hara"),
        ("Lin  Yao", "Lin\nYao came.", "Lin Yao"),
        ("Mira", "**Mi*ra** came.", "Mira"),
        ("Mira Voss", "Then _Mira_  \u200bVoss came.", "Mira Voss"),
        ("Mi~ra", "Mira came.", "Mira"),
        ("林风", "林\u200b风来了", "林风"),
        ("a lute", "He took the lute.", "lute"),
        ("King Bram", "Bram came.", "Bram"),
        ("Queen of Aldervale", "of Aldervale", ""),
        ("Zoe", "Zoë came.", "Zoe"),
        ("克莱恩", "克莱恩走进来", "克莱恩"),
        ("一把长剑", "他拔出长剑", "长剑"),
        ("林公子", "林来了", ""),
        ("沈舟先生", "沈舟来了", "沈舟"),
        ("Tom", "汤姆Tom来了", "Tom"),
        ("Ｔｏｍ", "Tom came.", "Ｔｏｍ"),
        ("สมชาย", "แล้วสมชายก็มา", "สมชาย"),
        ("", "anything", ""),
    ],
)
def test_a_name_is_found_as_the_text_spells_it(name, text, spelled):
    assert found(name, text) == spelled


def test_articles_and_titles_are_set_aside_the_longest_form_first():
    assert forms("the Lord Captain Bram") == (
        "the Lord Captain Bram",
        "Lord Captain Bram",
        "Captain Bram",
        "Bram",
    )
    assert bare("an old lute") == "old lute"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Mira", "_Mira_ came."),
        ("Mira", "Mi**ra** came."),
        ("Mira Voss", "Mira \u200b Voss came."),
        ("林风", "林\u200b风来了。"),
        ("Zoe", "Zoë came."),
    ],
)
def test_markup_and_accents_hide_no_name(name, text):
    assert occurs(name, text)


@pytest.mark.parametrize(("name", "text"), [("Tom", "Tomorrow."), ("King Bram", "Bram came."), ("", "Tom")])
def test_a_piece_of_a_word_or_of_a_name_is_not_the_name(name, text):
    assert not occurs(name, text)
