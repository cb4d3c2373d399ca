"""JSON that comes from strangers: read with tolerance, and written so that everybody can read it."""

import json
from collections.abc import Mapping
from typing import Any


def to_bytes(value: Mapping[str, Any]) -> bytes:
    """The value as UTF-8 JSON; half characters, which UTF-8 has no place for, become question marks."""
    return json.dumps(value, ensure_ascii=False, default=_plain).encode("utf-8", "replace")


def from_bytes(body: bytes) -> Any:  # noqa: ANN401 - any shape may come
    """What the bytes say, or None when they are no JSON. Wrong bytes and bare control characters are forgiven."""
    try:
        return json.loads(body.decode("utf-8-sig", "replace"), strict=False)
    except (ValueError, RecursionError):
        return None


def mended(text: str) -> str:
    """The text with pairs of half characters joined and lone ones replaced, so that it can be stored and sent."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
