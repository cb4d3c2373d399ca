"""Fabula: long-term memory for stories told with language models.

>>> import fabula
>>> story = fabula.open(":memory:", story="moonlit-court")
>>> turn = story.tell("Lin Yao gives the silver key to Lin Feng.", speaker="Narrator")
>>> report = story.extract()
>>> [fact.predicate for fact in story.view().entity("silver key").facts()]
['held_by']
"""

from collections.abc import Iterable
from pathlib import Path

from fabula.claims.statements import Modality, Period
from fabula.context.context import Context
from fabula.errors import AmbiguousNameError, FabulaError, InvalidInputError, StoryNotFoundError
from fabula.extraction.rules import Rules
from fabula.formats import parse
from fabula.graph.compare import Comparison, compare
from fabula.graph.view import View
from fabula.ledger.archive import read_archive
from fabula.ledger.listing import listed
from fabula.ledger.records import Message, Status, StoryRow, Turn
from fabula.models.embedding import Embedder
from fabula.models.openai import OpenAI
from fabula.models.remote_embedder import RemoteEmbedder
from fabula.recall.recall import Recall
from fabula.recall.vector_search import VectorSearch
from fabula.stores import open_store
from fabula.stores.vectors import open_vectors
from fabula.story import Story, utc_now

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Context",
    "FabulaError",
    "Message",
    "Modality",
    "OpenAI",
    "Period",
    "Recall",
    "RemoteEmbedder",
    "Rules",
    "Status",
    "Story",
    "Turn",
    "View",
    "compare",
    "open",
    "open_store",
    "parse",
    "restore",
]


def open(  # noqa: A001 - reads as fabula.open
    location: str | Path,
    story: str = "",
    *,
    branch: str = "",
    by: str = "",
    embedder: Embedder | None = None,
) -> Story:
    """A handle on a story: the named one (made if it is new), or the only one that the store holds.

    ``location`` is ":memory:" or a file. ``by`` is written into the logs beside what this handle does. With an
    ``embedder`` (``fabula.models.bundled.Bundled()``, ``fabula.RemoteEmbedder(...)``) recall goes by meaning too.

    Raises:
        StoryNotFoundError: no story is named and the store holds none.
        AmbiguousNameError: no story is named and the store holds several.
        StoreError: the store can't be read.
    """
    store = open_store(str(location))
    try:
        if story:
            store.create(StoryRow(checked_name(story), utc_now()))
        meaning = VectorSearch(open_vectors(str(location)), embedder)
        return Story(store, story or the_only_story(listed(store)), branch=branch, by=by, meaning=meaning)
    except FabulaError:
        store.close()
        raise


def restore(location: str | Path, archive: Iterable[bytes], story: str = "", *, by: str = "") -> Story:
    """A handle on the story in an archive, taken into a store under its own name or another.

    Raises:
        FormatError, FormatVersionError: the archive is broken, or a newer Fabula wrote it; nothing was changed.
        ConflictError: a story of that name went another way; nothing was changed.
    """
    lines = tuple(archive)
    row = read_archive(lines).story
    store = open_store(str(location))
    try:
        store.create(StoryRow(checked_name(story or row.name), row.created, row.branch))
        handle = Story(store, story or row.name, by=by)
        handle.restore(lines)
    except FabulaError:
        store.close()
        raise
    return handle


def checked_name(story: str) -> str:
    """A story's name, if it is one line of text without outer space.

    Raises:
        InvalidInputError: it is not.
    """
    if not story.strip() or story != story.strip() or any(char in story for char in "\n\r\x00"):
        raise InvalidInputError(f"A story needs a name of one line without outer space, not {story!r}.")
    return story


def the_only_story(stories: Iterable[StoryRow]) -> str:
    """The name of a store's only story.

    Raises:
        StoryNotFoundError: there is none.
        AmbiguousNameError: there are several; ``candidates`` lists them.
    """
    names = [row.name for row in stories]
    if not names:
        raise StoryNotFoundError("The store holds no story yet: name one, or import a file.")
    if len(names) > 1:
        raise AmbiguousNameError(f"The store holds several stories; name one of: {', '.join(names)}.", names)
    return names[0]
