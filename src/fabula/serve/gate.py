"""The door: every request passes here before anything else sees it, and every answer after everything else."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import unquote

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabula.errors import FabulaError
from fabula.serve.access import Access, bearer
from fabula.serve.answers import broken_answer, error_answer
from fabula.serve.permits import use, withdraw
from fabula.serve.refusals import TooLargeError

log = logging.getLogger("fabula.access")
faults = logging.getLogger("fabula.serve")

_DRAINING = 2.0
_INERT = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
_LEFT = 499  # as other servers note who left before the answer
_READING = {"GET", "HEAD"}


@dataclass(slots=True)
class _Exchange:
    """One request and its answer, as far as they have come."""

    scope: Scope
    receive: Receive
    send: Send
    limit: int
    status: int = 0
    taken: int = 0
    began: float = field(default_factory=time.perf_counter)

    @property
    def is_too_large(self) -> bool:
        return self.taken > self.limit

    async def receiving(self) -> Message:
        """The next part of the body; the one that goes beyond the limit is the last that anybody sees."""
        message = await self.receive()
        self.taken += len(message.get("body", b""))
        if self.is_too_large:
            raise TooLargeError(_too_large(self.limit))
        return message

    async def sending(self, message: Message) -> None:
        """Send an answer on, unless it is about a body that was too large: who read that did not know why it ended."""
        if self.is_too_large and not self.status:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            # What a story says must never be taken for a page of this server, nor run in one.
            headers = MutableHeaders(scope=message)
            headers["X-Content-Type-Options"] = "nosniff"
            if self.scope["path"].startswith("/api/"):
                headers["Content-Security-Policy"] = _INERT
        await self.send(message)

    async def refuse(self, error: FabulaError | None) -> None:
        """Answer with an error, if nothing was answered yet."""
        if not self.status:
            response = broken_answer() if error is None else error_answer(error)
            self.status = response.status_code
            await response(self.scope, self.receive, self.send)

    async def drain(self) -> None:
        """Take in some more of a body that is refused, so that whoever sends it gets to read the answer."""
        with anyio.move_on_after(_DRAINING):
            drained = 0
            while drained <= self.limit:
                message = await self.receive()
                drained += len(message.get("body", b""))
                if not message.get("more_body"):
                    return

    def note(self) -> None:
        """Write one line to the log: no query, no headers, no words of anybody."""
        path = self.scope.get("raw_path", b"").decode("latin-1").partition("?")[0]
        spent = (time.perf_counter() - self.began) * 1000
        who = (self.scope.get("client") or ("-",))[0]
        log.info("%s %s %s %d %.1fms", who, self.scope["method"], path, self.status, spent)


class Gate:
    """Lets in what is meant for this server, comes from where it may, and is not too large; notes every answer."""

    def __init__(self, app: ASGIApp, access: Access, limit: int) -> None:
        self._app = app
        self._access = access
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection as ASGI has it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] != "http":
            await self._app(scope, receive, send)
        else:
            await self._exchange(_Exchange(scope, receive, send, self._limit))

    async def _exchange(self, exchange: _Exchange) -> None:
        try:
            self._check(exchange.scope["method"], Headers(scope=exchange.scope))
            await self._app(_with_slashes(exchange.scope), exchange.receiving, exchange.sending)
            if exchange.is_too_large and not exchange.status:
                raise TooLargeError(_too_large(self._limit))  # noqa: TRY301 - refused below, like any other
        except TooLargeError as error:
            await exchange.drain()
            await exchange.refuse(error)
        except FabulaError as error:
            await exchange.refuse(error)
        except ClientDisconnect:
            exchange.status = exchange.status or _LEFT
        except Exception as error:  # noqa: BLE001 - the server must not die of one request
            faults.error("A request failed by our own fault", exc_info=error)
            await exchange.refuse(None)
        finally:
            exchange.note()

    def _check(self, method: str, headers: Headers) -> None:
        hosts = headers.getlist("host")
        host = hosts[0] if len(hosts) == 1 else ""
        self._access.check_host(host)
        # Who follows a link from elsewhere comes from another site as well, and may read.
        site = None if method in _READING else headers.get("sec-fetch-site")
        self._access.check_origin(headers.get("origin"), host, site)
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > self._limit:
            raise TooLargeError(_too_large(self._limit))


class Keys:
    """Lets in who brings a token that is known, and lets it see only what the token is for."""

    def __init__(self, app: ASGIApp, access: Access, is_open: Callable[[str], bool]) -> None:
        self._app = app
        self._access = access
        self._open = is_open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection as ASGI has it."""
        if scope["type"] != "http" or self._is_open(scope):
            await self._app(scope, receive, send)
            return
        try:
            permit = self._access.permit_of(bearer(scope["headers"]))
        except FabulaError as error:
            await error_answer(error)(scope, receive, send)
            return
        token = use(permit)
        try:
            await self._app(scope, receive, send)
        finally:
            withdraw(token)

    def _is_open(self, scope: Scope) -> bool:
        path = scope["path"]
        return path in self._access.open_paths or (scope["method"] in _READING and self._open(path))


SLASH = "\ue02f"
"""Stands for an escaped slash in a path while a route is sought, so that a story's name may have one."""


def _with_slashes(scope: Scope) -> Scope:
    raw = scope.get("raw_path", b"")
    if b"%2f" not in raw.lower():
        return scope
    kept = raw.partition(b"?")[0].decode("latin-1").replace("%2F", SLASH).replace("%2f", SLASH)
    return {**scope, "path": unquote(kept)}


def _too_large(limit: int) -> str:
    return f"The body is larger than the {limit:,} bytes that this server takes."
