"""The application on a port: where it listens, and how it ends without losing anything."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from fabula.errors import InvalidInputError
from fabula.serve.kit import Kit

PORT = 7373
_HIGHEST_PORT = 65535
_BACKLOG = 2048
_GRACE = 2
"""How many seconds open answers have to end, before jobs get their own. After half of them they are told to."""

LAST = 10.0
"""How many seconds after it was told to end a process ends whatever hangs in it: threads cannot be stopped."""

_OURS = str(Path(__file__).parents[1])
_STEPS = 4  # of a stack that are told

log = logging.getLogger("fabula.serve")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """An application that listens at an address until ``should_exit`` is set or a signal says so.

    ``url`` tells where; ``ready`` is called once it answers. With ``last`` the process is there for the server
    alone: it ends so many seconds after the server was told to, even where a store hangs for ever. Whatever was
    written is whole.

    Raises:
        InvalidInputError: the address is no address here, or somebody listens there already.
    """

    def __init__(
        self,
        app: FastAPI,
        host: str = "127.0.0.1",
        port: int = PORT,
        *,
        ready: Callable[[str], None] | None = None,
        last: float | None = None,
    ) -> None:
        self._last = last
        self._kit: Kit = app.state.kit
        self._ready = ready
        self._socket = bound(host, port)
        self.url = _url(host, self._socket.getsockname()[1])
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=_GRACE,
        )
        # Its lines have the queries in them, whoever has given it a handler.
        logging.getLogger("uvicorn.access").disabled = True
        super().__init__(config)

    def listen(self) -> None:
        """Answer until told to end."""
        self.run(sockets=[self._socket])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        if self._ready is not None and self.started:
            self._ready(self.url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let listeners go and jobs stop before waiting for the open answers, which would wait for ever."""
        if self._last is not None:
            leaving_after(self._last)
        self._kit.stories.channels.close()
        self._kit.jobs.interrupt()
        asyncio.get_running_loop().call_later(_GRACE / 2, self._kit.ending.set)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on a signal as one ends on purpose: the signal is not sent once more when all is done."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in _SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def leaving_after(seconds: float) -> None:
    """Let the process end in so many seconds, if it has not by then, and say in the log what it hung in."""

    def leave() -> None:
        for place in sorted(hanging()):
            log.error("Still at work when the server ended: %s", place)
        log.error("Something did not end within %g s: the server ends without it", seconds)
        logging.shutdown()
        # Python itself would wait for the threads that hang.
        os._exit(1)

    timer = threading.Timer(seconds, leave)
    timer.daemon = True
    timer.start()


def hanging() -> Iterator[str]:
    """Where each thread is that does some work, as far as that is in a file of ours."""
    frames = sys._current_frames()  # noqa: SLF001 - the only way to see what another thread does
    for thread in threading.enumerate():
        if thread.daemon or thread is threading.main_thread() or thread.ident not in frames:
            continue
        steps = traceback.extract_stack(frames[thread.ident])
        ours = [f"{step.name} ({Path(step.filename).name})" for step in steps if _OURS in step.filename]
        if ours:
            yield " > ".join(ours[-_STEPS:])


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 is a free one.

    Raises:
        InvalidInputError: as ``Server``.
    """
    if not 0 <= port <= _HIGHEST_PORT:
        raise InvalidInputError(f"Ports go from 0 to {_HIGHEST_PORT}, so there is none called {port}.")
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        return _listening(found[0][0], found[0][4])
    except OSError as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidInputError(
            f"Nothing can listen at {host}, port {port}: {reason}. Try --port 0."
        ) from error


def _listening(family: int, address: tuple[Any, ...]) -> socket.socket:
    # With its protocol named: asyncio lets short answers go at once on such sockets alone, else each waits 40 ms.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(_BACKLOG)
    except OSError:
        made.close()
        raise
    return made


def _url(host: str, port: int) -> str:
    name = host.strip("[]")
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
