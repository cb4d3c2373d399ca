"""What is remembered of stories, across restarts."""

import pytest

from fabula.ledger.caches import NO_STORY
from fabula.ledger.records import StoryRow
from fabula.serve.proxy.placing.remembering import KIND, Remembering
from fabula.stores.memory import MemoryStore


@pytest.fixture
def store():
    store = MemoryStore()
    for name in ("one", "two"):
        store.create(StoryRow(name, "2026-01-01"))
    return store


def learn(remembering, name, note):
    remembering.of(name).notes.add(note)
    remembering.touch(name)


def test_what_was_written_is_there_after_a_restart(store):
    before = Remembering(store)
    learn(before, "one", "mark")
    before.shared.use("one")
    before.write(before.changed())
    after = Remembering(store)
    assert "mark" in after.of("one").notes
    assert (after.shared.last_use("one"), list(after.of("two").notes)) == (1, [])


def test_only_what_has_changed_is_written(store):
    remembering = Remembering(store)
    learn(remembering, "one", "mark")
    assert remembering.changed().keys() == {"one", NO_STORY}
    assert remembering.changed() == {}
    learn(remembering, "one", "mark")
    remembering.write(remembering.changed())
    learn(remembering, "one", "mark")
    assert remembering.changed() == {}


def test_writing_moves_no_version(store):
    remembering = Remembering(store)
    learn(remembering, "one", "mark")
    remembering.write(remembering.changed())
    assert store.heads("one").version == 0
    assert store.caches.get("one", KIND)


def test_a_story_that_is_not_there_is_passed_over(store):
    remembering = Remembering(store)
    learn(remembering, "nowhere", "mark")
    learn(remembering, "one", "mark")
    remembering.write(remembering.changed())
    assert "mark" in Remembering(store).of("one").notes


def test_stories_that_nobody_asked_for_lately_are_let_go_and_found_again(store):
    remembering = Remembering(store)
    learn(remembering, "one", "mark")
    remembering.write(remembering.changed())
    for number in range(200):
        remembering.of(f"story {number}")
    remembering.let_go()
    assert "mark" in remembering.of("one").notes


def test_what_is_not_written_yet_is_not_let_go(store):
    remembering = Remembering(store)
    learn(remembering, "one", "mark")
    for number in range(200):
        remembering.of(f"story {number}")
    remembering.let_go()
    assert "one" in remembering.changed()
