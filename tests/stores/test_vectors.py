import pytest

from fabula.errors import InvalidInputError
from fabula.stores.vectors import open_vectors
from fabula.stores.vectors_memory import MemoryVectors
from fabula.stores.vectors_sqlite import SqliteVectors
from fabula.stores.vectors_vec import SqliteVecVectors
from fabula.testing.vector_contract import HERE, rows


def test_a_store_in_memory_keeps_its_vectors_there():
    assert isinstance(open_vectors(":memory:"), MemoryVectors)


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_a_file_has_its_vectors_in_a_file_beside_it(tmp_path, prefix):
    store = open_vectors(f"{prefix}{tmp_path}/moonlit.db")
    assert isinstance(store, SqliteVectors)
    assert list(tmp_path.iterdir()) == []
    store.put(HERE, rows("a"))
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["moonlit.db.vectors"]


def test_the_index_whose_file_is_there_is_taken(tmp_path):
    store = open_vectors(f"{tmp_path}/moonlit.db", "sqlite-vec")
    store.put(HERE, rows("a"))
    store.close()
    again = open_vectors(f"{tmp_path}/moonlit.db")
    assert isinstance(again, SqliteVecVectors)
    assert again.keys(HERE) == {"a"}
    again.close()


@pytest.mark.parametrize(("first", "second"), [("exact", "sqlite-vec"), ("sqlite-vec", "exact")])
def test_vectors_are_not_kept_by_two_indexes_at_once(tmp_path, first, second):
    store = open_vectors(f"{tmp_path}/moonlit.db", first)
    store.put(HERE, rows("a"))
    store.close()
    with pytest.raises(InvalidInputError, match="Delete that file"):
        open_vectors(f"{tmp_path}/moonlit.db", second)


@pytest.mark.parametrize("location", ["postgresql://host/stories", " "])
def test_a_location_that_is_no_file_is_refused(location):
    with pytest.raises(InvalidInputError):
        open_vectors(location)
