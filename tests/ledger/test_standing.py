"""What a person means by a turn: its number, its id or the start of it, a tag, or the turn itself."""

import pytest

import fabula
from fabula.errors import TurnNotFoundError
from fabula.ledger.ids import ROOT
from fabula.ledger.standing import turn_back, turn_meant, turn_on_line


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="moonlit")
    for text in ("One.", "二。", "Three."):
        told.tell(text)
    told.branches.tag("the middle", told.turn(2).id)
    return told


def test_a_turn_can_be_named_in_many_ways(story):
    ledger, turn = story._ledger, story.turn(2)

    for name in (2, "2", -2, turn, turn.id, turn.id[:12], "the middle"):
        assert turn_meant(ledger, "main", name) == turn.id
    assert turn_meant(ledger, "main", None) == story.head.id
    assert turn_meant(ledger, "main", 0) == ROOT


def test_a_turn_of_another_line_is_not_on_this_one(story):
    last = story.head
    story.rewind(1)

    assert turn_meant(story._ledger, "main", last) == last.id
    with pytest.raises(TurnNotFoundError):
        turn_on_line(story._ledger, "main", last)


def test_going_back_counts_from_the_end(story):
    assert turn_back(story._ledger, "main", -1) == story.turn(2)
    assert turn_back(story._ledger, "main", -9) is None
    assert turn_back(story._ledger, "main", "0") is None
    assert turn_back(story._ledger, "main", 1) == story.turn(1)
