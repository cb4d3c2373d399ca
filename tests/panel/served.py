"""A server with the panel, in a thread of the tests' own process, and a client that tells stories to it."""

import json
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from fabula.demo.acting import acted_out
from fabula.demo.script import script_in
from fabula.ledger.records import StoryRow
from fabula.ledger.store import LedgerStore
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.connections.annex import connections_annex
from fabula.serve.connections.connections import Connections
from fabula.serve.panel.annex import panel_annex
from fabula.serve.panel.retrying import again_kinds
from fabula.serve.running import Server
from fabula.serve.stories import Opening, Stories
from fabula.serve.work import ReaderOf, rules_only, usual_kinds
from fabula.stores import open_store
from fabula.story import Story, utc_now

PATIENCE = 20
"""Seconds after which something that does not happen counts as never happening."""


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    url: str
    store: LedgerStore

    def story(self, name: str, view: str = "story", **asked: Any) -> str:
        """The address of a story's view."""
        query = "&".join(f"{key}={quote(str(value))}" for key, value in asked.items())
        return f"{self.url}/s/{quote(name, safe='')}/{view}" + (f"?{query}" if query else "")

    def post(self, story: str, path: str, body: Mapping[str, Any], **headers: str) -> Any:
        """Ask the server for something as any other program would."""
        return self._ask(f"/api/stories/{quote(story, safe='')}{path}", body, headers)

    def get(self, story: str, path: str) -> Any:
        """Read an answer as any other program would."""
        return self._ask(f"/api/stories/{quote(story, safe='')}{path}", None, {})

    def tell(self, story: str, text: str, **more: Any) -> Any:
        """Tell a turn and have it read by rules."""
        return self.post(story, "/tell", {"text": text, **more})

    def _ask(self, path: str, body: Mapping[str, Any] | None, headers: Mapping[str, str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310 - our own server
            self.url + path, data, {"Content-Type": "application/json", **headers}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:  # noqa: S310
            return json.load(response)


@contextmanager
def serving(
    store: LedgerStore | None = None,
    access: Access | None = None,
    reader: ReaderOf = rules_only,
    *,
    models: Connections | None = None,
    opening: Opening | None = None,
) -> Iterator[Served]:
    """A server with the panel, until the block ends. With ``models`` its readers are theirs, and can be changed."""
    held = store or open_store(":memory:")
    chosen = models.read_by if models else reader
    kinds = {**usual_kinds(chosen), **again_kinds(chosen)}
    annexes = (panel_annex(), *([connections_annex(models)] if models else []))
    app = app_for(Stories(held, opening=opening), access or Access(), kinds=kinds, annexes=annexes)
    is_up = threading.Event()
    server = Server(app, port=0, ready=lambda _: is_up.set())
    thread = threading.Thread(target=server.listen)
    thread.start()
    try:
        assert is_up.wait(PATIENCE)
        yield Served(server.url, held)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def tell_demo(store: LedgerStore, language: str) -> str:
    """Tell the demo's story into a store, and give its name."""
    script = script_in(language)
    for _step in acted_out(script, made(store, script.title)):
        pass
    return script.title


def made(store: LedgerStore, name: str) -> Story:
    """A new story of a store."""
    store.create(StoryRow(name, utc_now()))
    return Story(store, name, by="test")
