"""A store whose commits are told."""

import pytest

from fabula.errors import HeadMovedError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import Changes, HeadMove, StoryRow
from fabula.serve.watched import watched
from fabula.stores import open_store
from fabula.story import Story
from fabula.testing.ledger_rows import line


@pytest.fixture
def kept():
    store, channels = watched(open_store(":memory:"))
    store.create(StoryRow("moonlit", "now"))
    return store, channels


def heard(channels):
    _, events = channels._channels["moonlit"].since(0)
    return [event.kind for event in events]


def test_a_story_told_through_it_is_told_of(kept):
    store, channels = kept
    story = Story(store, "moonlit")
    story.tell("Lin Yao gives the silver key to Lin Feng.")
    story.extract()
    story.author.rename("Lin Yao", "林瑶")
    story.offer("Perhaps.")
    assert heard(channels) == ["turns-added", "branch-made", "extracted", "act-made", "reply-offered"]


def test_a_reading_that_does_not_count_is_not_told(kept):
    store, channels = kept
    story = Story(store, "moonlit")
    story.tell("Lin Yao gives the silver key to Lin Feng.")
    story.extract()
    turn = story.turn(1).id
    (binding,) = store.bindings("moonlit", [turn])[turn]
    from fabula.ledger.records import Selection

    store.commit("moonlit", Changes(selections=(Selection(turn, binding.body, replaces=None),)))
    assert heard(channels).count("extracted") == 1


def test_words_that_are_purged_are_told_of_by_id_alone(kept):
    store, channels = kept
    story = Story(store, "moonlit")
    turn = story.tell("A secret of the house.")
    story.purge([turn])
    _, events = channels._channels["moonlit"].since(0)
    assert [event.data.get("ids") for event in events if event.kind == "purged"] == [[turn.id]]
    assert "secret" not in repr(events)


def test_a_commit_that_is_refused_is_not_told(kept):
    store, channels = kept
    turns = line(["One.", "Two."])
    with pytest.raises(HeadMovedError):
        store.commit("moonlit", Changes(turns=turns, moves=(HeadMove("main", ROOT, turns[-1].id),)))
    assert heard(channels) == []


def test_everything_else_is_as_the_store_has_it(kept):
    store, _ = kept
    assert [row.name for row in store.stories()] == ["moonlit"]
    assert store.heads("moonlit").version == 0
