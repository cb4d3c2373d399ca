"""JSON that is changed in one place and stays as it was everywhere else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.serve.proxy.splice import Body, Edit

ODD = (
    b' { "model" : "m", "seed":123456789012345678901234567890,"temperature":0.70, "x":1e400,\n'
    b'"messages":[ {"role":"user","content":"\\u6708\\ud83d\\ude00 \\/ ","odd":null} ,{"role":"assistant"}], "z":[] } '
)
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


def test_without_edits_every_byte_stays():
    assert Body.of(ODD).edited([]) == ODD


@given(st.dictionaries(st.text(), TREES, min_size=1), st.booleans())
def test_whatever_is_json_is_understood_as_python_does(value, spaced):
    raw = json.dumps(value, ensure_ascii=spaced, indent=1 if spaced else None).encode(
        "utf-8", "surrogatepass"
    )
    body = Body.of(raw)
    if body is None:  # halves of surrogate pairs, written out
        with pytest.raises(UnicodeDecodeError):
            raw.decode()
    else:
        assert body.value == value
        assert body.edited([]) == raw


@given(st.dictionaries(st.text("abcd"), TREES, min_size=1), st.data())
def test_a_member_that_is_taken_out_is_all_that_is_gone(value, data):
    gone = data.draw(st.sampled_from(sorted(value)))
    body = Body.of(json.dumps(value).encode())
    left = json.loads(body.edited(body.without([gone, "no such member"])))
    assert left == {name: one for name, one in value.items() if name != gone}


def test_elements_of_a_list_stand_where_they_stand():
    body = Body.of(ODD)
    first, second = body.elements("messages")
    assert body.text[first.start : first.end].startswith('{"role":"user"')
    assert second.value == {"role": "assistant"}


def test_edits_at_one_place_come_in_their_order():
    body = Body.of(b'{"a":[1]}')
    one = body.elements("a")[0].start
    assert body.edited([Edit(one, one, "x,"), Edit(one, one, "y,")]) == b'{"a":[x,y,1]}'


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b'{"a":1,}',
        b'{"a" 1}',
        b'{"a":1} x',
        b"{a:1}",
        b'{"a":01}',
        b"\xff{}",
        b'{"a":',
    ],
)
def test_what_is_no_object_is_none(raw):
    assert Body.of(raw) is None


def test_nesting_without_end_is_none():
    assert Body.of(b'{"a":' + b"[" * 200_000) is None


def test_of_one_key_twice_the_last_counts():
    assert Body.of(b'{"a":1,"a":2}').value == {"a": 2}
