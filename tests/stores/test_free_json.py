"""Free JSON as stores keep it."""

from datetime import date
from types import MappingProxyType

import pytest

from fabula.errors import InvalidInputError, StoreError
from fabula.stores.free_json import from_json, to_json


def test_text_stays_readable():
    assert to_json({"主语": "林瑶"}) == '{"主语":"林瑶"}'


def test_what_was_written_is_read_back():
    value = {"a": [1, 2.5, None, {"b": "月"}]}
    assert from_json(to_json(value)) == value


def test_read_only_mappings_are_written_like_others():
    assert to_json(MappingProxyType({"a": MappingProxyType({"b": 1})})) == '{"a":{"b":1}}'


@pytest.mark.parametrize("value", [{"a": {1, 2}}, {"a": object()}, {1: "a"}, {"a": 2**70}, {"a": "\ud83c"}])
def test_what_is_not_json_is_refused(value):
    with pytest.raises(InvalidInputError, match="plain JSON"):
        to_json(value)


def test_a_date_is_kept_as_its_text():
    assert from_json(to_json({"on": date(2024, 1, 2)})) == {"on": "2024-01-02"}


def test_damaged_text_says_what_to_do():
    with pytest.raises(StoreError, match="backup"):
        from_json('{"a": ')
