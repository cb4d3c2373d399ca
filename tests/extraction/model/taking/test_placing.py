"""Where names occur, whatever marks stand within them."""

import pytest

from fabula.extraction.model.taking.placing import occurs


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Mira", "_Mira_ came."),
        ("Mira", "Mi**ra** came."),
        ("Mira Voss", "Mira \u200b Voss came."),
        ("林风", "林\u200b风来了。"),
    ],
)
def test_markup_hides_no_name(name, text):
    assert occurs(name, text)


def test_a_piece_of_a_word_is_no_name():
    assert not occurs("Tom", "Tomorrow.")
