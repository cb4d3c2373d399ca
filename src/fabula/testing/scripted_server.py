"""A real HTTP server that plays an OpenAI-compatible endpoint, honest or not, by a script of steps.

    with ScriptedServer([rate_limited(after=0), answer("1 none")]) as server:
        OpenAI(server.url, "qwen3").complete(ask)
        assert server.requests[0].body["model"] == "qwen3"

Steps are in ``fabula.testing.scripted_steps``.
"""

import contextlib
import json
import threading
from collections.abc import Callable, Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias

from fabula.testing.scripted_exchange import Exchange, Received, Step
from fabula.testing.scripted_steps import oblige, says

KNOWN_PATHS = ("/chat/completions", "/completions", "/embeddings", "/models")
_BOTH_WAYS = 2  # socket.SHUT_RDWR

Script: TypeAlias = Iterable[Step] | Callable[[Received], Step]


class ScriptedServer:
    """An endpoint on this machine while it is entered; every request to a known path takes the next step.

    Without a script it obliges for ever: it lists ``models``, answers every question and embeds every text.
    A function as script chooses the step itself. ``prefix`` is the base path, such as ``/proxy/x/v1``; whatever
    stands outside of it is answered with 404 and takes no step. When the script is over, it says so with 410.

    ``requests`` has everything that was asked, in order. What a script raises is raised again when the server
    is left.
    """

    def __init__(
        self, script: Script | None = None, *, prefix: str = "/v1", models: Iterable[str] = ("scripted",)
    ) -> None:
        self.prefix = prefix.rstrip("/")
        self.models = tuple(models)
        self.requests: list[Received] = []
        self._choose = self._chooser(script)
        self._lock = threading.Lock()
        self._leaving = threading.Event()
        self._mistakes: list[Exception] = []
        self._http = _Listener(self._play, self._leaving)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL to hand to a client, without a slash at its end."""
        return f"http://127.0.0.1:{self._http.server_port}{self.prefix}"

    @property
    def connections(self) -> int:
        """How many connections were made so far."""
        return self._http.accepted

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leaving.set()
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()
        self._thread.join()
        if self._mistakes and error is None:
            raise self._mistakes[0]

    def _chooser(self, script: Script | None) -> Callable[[Received], Step]:
        if script is None:
            return lambda _: oblige(self.models)
        if callable(script):
            return script
        steps = iter(tuple(script))
        over = says({"error": {"message": "The script is over."}}, status=410)
        return lambda _: next(steps, over)

    def _play(self, handler: "_Handler") -> None:
        received = _received(handler)
        with self._lock:
            self.requests.append(received)
            step = self._step(received)
        exchange = Exchange(received, handler, self._leaving)
        try:
            step(exchange)
        except ConnectionError:
            exchange.leave()  # the client has left, which some steps are about
        except Exception as error:  # noqa: BLE001 - raised again where the test can see it
            self._mistakes.append(error)
            exchange.leave()

    def _step(self, received: Received) -> Step:
        if received.path.split("?")[0] not in {self.prefix + path for path in KNOWN_PATHS}:
            return says({"detail": "Not Found"}, status=404)
        try:
            return self._choose(received)
        except Exception as error:  # noqa: BLE001 - raised again where the test can see it
            self._mistakes.append(error)
            return says({"error": {"message": f"The script failed: {error!r}"}}, status=410)


class _Listener(ThreadingHTTPServer):
    """Listens on a free port of this machine alone, and knows its open connections."""

    daemon_threads = False  # joined when the server closes: nothing outlives a test
    block_on_close = True

    def __init__(self, play: "Callable[[_Handler], None]", leaving: threading.Event) -> None:
        self.play = play
        self.leaving = leaving
        self.handlers: dict[int, _Handler] = {}
        self.accepted = 0
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as it is inherited
        """Count a connection and give it a thread."""
        self.accepted += 1
        super().process_request(request, client_address)

    def hang_up(self) -> None:
        """End every conversation that is still open."""
        for handler in list(self.handlers.values()):
            handler.hang_up()

    def handle_error(self, request: object, client_address: object) -> None:
        """Let clients leave in the middle without a word on the terminal."""


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits 40 ms for word that its headers arrived
    server: _Listener

    def setup(self) -> None:
        super().setup()
        self.server.handlers[id(self)] = self
        if self.server.leaving.is_set():
            self.hang_up()

    def hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(_BOTH_WAYS)

    def finish(self) -> None:
        self.server.handlers.pop(id(self), None)
        with contextlib.suppress(OSError):
            super().finish()

    def do_GET(self) -> None:
        self.server.play(self)

    def do_POST(self) -> None:
        self.server.play(self)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Nothing is printed; ``requests`` has it all."""


def _received(handler: _Handler) -> Received:
    length = int(handler.headers.get("Content-Length") or 0)
    raw = handler.rfile.read(length)
    headers: Mapping[str, str] = {name.lower(): value for name, value in handler.headers.items()}
    try:
        body = json.loads(raw) if raw else None
    except ValueError:
        body = raw.decode("utf-8", "replace")
    return Received(handler.command, handler.path, headers, body)
