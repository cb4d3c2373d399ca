"""One spelling for every value, so that equal content has equal bytes and an equal hash."""

import hashlib
from typing import TypeAlias

import orjson

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"
"""What may be hashed: strings, integers, truth values and containers of them. Never a float."""

DIGEST_BYTES = 16


def canonical(value: object) -> bytes:
    """The canonical JSON of a value: sorted keys, no white space, UTF-8."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def digest(value: object) -> str:
    """The blake2b hash of a value's canonical JSON, as 32 hexadecimal digits."""
    return hashlib.blake2b(canonical(value), digest_size=DIGEST_BYTES).hexdigest()


def text_digest(text: str) -> str:
    """The blake2b hash of a text's UTF-8 bytes, as 32 hexadecimal digits."""
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
