"""Where the vectors of a store's stories are kept: in memory, or in a file beside the ledger's."""

from pathlib import Path
from typing import Literal, TypeAlias

from fabula.errors import InvalidInputError
from fabula.recall.vector_store import VectorStore
from fabula.stores.vectors_memory import MemoryVectors
from fabula.stores.vectors_sqlite import SqliteVectors

Index: TypeAlias = Literal["exact", "sqlite-vec"]

ENDINGS: dict[Index, str] = {"exact": ".vectors", "sqlite-vec": ".vec"}
"""What the files are called: the ledger's name with this behind it."""

_MEMORY = ":memory:"
_SQLITE = "sqlite:///"


def open_vectors(location: str, index: Index | None = None) -> VectorStore:
    """The vectors of the stories at a store's location (as ``open_store`` takes it).

    Without an ``index`` it is the one whose file is there, and ``exact`` where there is none. The file is
    made when the first vector is kept.

    Raises:
        InvalidInputError: the vectors are kept by the other index, or the location is no path.
        MissingExtraError: they are kept by sqlite-vec, which is not installed.
    """
    if location.removeprefix(_SQLITE) == _MEMORY:
        return MemoryVectors()
    files = _files(location)
    there: list[Index] = [one for one, file in files.items() if file.exists()]
    chosen = index or (there[0] if there else "exact")
    other: Index = "sqlite-vec" if chosen == "exact" else "exact"
    if other in there:
        # Two files would both have to be reached by a purge, and one of them would always be out of date.
        raise InvalidInputError(
            f"The vectors are kept in {files[other]}, by the index {other!r}. Delete that file to keep them by {chosen!r}."
        )
    return _opened(chosen, files[chosen])


def index_at(location: str) -> tuple[Index, int]:
    """By which index the vectors at a store's location are kept, and how large its file is; 0 bytes where there is none."""
    if location.removeprefix(_SQLITE) == _MEMORY:
        return "exact", 0
    sizes = {index: file.stat().st_size for index, file in _files(location).items() if file.exists()}
    return next(iter(sizes.items()), ("exact", 0))


def _files(location: str) -> dict[Index, Path]:
    path = location.removeprefix(_SQLITE)
    if "://" in path or not path.strip():
        raise InvalidInputError("Vectors are kept beside a store that is a file, or in memory.")
    return {one: Path(f"{path}{ending}") for one, ending in ENDINGS.items()}


def _opened(index: Index, file: Path) -> VectorStore:
    if index == "exact":
        return SqliteVectors(file)
    from fabula.stores.vectors_vec import SqliteVecVectors  # noqa: PLC0415 - comes with an extra

    return SqliteVecVectors(file)
