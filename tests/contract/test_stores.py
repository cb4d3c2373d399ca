"""Every store keeps the one contract."""

import pytest

from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.testing.store_contract import LedgerStoreContract


class TestMemoryStore(LedgerStoreContract):
    @pytest.fixture
    def store(self):
        store = MemoryStore()
        yield store
        store.close()


class TestSqliteStore(LedgerStoreContract):
    durable = True

    @pytest.fixture
    def store(self, tmp_path):
        store = SqliteStore(tmp_path / "stories.db", busy_timeout=60)
        yield store
        store.close()

    @pytest.fixture
    def other(self, tmp_path):
        other = SqliteStore(tmp_path / "stories.db", busy_timeout=60)
        yield other
        other.close()
