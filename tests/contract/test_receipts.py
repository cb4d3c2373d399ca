"""Every keeper of receipts keeps the one contract."""

import pytest

from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.testing.receipt_contract import ReceiptStoreContract


class TestMemoryReceipts(ReceiptStoreContract):
    @pytest.fixture
    def store(self):
        store = MemoryStore()
        yield store
        store.close()


class TestSqliteReceipts(ReceiptStoreContract):
    @pytest.fixture
    def store(self, tmp_path):
        store = SqliteStore(tmp_path / "stories.db", busy_timeout=60)
        yield store
        store.close()
