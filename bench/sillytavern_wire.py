"""Asks the real proxy over HTTP, before an upstream that answers each step as it was answered when it was captured."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import unquote

import httpx2

from fabula.extraction.reader import Extractor
from fabula.ledger.store import LedgerStore
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.proxy.attached import attach
from fabula.serve.proxy.placing.placed import Placed, Reply
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.placing.request import Request
from fabula.serve.proxy.proxy import Proxy, ProxySettings
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.testing.scripted_exchange import STREAM_TYPE, Exchange, Received
from fabula.testing.scripted_server import ScriptedServer
from sillytavern_truth import Step

PATIENCE = 20
_PIECE = 6
_OURS = {"content-length", "host", "connection", "accept-encoding"}


class _Noting(Placer):
    """A placer that says when a reply has been handed over."""

    def __init__(self, store: LedgerStore) -> None:
        super().__init__(store)
        self.handed = threading.Event()

    def replied(self, placed: Placed, versions: Sequence[Reply], *, aborted: bool = False) -> None:
        super().replied(placed, versions, aborted=aborted)
        self.handed.set()


class Wire:
    """A proxy that runs on this machine while it is entered."""

    def __init__(self, store: LedgerStore, reader: Callable[[], Extractor]) -> None:
        self._step: Step | None = None
        self._upstream = ScriptedServer(lambda _: self._answer)
        self._placer = _Noting(store)
        self._stories = Stories(store)
        self._reader = reader
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._stack.enter_context(self._upstream)
        access = Access()
        settings = ProxySettings(self._upstream.url, deadline=PATIENCE)
        self._proxy = proxy = Proxy(self._stories, access, settings, placer=self._placer, reader=self._reader)
        app = app_for(self._stories, access, annexes=(proxy.annex,))
        attach(app, proxy)
        is_up = threading.Event()
        self._server = Server(app, port=0, ready=lambda _: is_up.set())
        thread = threading.Thread(target=self._server.listen)
        thread.start()
        self._stack.callback(self._stop, thread)
        if not is_up.wait(PATIENCE):
            raise TimeoutError("The proxy does not come up.")
        self._client = self._stack.enter_context(
            httpx2.Client(base_url=self._server.url, timeout=PATIENCE, trust_env=False)
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def ask(self, step: Step, request: Request) -> Placed:
        """Make the request of a step, read what its client read of the answer, and say where it was placed."""
        self._step = step
        self._placer.handed.clear()
        headers = {name: value for name, value in request.headers.items() if name not in _OURS}
        with self._client.stream("POST", request.path, json=dict(request.body), headers=headers) as answer:
            told = {name.lower(): value for name, value in answer.headers.items()}
            self._read(answer, step)
        placed = Placed(
            story=unquote(told.get("x-fabula-story", "")),
            turn=told.get("x-fabula-head", ""),
            kind=told.get("x-fabula-kind", ""),
            how=told.get("x-fabula-recall", ""),
        )
        if placed.story and step.replies and answer.status_code < 300:
            self._placer.handed.wait(PATIENCE)
        self._let_read()
        return placed

    def _let_read(self) -> None:
        """Wait until what was told is read: people take longer to write than rules to read."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            state = self._proxy.reading.state()
            if not state["waiting"] and not state["reading"]:
                return
            time.sleep(0.005)

    def _read(self, answer: httpx2.Response, step: Step) -> None:
        """Read the answer to its end, or leave where the captured client left."""
        shown = 0
        for line in answer.iter_lines():
            if line.startswith("data: {"):
                shown += sum(
                    len((choice.get("delta") or {}).get("content") or "")
                    for choice in json.loads(line[6:]).get("choices", ())
                )
            if step.gone and shown >= len(step.kept):
                return

    def _stop(self, thread: threading.Thread) -> None:
        self._server.should_exit = True
        thread.join(PATIENCE)

    def _answer(self, exchange: Exchange) -> None:
        step = self._step
        if step is None:
            raise RuntimeError("Nobody has asked.")
        if step.status >= 400:
            exchange.send_json({"error": {"message": f"Scripted error {step.status}"}}, step.status)
        elif exchange.received.streams:
            exchange.pieces(
                _chunks(step, exchange.received), 0.02 if step.gone else 0, content_type=STREAM_TYPE
            )
        else:
            exchange.send_json({"object": "chat.completion", "choices": _choices(step, "message")})


def _choices(step: Step, field: str) -> list[dict[str, Any]]:
    texts = step.replies or ("",)
    return [
        {"index": at, field: {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for at, text in enumerate(texts)
    ]


def _chunks(step: Step, _received: Received) -> list[bytes]:
    pieces: list[bytes] = []
    for at, text in enumerate(step.replies):
        for start in range(0, len(text), _PIECE):
            choice = {"index": at, "delta": {"content": text[start : start + _PIECE]}, "finish_reason": None}
            pieces.append(_event({"object": "chat.completion.chunk", "choices": [choice]}))
    if not step.dropped:
        pieces.append(b"data: [DONE]\n\n")
    return pieces


def _event(body: object) -> bytes:
    return b"data: " + json.dumps(body, ensure_ascii=False).encode() + b"\n\n"
