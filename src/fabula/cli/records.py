"""Typed facts from a file: JSON objects, one a line, or one JSON document."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fabula.errors import FormatError, InvalidInputError


def records_in(path: str) -> Sequence[Mapping[str, Any]]:
    """The records of a file, in order.

    Raises:
        InvalidInputError: the file cannot be read.
        FormatError: it holds something else than JSON objects; nothing of it is taken.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{path} cannot be read: {error}.") from error
    found = _document(text)
    if found is None:
        lines = enumerate(text.splitlines(), start=1)
        found = [_line(path, number, line) for number, line in lines if line.strip()]
    for record in found:
        if not isinstance(record, Mapping):
            raise FormatError(f"{path}: a record is a JSON object, not {json.dumps(record)[:60]}.")
    return found


def _document(text: str) -> list[Any] | None:
    """What one JSON document holds; None where the file is none, such as one of several lines."""
    try:
        whole = json.loads(text)
    except ValueError:
        return None
    return whole if isinstance(whole, list) else [whole]


def _line(path: str, number: int, line: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(line)
    except ValueError as error:
        raise FormatError(f"{path}, line {number}: no JSON ({error}).") from error
