import random

from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.recall.grid import packed
from fabula.recall.matrix_numpy import NumpyMatrix
from fabula.recall.matrix_plain import PlainMatrix
from fabula.testing.vector_contract import vector

DIMS = 6


def blobs(names, dims=DIMS):
    return {name: packed(vector(name, dims)) for name in names}


@settings(max_examples=40)
@given(st.lists(st.text(max_size=3), unique=True, max_size=30), st.text(), st.integers(0, 12), st.data())
def test_it_answers_as_the_plain_matrix_does(names, cue, k, data):
    fast, plain = NumpyMatrix(DIMS), PlainMatrix(DIMS)
    cut = len(names) // 2
    for some in (names[:cut], names[cut:]):
        fast.add(blobs(some))
        plain.add(blobs(some))
    among = data.draw(st.none() | st.lists(st.sampled_from([*names, "unknown"]), max_size=9).map(tuple))
    asked = vector(cue, DIMS)
    assert fast.nearest(asked, k, among) == plain.nearest(asked, k, among)
    assert fast.cosines(asked, tuple(names)) == plain.cosines(asked, tuple(names))


def test_it_agrees_to_the_last_digit_in_many_dimensions_and_rows():
    dice = random.Random(1)
    rows = {f"{n}": packed([dice.gauss(0.3, 1) for _ in range(384)]) for n in range(1_500)}
    fast, plain = NumpyMatrix(384), PlainMatrix(384)
    fast.add(rows)
    plain.add(rows)
    asked = tuple(dice.gauss(0.3, 1) for _ in range(384))
    few, many = tuple(rows)[:40], tuple(rows)[:1_200]
    assert fast.nearest(asked, 50) == plain.nearest(asked, 50)
    assert fast.cosines(asked, many) == plain.cosines(asked, many)
    assert fast.cosines(asked, few) == plain.cosines(asked, few) == fast.cosines(asked, many)[:40]


def test_the_same_keys_are_looked_up_anew_once_the_matrix_has_grown():
    matrix = NumpyMatrix(DIMS)
    matrix.add(blobs("a"))
    among = ("a", "b")
    assert matrix.cosines(vector("b", DIMS), among)[1] is None
    matrix.add(blobs("b"))
    assert matrix.cosines(vector("b", DIMS), among)[1] is not None


def test_it_holds_what_was_added_and_keeps_the_first():
    matrix = NumpyMatrix(DIMS)
    matrix.add(blobs("ab"))
    matrix.add({"a": packed(vector("other", DIMS))})
    matrix.add({})
    assert (len(matrix), "a" in matrix, "c" in matrix) == (2, True, False)
    assert matrix.nearest(vector("a", DIMS), 1)[0].key == "a"
