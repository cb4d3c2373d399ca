"""A server on this machine for each test that asks for one, and clients that can misbehave."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from fastapi import APIRouter

from fabula.ledger.store import LedgerStore
from fabula.serve.access import Access
from fabula.serve.app import Annex, app_for
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store

PATIENCE = 20
"""Seconds after which something that does not happen counts as never happening."""

router = APIRouter()


@router.post("/stories/{story:name}/break")
async def fail(story: str, said: dict[str, Any]):
    raise RuntimeError("the route is wrong")


BREAKING = Annex("breaking", routers=(router,))


@dataclass
class Served:
    """A server that runs, and ways to ask it."""

    server: Server
    stories: Stories
    thread: threading.Thread

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def port(self) -> int:
        return urlsplit(self.url).port

    def client(self, **more: Any) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, timeout=PATIENCE, **more)

    def raw(
        self, method: str, path: str, body: Any = None, *, chunked: bool = False, **headers: str
    ) -> tuple[int, dict[str, Any]]:
        """One request whose every header is ours (Host too), and its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            if chunked:
                connection.putheader("Transfer-Encoding", "chunked")
            elif body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body, encode_chunked=chunked)
            response = connection.getresponse()
            said = response.read()
        return response.status, json.loads(said) if said.startswith(b"{") else {"body": said.decode()}

    def make(self, story: str = "moonlit", **headers: str) -> None:
        """Make a story."""
        with self.client(headers=headers) as client:
            made = client.post("/api/stories", json={"name": story})
        assert made.is_success, made.text

    def tell(self, text: str, story: str = "moonlit", **more: Any) -> dict[str, Any]:
        """Tell a turn, which nobody reads."""
        with self.client() as client:
            told = client.post(f"/api/stories/{story}/tell", json={"text": text, "read": False, **more})
        assert told.status_code == 200, told.text
        return told.json()["turn"]

    def texts(self, story: str = "moonlit") -> list[str]:
        """The words of every turn."""
        with self.client(params={"limit": 1000}) as client:
            return [turn["text"] for turn in client.get(f"/api/stories/{story}/turns").json()["turns"]]

    @contextmanager
    def listening(
        self, story: str, last: str = "", **headers: str
    ) -> Iterator[Iterator[tuple[str, str, Any]]]:
        """The (id, kind, data) of a story's events as they come."""
        sent = headers | ({"Last-Event-ID": last} if last else {})
        with (
            self.client(headers=sent) as client,
            client.stream("GET", f"/api/stories/{story}/events") as stream,
        ):
            assert stream.status_code == 200, stream.read()
            yield _events(stream.iter_lines())

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def _events(lines: Iterator[str]) -> Iterator[tuple[str, str, Any]]:
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "event" in fields:
            yield fields["id"], fields["event"], json.loads(fields["data"])
            fields = {}


Serve = Callable[..., Served]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """``serve(store, access=..., kinds=...)``: a server that runs until the test ends."""
    with ExitStack() as stack:

        def start(store: LedgerStore | None = None, access: Access | None = None, **more: Any) -> Served:
            for_stories = {
                name: more.pop(name) for name in ("kept_events", "look_every", "opening") if name in more
            }
            stories = Stories(store or open_store(":memory:"), **for_stories)
            app = app_for(stories, access or Access(), annexes=(BREAKING, *more.pop("annexes", ())), **more)
            is_up = threading.Event()
            server = Server(app, port=0, ready=lambda _: is_up.set())
            served = Served(server, stories, threading.Thread(target=server.listen))
            served.thread.start()
            stack.callback(served.stop)
            assert is_up.wait(PATIENCE)
            return served

        yield start


@pytest.fixture
def until() -> Callable[[Callable[[], Any]], Any]:
    """``until(lambda: job()["state"] == "done")``: go on once that is so, and fail if it never is."""

    def wait(condition: Callable[[], Any]) -> Any:
        tick = threading.Event()
        for _ in range(PATIENCE * 100):
            if found := condition():
                return found
            tick.wait(0.01)
        pytest.fail("It never came to that.")

    return wait
