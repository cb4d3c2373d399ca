"""The contract that every keeper of caches keeps: subclass it, give it a ledger store, and run pytest.

::

    class TestMyCaches(CacheStoreContract):
        @pytest.fixture
        def store(self, tmp_path):
            store = MyStore(tmp_path / "stories")
            yield store
            store.close()
"""

# ruff: noqa: D102 - the name of a test is its sentence.

import pytest

from fabula.errors import StoryNotFoundError
from fabula.ledger.caches import MOST_CHARACTERS, NO_STORY
from fabula.ledger.records import Changes, StoryRow, Tombstone
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import CREATED, line

BODY = '{"seen":["林瑶","🗝"]}'
STORY = "moonlit"


class CacheStoreContract:
    """Every sentence of the port ``CacheStore`` as a test."""

    @pytest.fixture
    def store(self) -> LedgerStore:
        """The store under test, empty; a subclass says which."""
        raise NotImplementedError("Give the contract a store: override the fixture `store`.")

    @pytest.fixture(autouse=True)
    def _stories(self, store: LedgerStore) -> None:
        store.create(StoryRow(STORY, CREATED))
        store.create(StoryRow("other", CREATED))

    def test_what_was_put_last_comes_back_as_it_was(self, store: LedgerStore) -> None:
        store.caches.put(STORY, "seen", "{}")
        store.caches.put(STORY, "seen", BODY)
        assert store.caches.get(STORY, "seen") == BODY

    def test_what_was_never_put_is_empty(self, store: LedgerStore) -> None:
        store.caches.put(STORY, "seen", BODY)
        assert store.caches.get(STORY, "heard") == ""
        assert store.caches.get(NO_STORY, "seen") == ""

    def test_stories_do_not_see_each_others_caches(self, store: LedgerStore) -> None:
        store.caches.put(STORY, "seen", BODY)
        store.caches.put(NO_STORY, "seen", "{}")
        assert store.caches.get("other", "seen") == ""
        assert (store.caches.get(STORY, "seen"), store.caches.get(NO_STORY, "seen")) == (BODY, "{}")

    def test_what_is_too_long_is_not_kept(self, store: LedgerStore) -> None:
        store.caches.put(STORY, "seen", BODY)
        store.caches.put(STORY, "seen", "x" * (MOST_CHARACTERS + 1))
        assert store.caches.get(STORY, "seen") == BODY

    def test_forgetting_erases_what_is_kept_of_one_story(self, store: LedgerStore) -> None:
        for story in (STORY, "other", NO_STORY):
            store.caches.put(story, "seen", BODY)
        store.caches.put(STORY, "heard", BODY)
        assert (store.caches.forget(STORY), store.caches.forget(STORY)) == (2, 0)
        assert store.caches.get(STORY, "seen") == ""
        assert (store.caches.get("other", "seen"), store.caches.get(NO_STORY, "seen")) == (BODY, BODY)

    def test_a_purge_of_any_turn_takes_the_caches_of_its_story(self, store: LedgerStore) -> None:
        turns = line(["The moon is up.", "It rains."])
        store.commit(STORY, Changes(turns=turns))
        for story in (STORY, "other"):
            store.caches.put(story, "seen", BODY)
        store.purge(STORY, [turns[0].id], [], [])
        assert (store.caches.get(STORY, "seen"), store.caches.get("other", "seen")) == ("", BODY)

    def test_a_purge_that_comes_with_an_archive_takes_them_too(self, store: LedgerStore) -> None:
        (turn,) = line(["The moon is up."])
        store.commit(STORY, Changes(turns=(turn,)))
        store.caches.put(STORY, "seen", BODY)
        store.commit(STORY, Changes(tombstones=(Tombstone(turn.id, turn.key),)))
        assert store.caches.get(STORY, "seen") == ""

    def test_a_cache_changes_nothing_of_its_story(self, store: LedgerStore) -> None:
        before = store.snapshot(STORY)
        store.caches.put(STORY, "seen", BODY)
        assert store.snapshot(STORY) == before

    def test_an_unknown_story_is_refused(self, store: LedgerStore) -> None:
        for ask in (
            lambda: store.caches.put("unknown", "seen", BODY),
            lambda: store.caches.get("unknown", "seen"),
            lambda: store.caches.forget("unknown"),
        ):
            with pytest.raises(StoryNotFoundError):
                ask()
