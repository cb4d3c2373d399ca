"""What the store in memory does beside the contract."""

import pytest

from fabula.errors import StoryNotFoundError
from fabula.ledger.records import Body, Changes, StoryRow
from fabula.stores.memory import MemoryStore


@pytest.fixture
def store():
    store = MemoryStore()
    store.create(StoryRow("moonlit", "2026-01-01"))
    return store


def test_two_stores_share_nothing(store):
    assert list(MemoryStore().stories()) == []


def test_a_closed_store_has_forgotten_its_stories(store):
    store.close()
    with pytest.raises(StoryNotFoundError):
        store.heads("moonlit")


def test_usage_changed_by_the_caller_later_is_not_changed_in_the_store(store):
    usage = {"calls": 1}
    store.commit("moonlit", Changes(bodies=(Body("b", "model/1", usage=usage),)))
    usage["calls"] = 2
    assert dict(store.bodies("moonlit", ["b"])["b"].usage) == {"calls": 1}


def test_an_answer_does_not_change_with_later_writes(store):
    before = store.heads("moonlit")
    store.commit("moonlit", Changes(branch="elsewhere"))
    assert (before.version, before.branch) == (0, "main")
