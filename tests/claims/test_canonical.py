"""One spelling for every value: equal content, equal bytes, equal hash."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.claims.canonical import canonical, digest, text_digest

SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)


@given(VALUES)
def test_the_canonical_form_is_compact_json_with_sorted_keys(value):
    spelled = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == spelled.encode()


@given(VALUES)
def test_the_canonical_form_reads_back_as_the_same_value(value):
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(st.text(), SCALARS, min_size=2))
def test_the_order_in_which_keys_came_does_not_matter(value):
    assert canonical(dict(reversed(value.items()))) == canonical(value)


def test_text_is_spelled_in_utf_8_and_not_escaped():
    assert canonical({"月": ["光", "é"]}) == '{"月":["光","é"]}'.encode()


def test_truth_and_one_are_different_values():
    assert canonical(True) != canonical(1)


@pytest.mark.parametrize("value", [2**64, {1: "one"}, {"set"}, "\ud800"])
def test_what_has_no_single_spelling_is_refused(value):
    with pytest.raises(TypeError):
        canonical(value)


def test_a_digest_is_blake2b_of_the_canonical_form_in_32_hexadecimal_digits():
    expected = hashlib.blake2b('["月光",1]'.encode(), digest_size=16).hexdigest()
    assert digest(["月光", 1]) == expected == "4f057e9495f78b5c203aa78755cc50fb"


def test_the_digest_of_a_text_is_that_of_its_bytes_without_quotation_marks():
    expected = hashlib.blake2b("月光".encode(), digest_size=16).hexdigest()
    assert text_digest("月光") == expected == "3342d4d9d61afe1675f87d50967527f3"
    assert text_digest("月光") != digest("月光")
