"""Free JSON (metadata, payloads, usage) as text, and the errors of values that no store can keep."""

from collections.abc import Mapping
from typing import Any

import orjson

from fabula.errors import InvalidInputError, StoreError


def to_json(value: Mapping[str, Any]) -> str:
    """The value as JSON text.

    Raises:
        InvalidInputError: it holds something that JSON has no word for.
    """
    try:
        return orjson.dumps(value, default=_plain).decode()
    except (TypeError, ValueError) as error:
        raise InvalidInputError(
            f"Metadata and payloads must be plain JSON (texts, numbers, lists, objects): {error}."
        ) from error


def from_json(text: str) -> dict[str, Any]:
    """The value that ``to_json`` wrote.

    Raises:
        StoreError: the text is damaged.
    """
    try:
        loaded: dict[str, Any] = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise StoreError(
            f"A stored row is damaged ({error}). Run `fabula verify`, and restore the file from a backup."
        ) from error
    return loaded


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
