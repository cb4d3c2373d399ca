"""Rows of JSON, leniently read."""

import orjson
import pytest

from fabula.formats.rows import keepable, load, rows


def test_rows_are_numbered_by_line_and_blank_lines_are_passed_over():
    assert [(row.where, row.value) for row in rows('{"a":1}\n\n{"b":2}\n')] == [
        ("line 1", {"a": 1}),
        ("line 3", {"b": 2}),
    ]


def test_a_line_separator_inside_a_string_does_not_end_the_line():
    assert [row.value for row in rows('{"mes":"one\u2028two"}')] == [{"mes": "one\u2028two"}]


def test_a_broken_line_is_a_row_with_a_reason():
    (row,) = rows('{"mes": "cut of')
    assert row.value is None
    assert "not JSON" in row.reason


def test_a_line_that_is_no_object_is_a_row_with_a_reason():
    (row,) = rows("[1, 2]")
    assert row.value is None
    assert "not an object" in row.reason


def test_half_of_a_surrogate_pair_does_not_break_the_line():
    assert load('"\\ud83d ok"') == "\ud83d ok"


def test_what_is_not_json_is_a_value_error():
    with pytest.raises(ValueError, match=r"JSON|Expecting"):
        load("{")


def test_a_keepable_value_can_be_written_again():
    value = {"a\x00": ["\ud83dx", 2**70, float("nan"), {"deep": True}], "b": None}
    kept = keepable(value)
    assert kept == {"a": ["x", str(2**70), None, {"deep": True}], "b": None}
    assert orjson.loads(orjson.dumps(kept)) == kept


def test_nesting_without_end_is_cut():
    value = []
    for _ in range(5000):
        value = [value]
    assert orjson.loads(orjson.dumps(keepable(value)))
