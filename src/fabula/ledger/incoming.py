"""What a front end sends, as messages: texts out of the shapes in which chat protocols put them."""

from collections.abc import Iterable, Mapping
from typing import Any

from fabula.errors import InvalidInputError
from fabula.ledger.records import Message


def told_in(messages: Iterable[Message | Mapping[str, Any]]) -> list[Message]:
    """The messages that have words, in their order.

    Raises:
        InvalidInputError: something among them is no message at all.
    """
    return [message for message in map(as_message, messages) if message is not None]


def as_message(message: Message | Mapping[str, Any]) -> Message | None:
    """A message as it is, or from a front end's mapping; None where it has no words (a tool call, an image).

    Raises:
        InvalidInputError: it is no message at all.
    """
    if isinstance(message, Message):
        return message
    if not isinstance(message, Mapping):
        raise InvalidInputError(
            f"A message is a mapping with 'role' and 'content', not {type(message).__name__}."
        )
    role, name, text = message.get("role"), message.get("name"), _words_of(message.get("content"))
    if not text.strip():
        return None
    return Message(
        text, role if isinstance(role, str) and role else "user", name if isinstance(name, str) else ""
    )


def _words_of(content: object) -> str:
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
