"""Every store of vectors keeps the one contract."""

import pytest

from fabula.stores.vectors_memory import MemoryVectors
from fabula.stores.vectors_sqlite import SqliteVectors
from fabula.stores.vectors_vec import SqliteVecVectors
from fabula.testing.vector_contract import VectorStoreContract


class TestMemoryVectors(VectorStoreContract):
    @pytest.fixture
    def store(self):
        store = MemoryVectors()
        yield store
        store.close()


class TestSqliteVectors(VectorStoreContract):
    durable = True

    @pytest.fixture
    def store(self, tmp_path):
        store = SqliteVectors(tmp_path / "stories.db.vectors", busy_timeout=60)
        yield store
        store.close()

    @pytest.fixture
    def other(self, tmp_path):
        other = SqliteVectors(tmp_path / "stories.db.vectors", busy_timeout=60)
        yield other
        other.close()


class TestSqliteVecVectors(VectorStoreContract):
    durable = True

    @pytest.fixture
    def store(self, tmp_path):
        store = SqliteVecVectors(tmp_path / "stories.db.vec", busy_timeout=60)
        yield store
        store.close()

    @pytest.fixture
    def other(self, tmp_path):
        other = SqliteVecVectors(tmp_path / "stories.db.vec", busy_timeout=60)
        yield other
        other.close()
