"""Rows of JSON as other programs write them: lenient in reading, clean in what comes out."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from fabula.formats.decode import clean

_LARGEST = 2**63 - 1
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a file or item of a list: the object in it, or the reason why there is none.

    ``number`` counts from 1; ``unit`` is what it counts.
    """

    number: int
    value: dict[str, Any] | None
    reason: str = ""
    unit: str = "line"

    @property
    def where(self) -> str:
        """The place, as a person says it."""
        return f"{self.unit} {self.number}"


def rows(text: str) -> Iterator[Row]:
    """Every line of a text that is not blank, as a row.

    Lines end at a line feed alone: other separators, such as U+2028, may stand inside a JSON string.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _row(number, line)


def load(text: str) -> Any:  # noqa: ANN401  # JSON
    """The JSON value of a text; what strict readers refuse (half a surrogate pair, NaN) is let through.

    Raises:
        ValueError: it is not JSON.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as strict:
        try:
            return json.loads(text)
        except RecursionError:
            raise strict from None


def keepable(value: object, depth: int = _DEEPEST) -> Any:  # noqa: ANN401  # JSON
    """The JSON value in a form that every store can keep and every writer can write.

    What is nested deeper than ``depth`` is left out.
    """
    if isinstance(value, str):
        return clean(value)[0]
    if isinstance(value, dict | list) and depth == 0:
        return None
    if isinstance(value, dict):
        return {clean(str(key))[0]: keepable(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [keepable(item, depth - 1) for item in value]
    return _number(value) if isinstance(value, int | float) else value


def _number(value: float) -> float | str | None:
    """A number that JSON has a spelling for: what is too large becomes text, what is none becomes nothing."""
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST else str(value)
    return value if abs(value) < float("inf") else None


def _row(number: int, line: str) -> Row:
    try:
        value = load(line)
    except ValueError:
        return Row(number, None, "This line is not JSON; it may be cut off.")
    if not isinstance(value, dict):
        return Row(number, None, "This line is JSON, but not an object with a message in it.")
    return Row(number, value)
