"""Taking an archive into a store that may hold the story already."""

import pytest

from fabula.errors import ConflictError, CorruptLedgerError, FormatError
from fabula.ledger.records import Message, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader


def opened(branch=""):
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    return Story(store, "moonlit", branch=branch, clock=lambda: rows.CREATED)


def told(*texts):
    story = opened()
    for text in texts:
        story.tell(text)
    return story


def archive(story):
    return list(story.export())


def test_a_fresh_store_gets_everything():
    story = told("[Mira holds key]", "[Finn at mill]")
    story.extract(ScriptedReader())
    story.claim("Mira", "trusts", "Finn")
    story.branches.tag("start", story.turn(1).id)
    story.offer("A reply.")
    copy = opened()

    copy.restore(archive(story))

    assert archive(copy) == archive(story)
    assert copy.view() == story.view()


def test_reading_an_archive_twice_adds_nothing():
    story, copy = told("One.", "Two."), opened()
    copy.restore(archive(story))
    version = copy.store.snapshot("moonlit")

    copy.restore(archive(story))

    assert archive(copy) == archive(story)
    assert copy.store.snapshot("moonlit").moves == version.moves


def test_a_later_archive_brings_what_came_since():
    story, copy = told("One."), opened()
    copy.restore(archive(story))
    story.tell("Two.")
    story.fork("other", at=1).tell("Else.")
    story.tell("Three.")

    copy.restore(archive(story))

    assert archive(copy) == archive(story)


def test_an_earlier_archive_takes_nothing_back():
    story = told("One.")
    early = archive(story)
    story.tell("Two.")
    before = archive(story)

    story.restore(early)

    assert archive(story) == before


def test_a_branch_that_went_another_way_is_kept_beside():
    story, copy = told("One."), opened()
    copy.restore(archive(story))
    story.tell("This way.")
    copy.tell("That way.")

    copy.restore(archive(story))
    copy.restore(archive(story))

    assert copy.head.text == "That way."
    assert copy.switch("main-from-archive").head.text == "This way."
    assert sorted(copy.branches.all()) == ["main", "main-from-archive"]
    assert copy.verify().is_sound


def test_authors_who_went_different_ways_are_refused_and_nothing_is_changed():
    story, copy = told("[Mira at mill]"), opened()
    copy.restore(archive(story))
    story.introduce("Finn")
    copy.introduce("Oren")
    story.tell("More.")
    before = archive(copy)

    with pytest.raises(ConflictError):
        copy.restore(archive(story))

    assert archive(copy) == before


def test_a_broken_archive_changes_nothing():
    story, copy = told("One."), opened()

    with pytest.raises(FormatError):
        copy.restore([*archive(story), b"broken"])

    assert copy.head is None


def test_a_reply_that_was_echoed_since_does_not_come_back():
    story = told("One.")
    story.offer("A reply.")
    early = archive(story)
    story.follow([Message("One."), Message("A reply.", "assistant")])

    story.restore(early)

    assert story.store.candidates("moonlit") == ()


def test_a_reply_that_another_one_replaced_does_not_come_back():
    story = told("One.")
    story.offer("A reply.")
    early = archive(story)
    story.tell("Another reply.")

    story.restore(early)

    assert story.store.candidates("moonlit") == ()


def test_a_purge_between_two_readings_leaves_the_second_one_counting():
    story = told("Her secret.", "[Mira at mill]")
    story.extract(ScriptedReader(look_back=1))
    story.read_again(2, 2, ScriptedReader())
    story.purge([1])
    copy = opened()

    copy.restore(archive(story))

    assert archive(copy) == archive(story)
    assert [fact.object for fact in copy.view().facts()] == ["place-mill"]


def test_an_archive_goes_under_another_name():
    story = told("One.")
    other = MemoryStore()
    other.create(StoryRow("copy", rows.CREATED))
    copy = Story(other, "copy", clock=lambda: rows.CREATED)

    copy.restore(archive(story))

    assert [turn.id for turn in copy.turns()] == [turn.id for turn in story.turns()]


def test_a_damaged_archive_is_refused_whole():
    lines = [
        line.replace(b"[Mira holds key]", b"[Finn holds key]") for line in archive(told("[Mira holds key]"))
    ]
    copy = opened()

    with pytest.raises(CorruptLedgerError, match="damaged") as caught:
        copy.restore(lines)

    assert caught.value.damages
    assert copy.head is None
