import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.models.tokens import ELLIPSIS, LINE_END, QUARTERS, clipped, cost_of, tokens_of


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("I am a fox", 4),
        ("silver key", 3),
        ("1984", 4),
        ("玉佩", 4),
        ("林瑶说。", 7),
        ("ключ", 7),
        ("🗝", 4),
        ("a\nb", 3),
        ("a  b", 3),
    ],
)
def test_tokens_are_counted_by_script(text, tokens):
    assert tokens_of(text) == tokens


@given(st.text())
def test_a_word_a_line_end_and_a_character_cost_something(text):
    assert (cost_of(text) > 0) == bool(text)


@given(st.text(), st.text())
def test_costs_add_up_over_lines(one, other):
    assert cost_of(f"{one}\n{other}") == cost_of(one) + LINE_END + cost_of(other)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.integers(0, 60))
def test_a_clipped_text_never_costs_more_than_it_may(text, most):
    assert cost_of(clipped(text, most)) <= most


def test_a_text_that_fits_stays_as_it_is():
    assert clipped("the silver key", cost_of("the silver key")) == "the silver key"


def test_a_text_is_cut_between_words():
    assert clipped("She carried the silver key home", 8 * QUARTERS) == f"She carried the{ELLIPSIS}"


def test_a_chinese_text_is_cut_between_characters_and_not_after_a_comma():
    assert clipped("玉佩，在江一苇手里", 4 * 7) == f"玉佩{ELLIPSIS}"


def test_nothing_remains_when_not_even_a_word_fits():
    assert clipped("extraordinary", 12) == ""


def test_a_character_beyond_the_basic_plane_costs_its_bytes_wherever_it_stands():
    assert cost_of("a 𠀀b") == cost_of("a ") + 4 * QUARTERS + cost_of("b")
    assert cost_of("龙🐉\ud800") == 7 + 4 * QUARTERS + 7


def test_of_nothing_nothing_is_left_however_little_room_there_is():
    assert clipped("", -1) == ""
