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


def as_stream(body: bytes) -> bytes | None:
    """A whole answer to a request for a stream, as the stream that was asked for; None if it is neither answer nor error.

    Front ends that asked for a stream show nothing of anything else.
    """
    said = parsed(body)
    if not isinstance(said, dict):
        return None
    if said.get("error"):
        return as_event(said)
    choices = said.get("choices")
    if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
        return None
    pieces = [{**choice, "delta": choice.get("message")} for choice in choices]
    for piece in pieces:
        piece.pop("message", None)
    return as_event({**said, "object": "chat.completion.chunk", "choices": pieces}) + b"data: [DONE]\n\n"
