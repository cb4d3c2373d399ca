"""JSON that is changed in one place and stays, byte for byte, as it was everywhere else.

A request's numbers, unknown fields, order and spelling are the client's: what is parsed and written again is
no longer the same. So the places of the values are found, and text is put in or taken out there.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined] # as public as the rest, and not in the stubs
from typing import Any, NamedTuple, Self

_BLANK = " \t\n\r"
_DECODER = json.JSONDecoder(strict=False)


class Member(NamedTuple):
    """A value in a JSON text: it begins at ``start`` and ends before ``end``; its key, if any, begins at ``key``."""

    key: int
    start: int
    end: int
    value: Any


class Edit(NamedTuple):
    """Text that takes the place of what stands from ``start`` to ``end``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Body:
    """A JSON object as it was sent, and where its members stand."""

    text: str
    members: Mapping[str, Member]

    @classmethod
    def of(cls, raw: bytes) -> Self | None:
        """The object in some bytes; None if they hold none that can be understood."""
        try:
            text = raw.decode()
            start = _after_blank(text, 0)
            if text[start : start + 1] != "{":
                return None
            members, end = _members(text, start)
        except (ValueError, RecursionError, IndexError):
            return None
        return None if text[end:].strip(_BLANK) else cls(text, members)

    @property
    def value(self) -> dict[str, Any]:
        """The object as Python has it."""
        return {name: member.value for name, member in self.members.items()}

    @property
    def messages(self) -> Sequence[Any]:
        """The value of ``messages``, where that is a list."""
        held = self.members.get("messages")
        return held.value if held is not None and isinstance(held.value, list) else ()

    def elements(self, name: str) -> list[Member]:
        """The elements of a member that is a list."""
        return list(_elements(self.text, self.members[name].start))

    def inside(self, member: Member) -> Mapping[str, Member]:
        """The members of a value that is an object."""
        return _members(self.text, member.start)[0]

    def without(self, names: Iterable[str]) -> Iterator[Edit]:
        """The edits that take members out."""
        order = sorted(self.members.values())
        for name in set(names) & self.members.keys():
            at = order.index(self.members[name])
            if at + 1 < len(order):
                yield Edit(order[at].key, order[at + 1].key, "")
            else:
                yield Edit(order[at - 1].end if at else order[at].key, order[at].end, "")

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """The bytes of the object after some edits, those at one place in their order."""
        pieces: list[str] = []
        done = 0
        for edit in sorted(edits, key=lambda one: one.start):
            pieces += (self.text[done : edit.start], edit.text)
            done = max(done, edit.end)
        return "".join((*pieces, self.text[done:])).encode("utf-8", "replace")


def written(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False)


def _members(text: str, at: int) -> tuple[dict[str, Member], int]:
    """The members of the object that begins at a place, and where it ends. Of one key the last counts."""
    members: dict[str, Member] = {}
    at = _after_blank(text, at + 1)
    while text[at] != "}":
        key = at
        if text[at] != '"':
            raise ValueError("A key is a string.")
        name, at = scanstring(text, at + 1, False)
        start = _after_blank(text, _expected(text, at, ":"))
        value, end = _DECODER.raw_decode(text, start)
        members[name] = Member(key, start, end, value)
        at = _next(text, end, "}")
    return members, at + 1


def _elements(text: str, at: int) -> Iterator[Member]:
    at = _after_blank(text, at + 1)
    while text[at] != "]":
        value, end = _DECODER.raw_decode(text, at)
        yield Member(at, at, end, value)
        at = _next(text, end, "]")


def _next(text: str, at: int, closing: str) -> int:
    """Where the next member begins, or the closing bracket stands."""
    at = _after_blank(text, at)
    if text[at] == closing:
        return at
    at = _after_blank(text, _expected(text, at, ","))
    if text[at] == closing:
        raise ValueError("Nothing follows a comma.")
    return at


def _expected(text: str, at: int, mark: str) -> int:
    at = _after_blank(text, at)
    if text[at] != mark:
        raise ValueError(f"{mark} is missing.")
    return at + 1


def _after_blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at
