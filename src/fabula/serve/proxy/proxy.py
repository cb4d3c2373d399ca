"""The memory proxy as an application: requests go to the upstream with what their story remembers, answers come back."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.types import Receive, Scope, Send

from fabula.extraction.reader import Extractor
from fabula.extraction.schedule import Schedule
from fabula.serve.access import Access
from fabula.serve.app import Annex
from fabula.serve.kit import Kit
from fabula.serve.permits import check, permit
from fabula.serve.proxy.beside import Beside
from fabula.serve.proxy.headers import TOLD, Header, asked_on, inferred
from fabula.serve.proxy.incoming import Incoming, while_there
from fabula.serve.proxy.injecting import Injection, injected, passed_on
from fabula.serve.proxy.keeping import keeping
from fabula.serve.proxy.placing.hints import hints_of
from fabula.serve.proxy.placing.request import Request
from fabula.serve.proxy.port import Placer
from fabula.serve.proxy.reading_queue import ReadingQueue
from fabula.serve.proxy.recollecting import BUDGET, DEADLINE, NOTHING, Memory, Recollecting, Recollection
from fabula.serve.proxy.relaying import Asked, Relay, Relayed
from fabula.serve.proxy.splice import Body
from fabula.serve.proxy.troubles import UpstreamError
from fabula.serve.proxy.upstream import PATIENCE, Upstream
from fabula.serve.proxy.ways import Way, way_of
from fabula.serve.stories import Stories

_BODILESS = {"GET", "HEAD", "OPTIONS"}

log = logging.getLogger("fabula.proxy")


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """How the proxy works. ``upstream`` is a base URL; ``key``, if any, is shown to it in place of the client's.

    ``deadline`` (seconds) and ``budget`` (tokens) bound what is remembered for one request, ``patience``
    (seconds) the upstream's silence; ``schedule`` says when what was told is read.
    """

    upstream: str
    key: str = field(default="", repr=False)
    deadline: float = DEADLINE
    budget: int = BUDGET
    injection: Injection = Injection.AUTO
    schedule: Schedule = field(default_factory=Schedule)
    patience: float = PATIENCE


@dataclass(frozen=True, slots=True)
class _Exchange:
    """One request on its way: where it goes, what it brings, and the ways of ASGI to hear and answer."""

    way: Way
    scope: Scope
    incoming: Incoming
    send: Send

    @property
    def method(self) -> str:
        return str(self.scope["method"])

    @property
    def headers(self) -> list[Header]:
        return list(self.scope["headers"])

    @property
    def target(self) -> str:
        """The path and query under the upstream's base URL."""
        query = self.scope.get("query_string", b"").decode("latin-1")
        return self.way.path + (f"?{query}" if query else "")

    @property
    def content(self) -> AsyncIterator[bytes] | None:
        """The body as it comes; None where there is none."""
        names = {name.lower() for name, _ in self.headers}
        has_body = bool(names & {b"content-length", b"transfer-encoding"})
        return None if self.method in _BODILESS and not has_body else self.incoming.pieces()

    def request(self, body: Mapping[str, Any]) -> Request:
        """The request as placing sees it."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in self.headers}
        path = self.scope.get("raw_path", b"").decode("latin-1").partition("?")[0]
        return Request(path, headers, body)


class Proxy:
    """Stands between front ends and a model. Its ``annex`` goes into the application, ``attached`` puts it in.

    ``placer`` says where requests stand, ``reader`` makes what reads the stories; without one, and where it
    gives none, rules do.

    Raises:
        InvalidInputError: the upstream's URL or key cannot be one.
    """

    def __init__(
        self,
        stories: Stories,
        access: Access,
        settings: ProxySettings,
        *,
        placer: Placer,
        reader: Callable[[], Extractor | None] | None = None,
    ) -> None:
        self.reading = ReadingQueue(
            stories, reader, settings.schedule, is_busy=lambda: self._memories.behind > 0
        )
        self._upstream = Upstream(settings.upstream, settings.key, patience=settings.patience)
        self._access = access
        self._injection = settings.injection
        self._beside = Beside()
        self._placer = placer
        self._ending: asyncio.Event | None = None
        self._memories = Recollecting(
            stories,
            placer,
            self._beside,
            deadline=settings.deadline,
            budget=settings.budget,
            written=self.reading.wake,
        )

    @property
    def annex(self) -> Annex:
        """What the application has to know of the proxy: when it lives, how it is, and what pages may read of it."""
        return Annex("proxy", lifespan=self._living, probe=self._state, told=TOLD)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request as ASGI has it."""
        way = way_of(scope.get("raw_path", b"").decode("latin-1").partition("?")[0])
        if way.story:
            check(way.story)
        exchange = _Exchange(way, scope, Incoming(receive), send)
        if way.is_chat and exchange.method == "POST":
            await self._chat(exchange)
        else:
            await self._pass_on(exchange)

    # what is passed on as it is

    async def _pass_on(self, exchange: _Exchange) -> None:
        headers = asked_on(
            exchange.headers, key=self._upstream.key, is_ours=self._is_ours(exchange), same_body=True
        )
        relay = Relay(self._upstream, exchange.send, Asked())
        content = exchange.content
        if content is None:
            await exchange.incoming.whole()
        await self._while_there(exchange, relay, lambda: self._relay(exchange, relay, headers, content))

    async def _while_there(
        self, exchange: _Exchange, relay: Relay, work: Callable[[], Awaitable[None]]
    ) -> None:
        """Do some work as long as client and server are there; who is still there when the server ends is told so."""
        done = await while_there(exchange.incoming, work, self._ending)
        if not done and self._ending is not None and self._ending.is_set():
            await relay.fail(
                UpstreamError("Fabula was told to end: the answer breaks off here.", 503, "ending")
            )

    async def _relay(
        self,
        exchange: _Exchange,
        relay: Relay,
        headers: list[Header],
        content: bytes | AsyncIterator[bytes] | None,
    ) -> None:
        try:
            async with self._upstream.asked(exchange.method, exchange.target, headers, content) as answer:
                await relay.answer(answer)
        except UpstreamError as error:
            log.warning("%s", error)
            await relay.fail(error)

    # what is told in a story

    async def _chat(self, exchange: _Exchange) -> None:
        raw = await exchange.incoming.whole()
        body = Body.of(raw)
        memory, recollection = await self._remembered(exchange, body)
        content = raw if body is None else self._with(memory, body)
        told = inferred(memory.placed, memory.context, memory.status, memory.waited)
        wants_stream = body is not None and body.value.get("stream") is True
        relay = Relay(self._upstream, exchange.send, Asked(wants_stream, told, self._handing(recollection)))
        headers = asked_on(exchange.headers, key=self._upstream.key, is_ours=self._is_ours(exchange))
        try:
            await self._while_there(exchange, relay, lambda: self._relay(exchange, relay, headers, content))
        finally:
            relay.hand_over()
            # After the answer: nobody waits for a receipt, and others wait for their memory.
            self._memories.keep(memory)

    def _handing(self, recollection: Recollection | None) -> Callable[[Relayed], None]:
        """What becomes of a reply that was relayed, or as much of it as was."""

        def hand_over(relayed: Relayed) -> None:
            if recollection is not None and relayed.kept:
                self._memories.replied(recollection, relayed.reply)

        return hand_over

    async def _remembered(self, exchange: _Exchange, body: Body | None) -> tuple[Memory, Recollection | None]:
        """What is remembered for a request; nothing where it tells no story that whoever asks may see."""
        if body is None or not body.messages:
            return NOTHING, None
        request = self._permitted(exchange.request(body.value))
        if request is None:
            return NOTHING, None
        return await self._memories.memory(request)

    def _permitted(self, request: Request) -> Request | None:
        """The request as it may be placed: a token for some stories must not lead into another one by its words.

        Raises:
            ForbiddenError: it names a story that its token is not for.
        """
        allowed = permit().stories
        named = hints_of(request).story
        if named:
            check(named)
        if allowed is None:
            return request
        if named:
            return replace(request, bound=True)
        if len(allowed) != 1:
            log.info("A token for several stories names none of them: nothing is remembered")
            return None
        (only,) = allowed
        return replace(request, headers={**request.headers, "x-story-id": only}, bound=True)

    def _with(self, memory: Memory, body: Body) -> bytes:
        context = memory.context
        if context is None or not context.text:
            return passed_on(body)
        return injected(body, context.stable, context.volatile, self._injection)

    # the whole

    def _is_ours(self, exchange: _Exchange) -> bool:
        """Whether the client's Authorization holds our own token, which is nobody else's business."""
        names = {name.lower() for name, value in exchange.headers if value}
        return bool(self._access.keys) and b"x-fabula-token" not in names

    @asynccontextmanager
    async def _living(self, kit: Kit) -> AsyncIterator[None]:
        self._ending = kit.ending
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._upstream.close)
            await stack.enter_async_context(keeping(self._placer))
            await stack.enter_async_context(self.reading.open())
            await stack.enter_async_context(self._beside.open())
            yield

    def _state(self) -> Mapping[str, Any]:
        reading = self.reading.state()
        return {"ok": reading["ok"], "reading": reading, "remembering": self._memories.behind}
