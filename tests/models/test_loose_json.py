from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.models.loose_json import from_bytes, mended, to_bytes


def test_text_goes_out_as_it_is_written():
    assert to_bytes({"text": "林瑶"}) == '{"text": "林瑶"}'.encode()


def test_views_of_mappings_are_written_as_objects():
    assert to_bytes({"schema": MappingProxyType({"type": "object"})}) == b'{"schema": {"type": "object"}}'


def test_what_json_has_no_word_for_is_an_error():
    with pytest.raises(TypeError, match="set is not JSON"):
        to_bytes({"names": {"Mira"}})


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_any_text_can_be_sent(text):
    assert isinstance(from_bytes(to_bytes({"text": text}))["text"], str)


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"a": ', b"[" * 100_000, b"1" * 5_000])
def test_what_is_no_json_is_nothing(body):
    assert from_bytes(body) is None


def test_small_faults_are_forgiven():
    assert from_bytes(b'\xef\xbb\xbf{"a": "one\ntwo\xff"}') == {"a": "one\ntwo\ufffd"}


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_a_mended_text_can_be_stored(text):
    assert mended(text).encode("utf-8").decode("utf-8") == mended(text)


def test_pairs_of_half_characters_are_joined_and_lone_ones_replaced():
    assert mended("a\ud83d\udddd b\ud83d") == "a🗝 b\ufffd"


def test_a_whole_text_is_left_alone():
    assert mended("林瑶 🗝 Zoë") == "林瑶 🗝 Zoë"
