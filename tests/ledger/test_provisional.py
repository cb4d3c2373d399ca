"""Stories of which nothing says yet that they are any."""

import pytest

from fabula.ledger.provisional import OVERHEARD, is_provisional, named_after
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story

FIRST = "Suggest a title of three words for this."


@pytest.fixture
def told():
    """``told(name, role, text, ..., by=...)``: whether a story that is told so is provisional."""

    def ask(name, *lines, by=OVERHEARD):
        store = MemoryStore()
        store.create(StoryRow(name, "2026-01-01"))
        story = Story(store, name, by=by)
        for role, text in lines:
            story.tell(text, role=role)
        return is_provisional(store, name)

    return ask


def test_first_words_that_were_overheard_are_provisional(told):
    assert told(named_after(FIRST), ("user", FIRST))
    assert told(f"{named_after(FIRST)} 12", ("user", FIRST), ("user", "Please."))
    assert told("给这段对话起个标题", ("user", "给这段对话起个标题。"))


def test_an_answer_or_a_greeting_makes_a_story(told):
    name = named_after(FIRST)
    assert not told(name, ("user", FIRST), ("assistant", "Rain at Dusk"))
    assert not told(named_after("I knock."), ("assistant", "Rain falls."), ("user", "I knock."))


def test_what_somebody_named_or_told_is_a_story_at_once(told):
    assert not told("moonlit", ("user", FIRST))
    assert not told(named_after(FIRST), ("user", FIRST), by="cli")
    assert not told("empty")


def test_many_messages_are_a_story_whoever_said_them(told):
    lines = [("user", f"Message {number}.") for number in range(5)]
    assert not told(named_after(lines[0][1]), *lines)


def test_a_story_is_named_after_its_first_words():
    assert named_after("  *I hand over the letter, and shake the rain* from my coat.") == (
        "I hand over the letter and shake the"
    )
    assert named_after("我把马牵进马棚，拍掉身上的雪。") == "我把马牵进马棚 拍掉身上的雪"
    assert named_after("...!") == ""
