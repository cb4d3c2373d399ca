"""One more turn at the end of a branch; and replies that are kept until somebody echoes them."""

import pytest

import fabula
from fabula.errors import HeadMovedError
from fabula.ledger.records import Candidate, Message
from fabula.ledger.telling import in_other_words, offer, replies, stale, sweep, tell_next


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="moonlit")
    told.tell("One.", speaker="Mira", sent_at="noon", present=("Mira",))
    return told


def test_a_turn_follows_the_latest_one(story):
    turn = tell_next(story._ledger, "main", Message("二。"))

    assert (turn.number, turn.parent) == (2, story.turn(1).id)
    assert story.head == turn


def test_a_turn_that_expects_another_end_is_not_told(story):
    first = story.head
    story.tell("Two.")

    with pytest.raises(HeadMovedError):
        tell_next(story._ledger, "main", Message("Three."), first.id)
    assert len(story.turns()) == 2


def test_other_words_are_of_the_same_speaker_at_the_same_time(story):
    same = in_other_words(story.head, "Uno.")

    assert same == Message("Uno.", "user", "Mira", ("Mira",), "noon")
    assert in_other_words(story.head, "Uno.", speaker="Finn").speaker == "Finn"


def test_a_reply_is_kept_until_something_is_told_after_its_turn(story):
    kept = offer(story._ledger, "main", "Perhaps.", speaker="Narrator", role="assistant")

    assert replies(story._ledger, "main") == (kept,)
    story.tell("Perhaps.", role="assistant")
    assert replies(story._ledger, "main") == ()
    assert story.store.candidates("moonlit") == ()


def test_older_versions_and_replies_to_turns_answered_long_ago_are_stale():
    versions = [
        Candidate(f"v{at:02}", "turn", "assistant", "", "x", f"2026-01-01T00:{at:02}") for at in range(40)
    ]
    assert stale(versions) == tuple(f"v{at:02}" for at in range(8))
    turns = [
        Candidate(f"t{at:02}", f"{at}", "assistant", "", "x", f"2026-01-01T00:{at:02}") for at in range(40)
    ]
    assert stale(turns) == tuple(f"t{at:02}" for at in range(8))


def test_the_replies_that_were_given_last_stay_however_old_they_are():
    one = Candidate("id", "turn", "assistant", "", "x", "1990-01-01")
    assert stale([one]) == ()


def test_sweeping_forgets_what_is_stale_and_nothing_else(story):
    for number in range(33):
        story.offer(f"Version {number}.")
    version = story.store.heads("moonlit").version
    assert (sweep(story.store, "moonlit"), sweep(story.store, "moonlit")) == (1, 0)
    assert (len(story.candidates()), story.store.heads("moonlit").version) == (32, version + 1)
