"""Finds the JSON in what a model wrote, whatever stands around it and however it is broken."""

import json
import re
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = Any

_BEGINS = re.compile(r"""\{\s*(?:["'“”‘’]?[\w$-]+["'“”‘’]?\s*[:：]|\})|\[\s*[\[{\]]""")
_MOST_TRIES = 50
_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None)
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON values of a text. ``broken``: some had to be mended; ``cut``: the text ends inside of one."""

    values: tuple[Json, ...] = ()
    broken: bool = False
    cut: bool = False


def json_in(text: str) -> Found:
    """Every JSON value that stands in the text, in order; of one that ends too early the intact beginning."""
    values: list[Json] = []
    at = 0
    for _ in range(_MOST_TRIES):
        begins = _BEGINS.search(text, at)
        if begins is None:
            break
        try:
            value, at = _DECODER.raw_decode(text, begins.start())
        except (ValueError, RecursionError):
            rest = _salvaged(text[begins.start() :])
            return Found((*values, *rest.values), broken=rest.broken, cut=rest.cut)
        values.append(value)
    return Found(tuple(values))


def _salvaged(text: str) -> Found:
    """What can be saved of a value that is no JSON as it stands; ``text`` begins with it."""
    prefix, is_open = _intact(text)
    whole = text.rstrip()
    if is_open and (prefix.startswith(whole) or not whole.endswith(("}", "]"))):
        # An object that never came to its end says nothing, however well a mender would close it.
        saved = _loaded(prefix) or _mended(prefix) if prefix else None
        return Found((saved,) if saved else (), cut=True)
    mended = _mended(text if is_open else prefix)
    return Found((mended,) if mended else (), broken=True)


def _loaded(text: str) -> Json | None:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _mended(text: str) -> Json | None:
    from json_repair import loads  # noqa: PLC0415 - heavy, and needed for broken answers only

    try:
        return loads(text, skip_json_loads=True)
    except Exception:  # noqa: BLE001 - whatever a foreign parser stumbles over is just a broken answer
        return None


def _intact(text: str) -> tuple[str, bool]:
    """The text up to its last finished object in a list, closed; and whether the text ends inside a value."""
    stack: list[str] = []
    finished = ""
    quoted = escaped = False
    for place, char in enumerate(text):
        if quoted:
            quoted, escaped = escaped or char != '"', not escaped and char == "\\"
        elif char == '"':
            quoted = True
        elif char in "[{":
            stack.append(char)
        elif char in "]}" and stack:
            stack.pop()
            if not stack:
                return text[: place + 1], False
            if char == "}" and stack[-1] == "[":
                finished = text[: place + 1] + "".join(_CLOSES[one] for one in reversed(stack))
    return finished, bool(stack)
