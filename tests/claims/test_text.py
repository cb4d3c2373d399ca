"""Text as it is hashed and compared."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.claims.text import checked_text, is_dense, is_ideographic, name_key, normal_text
from fabula.errors import InvalidInputError


@pytest.mark.parametrize("text", ["", "林遥走进月光。", "👨‍👩‍👧 and 𠮷", "line\nline\r\n\ttab"])
def test_text_that_every_store_can_keep_comes_back_as_it_is(text):
    assert checked_text(text) is text


def test_a_nul_character_is_refused_with_its_place():
    with pytest.raises(InvalidInputError, match="The text holds a NUL character at 2; remove it"):
        checked_text("月光\x00")


@pytest.mark.parametrize("half", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_half_of_a_surrogate_pair_is_refused_with_its_place(half):
    with pytest.raises(InvalidInputError, match="The speaker holds half of a surrogate pair at 1"):
        checked_text("林" + chr(half), "speaker")


def test_what_is_no_string_is_refused_by_its_type():
    with pytest.raises(InvalidInputError, match="must be a string, not bytes"):
        checked_text(b"moon")


def test_composed_and_decomposed_letters_have_one_normal_form():
    assert normal_text("cafe\u0301 zo\u0308e") == normal_text("caf\u00e9 z\u00f6e") == "caf\u00e9 z\u00f6e"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_end_becomes_a_line_feed(line_end):
    assert normal_text(f"one{line_end}two{line_end}{line_end}three") == "one\ntwo\n\nthree"


def test_outer_space_goes_and_inner_space_stays():
    assert normal_text(" \n\u3000「月 光  」 \t\n") == "「月 光  」"


def test_the_normal_form_keeps_what_compatibility_would_change():
    assert normal_text("Ｍｉｒａ ① ﬁn") == "Ｍｉｒａ ① ﬁn"


@given(st.text())
def test_the_normal_form_of_a_normal_form_is_itself(text):
    assert normal_text(normal_text(text)) == normal_text(text)


@given(st.text())
def test_every_spelling_of_a_text_has_the_same_normal_form(text):
    spelled = unicodedata.normalize("NFD", normal_text(text).replace("\n", "\r\n"))
    assert normal_text(spelled) == normal_text(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lin Yao", "LIN  YAO"),
        ("Lin Yao", "Ｌｉｎ　Ｙａｏ"),
        ("林遥", "「林遥」"),
        ("林遥", "《林遥》"),
        ("Mira", "**Mira**"),
        ("Mira", "\u201cMira\u201d"),
        ("the Old Mill", "Old Mill"),
        ("Duke", 'The "Duke"'),
        ("Straße", "STRASSE"),
        ("Ζωή", "ΖΩΉ"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Silver Key", "silver\nkey"),
    ],
)
def test_spellings_of_one_name_share_a_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("林遥", "林瑶"), ("Mira", "Mara"), ("Zoë", "Zoe"), ("Theo", "o"), ("O'Brien", "OBrien"), ("一", "ー")],
)
def test_different_names_have_different_keys(one, other):
    assert name_key(one) != name_key(other)


def test_a_name_that_is_only_an_article_keeps_it():
    assert name_key("The") == "the"


def test_quotation_marks_alone_have_an_empty_key():
    assert name_key("“ ”**") == ""


@given(st.text())
def test_a_name_in_quotes_has_the_key_of_the_name(name):
    assert name_key(f"「{name}」") == name_key(name)


@pytest.mark.parametrize("char", "林瑶々〇ひカㄅ𠮷ｶ")
def test_scripts_without_spaces_are_known(char):
    assert is_ideographic(char)


@pytest.mark.parametrize("char", "aÉжअ한 。、1①🙂")
def test_other_scripts_and_signs_are_told_apart(char):
    assert not is_ideographic(char)


@pytest.mark.parametrize(
    ("char", "dense"), [("林", True), ("す", True), ("믿", True), ("a", False), ("я", False)]
)
def test_some_scripts_say_more_with_a_character(char, dense):
    assert is_dense(char) is dense
