import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.context.epoch import EPOCH, epoch_of


@pytest.mark.parametrize(
    ("number", "visible", "epoch"),
    [
        (0, 0, 0),
        (EPOCH - 1, 0, 0),
        (EPOCH, 0, EPOCH),
        (EPOCH + 5, 5, EPOCH),
        (EPOCH + 5, 6, 0),
        (5, 9, 0),
        (EPOCH, -3, EPOCH),
    ],
)
def test_the_epoch_is_the_last_multiple_before_the_window(number, visible, epoch):
    assert epoch_of(number, visible) == epoch


@given(start=st.integers(0, 5000), told=st.integers(0, 5000))
def test_a_window_that_only_grows_never_moves_the_epoch(start, told):
    assert epoch_of(start + told, told) == epoch_of(start, 0)


@given(number=st.integers(0, 5000), visible=st.integers(0, 200))
def test_a_sliding_window_moves_the_epoch_once_in_an_epoch(number, visible):
    moves = {epoch_of(number + step, visible) for step in range(EPOCH)}
    assert len(moves) <= 2


@given(number=st.integers(0, 5000), visible=st.integers(0, 6000))
def test_nothing_up_to_the_epoch_is_visible(number, visible):
    assert 0 <= epoch_of(number, visible) <= max(number - visible, 0)
