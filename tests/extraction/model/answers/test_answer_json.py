"""What JSON is found in a text, and what is saved of it where it is broken or cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.extraction.model.answers.answer_json import Found, json_in


def test_every_value_is_found_in_order_whatever_stands_between():
    found = json_in('First {"a": 1}, then [{"b": 2}] and {not this}.')
    assert found == Found(({"a": 1}, [{"b": 2}]))


def test_brackets_of_prose_are_no_json():
    assert json_in("He [the king] said {softly}: no.") == Found()


def test_a_cut_list_keeps_its_finished_objects():
    assert json_in('{"items": [{"a": 1}, {"b": "tw') == Found(({"items": [{"a": 1}]},), cut=True)
    assert json_in('{"items": [{"a": "tw') == Found(cut=True)


@pytest.mark.parametrize(
    "text",
    ["{'a': 'x',}", '{a: "x"}', '{"a": "x" // why\n}', "{“a”: “x”}", '{"a": "x"'],
)
def test_broken_json_is_mended_but_not_finished(text):
    found = json_in(text)
    assert found.values == (({"a": "x"},) if text.endswith("}") else ())
    assert found.broken is not found.cut


def test_a_line_break_inside_a_text_breaks_nothing():
    assert json_in('{"a": "x\ny"}') == Found(({"a": "x\ny"},))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="{}[]\":,\\ab1\n'", max_size=80))
def test_no_text_raises(text):
    assert isinstance(json_in(text), Found)
