"""Whether two texts say the same."""

import pytest

from fabula.extraction.model.taking.near import known_token, same_words, says_the_same


@pytest.mark.parametrize(
    ("one", "other"),
    [("calm", "is calm."), ("the red cloak", "Red cloak"), ("长的头发", "长头发"), ("ＡＢ c", "ab C")],
)
def test_small_words_marks_and_case_do_not_count(one, other):
    assert same_words(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("calm", "very calm"),
        ("left hand", "right hand"),
        ("not calm", "calm"),
        ("dog bites man", "man bites dog"),
        ("", ""),
    ],
)
def test_other_words_or_another_order_may_mean_something_else(one, other):
    assert not same_words(one, other)


@pytest.mark.parametrize(
    ("predicate", "value", "token"),
    [
        ("status", "死了", "dead"),
        ("status", "Passed away.", "dead"),
        ("gender", "女", "female"),
        ("mood", "死了", "死了"),
    ],
)
def test_values_that_every_story_has_are_one_in_all_languages(predicate, value, token):
    assert known_token(predicate, value) == token


KNOWN = "walks along the harbour wall when storms come in"
TEXT = "walks along the harbour wall whenever storms come in"
OTHERS = ("keeps a goose", "sells honey", "sings at dawn", "fears the mill", "reads by candle light")


def scored(first, second, *rest):
    """A model whose best, second best and other scores are these, in the order of the candidates."""
    return lambda _, candidates: list(zip(candidates, (first, second, *rest), strict=False))


@pytest.mark.parametrize("scale", [0.1, 1.0, 40.0])
def test_the_margin_is_measured_on_each_models_own_scale(scale):
    far_above = scored(*(scale * one for one in (0.9, 0.5, 0.45, 0.4, 0.35, 0.3)))
    in_line = scored(*(scale * one for one in (0.9, 0.85, 0.6, 0.5, 0.4, 0.3)))

    assert says_the_same(TEXT, KNOWN, OTHERS, far_above)
    assert not says_the_same(TEXT, KNOWN, OTHERS, in_line)


def test_with_too_few_others_nothing_can_be_measured():
    assert not says_the_same(TEXT, KNOWN, OTHERS[:2], scored(0.9, 0.1, 0.1))


@pytest.mark.parametrize(
    "text", [f"{TEXT} 3 times", TEXT.replace("harbour", "north harbour"), f"never {TEXT}", "walks"]
)
def test_turning_words_numbers_and_short_texts_are_never_near(text):
    assert not says_the_same(text, KNOWN, OTHERS, scored(0.9, 0.1, 0.1, 0.1, 0.1, 0.1))
