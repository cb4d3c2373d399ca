"""A chat-completions request as it comes in, and the messages in it that have words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from fabula.ledger.records import Message

SYSTEM, USER, ASSISTANT = "system", "user", "assistant"

_ROLES = {"developer": SYSTEM, "human": USER, "model": ASSISTANT, "bot": ASSISTANT}


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a request: its role, the name that was given with it, and its words."""

    role: str
    text: str
    name: str = ""

    def message(self) -> Message:
        """The message as the ledger takes it."""
        return _message(self)


@dataclass(frozen=True)
class Request:
    """A request: its path, its headers with lower-case names, and its body as JSON.

    ``bound`` says that whoever asks may tell the story that is named and no other one.
    """

    path: str = "/v1/chat/completions"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    bound: bool = False

    @property
    def streamed(self) -> bool:
        """Whether the answer is wanted as a stream."""
        return self.body.get("stream") is True

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """The messages that have words, in their order: no tool calls, no results of tools, no bare images."""
        messages = self.body.get("messages")
        heard = (_heard(message) for message in messages) if isinstance(messages, list) else ()
        return tuple(said for said in heard if said is not None)


@lru_cache(maxsize=1 << 12)
def _message(said: Said) -> Message:
    return Message(said.text, said.role, said.name)


def _heard(message: object) -> Said | None:
    if not isinstance(message, Mapping):
        return None
    role, name, text = message.get("role"), message.get("name"), _words(message.get("content"))
    role = _ROLES.get(role, role) if isinstance(role, str) else USER
    if role not in (SYSTEM, USER, ASSISTANT) or not text.strip():
        return None
    return Said(role, text, _storable(name).strip() if isinstance(name, str) else "")


def _words(content: object) -> str:
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return _storable("\n".join(part for part in parts if isinstance(part, str)))
    return _storable(content) if isinstance(content, str) else ""


def _storable(text: str) -> str:
    """The text without what no store can keep: NUL characters and halves of surrogate pairs."""
    text = text.replace("\x00", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
