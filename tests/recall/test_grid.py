import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fabula.errors import InvalidInputError
from fabula.recall.grid import STEPS, millionths, on_grid, packed, snapped, unpacked

PARTS = st.floats(-1, 1, allow_nan=False, width=32)
VECTORS = st.lists(PARTS, min_size=1, max_size=40)


def has_length(vector):
    return math.fsum(part * part for part in vector) > 1e-6


@given(VECTORS)
def test_a_snapped_vector_has_about_length_one_and_whole_steps(vector):
    assume(has_length(vector))
    found = snapped(vector)
    assert abs(math.sqrt(math.fsum(part * part for part in found)) - 1) < 0.01
    assert all(part == round(part * STEPS) / STEPS for part in found)


@given(VECTORS)
def test_snapping_again_changes_nothing(vector):
    assume(has_length(vector))
    assert snapped(snapped(vector)) == snapped(vector)


@given(VECTORS)
def test_a_packed_vector_comes_back(vector):
    assume(has_length(vector))
    assert unpacked(packed(vector)) == snapped(vector)


def test_vectors_are_packed_as_little_endian_floats_of_four_bytes():
    assert packed((1.0, 0.0)) == bytes.fromhex("0000803f00000000")


@pytest.mark.parametrize("vector", [(), (0.0, 0.0), (math.nan, 1.0), (math.inf, 1.0)])
def test_a_vector_without_a_length_is_refused(vector):
    with pytest.raises(InvalidInputError):
        snapped(vector)


def test_no_sum_within_a_product_leaves_what_floats_of_32_bits_count_exactly():
    dims = 4096
    vector = on_grid(snapped([1 / math.sqrt(dims)] * dims))
    worst = on_grid(snapped([0.5 / STEPS] * dims))
    assert sum(part * part for part in vector) < 2**24
    assert sum(part * part for part in worst) < 2**24


def test_nearness_is_the_cosine_in_millionths():
    one, other = on_grid(snapped((1.0, 0.0))), on_grid(snapped((1.0, 1.0)))
    assert millionths(one, one) == 1_000_000
    assert millionths(one, other) == round(1_000_000 / math.sqrt(2))
    assert millionths(one, on_grid((0.0, 0.0))) == 0
