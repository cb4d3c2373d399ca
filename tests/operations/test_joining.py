"""Joining two stories as an operation."""

import pytest

from fabula.errors import ConflictError, NotFoundError
from fabula.ledger.records import StoryRow
from fabula.story import Story


@pytest.fixture
def other(story):
    story.store.create(StoryRow("harbour", "2026-01-01"))
    told = Story(story.store, "harbour")
    for turn in story.turns()[2:]:
        told.tell(turn.text, speaker=turn.speaker, role=turn.role)
    told.tell("Mira gave the silver key to 顾守义.", speaker="Narrator")
    told.extract()
    return told


def test_a_join_says_what_it_did_and_a_preview_says_the_same(ask, story, other):
    previewed = ask("join", other="harbour", preview=True)
    assert len(story.turns()) == 4
    done = ask("join", other="harbour")
    assert done == {**previewed, "preview": False}
    assert done["branches"] == [{"theirs": "main", "branch": "main", "how": "moved", "turns": 5, "new": 1}]
    assert (done["turns"], len(story.turns())) == (1, 5)


def test_a_story_can_be_put_behind_a_turn(ask, story):
    story.store.create(StoryRow("sequel", "2026-01-01"))
    Story(story.store, "sequel").tell("Years later the tower still stands.")
    assert ask("join", other="sequel", after="-1")["branches"][0]["how"] == "moved"
    assert story.head.text == "Years later the tower still stands."


def test_an_unjoin_says_what_became_of_the_branches(ask, story, other):
    ask("join", other="harbour")
    assert ask("unjoin", other="harbour") == {
        "unjoined": "harbour",
        "removed": [],
        "moved_back": ["main"],
        "kept": [],
        "undone": 0,
    }
    with pytest.raises(NotFoundError, match="harbour"):
        ask("unjoin", other="harbour")


def test_what_is_joined_is_not_joined_again(ask, other):
    ask("join", other="harbour")
    with pytest.raises(ConflictError, match="already"):
        ask("join", other="harbour")
