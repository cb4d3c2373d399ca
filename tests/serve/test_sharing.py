"""How threads share the interpreter while a server runs, and that it is as before afterwards."""

import gc
import sys

import pytest

from fabula.serve.sharing import GATHERING, SWITCHING, sharing


@pytest.fixture
def as_before():
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)


def test_turns_are_short_and_pauses_rare_while_it_lasts(as_before):
    sys.setswitchinterval(0.005)
    gc.set_threshold(700, 10, 10)
    with sharing():
        assert sys.getswitchinterval() == pytest.approx(SWITCHING, rel=0.01)
        assert gc.get_threshold() == GATHERING
    assert sys.getswitchinterval() == pytest.approx(0.005, rel=0.01)
    assert gc.get_threshold() == (700, 10, 10)


def test_what_was_set_finer_on_purpose_stays(as_before):
    sys.setswitchinterval(0.0002)
    gc.set_threshold(0, 10, 10)
    with sharing():
        assert sys.getswitchinterval() < SWITCHING
        assert gc.get_threshold() == (0, 10, 10)
