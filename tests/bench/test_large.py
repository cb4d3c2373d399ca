"""The large story of the benchmarks: as large as it says, and the same every time."""

import sys
from pathlib import Path

import pytest

from fabula.stores import open_store


@pytest.fixture
def large(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
    import large

    yield large
    sys.modules.pop("large")


def test_it_has_the_turns_facts_and_entities_that_were_asked_for(large):
    view = large.tell_large(open_store(":memory:"), "large", large.Size(20, 288, 100)).view()
    assert (view.number, len(view.entities())) == (20, 100)
    assert 280 <= len(view.told()) <= 288
    assert view.problems == ()


def test_it_is_the_same_every_time(large):
    one, other = (
        large.tell_large(open_store(":memory:"), "large", large.Size(10, 60, 20)).view() for _ in range(2)
    )
    assert one.digest == other.digest
