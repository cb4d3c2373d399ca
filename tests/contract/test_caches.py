"""Every keeper of caches keeps the one contract."""

import pytest

from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.testing.cache_contract import CacheStoreContract


class TestMemoryCaches(CacheStoreContract):
    @pytest.fixture
    def store(self):
        store = MemoryStore()
        yield store
        store.close()


class TestSqliteCaches(CacheStoreContract):
    @pytest.fixture
    def store(self, tmp_path):
        store = SqliteStore(tmp_path / "stories.db", busy_timeout=60)
        yield store
        store.close()
