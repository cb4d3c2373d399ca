"""The files of the panel: a closed set, read once, each with what a browser may do with it."""

import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fabula.serve.answers import answer, shaped

VIEWS = ("story", "graph", "branches", "entities", "context", "work")
"""The views of a story, each at ``/s/STORY/VIEW``, and of one thing in it at ``/s/STORY/VIEW/ID``."""

_ADDRESS = re.compile(rf"/(?:s/[^/]+(?:/(?:(?:{'|'.join(VIEWS)})(?:/[^/]*)?)?)?)?")
_OPEN_FILES = ("/assets/", "/favicon.svg")
_RULES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    # No text can become markup or code, whatever a script of ours or of a library does with it.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
POLICY = "; ".join(_RULES)
"""What a browser may do with the panel: its own files, and nothing made of text."""

_PAGE = "text/html; charset=utf-8"
_FOR_EVER = "public, max-age=31536000, immutable"
_EACH_TIME = "no-cache"
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": _PAGE}

_MISSING = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>fabula</title></head><body>
<h1>The panel is not built here.</h1>
<p>The server runs: what there is to ask is described at <a href="/api/openapi.json">/api/openapi.json</a>,
and the command <code>fabula</code> shows everything that the panel shows.</p>
<p>A released wheel has the panel in it: <code>pip install fabula</code>. In a checkout, with Node 20 or newer:
<code>make panel</code>, then start the server again.</p>
<h1 lang="zh">\xe8\xbf\x99\xe9\x87\x8c\xe8\xbf\x98\xe6\xb2\xa1\xe6\x9c\x89\xe6\x9e\x84\xe5\xbb\xba\xe9\x9d\xa2\xe6\x9d\xbf\xe3\x80\x82</h1>
<p lang="zh">\xe6\x9c\x8d\xe5\x8a\xa1\xe5\x99\xa8\xe5\xb7\xb2\xe5\x9c\xa8\xe8\xbf\x90\xe8\xa1\x8c\xe3\x80\x82\xe5\x9c\xa8\xe6\xba\x90\xe7\xa0\x81\xe7\x9b\xae\xe5\xbd\x95\xe4\xb8\xad\xe6\x89\xa7\xe8\xa1\x8c <code>make panel</code>\xef\xbc\x88\xe9\x9c\x80\xe8\xa6\x81 Node 20 \xe6\x88\x96\xe6\x9b\xb4\xe6\x96\xb0\xef\xbc\x89\xef\xbc\x8c\xe5\x86\x8d\xe9\x87\x8d\xe5\x90\xaf\xe6\x9c\x8d\xe5\x8a\xa1\xe5\x99\xa8\xe3\x80\x82</p>
</body></html>
"""


@dataclass(frozen=True, slots=True)
class File:
    """One file of the build, as it is answered."""

    content: bytes
    media: str
    caching: str

    @property
    def mark(self) -> str:
        """What tells it from any other content."""
        return f'"{sha256(self.content).hexdigest()[:32]}"'

    def response(self, known: str) -> Response:
        """The answer for a browser that has the content of this mark already, or not."""
        headers = {
            "Cache-Control": self.caching,
            "Content-Security-Policy": POLICY,
            "Cross-Origin-Opener-Policy": "same-origin",
            "ETag": self.mark,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        if self.mark in known:
            return Response(None, 304, headers)
        return Response(self.content, 200, headers, self.media)


@dataclass(frozen=True, slots=True)
class Panel:
    """An application that answers with the panel's files, and with its page for every address of a story."""

    built: Path
    _files: Mapping[str, File] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_files", files_in(self.built))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request as ASGI has it."""
        request = Request(scope, receive)
        await self.answer(request)(scope, receive, send)

    def answer(self, request: Request) -> Response:
        """The file or the page that a request is for; the error shape where there is none."""
        path = request.scope["path"]
        found = self._found(path)
        if found is None:
            return answer(shaped("not-found", "Not Found."), 404)
        if request.method not in {"GET", "HEAD"}:
            return answer(shaped("method-not-allowed", "Method Not Allowed."), 405)
        return found.response(request.headers.get("if-none-match", ""))

    def _found(self, path: str) -> File | None:
        if is_address(path):
            return self._files.get("/index.html", File(_MISSING, _PAGE, _EACH_TIME))
        return self._files.get(path)


def is_address(path: str) -> bool:
    """Whether the page itself stands at a path: at the root, and at every view of a story."""
    return _ADDRESS.fullmatch(path) is not None


def is_open(path: str) -> bool:
    """Whether a path is answered without a token: the page asks for it, and no file of it tells anything of a story."""
    return is_address(path) or path.startswith(_OPEN_FILES)


def files_in(folder: Path) -> dict[str, File]:
    """The files of a build by their paths; those whose names carry their digest may be kept for ever."""
    found = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    return {f"/{path.relative_to(folder).as_posix()}": _file(path, folder) for path in found}


def _file(path: Path, folder: Path) -> File:
    media = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    in_assets = path.relative_to(folder).parts[0] == "assets"
    return File(path.read_bytes(), media, _FOR_EVER if in_assets else _EACH_TIME)
