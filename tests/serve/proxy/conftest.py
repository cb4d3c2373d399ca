"""A proxy on this machine for each test that asks for one, before an upstream that does as it is told."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
import pytest

from fabula.ledger.store import LedgerStore
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.proxy.attached import attach
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.proxy import Proxy, ProxySettings
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store

PATIENCE = 20
"""Seconds after which something that does not happen counts as never happening."""

GENEROUS = 10.0
"""A deadline in seconds that is met on a busy machine, where a test is not about deadlines."""


@dataclass
class Proxied:
    """A proxy that runs, and ways to ask it."""

    server: Server
    stories: Stories
    proxy: Proxy
    thread: threading.Thread

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def port(self) -> int:
        return urlsplit(self.url).port

    def client(self, **more: Any) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, **more)

    def openai(self, path: str = "/v1", key: str = "sk-of-the-client", **more: Any) -> openai.OpenAI:
        return openai.OpenAI(base_url=self.url + path, api_key=key, timeout=PATIENCE, max_retries=0, **more)

    def ask(self, messages: list[dict[str, Any]], path: str = "/v1", **body: Any) -> httpx2.Response:
        """One request for a completion."""
        asked = {"model": "scripted", "messages": messages, "stream": True} | body
        with self.client() as client:
            return client.post(f"{path}/chat/completions", json=asked)

    def raw(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request whose every header is ours, and its status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            said = response.read()
            return response.status, {name.lower(): value for name, value in response.getheaders()}, said

    def texts(self, story: str) -> list[str]:
        """The words of every turn of a story."""
        with self.client(params={"limit": 1000}) as client:
            told = client.get(f"/api/stories/{story}/turns").json()
        return [turn["text"] for turn in told.get("turns", ())]

    def health(self) -> dict[str, Any]:
        with self.client() as client:
            return client.get("/api/health").json()["parts"]["proxy"]

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def proxied() -> Iterator[Callable[..., Proxied]]:
    """``proxied(upstream.url, store=..., access=..., placer=..., deadline=...)``: a proxy until the test ends."""
    with ExitStack() as stack:

        def start(upstream: str, store: LedgerStore | None = None, **more: Any) -> Proxied:
            access = more.pop("access", None) or Access()
            opening = {"opening": more.pop("opening")} if "opening" in more else {}
            stories = Stories(store or open_store(":memory:"), **opening)
            placer = more.pop("placer", None) or Placer(stories.store)
            reader = {"reader": more.pop("reader")} if "reader" in more else {}
            settings = ProxySettings(upstream, **{"deadline": GENEROUS} | more)
            proxy = Proxy(stories, access, settings, placer=placer, **reader)
            app = app_for(stories, access, annexes=(proxy.annex,))
            attach(app, proxy)
            is_up = threading.Event()
            server = Server(app, port=0, ready=lambda _: is_up.set())
            served = Proxied(server, stories, proxy, threading.Thread(target=server.listen))
            served.thread.start()
            stack.callback(served.stop)
            assert is_up.wait(PATIENCE)
            return served

        yield start


@dataclass
class Plain:
    """An upstream below ``/v1`` that takes any path and method, keeps what it got, and answers as it was told."""

    url: str = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)
    body: bytes = b"{}"
    got: list[tuple[str, str, list[tuple[str, str]], bytes]] = field(default_factory=list)

    @property
    def sent(self) -> dict[str, str]:
        """The headers of the latest request, by lower-case name."""
        return {name.lower(): value for name, value in self.got[-1][2]}


@pytest.fixture
def plain() -> Iterator[Plain]:
    upstream = Plain()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            body = self._body()
            upstream.got.append((self.command, self.path, list(self.headers.items()), body))
            self.send_response(upstream.status)
            for name, value in upstream.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(upstream.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(upstream.body)

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") == "chunked":
                pieces = []
                while size := int(self.rfile.readline(), 16):
                    pieces.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(pieces)
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = handle_any  # noqa: N815

        def log_message(self, *args: Any) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        upstream.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield upstream
        server.shutdown()
        thread.join()


def system(text: str) -> dict[str, str]:
    return {"role": "system", "content": text}


@pytest.fixture
def chat() -> Callable[..., list[dict[str, str]]]:
    """``chat("I wait.", "He comes.", "I nod.")``: a front end's messages, the person and the model in turns."""

    def messages(*texts: str, card: str = "You are Tobin, a ferryman.") -> list[dict[str, str]]:
        roles = ("user", "assistant")
        told = [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]
        return [system(card), *told]

    return messages


@pytest.fixture
def as_json() -> Callable[[Any], bytes]:
    return lambda value: json.dumps(value, ensure_ascii=False).encode()
