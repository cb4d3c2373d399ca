"""Taking in a whole telling."""

import pytest

from fabula.errors import ConflictError, HeadMovedError
from fabula.ledger.records import Message, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader


def opened(store):
    store.create(StoryRow("moonlit", rows.CREATED))
    return Story(store, "moonlit", clock=lambda: rows.CREATED)


@pytest.fixture
def story():
    return opened(MemoryStore())


def told(*texts, versions=()):
    return [
        (Message(text), tuple(map(Message, versions)) if place == 1 else ())
        for place, text in enumerate(texts)
    ]


def texts(story):
    return [turn.text for turn in story.turns()]


def test_a_telling_becomes_the_branch(story):
    taken = story.take_in(told("One.", "Two.", "Three."))

    assert (taken.turns, taken.written, taken.versions, taken.moved) == (3, 3, 0, True)
    assert (texts(story), taken.head) == (["One.", "Two.", "Three."], story.head.id)


def test_a_telling_taken_in_twice_adds_nothing(story):
    story.take_in(told("One.", "Two.", versions=["Two!"]))
    before = story.store.snapshot("moonlit")

    taken = story.take_in(told("One.", "Two.", versions=["Two!"]))

    assert (taken.written, taken.versions, taken.moved) == (0, 0, False)
    assert story.store.snapshot("moonlit") == before


def test_other_versions_stand_beside_the_one_that_counts(story):
    taken = story.take_in(told("One.", "Two.", "Three.", versions=["Two.", "Two!", "Two?"]))

    assert taken.versions == 2
    assert sorted(turn.text for turn in story.versions(2)) == ["Two!", "Two.", "Two?"]


def test_a_longer_telling_goes_on_from_what_is_there(story):
    story.take_in(told("One.", "Two."))

    assert story.take_in(told("One.", "Two.", "Three.")).written == 1


def test_a_branch_that_went_on_stays_where_it_is(story):
    story.take_in(told("One.", "Two."))
    story.tell("Three.")

    taken = story.take_in(told("One.", "Two."))

    assert (taken.moved, len(story.turns())) == (False, 3)


def test_repeated_words_are_turns_of_their_own(story):
    story.take_in(told("Yes.", "Yes.", "Yes."))

    assert texts(story) == ["Yes."] * 3


def test_an_empty_telling_changes_nothing(story):
    story.take_in(told("One."))

    taken = story.take_in([])

    assert (taken.turns, taken.moved, taken.head) == (0, False, story.head.id)


def test_readings_and_acts_go_along_to_an_edited_telling(story):
    story.take_in(told("One.", "[Mira holds key]", "Three."))
    story.extract(ScriptedReader())
    story.claim("Mira", "mood", value="calm", turn=3)

    story.take_in(told("One!", "[Mira holds key]", "Three."))

    assert [fact.predicate for fact in story.view().facts()] == ["held_by", "mood"]


def test_nothing_is_seen_of_a_telling_that_broke_off(story):
    def give_up(_done, _of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        story.take_in(told(*(f"Turn {number}." for number in range(2500))), give_up)
    assert texts(story) == []

    taken = story.take_in(told(*(f"Turn {number}." for number in range(2500))))

    assert (taken.turns, taken.written) == (2500, 1500)


def test_progress_is_told_in_portions(story):
    done = []

    story.take_in(told(*(f"Turn {number}." for number in range(2500))), lambda *args: done.append(args))

    assert done == [(1000, 2500), (2000, 2500), (2500, 2500)]


def test_a_head_that_moved_meanwhile_is_not_overwritten(story):
    other = opened(story.store)

    with pytest.raises(HeadMovedError):
        story.take_in(told("One.", "Two."), lambda *_: other.tell("Faster."))

    assert texts(story) == ["Faster."]


def test_another_telling_does_not_take_a_branch_over(story):
    story.take_in(told("One.", "Two."))
    before = story.store.snapshot("moonlit")

    with pytest.raises(ConflictError, match="tells something else"):
        story.take_in(told("Elsewhere.", "Somebody else."))

    assert story.store.snapshot("moonlit") == before
