"""A ledger in a SQL database: transactions, and what the dialects share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import groupby
from typing import Protocol

from fabula.errors import FabulaError, InvalidInputError, StoryNotFoundError
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    Changes,
    HeadMove,
    Heads,
    Log,
    Snapshot,
    Stem,
    StoryRow,
    Turn,
)
from fabula.stores import schema
from fabula.stores.caches_sql import SqlCaches
from fabula.stores.plan import check_words, plan
from fabula.stores.receipts_sql import SqlReceipts
from fabula.stores.sql_reading import (
    ACTS_OF_KINDS,
    ALL_STORIES,
    STORY_BY_NAME,
    VERSION,
    StoryReader,
    act_of,
)
from fabula.stores.sql_writing import InsertNew, StoryWriter
from fabula.stores.statements import Connection, Row

ASKING = ""
READING = "BEGIN"


class Connections(Protocol):
    """The connections of a database, each lent to one at a time."""

    def begun(self, begin: str) -> AbstractContextManager[Connection]:
        """A connection in a transaction that ``begin`` starts; in none, if that is empty."""
        ...

    def close(self) -> None:
        """Close them all."""
        ...


class SqlStore:
    """Keeps stories in the tables of ``schema``; a dialect says how to connect, to begin to write and to erase."""

    driver_errors: tuple[type[Exception], ...] = ()

    def __init__(self, connections: Connections, writing: str, insert_new: InsertNew) -> None:
        self._connections = connections
        self._begin_to_write = writing
        self._insert_new = insert_new
        self._heads: dict[str, Heads] = {}
        self._rows: dict[str, Row] = {}
        self._listed: dict[Row, StoryRow] = {}

    def stories(self) -> Sequence[StoryRow]:
        """Every story, by name."""
        with self._transaction(ASKING) as connection:
            rows = connection.rows(ALL_STORIES, {})
        # Asked for with every request, while most stories are as they were.
        known = self._listed
        listed = self._listed = {row: known.get(row) or StoryRow(*row[1:]) for row in rows}
        return tuple(listed.values())

    def create(self, story: StoryRow) -> None:
        """Make an empty story; one that is there already is left alone."""
        row = {"name": story.name, "created": story.created, "branch": story.branch, "version": 0}
        if self._version(story.name) is not None:
            return  # without a write, so that opening a story never waits for a writer
        with self._transaction(self._begin_to_write) as connection:
            connection.write(self._insert_new[schema.stories], [row])

    def commit(self, story: str, changes: Changes) -> int:
        """Write all of ``changes`` or nothing, and return the story's new version."""
        check_words(changes)
        with self._writing(story) as writer:
            writer.apply(changes, plan(changes, writer.standing(changes)))
            return writer.n

    def heads(self, story: str) -> Heads:
        """Branches and tags with the turns they point at, and the story's version."""
        # Asked many times a request, and everybody's writes raise the version: that alone is asked for, mostly.
        kept = self._heads.get(story)
        if kept is None or kept.version != self._version(story):
            with self._reading(story) as reader:
                kept = self._heads[story] = reader.heads()
        return kept

    def log(self, story: str, since: int = 0) -> Log:
        """What was selected, done, carried and purged after version ``since``."""
        with self._reading(story) as reader:
            return reader.log(since)

    def ancestry(self, story: str, tip: str, limit: int) -> Sequence[Stem]:
        """At most ``limit`` turns from ``tip`` (included) towards the root, newest first."""
        with self._asking(story) as reader:
            return reader.ancestry(tip, limit)

    def turns(self, story: str, ids: Iterable[str]) -> Mapping[str, Turn]:
        """The turns among ``ids`` that the story holds, with their words."""
        with self._asking(story) as reader:
            return reader.turns(ids)

    def children(self, story: str, parents: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that follow each of ``parents``, by id; parents without any are left out."""
        with self._asking(story) as reader:
            return reader.children(parents)

    def with_key(self, story: str, keys: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that have each of these text keys, by (number, id); keys without any are left out."""
        with self._asking(story) as reader:
            return reader.with_key(keys)

    def with_prefix(self, story: str, prefix: str, limit: int = 10) -> Sequence[Stem]:
        """At most ``limit`` turns whose id starts with ``prefix``, by id."""
        with self._asking(story) as reader:
            return reader.with_prefix(prefix, limit)

    def bodies(self, story: str, ids: Iterable[str]) -> Mapping[str, Body]:
        """The extraction bodies among ``ids`` that the story holds."""
        with self._asking(story) as reader:
            return reader.bodies(ids)

    def outlines(self, story: str, ids: Iterable[str] | None = None) -> Mapping[str, Body]:
        """The same bodies, or all of them by id, without claims and refusals."""
        with self._asking(story) as reader:
            return reader.outlines(ids)

    def bindings(self, story: str, turns: Iterable[str]) -> Mapping[str, Sequence[Binding]]:
        """What is bound to each of ``turns``, by body id; turns that nobody has read are left out."""
        with self._asking(story) as reader:
            return reader.bindings(turns)

    def candidates(self, story: str) -> Sequence[Candidate]:
        """The replies that were delivered and that nothing has echoed yet, by (parent, id)."""
        with self._asking(story) as reader:
            return reader.candidates()

    def acts(self, kinds: Iterable[str]) -> Mapping[str, Sequence[Act]]:
        """The author's acts of some kinds in every story, by story, in their order."""
        with self._transaction(ASKING) as connection:
            rows = connection.rows(ACTS_OF_KINDS, {"kinds": list(kinds)})
        return {
            name: tuple(act_of(row[1:]) for row in held)
            for name, held in groupby(rows, lambda row: str(row[0]))
        }

    def moves(self, story: str) -> Sequence[HeadMove]:
        """Every move of every head, in the order in which they were made."""
        with self._asking(story) as reader:
            return reader.moves()

    def snapshot(self, story: str) -> Snapshot:
        """Every row of a story, read in one transaction."""
        with self._reading(story) as reader:
            return reader.snapshot()

    def purge(self, story: str, turns: Iterable[str], bodies: Iterable[str], acts: Iterable[str]) -> int:
        """Erase the words of ``turns`` for good and return the story's new version.

        Raises:
            StoreUnavailableError: the words are out of the story, but another program keeps their bytes
                in the files for as long as it reads; purge again.
        """
        with self._writing(story) as writer:
            writer.purge(turns, bodies, acts)
        self._scrub()
        return writer.n

    @property
    def location(self) -> str:
        """Where the database is; each kind says so in its own way."""
        raise NotImplementedError

    @property
    def receipts(self) -> SqlReceipts:
        """The receipts of the stories, in the same database."""
        return SqlReceipts(
            partial(self._transaction, READING), partial(self._transaction, self._begin_to_write)
        )

    @property
    def caches(self) -> SqlCaches:
        """What can be found out again, in the same database."""
        return SqlCaches(
            partial(self._transaction, READING), partial(self._transaction, self._begin_to_write)
        )

    def close(self) -> None:
        """Let go of files and connections; the store is not used again."""
        self._connections.close()

    def _version(self, story: str) -> int | None:
        """A story's version now; None if there is no such story. One short question, for the caches."""
        with self._transaction(ASKING) as connection:
            rows = connection.rows(VERSION, {"name": story})
        return int(rows[0][0]) if rows else None

    def _scrub(self) -> None:
        """Leave no byte of deleted rows in the files of the database."""
        raise NotImplementedError

    def _translated(self, error: Exception) -> FabulaError:
        """The driver's error as one of ours."""
        raise NotImplementedError

    @contextmanager
    def _asking(self, story: str) -> Iterator[StoryReader]:
        """As ``_reading``, for one question about rows that stay as they are: neither begun nor looked up anew."""
        row = self._rows.get(story)
        if row is None:
            with self._reading(story) as reader:
                row = self._rows[story] = reader.found
        with self._transaction(ASKING) as connection:
            yield StoryReader(connection, row)

    @contextmanager
    def _reading(self, story: str) -> Iterator[StoryReader]:
        with self._transaction(READING) as connection:
            rows = connection.rows(STORY_BY_NAME, {"name": story})
            if not rows:
                raise StoryNotFoundError(f"There is no story {story!r} in this store.")
            yield StoryReader(connection, rows[0])

    @contextmanager
    def _writing(self, story: str) -> Iterator[StoryWriter]:
        with self._transaction(self._begin_to_write) as connection:
            yield StoryWriter(connection, story, self._insert_new)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        """A connection in one transaction, whose errors are ours; it is rolled back on any of them."""
        with self._translating(), self._connections.begun(begin) as connection:
            yield connection

    @contextmanager
    def _translating(self) -> Iterator[None]:
        """Let the driver's errors leave as ours."""
        try:
            yield
        except UnicodeEncodeError as error:
            raise InvalidInputError(f"A name holds half of a surrogate pair: {error}.") from error
        except self.driver_errors as error:
            raise self._translated(error) from error
