"""Caches in a table of the ledger's database, so that a purge takes them in its own transaction."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeAlias

from sqlalchemy import bindparam, delete, insert, select

from fabula.errors import StoryNotFoundError
from fabula.ledger.caches import MOST_CHARACTERS, NO_STORY
from fabula.stores import schema
from fabula.stores.sql_reading import STORY, STORY_BY_NAME
from fabula.stores.statements import Connection

Transaction: TypeAlias = Callable[[], AbstractContextManager[Connection]]

_NO_STORY_ID = 0  # stories are numbered from 1
_caches = schema.caches
_OF_KIND = (_caches.c.story == STORY) & (_caches.c.kind == bindparam("of_kind"))
_BODY = select(_caches.c.body).where(_OF_KIND)
_PUT = insert(_caches)
_DROP = delete(_caches).where(_OF_KIND)
_FORGET = delete(_caches).where(_caches.c.story == STORY)


class SqlCaches:
    """The caches of a database; ``reading`` and ``writing`` begin a transaction of either kind."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading = reading
        self._writing = writing

    def get(self, story: str, kind: str) -> str:
        """What was put last; empty if nothing was, or if it is gone."""
        with self._reading() as connection:
            asked = {"of_story": _id(connection, story), "of_kind": kind}
            rows = connection.rows(_BODY, asked)
            return str(rows[0][0]) if rows else ""

    def put(self, story: str, kind: str, body: str) -> None:
        """Keep a body in place of the one before; one that is longer than ``MOST_CHARACTERS`` is not kept."""
        with self._writing() as connection:
            own = _id(connection, story)
            if len(body) <= MOST_CHARACTERS:
                connection.run(_DROP, {"of_story": own, "of_kind": kind})
                connection.write(_PUT, [{"story": own, "kind": kind, "body": body}])

    def forget(self, story: str) -> int:
        """Erase all that is kept of a story and return how much there was."""
        with self._writing() as connection:
            return connection.run(_FORGET, {"of_story": _id(connection, story)})


def _id(connection: Connection, story: str) -> int:
    if story == NO_STORY:
        return _NO_STORY_ID
    rows = connection.rows(STORY_BY_NAME, {"name": story})
    if not rows:
        raise StoryNotFoundError(f"There is no story {story!r} in this store.")
    return int(rows[0][0])
