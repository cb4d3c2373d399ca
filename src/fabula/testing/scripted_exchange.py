"""One request to the scripted server, and what a step may do with it."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any, TypeAlias

JSON_TYPE = "application/json"
STREAM_TYPE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came: ``headers`` by lower-case name, ``body`` parsed when it is JSON."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def key(self) -> str:
        """The key that was shown, or nothing."""
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def streams(self) -> bool:
        """Whether the answer is wanted piece by piece."""
        return isinstance(self.body, dict) and bool(self.body.get("stream"))

    @property
    def wants_usage(self) -> bool:
        """Whether a stream shall end with its usage."""
        options = self.body.get("stream_options") if isinstance(self.body, dict) else None
        return isinstance(options, dict) and bool(options.get("include_usage"))

    @property
    def last_text(self) -> str:
        """The text of the last message, or nothing."""
        messages = self.body.get("messages") if isinstance(self.body, dict) else None
        return str(messages[-1].get("content", "")) if messages else ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a step is given: the request, and ways to answer it or not to."""

    received: Received
    handler: BaseHTTPRequestHandler
    leaving: threading.Event

    def send(
        self,
        body: bytes,
        status: int = 200,
        *,
        headers: Mapping[str, str] | None = None,
        most: int | None = None,
    ) -> None:
        """Answer with a whole body; or announce the whole, send ``most`` bytes of it and leave."""
        self.start(status, {"Content-Type": JSON_TYPE, "Content-Length": str(len(body)), **(headers or {})})
        self.write(body if most is None else body[:most])
        if most is not None:
            self.leave()

    def send_json(self, body: object, status: int = 200, *, headers: Mapping[str, str] | None = None) -> None:
        """Answer with a JSON body."""
        self.send(json_bytes(body), status, headers=headers)

    def start(self, status: int, headers: Mapping[str, str]) -> None:
        """Send the status line and the headers; the body is the step's to write."""
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name, value)
        self.handler.end_headers()

    def start_pieces(self, content_type: str = JSON_TYPE) -> None:
        """Begin a body of unknown length, to be written by ``piece`` and ended by ``end_pieces``."""
        self.start(200, {"Content-Type": content_type, "Transfer-Encoding": "chunked"})

    def piece(self, data: bytes) -> None:
        """Write one piece."""
        self.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def end_pieces(self) -> None:
        """End the body as the protocol wants it."""
        self.write(b"0\r\n\r\n")

    def write(self, data: bytes) -> None:
        """Put bytes on the wire at once."""
        self.handler.wfile.write(data)
        self.handler.wfile.flush()

    def pieces(self, pieces: Iterable[bytes], pause: float, *, content_type: str = JSON_TYPE) -> None:
        """Write a body piece by piece with a pause before each, and end it."""
        self.start_pieces(content_type)
        for piece in pieces:
            self.wait(pause)
            self.piece(piece)
        self.end_pieces()

    def wait(self, seconds: float | None = None) -> None:
        """Do nothing for so long, or until the server is left."""
        self.leaving.wait(seconds)

    def leave(self) -> None:
        """Close the connection after this."""
        self.handler.close_connection = True


Step: TypeAlias = Callable[[Exchange], None]
"""What happens to one request."""


def json_bytes(body: object) -> bytes:
    """JSON as it goes over the wire."""
    return json.dumps(body, ensure_ascii=False).encode()
