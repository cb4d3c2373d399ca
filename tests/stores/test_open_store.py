"""Which store a location means."""

import pytest

from fabula.errors import InvalidInputError
from fabula.ledger.records import StoryRow
from fabula.stores import open_store
from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore


@pytest.fixture
def opened():
    """Open a location and close it in the end."""
    stores = []

    def opened(location):
        stores.append(open_store(location))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.mark.parametrize("location", [":memory:", "sqlite:///:memory:"])
def test_memory_is_a_place(opened, location):
    assert isinstance(opened(location), MemoryStore)


def test_a_path_is_a_file(opened, tmp_path):
    path = tmp_path / "月下 story.db"
    assert isinstance(opened(str(path)), SqliteStore)
    assert path.is_file()


def test_an_sqlite_url_is_the_file_it_names(opened, tmp_path):
    path = tmp_path / "story.db"
    opened(f"sqlite:///{path}").create(StoryRow("moonlit", "now"))
    assert [row.name for row in opened(str(path)).stories()] == ["moonlit"]


@pytest.mark.parametrize("location", ["postgresql://me:secret@host/db", "mysql://host", "https://host/a.db"])
def test_what_this_version_does_not_have_is_refused_by_name(location):
    with pytest.raises(InvalidInputError, match="path of a file") as caught:
        open_store(location)
    assert location.partition("://")[0] in str(caught.value)


def test_a_refusal_does_not_repeat_a_password():
    with pytest.raises(InvalidInputError) as caught:
        open_store("postgresql://me:secret@host/db")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("location", ["", "  ", "sqlite:///"])
def test_no_place_is_refused(location):
    with pytest.raises(InvalidInputError, match="needs a place"):
        open_store(location)
