"""What the story remembers, put among the messages of a request: what lasts at the front, the latest near the end."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from fabula.serve.proxy.splice import Body, Edit, Member, written

OWN_FIELDS = ("st_context",)
"""What a front end tells us in the body; upstreams that refuse fields they do not know are spared it."""

_INSTRUCTING = frozenset({"system", "developer"})
_USER = "user"
_APART = "\n\n"


class Injection(StrEnum):
    """Where the blocks go: into messages of their own, into messages that are there, or as the request suggests.

    ``auto`` adds a message only where the request itself has several instructions, or one in the middle: a
    model whose roles must alternate would refuse that request anyway.
    """

    AUTO = "auto"
    SYSTEM = "system"
    APPEND = "append"


def passed_on(body: Body) -> bytes:
    """The request as it was sent, without what it tells us alone."""
    return body.edited(body.without(OWN_FIELDS))


def injected(body: Body, stable: str, volatile: str, how: Injection = Injection.AUTO) -> bytes:
    """The request with both blocks among its messages; everything else stays byte for byte as it was.

    The stable block stands at the end of the first instruction or behind it, so that successive prompts begin
    alike; the volatile one before the person's latest message, so that those words stay the last.
    """
    return body.edited([*body.without(OWN_FIELDS), *_Placing(body, how).edits(stable, volatile)])


class _Placing:
    """Where the blocks go in one request."""

    def __init__(self, body: Body, how: Injection) -> None:
        self._body = body
        self._messages = body.elements("messages")
        self._roles = [_role(message.value) for message in self._messages]
        self._how = how

    def edits(self, stable: str, volatile: str) -> Iterator[Edit]:
        if not self._messages:
            return
        if stable:
            yield self._stable(stable)
        if volatile:
            yield self._volatile(volatile)

    def _stable(self, block: str) -> Edit:
        leads = self._roles[0] in _INSTRUCTING
        if self._how is Injection.SYSTEM:
            return self._message(1 if leads else 0, block)
        if leads:
            return self._behind(0, block) or self._message(1, block)
        first = _place(self._roles, _USER)
        added = None if self._adds_messages or first is None else self._before(first, block)
        return added or self._message(0, block)

    def _volatile(self, block: str) -> Edit:
        last = _place(self._roles, _USER, from_end=True)
        at = len(self._roles) - 1 if last is None else last
        added = None if self._adds_messages or last is None else self._before(last, block)
        return added or self._message(at, block)

    @property
    def _adds_messages(self) -> bool:
        if self._how is not Injection.AUTO:
            return self._how is Injection.SYSTEM
        instructions = [at for at, role in enumerate(self._roles) if role in _INSTRUCTING]
        return len(instructions) > 1 or instructions[:1] > [0]

    def _message(self, at: int, block: str) -> Edit:
        """A message of its own before the one at a place, or behind the last."""
        made = written({"role": "system", "content": block})
        if at < len(self._messages):
            start = self._messages[at].start
            return Edit(start, start, f"{made}, ")
        end = self._messages[-1].end
        return Edit(end, end, f", {made}")

    def _before(self, at: int, block: str) -> Edit | None:
        """The block before a message's own words; None where it has none to stand before."""
        content = self._content(at)
        if content is None:
            return None
        start = content.start + 1
        if isinstance(content.value, str):
            return Edit(start, start, written(block + _APART)[1:-1])
        more = ", " if content.value else ""
        return Edit(start, start, f"{written({'type': 'text', 'text': block})}{more}")

    def _behind(self, at: int, block: str) -> Edit | None:
        content = self._content(at)
        if content is None:
            return None
        end = content.end - 1
        if isinstance(content.value, str):
            return Edit(end, end, written(_APART + block)[1:-1])
        more = ", " if content.value else ""
        return Edit(end, end, f"{more}{written({'type': 'text', 'text': block})}")

    def _content(self, at: int) -> Member | None:
        content = self._body.inside(self._messages[at]).get("content")
        return content if content is not None and isinstance(content.value, str | list) else None


def _role(message: object) -> Any:  # noqa: ANN401 - whatever the client calls it
    return message.get("role") if isinstance(message, dict) else None


def _place(roles: Sequence[Any], role: str, *, from_end: bool = False) -> int | None:
    places = range(len(roles))
    return next((at for at in (reversed(places) if from_end else places) if roles[at] == role), None)
