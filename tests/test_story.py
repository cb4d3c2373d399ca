"""The facade: where a handle stands, and what it takes as a turn."""

import pytest

import fabula
from fabula.errors import InvalidInputError, TurnNotFoundError


@pytest.fixture
def story():
    story = fabula.open(":memory:", story="moonlit")
    for number in range(1, 6):
        story.tell(f"This is turn {number}.", speaker="Narrator")
    return story


def test_a_negative_rewind_goes_so_many_turns_back(story):
    assert story.rewind(-3).number == 2


def test_a_rewind_past_the_first_turn_goes_to_before_it(story):
    assert story.rewind(-9) is None
    assert story.head is None


def test_zero_is_before_the_first_turn(story):
    assert story.view(as_of=0).number == 0
    assert story.fork("other", at=0).head is None
    assert story.rewind(0) is None


def test_a_negative_number_is_a_turn_from_the_end(story):
    assert story.turn(-1) == story.head
    assert story.turn(-5).number == 1


def test_a_turn_of_another_branch_is_not_edited(story):
    other = story.fork("other", at=2)
    turn = other.tell("Elsewhere.")
    with pytest.raises(TurnNotFoundError, match="not on branch"):
        story.edit(turn, "Changed.")


def test_nothing_can_be_swiped_before_anything_is_told():
    with pytest.raises(InvalidInputError, match="nothing to swipe"):
        fabula.open(":memory:", story="moonlit").swipe("Other words.")


def test_recall_finds_a_name_that_every_turn_holds():
    story = fabula.open(":memory:", story="moonlit")
    story.take_in(
        [
            (fabula.Message(f"Jim looked at the sea, for the {n}th time.", "user", "Jim"), ())
            for n in range(1800)
        ]
    )
    assert story.recall("Who is Jim?").status == "ok"


def test_a_line_that_grows_is_not_indexed_anew(story):
    story.recall("turn 3")
    asked = []
    turns = story._ledger.turns
    story._ledger.turns = lambda ids: asked.append(len(ids := list(ids))) or turns(ids)
    story.take_in([(fabula.Message(f"This is turn {n}.", "user", "Narrator"), ()) for n in range(1, 900)])
    story.recall("turn 3")
    asked.clear()
    story.tell("One more.")
    story.recall("turn 3")
    assert max(asked) < 256
