"""A hop between the front end and the proxy that passes every byte on as it is and remembers what went by."""

import contextlib
import io
import json
import socket
import socketserver
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPResponse, parse_headers
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

_MOST = 65536


@dataclass(slots=True)
class Passed:
    """One exchange that went by: it is readable as soon as it is ``over``."""

    asked: bytearray = field(default_factory=bytearray)
    told: bytearray = field(default_factory=bytearray)
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def path(self) -> str:
        words = bytes(self.asked).partition(b"\r\n")[0].split(b" ")
        return words[1].decode("latin-1") if len(words) > 1 else ""

    @property
    def is_completion(self) -> bool:
        """Whether a model was asked for words: the list of models and checks are not."""
        return self.asked.startswith(b"POST ") and self.path.endswith("/completions")

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers of the request, as written."""
        head = io.BytesIO(bytes(self.asked).partition(b"\r\n")[2])
        return list(parse_headers(head).items())

    @property
    def body(self) -> Mapping[str, Any]:
        """The body of the request."""
        read = json.loads(bytes(self.asked).partition(b"\r\n\r\n")[2])
        return read if isinstance(read, dict) else {}

    def answer(self) -> tuple[int, Mapping[str, str]]:
        """The status of the answer and its headers by lower-case name; 0 where none came."""
        if b"\r\n\r\n" not in self.told:
            return 0, {}
        read = HTTPResponse(_Said(bytes(self.told)))  # type: ignore[arg-type]
        read.begin()
        return read.status, {name.lower(): value for name, value in read.headers.items()}

    @property
    def is_answered(self) -> bool:
        """Whether the answer has been told to its end, as far as its headers announce one."""
        head, parted, body = bytes(self.told).partition(b"\r\n\r\n")
        headers = parse_headers(io.BytesIO(head.partition(b"\r\n")[2] + b"\r\n\r\n"))
        if not parted:
            return False
        if "chunked" in headers.get("transfer-encoding", ""):
            return body.endswith(b"0\r\n\r\n")
        return "content-length" in headers and len(body) >= int(headers["content-length"])


class _Said:
    """As much of a socket as reading an answer takes."""

    def __init__(self, said: bytes) -> None:
        self._said = said

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._said)


class Hop:
    """Listens on this machine while it is entered and passes on to ``target``; ``passed`` has the exchanges in order.

    Who leaves on one side leaves on the other: the proxy learns of a closed page as if nothing stood between.
    """

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname or "", parts.port or 80)
        self.passed: list[Passed] = []
        self._open: list[socket.socket] = []
        self._listener = _Listener(self._connect)
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.02,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown()
        for near in list(self._open):
            _hang_up(near)
        self._listener.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.server_address[1]}"

    def completions(self) -> list[Passed]:
        """The exchanges in which a model was asked for words."""
        return [one for one in list(self.passed) if one.is_completion]

    def _connect(self, near: socket.socket) -> None:
        line = _Line(self.passed)
        self._open.append(near)
        with near, socket.create_connection(self._target) as far:
            back = threading.Thread(target=_pump, args=(far, near, line.tell))
            back.start()
            _pump(near, far, line.ask)
            back.join()
        self._open.remove(near)
        line.end()


class _Line:
    """One connection: the exchanges on it, one after the other."""

    def __init__(self, passed: list[Passed]) -> None:
        self._passed = passed
        self._latest = Passed()
        self._latest.over.set()

    def ask(self, data: bytes) -> None:
        if self._latest.over.is_set():
            self._latest = Passed()
            self._passed.append(self._latest)
        self._latest.asked += data

    def tell(self, data: bytes) -> None:
        self._latest.told += data
        if self._latest.is_answered:
            self._latest.over.set()

    def end(self) -> None:
        self._latest.over.set()


def _pump(source: socket.socket, sink: socket.socket, note: Callable[[bytes], None]) -> None:
    """Pass on what comes, noted first, until one side is gone; and take the other one along."""
    with contextlib.suppress(OSError):
        while data := source.recv(_MOST):
            note(data)
            sink.sendall(data)
    _hang_up(source)
    _hang_up(sink)


def _hang_up(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


class _Listener(socketserver.ThreadingTCPServer):
    daemon_threads = False
    allow_reuse_address = True

    def __init__(self, connect: Callable[[socket.socket], None]) -> None:
        self.connect = connect
        super().__init__(("127.0.0.1", 0), _Connection)


class _Connection(socketserver.BaseRequestHandler):
    server: _Listener

    def handle(self) -> None:
        self.server.connect(self.request)
