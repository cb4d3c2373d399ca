"""Changing one turn of a line."""

import pytest

from fabula.errors import InvalidInputError, TurnNotFoundError
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows


@pytest.fixture
def story():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    for text in ("One.", "Two.", "Three."):
        story.tell(text, speaker="Narrator", role="assistant", present=("Mira",), sent_at="noon")
    return story


def texts(story):
    return [turn.text for turn in story.turns()]


def test_an_edit_changes_the_words_and_nothing_else(story):
    followed = story.edit(2, "Two!")

    turn = story.turn(2)
    assert (followed.happened, texts(story)) == ("edit", ["One.", "Two!", "Three."])
    assert (turn.speaker, turn.role, turn.present, turn.sent_at) == (
        "Narrator",
        "assistant",
        ("Mira",),
        "noon",
    )


def test_an_edit_keeps_the_turns_before_and_tells_those_after_again(story):
    before = [turn.id for turn in story.turns()]
    story.edit(2, "Two!")

    after = [turn.id for turn in story.turns()]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, False]
    assert story.turn(3).sent_at == "noon"


def test_an_edit_to_the_same_words_changes_nothing(story):
    assert story.edit(2, " Two.\n").happened == "same"


def test_an_edit_may_change_the_speaker(story):
    story.edit(2, "Two.", speaker="Mira")

    assert story.turn(2).speaker == "Mira"


def test_an_edit_needs_words(story):
    with pytest.raises(InvalidInputError):
        story.edit(2, "  ")


def test_the_first_and_the_last_turn_are_edited_alike(story):
    story.edit(1, "One!")
    story.edit(-1, "Three!")

    assert texts(story) == ["One!", "Two.", "Three!"]


def test_a_deleted_turn_is_left_out(story):
    followed = story.delete(2)

    assert (followed.happened, texts(story)) == ("delete", ["One.", "Three."])
    assert [turn.number for turn in followed.removed] == [2]


def test_the_only_turn_can_be_deleted(story):
    for _ in range(3):
        story.delete(1)

    assert texts(story) == []


def test_a_turn_is_inserted_behind_another_one_or_first(story):
    story.insert(1, "One and a half.")
    story.insert(None, "Zero.")

    assert texts(story) == ["Zero.", "One.", "One and a half.", "Two.", "Three."]


def test_a_turn_of_another_branch_is_not_edited(story):
    other = story.fork("other", at=1)
    turn = other.tell("Elsewhere.")

    with pytest.raises(TurnNotFoundError):
        story.edit(turn, "Nowhere.")
