"""Failures of the upstream in the form that its clients show to a person: whole, and in the middle of a stream."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import orjson

from fabula.serve.proxy.assembling import parsed

_SHOWN = ("error", "message", "detail")
"""Keys whose presence lets front ends show an error at all."""

_TAGS = re.compile(rb"(?is)<(script|style)\b.*?</\1>|<[^>]*>")
_LONGEST = 300
_OK = 200
_FIELDS = (b"data:", b"event:", b"id:", b"retry:", b":")


class UpstreamError(Exception):
    """The upstream gave no answer, or broke off in it. ``status`` is what that means in HTTP."""

    def __init__(self, message: str, status: int, code: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code

    @property
    def shape(self) -> dict[str, Any]:
        """The error as OpenAI's API tells one."""
        return shaped(str(self), self.code)


def shaped(message: str, code: str | int | None, kind: str = "upstream_error") -> dict[str, Any]:
    """An error as OpenAI's API tells one."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def as_event(shape: Mapping[str, Any]) -> bytes:
    """Something as an event of a stream, whatever was sent before it."""
    return b"data: " + orjson.dumps(shape) + b"\n\n"


def is_shown(body: bytes) -> bool:
    """Whether a front end would show something of an error's body."""
    said = parsed(body)
    return isinstance(said, Mapping) and any(said.get(key) for key in _SHOWN)


def in_shape(body: bytes, status: int) -> bytes:
    """The body of an error that no front end would show, as one that they do: its words, without a page's tags."""
    words = unescape(_TAGS.sub(b" ", body).decode("utf-8", "replace"))
    plain = " ".join(words.split())[:_LONGEST]
    said = f"The upstream answered with status {status}" + (f": {plain}" if plain else " and no words.")
    return orjson.dumps(shaped(said, status))


def is_stream(begun: bytes | bytearray) -> bool:
    """Whether a body begins as a stream of events does."""
    return begun.lstrip().startswith(_FIELDS)


def as_stream(body: bytes) -> bytes | None:
    """A whole answer to a request for a stream, as the stream that was asked for; None if it is a stream already.

    Front ends that asked for a stream show nothing of anything else: what is no answer becomes an error in words.
    """
    if is_stream(body):
        return None
    said = parsed(body)
    if isinstance(said, dict) and said.get("error"):
        return as_event(said)
    choices = said.get("choices") if isinstance(said, dict) else None
    if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
        return b"data: " + in_shape(body, _OK) + b"\n\n"
    pieces = [_as_piece(choice) for choice in choices]
    return as_event({**said, "object": "chat.completion.chunk", "choices": pieces}) + b"data: [DONE]\n\n"


def _as_piece(choice: Mapping[str, Any]) -> dict[str, Any]:
    """A whole choice as a piece of a stream, in which calls of tools are numbered."""
    message = choice.get("message")
    if isinstance(message, dict) and isinstance(calls := message.get("tool_calls"), list):
        numbered = [{"index": at, **one} if isinstance(one, dict) else one for at, one in enumerate(calls)]
        message = {**message, "tool_calls": numbered}
    return {**{key: value for key, value in choice.items() if key != "message"}, "delta": message}
