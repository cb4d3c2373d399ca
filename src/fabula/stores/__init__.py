"""Where stories are kept: in memory or in an SQLite file, behind one port."""

from fabula.errors import InvalidInputError
from fabula.ledger.store import LedgerStore
from fabula.stores.memory import MemoryStore

__all__ = ["open_store"]

MEMORY = ":memory:"
SQLITE = "sqlite:///"


def open_store(location: str) -> LedgerStore:
    """The store at ``location``: a path, ``sqlite:///path``, or ``:memory:`` for one that is never saved.

    A file that is not there is made.

    Raises:
        InvalidInputError: the location names a kind of store that this version does not have.
        FormatError: the file is something else than a Fabula store.
        FormatVersionError: a newer Fabula wrote the file.
        StoreError: the file cannot be opened.
    """
    path = location.removeprefix(SQLITE)
    if path == MEMORY:
        return MemoryStore()
    if "://" in path:
        raise InvalidInputError(f"This version keeps no stories at {_scheme(path)}; give the path of a file.")
    if not path.strip():
        raise InvalidInputError(
            "A store needs a place: give the path of a file, or :memory: to keep nothing."
        )
    from fabula.stores.sqlite import SqliteStore  # noqa: PLC0415 - who stays in memory needs no database

    return SqliteStore(path)


def _scheme(location: str) -> str:
    """The kind of a URL without the rest, which may hold a password."""
    return location.partition("://")[0] + "://"
