"""The contract that every keeper of receipts keeps: subclass it, give it a ledger store, and run pytest.

::

    class TestMyReceipts(ReceiptStoreContract):
        @pytest.fixture
        def store(self, tmp_path):
            store = MyStore(tmp_path / "stories")
            yield store
            store.close()
"""

# ruff: noqa: D102 - the name of a test is its sentence.

from dataclasses import replace

import pytest

from fabula.errors import StoryNotFoundError
from fabula.ledger.receipts import MOST_RECEIPTS, KeptReceipt
from fabula.ledger.records import Changes, StoryRow, Tombstone
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import CREATED, line

FIRST = KeptReceipt("main", "t1", "2026-01-01T00:00:00+00:00", '{"text":"林瑶 has the key."}')
SECOND = KeptReceipt("kinder", "t2", "2026-01-02T00:00:00+00:00", '{"text":"🗝"}')
STORY = "moonlit"


class ReceiptStoreContract:
    """Every sentence of the port ``ReceiptStore`` as a test."""

    @pytest.fixture
    def store(self) -> LedgerStore:
        """The store under test, empty; a subclass says which."""
        raise NotImplementedError("Give the contract a store: override the fixture `store`.")

    @pytest.fixture(autouse=True)
    def _stories(self, store: LedgerStore) -> None:
        store.create(StoryRow(STORY, CREATED))
        store.create(StoryRow("other", CREATED))

    def test_a_receipt_comes_back_as_it_was_put_under_its_number(self, store: LedgerStore) -> None:
        assert store.receipts.put(STORY, FIRST) == 1
        assert store.receipts.get(STORY, 1) == replace(FIRST, number=1)

    def test_receipts_are_numbered_within_their_story(self, store: LedgerStore) -> None:
        store.receipts.put("other", FIRST)
        assert [store.receipts.put(STORY, one) for one in (FIRST, SECOND, FIRST)] == [1, 2, 3]

    def test_the_newest_comes_first(self, store: LedgerStore) -> None:
        _put(store, FIRST, SECOND)
        expected = (replace(SECOND, number=2), replace(FIRST, number=1))
        assert tuple(store.receipts.newest(STORY)) == expected
        assert tuple(store.receipts.newest(STORY, 1)) == expected[:1]
        assert tuple(store.receipts.newest(STORY, 0)) == ()

    def test_stories_do_not_see_each_others_receipts(self, store: LedgerStore) -> None:
        _put(store, FIRST)
        assert tuple(store.receipts.newest("other")) == ()
        assert store.receipts.get("other", 1) is None

    def test_a_number_that_nobody_has_gives_nothing(self, store: LedgerStore) -> None:
        _put(store, FIRST)
        assert [store.receipts.get(STORY, number) for number in (-1, 0, 2)] == [None, None, None]

    def test_only_the_newest_are_kept_and_keep_their_numbers(self, store: LedgerStore) -> None:
        _put(store, *[FIRST] * (MOST_RECEIPTS + 2))
        kept = store.receipts.newest(STORY)
        assert (len(kept), kept[0].number, kept[-1].number) == (MOST_RECEIPTS, MOST_RECEIPTS + 2, 3)
        assert store.receipts.get(STORY, 2) is None

    def test_forgetting_erases_the_receipts_of_one_story(self, store: LedgerStore) -> None:
        _put(store, FIRST, SECOND)
        store.receipts.put("other", FIRST)
        assert (store.receipts.forget(STORY), store.receipts.forget(STORY)) == (2, 0)
        assert tuple(store.receipts.newest(STORY)) == ()
        assert len(store.receipts.newest("other")) == 1

    def test_a_purge_of_any_turn_takes_the_receipts_of_its_story(self, store: LedgerStore) -> None:
        turns = line(["The moon is up.", "It rains."])
        store.commit(STORY, Changes(turns=turns))
        _put(store, FIRST)
        store.receipts.put("other", FIRST)
        store.purge(STORY, [turns[0].id], [], [])
        assert tuple(store.receipts.newest(STORY)) == ()
        assert len(store.receipts.newest("other")) == 1

    def test_a_purge_that_comes_with_an_archive_takes_them_too(self, store: LedgerStore) -> None:
        (turn,) = line(["The moon is up."])
        store.commit(STORY, Changes(turns=(turn,)))
        _put(store, FIRST)
        store.commit(STORY, Changes(tombstones=(Tombstone(turn.id, turn.key),)))
        assert tuple(store.receipts.newest(STORY)) == ()

    def test_a_receipt_changes_nothing_of_its_story(self, store: LedgerStore) -> None:
        before = store.snapshot(STORY)
        _put(store, FIRST)
        assert store.snapshot(STORY) == before

    def test_an_unknown_story_is_refused(self, store: LedgerStore) -> None:
        for ask in (
            lambda: store.receipts.put("unknown", FIRST),
            lambda: store.receipts.get("unknown", 1),
            lambda: store.receipts.newest("unknown"),
            lambda: store.receipts.forget("unknown"),
        ):
            with pytest.raises(StoryNotFoundError):
                ask()


def _put(store: LedgerStore, *receipts: KeptReceipt) -> None:
    for receipt in receipts:
        store.receipts.put(STORY, receipt)
