"""Receipts in a table of the ledger's database, so that a purge takes them in its own transaction."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias

from sqlalchemy import bindparam, delete, func, insert, select

from fabula.errors import StoryNotFoundError
from fabula.ledger.receipts import MOST_RECEIPTS, KeptReceipt
from fabula.stores import schema
from fabula.stores.sql_reading import STORY, STORY_BY_NAME
from fabula.stores.statements import Connection

Transaction: TypeAlias = Callable[[], AbstractContextManager[Connection]]

_receipts = schema.receipts
_ROWS = select(*(_receipts.c[name] for name in ("branch", "turn", "at", "body", "number"))).where(
    _receipts.c.story == STORY
)
_ONE = _ROWS.where(_receipts.c.number == bindparam("of_number"))
_NEWEST = _ROWS.order_by(_receipts.c.number.desc()).limit(bindparam("most"))
_LAST = select(func.coalesce(func.max(_receipts.c.number), 0)).where(_receipts.c.story == STORY)
_PUT = insert(_receipts)
_DROP_OLD = delete(_receipts).where(_receipts.c.story == STORY, _receipts.c.number <= bindparam("until"))
_FORGET = delete(_receipts).where(_receipts.c.story == STORY)


class SqlReceipts:
    """The receipts of the stories of a database; ``reading`` and ``writing`` begin a transaction of either kind."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading = reading
        self._writing = writing

    def put(self, story: str, receipt: KeptReceipt) -> int:
        """Keep a receipt as the newest and return its number; those beyond ``MOST_RECEIPTS`` go."""
        with self._writing() as connection:
            own = {"of_story": _id(connection, story)}
            number = int(connection.rows(_LAST, own)[0][0]) + 1
            row = {"branch": receipt.branch, "turn": receipt.turn, "at": receipt.at, "body": receipt.body}
            connection.write(_PUT, [row | {"story": own["of_story"], "number": number}])
            connection.run(_DROP_OLD, own | {"until": number - MOST_RECEIPTS})
            return number

    def get(self, story: str, number: int) -> KeptReceipt | None:
        """The receipt with this number, unless it is gone or never was."""
        with self._reading() as connection:
            asked = {"of_story": _id(connection, story), "of_number": number}
            rows = connection.rows(_ONE, asked)
            return KeptReceipt(*rows[0]) if rows else None

    def newest(self, story: str, limit: int = MOST_RECEIPTS) -> Sequence[KeptReceipt]:
        """At most ``limit`` receipts, the newest first."""
        with self._reading() as connection:
            asked = {"of_story": _id(connection, story), "most": max(limit, 0)}
            return tuple(KeptReceipt(*row) for row in connection.rows(_NEWEST, asked))

    def forget(self, story: str) -> int:
        """Erase every receipt of a story and return how many there were."""
        with self._writing() as connection:
            return connection.run(_FORGET, {"of_story": _id(connection, story)})


def _id(connection: Connection, story: str) -> int:
    rows = connection.rows(STORY_BY_NAME, {"name": story})
    if not rows:
        raise StoryNotFoundError(f"There is no story {story!r} in this store.")
    return int(rows[0][0])
