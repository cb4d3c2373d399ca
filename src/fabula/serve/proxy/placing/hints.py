"""What a client says of itself: the story's name, the chat's id, the kind of request. All of it may be missing."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from fabula.serve.proxy.placing.request import SYSTEM, Request

KINDS = frozenset({"normal", "swipe", "regenerate", "continue", "impersonate", "quiet"})
"""Words by which front ends name the kind of a request."""

_PATH = re.compile(r"/s/([^/?]+)/")
_TAG = re.compile(r'<fabula\s+story\s*=\s*"([^"\n]{1,200})"\s*/?>|\[fabula\s+story:\s*([^\]\n]{1,200})\]')
_MACRO = re.compile(r"\{\{.*\}\}")
_CHAT_HEADERS = ("x-conversation-id", "x-openwebui-chat-id", "x-chat-id", "x-st-chat")
_CHAT_FIELDS = ("chat_id", "conversation_id", "session_id")
_CONTEXTS = ("st_context", "metadata")
_KIND_KEY = re.compile(r"(?:^|[-_])(?:gen|type|kind)(?:$|[-_])|generation", re.IGNORECASE)
_TOKEN_KEY = re.compile(r"(?:^|[-_])(?:pick|var|getvar)(?:$|[-_])", re.IGNORECASE)
_USER_NAMES_STORY = "story:"


@dataclass(frozen=True, slots=True)
class Hints:
    """What a request says of itself.

    ``story`` is a name that a person gave. ``chat`` is the front end's id of the chat, ``parent`` that of the
    chat from which it branched. ``tokens`` are further (field, value) pairs that are constant within a
    chat. ``kind`` is one of ``KINDS`` or empty.
    """

    story: str = ""
    chat: str = ""
    parent: str = ""
    tokens: tuple[tuple[str, str], ...] = ()
    kind: str = ""


def hints_of(request: Request) -> Hints:
    """Everything that a request says of itself."""
    named = list(_named_values(request))
    return Hints(
        story=_story(request),
        chat=_chat(request),
        parent=_text(_context(request, "st_context").get("main_chat")),
        tokens=tuple((key, value) for key, value in named if _TOKEN_KEY.search(key)),
        kind=next((value for key, value in named if _KIND_KEY.search(key) and value in KINDS), ""),
    )


def _story(request: Request) -> str:
    name = _named(request)
    # A front end that fills no macros sends them as they stand, for every chat alike.
    return "" if _MACRO.search(name) else name


def _named(request: Request) -> str:
    path = _PATH.search(request.path)
    if path:
        return _text(unquote(path[1]))
    metadata = _context(request, "metadata")
    user = _text(request.body.get("user"))
    return (
        _text(unquote(request.headers.get("x-story-id", "")))
        or _text(metadata.get("story"))
        or (user.removeprefix(_USER_NAMES_STORY).strip() if user.startswith(_USER_NAMES_STORY) else "")
        or _tagged(request)
    )


def _tagged(request: Request) -> str:
    for said in request.said:
        found = _TAG.search(said.text) if said.role == SYSTEM else None
        if found:
            return (found[1] or found[2]).strip()
    return ""


def _chat(request: Request) -> str:
    for name in _CHAT_HEADERS:
        if value := request.headers.get(name, "").strip():
            return unquote(value)
    for holder in (*(_context(request, name) for name in _CONTEXTS), request.body):
        for field in _CHAT_FIELDS:
            if value := _text(holder.get(field)):
                return value
    return ""


def _named_values(request: Request) -> Iterator[tuple[str, str]]:
    """Headers of the client's own, and what stands in the bodies' fields for such things."""
    for key, value in sorted(request.headers.items()):
        if key.startswith("x-") and value.strip():
            yield key, value.strip()
    for name in _CONTEXTS:
        for key, value in _context(request, name).items():
            if _text(value):
                yield key, _text(value)


def _context(request: Request, name: str) -> Mapping[str, Any]:
    found = request.body.get(name)
    return found if isinstance(found, Mapping) else {}


def _text(value: object) -> str:
    return " ".join(value.replace("\x00", "").split()) if isinstance(value, str) else ""
