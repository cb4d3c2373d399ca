"""The stories that a person looks for."""

from fabula.ledger.listing import listed
from fabula.ledger.provisional import OVERHEARD
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story


def tell(store, name, *texts, by="somebody"):
    store.create(StoryRow(name, "2026-01-01"))
    story = Story(store, name, by=by)
    for text in texts:
        story.tell(text)
    return story


def names(store):
    return [row.name for row in listed(store)]


def test_stories_that_are_told_in_another_one_or_are_provisional_are_left_out():
    store = MemoryStore()
    one = tell(store, "one", "Rain falls.", "I knock.")
    tell(store, "two", "Rain falls.", "I wait.")
    tell(store, "Give a title", "Give a title.", by=OVERHEARD)
    assert names(store) == ["one", "two"]
    one.branches.join("two")
    assert names(store) == ["one"]
    one.branches.unjoin("two")
    assert names(store) == ["one", "two"]


def test_where_nothing_would_be_left_everything_is_listed():
    store = MemoryStore()
    tell(store, "Give a title", "Give a title.", by=OVERHEARD)
    assert names(store) == ["Give a title"]
    assert listed(MemoryStore()) == ()


def test_only_the_rows_that_are_asked_for_are_listed():
    store = MemoryStore()
    tell(store, "one", "Rain falls.")
    tell(store, "two", "Snow falls.")
    rows = [row for row in store.stories() if row.name == "two"]
    assert [row.name for row in listed(store, rows)] == ["two"]
