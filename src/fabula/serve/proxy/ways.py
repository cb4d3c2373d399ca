"""Paths: what of a request's path is ours (a story, the version) and what the upstream is to see."""

import re
from dataclasses import dataclass
from urllib.parse import unquote, unquote_to_bytes

from fabula import checked_name
from fabula.errors import InvalidInputError

CHAT = "/chat/completions"

_PATHS = (
    "/v1",
    "/v1/{rest:path}",
    CHAT,
    "/completions",
    "/embeddings",
    "/models",
    "/models/{rest:path}",
)
ROUTES = (*_PATHS, *(f"/s/{{story:name}}{path}" for path in _PATHS))
"""The paths that are the upstream's: all under ``/v1`` and the usual ones without it, each below ``/s/STORY`` too.
Whatever else is below that is a page of the panel."""

_STORY = re.compile(r"/s/([^/]+)(/.*)")
_VERSION = "/v1"
_DOTS = {b".", b".."}


@dataclass(frozen=True, slots=True)
class Way:
    """Where a request goes: the story that its path names, if any, and the path under the upstream's base URL."""

    path: str
    story: str = ""

    @property
    def is_chat(self) -> bool:
        """Whether it asks for a chat completion, which is where stories are told."""
        return self.path == CHAT


def way_of(raw_path: str) -> Way:
    """The way of a path as it was sent, without the query.

    Raises:
        InvalidInputError: it climbs out of the upstream's base path, or no story can be called so.
    """
    found = _STORY.fullmatch(raw_path)
    story, path = (checked_name(unquote(found[1])), found[2]) if found else ("", raw_path)
    if path == _VERSION or path.startswith(f"{_VERSION}/"):
        path = path.removeprefix(_VERSION)
    # Some servers take an escaped slash or dot for a plain one.
    if _DOTS & set(re.split(rb"[/\\]", unquote_to_bytes(path))):
        raise InvalidInputError("The path has . or .. in it: write it out.")
    return Way(path.rstrip("/") if path.rstrip("/") == CHAT else path, story)
