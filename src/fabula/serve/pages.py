"""Long lists in pages: a cursor says after which row to go on, and what is added later changes no page."""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import orjson

from fabula.claims.canonical import digest
from fabula.errors import InvalidInputError

T = TypeVar("T")

USUAL_LIMIT = 100
LARGEST_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows of a list; ``next`` is the cursor of the page after it, None at the end."""

    rows: tuple[T, ...]
    next: str | None


def page(
    rows: Sequence[T], key: Callable[[T], str], *, limit: int = USUAL_LIMIT, cursor: str = "", of: str = ""
) -> Page[T]:
    """The rows after the one that ``cursor`` names, at most ``limit``; ``key`` tells the rows apart.

    ``of`` says which list this is, with whatever chose its rows: a cursor fits only the list that gave it.

    Raises:
        InvalidInputError: the cursor is none, is of another list, or its row is not in the list any more.
    """
    if not 1 <= limit <= LARGEST_LIMIT:
        raise InvalidInputError(f"A page has 1 to {LARGEST_LIMIT} rows, not {limit}.")
    start = _place(rows, key, cursor, of) if cursor else 0
    shown = tuple(rows[start : start + limit])
    is_last = start + len(shown) >= len(rows)
    return Page(shown, None if is_last else _cursor(start + len(shown) - 1, key(shown[-1]), of))


def _place(rows: Sequence[T], key: Callable[[T], str], cursor: str, of: str) -> int:
    place, last = _read(cursor, of)
    if place < len(rows) and key(rows[place]) == last:
        return place + 1
    for at, row in enumerate(rows):
        if key(row) == last:
            return at + 1
    raise InvalidInputError("The row that this cursor stands at is gone: read the list from its beginning.")


def _cursor(place: int, last: str, of: str) -> str:
    return base64.urlsafe_b64encode(orjson.dumps([_mark(of), place, last])).decode().rstrip("=")


def _read(cursor: str, of: str) -> tuple[int, str]:
    try:
        found = orjson.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        mark, place, last = found
    except (ValueError, TypeError, binascii.Error):
        raise InvalidInputError("This is no cursor: give the `next` of the page before, or none.") from None
    if mark != _mark(of) or not isinstance(place, int) or place < 0 or not isinstance(last, str):
        raise InvalidInputError("This cursor is of another list: give the `next` of the same call.")
    return place, last


def _mark(of: str) -> str:
    return digest([of])[:8]
