"""The part of the store contract about stories: made once, listed by name, kept apart."""

# ruff: noqa: D102 - the name of a test is its sentence.

from collections.abc import Callable

import pytest

from fabula.errors import StoryNotFoundError, TurnNotFoundError
from fabula.ledger.records import Body, Candidate, Changes, StoryRow, Turn
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import CREATED, act, body, line, told, turn

QUESTIONS: dict[str, Callable[[LedgerStore], object]] = {
    "commit": lambda store: store.commit("nowhere", Changes()),
    "heads": lambda store: store.heads("nowhere"),
    "log": lambda store: store.log("nowhere"),
    "ancestry": lambda store: store.ancestry("nowhere", "t", 1),
    "turns": lambda store: store.turns("nowhere", []),
    "children": lambda store: store.children("nowhere", []),
    "with_key": lambda store: store.with_key("nowhere", []),
    "with_prefix": lambda store: store.with_prefix("nowhere", "a"),
    "bodies": lambda store: store.bodies("nowhere", []),
    "candidates": lambda store: store.candidates("nowhere"),
    "moves": lambda store: store.moves("nowhere"),
    "snapshot": lambda store: store.snapshot("nowhere"),
    "purge": lambda store: store.purge("nowhere", [], [], []),
}


class StoriesContract:
    """Stories in one store."""

    def test_an_empty_store_holds_no_story(self, store: LedgerStore) -> None:
        assert list(store.stories()) == []

    def test_stories_are_listed_by_name(self, store: LedgerStore) -> None:
        for name in ("b", "月下", "a", "Z"):
            store.create(StoryRow(name, CREATED))
        assert [row.name for row in store.stories()] == ["Z", "a", "b", "月下"]

    def test_a_new_story_is_kept_as_it_was_given(self, store: LedgerStore) -> None:
        store.create(StoryRow("月下宫廷 🌙", CREATED, branch="开头"))
        assert list(store.stories()) == [StoryRow("月下宫廷 🌙", CREATED, branch="开头", version=0)]

    def test_a_new_story_starts_at_version_0(self, store: LedgerStore) -> None:
        store.create(StoryRow("copied", CREATED, version=7))
        assert store.heads("copied").version == 0

    def test_a_new_story_has_no_heads(self, store: LedgerStore, story: str) -> None:
        heads = store.heads(story)
        assert (heads.branch, dict(heads.branches), dict(heads.tags)) == ("main", {}, {})

    def test_making_a_story_again_leaves_it_alone(self, store: LedgerStore, story: str) -> None:
        store.commit(story, told(line(["Once."])))
        before = store.snapshot(story)
        store.create(StoryRow(story, "2030-01-01T00:00:00Z", branch="elsewhere"))
        assert store.snapshot(story) == before

    def test_acts_of_some_kinds_are_told_of_every_story(self, store: LedgerStore) -> None:
        for name in ("b", "a", "empty"):
            store.create(StoryRow(name, CREATED))
        first, second, other = act(1, kind="pin"), act(2, kind="undo"), act(3, kind="rename")
        store.commit("b", Changes(acts=(first, second, other)))
        store.commit("a", Changes(acts=(act(1, kind="rename"),)))
        assert store.acts(["pin", "undo"]) == {"b": (first, second)}
        assert list(store.acts(["rename"])) == ["a", "b"]
        assert store.acts([]) == {}

    @pytest.mark.parametrize("question", sorted(QUESTIONS))
    def test_a_story_that_is_not_there_is_said_to_be_missing(self, store: LedgerStore, question: str) -> None:
        with pytest.raises(StoryNotFoundError):
            QUESTIONS[question](store)

    def test_an_unknown_story_is_not_made_by_writing_to_it(self, store: LedgerStore) -> None:
        with pytest.raises(StoryNotFoundError):
            store.commit("nowhere", told(line(["Once."])))
        assert list(store.stories()) == []

    def test_a_second_handle_sees_what_was_written(
        self, store: LedgerStore, story: str, other: LedgerStore
    ) -> None:
        store.commit(story, told(line(["Once.", "Twice."])))
        assert other.snapshot(story) == store.snapshot(story)

    def test_one_story_never_shows_in_another(self, store: LedgerStore, story: str) -> None:
        store.create(StoryRow("other", CREATED))
        first = _told_of_everything(store, story)
        assert _everything(store, "other", first) == _everything(store, "other", turn("unheard of"))

    def test_two_stories_hold_the_same_turns_side_by_side(self, store: LedgerStore, story: str) -> None:
        store.create(StoryRow("other", CREATED))
        _told_of_everything(store, story)
        _told_of_everything(store, "other")
        assert store.snapshot(story).turns == store.snapshot("other").turns

    def test_writing_to_one_story_leaves_the_version_of_another(self, store: LedgerStore, story: str) -> None:
        store.create(StoryRow("other", CREATED))
        store.commit(story, Changes())
        assert store.heads("other").version == 0

    def test_purging_one_story_leaves_the_same_words_in_another(self, store: LedgerStore, story: str) -> None:
        store.create(StoryRow("other", CREATED))
        _told_of_everything(store, story)
        first = _told_of_everything(store, "other")
        before = store.snapshot("other")
        store.purge(story, [first.id], ["b1"], [act(1).id])
        assert store.snapshot("other") == before

    def test_a_turn_of_another_story_is_no_place_to_walk_from(self, store: LedgerStore, story: str) -> None:
        store.create(StoryRow("other", CREATED))
        first = _told_of_everything(store, story)
        with pytest.raises(TurnNotFoundError):
            store.ancestry("other", first.id, 5)


def _told_of_everything(store: LedgerStore, story: str) -> Turn:
    turns = line(["The key is silver.", "The moon is up."])
    waiting = Candidate("c1", turns[1].id, "assistant", "", "Hm.")
    store.commit(story, told(turns))
    store.commit(story, Changes(bodies=(body("b1"),), acts=(act(1),), candidates=(waiting,)))
    return turns[0]


def _everything(store: LedgerStore, story: str, seen: Turn) -> tuple[object, ...]:
    held: dict[str, Body] = dict(store.bodies(story, ["b1"]))
    return (
        dict(store.turns(story, [seen.id])),
        dict(store.children(story, [seen.id, seen.parent])),
        dict(store.with_key(story, [seen.key])),
        tuple(store.with_prefix(story, seen.id)),
        held,
        tuple(store.candidates(story)),
        tuple(store.moves(story)),
        store.log(story),
        store.heads(story),
        store.snapshot(story),
    )
