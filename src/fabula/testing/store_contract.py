"""The contract that every ledger store keeps: subclass it, give it a store, and run pytest.

::

    class TestMyStore(LedgerStoreContract):
        durable = True

        @pytest.fixture
        def store(self, tmp_path):
            store = MyStore(tmp_path / "stories")
            yield store
            store.close()

        @pytest.fixture
        def other(self, store, tmp_path):
            other = MyStore(tmp_path / "stories")
            yield other
            other.close()
"""

# ruff: noqa: D102 - the name of a test is its sentence.

from typing import ClassVar

import pytest

from fabula.ledger.records import StoryRow
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import CREATED
from fabula.testing.store_contract_log import LogContract
from fabula.testing.store_contract_purging import PurgingContract
from fabula.testing.store_contract_reading import ReadingContract
from fabula.testing.store_contract_stories import StoriesContract
from fabula.testing.store_contract_writing import WritingContract


class LedgerStoreContract(StoriesContract, WritingContract, LogContract, ReadingContract, PurgingContract):
    """Every sentence of the port ``LedgerStore`` as a test.

    ``durable`` declares that a second handle (the fixture ``other``) is another object on the same
    stories; where it is not, ``other`` is the store itself.
    """

    durable: ClassVar[bool] = False

    @pytest.fixture
    def store(self) -> LedgerStore:
        """The store under test, empty; a subclass says which."""
        raise NotImplementedError("Give the contract a store: override the fixture `store`.")

    @pytest.fixture
    def other(self, store: LedgerStore) -> LedgerStore:
        """A second handle on the same stories."""
        return store

    @pytest.fixture
    def story(self, store: LedgerStore) -> str:
        """The name of an empty story in the store."""
        store.create(StoryRow("moonlit", CREATED))
        return "moonlit"

    def test_a_durable_store_has_handles_of_its_own(self, store: LedgerStore, other: LedgerStore) -> None:
        assert (store is not other) == self.durable
