"""What both stores of vectors that are files have in common."""

import pytest

from fabula.errors import FormatError, StoreError, StoreUnavailableError
from fabula.recall.grid import packed
from fabula.recall.vector_store import Partition
from fabula.stores.vectors_sqlite import SqliteVectors
from fabula.stores.vectors_vec import SqliteVecVectors
from fabula.testing.vector_contract import HERE, rows, vector

KINDS = {"exact": SqliteVectors, "sqlite-vec": SqliteVecVectors}


@pytest.fixture(params=sorted(KINDS))
def kind(request):
    return KINDS[request.param]


def test_looking_makes_no_file(kind, tmp_path):
    store = kind(tmp_path / "v")
    store.known(HERE, ["a"])
    store.nearest(HERE, vector("a"), 3)
    store.forget(["a"])
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_vectors_outlive_the_handle(kind, tmp_path):
    store = kind(tmp_path / "v")
    store.put(HERE, rows("ab"))
    found = store.nearest(HERE, vector("x"), 2)
    store.close()
    again = kind(tmp_path / "v")
    assert again.nearest(HERE, vector("x"), 2) == found
    again.close()


def test_no_byte_of_a_forgotten_vector_stays_in_the_files(kind, tmp_path):
    secret = packed(vector("secret"))
    store = kind(tmp_path / "v")
    store.put(HERE, rows(["secret", *(f"{number}" for number in range(300))]))
    assert any(secret in path.read_bytes() for path in tmp_path.iterdir())
    store.forget(["secret"])
    assert [path.name for path in tmp_path.iterdir() if secret in path.read_bytes()] == []
    assert [path.name for path in tmp_path.iterdir() if b"secret" in path.read_bytes()] == []
    store.close()


def test_twenty_stories_take_no_more_room_than_one(kind, tmp_path):
    sizes = []
    for stories in (1, 20):
        path = tmp_path / f"{stories}"
        store = kind(path)
        for number in range(stories):
            names = [f"{number} {text}" for text in range(200 // stories)]
            store.put(Partition("scripted 48", f"story {number}", "turn"), rows(names, 48))
        store.close()
        sizes.append(path.stat().st_size)
    assert sizes[1] < sizes[0] * 1.5


def test_a_file_of_something_else_is_refused_and_left_alone(kind, tmp_path):
    path = tmp_path / "v"
    path.write_bytes(b"Once upon a time there was no database at all. " * 100)
    before = path.read_bytes()
    with pytest.raises(FormatError, match="Delete it"):
        kind(path).stamp()
    assert path.read_bytes() == before


def test_the_other_kind_s_file_is_refused(kind, tmp_path):
    other = next(one for one in KINDS.values() if one is not kind)
    store = other(tmp_path / "v")
    store.put(HERE, rows("a"))
    store.close()
    with pytest.raises(FormatError):
        kind(tmp_path / "v").keys(HERE)


def test_a_busy_file_is_said_to_be_busy(kind, tmp_path):
    store = kind(tmp_path / "v", busy_timeout=0.05)
    store.put(HERE, rows("a"))
    writer = kind(tmp_path / "v")
    # By the same library: two of them in one process do not see each other's locks.
    with writer._writing(), pytest.raises(StoreUnavailableError, match="busy"):
        store.put(HERE, rows("b"))
    writer.close()
    store.put(HERE, rows("b"))
    assert store.keys(HERE) == {"a", "b"}
    store.close()


def test_a_place_where_nothing_can_be_written_is_said(kind, tmp_path):
    with pytest.raises(StoreError, match="cannot be made again"):
        kind(tmp_path / "nowhere" / "v").put(HERE, rows("a"))
