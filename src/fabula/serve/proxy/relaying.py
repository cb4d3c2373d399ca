"""Passing an answer on as it comes, and remembering what of it was passed on."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace

import orjson
from starlette.types import Send

from fabula.serve.proxy.assembling import END, STREAM, Reply, reply_in
from fabula.serve.proxy.headers import Header, answered_on
from fabula.serve.proxy.troubles import UpstreamError, as_event, as_stream, in_shape, is_shown, is_stream
from fabula.serve.proxy.upstream import Answer, Upstream

MOST_KEPT = 16 * 1024 * 1024
"""How many bytes of an answer are kept to be read as a reply; longer ones are passed on all the same."""

_MOST_READ = 1024 * 1024  # of an error, or of an answer that is to become a stream
_OK = 200
_ERROR = 400
_JSON = "application/json"
_NO_STREAMS = frozenset({_JSON, "text/html", "text/plain", ""})
_ENDING = 32  # bytes from the end of a piece within which a stream's end stands
_PARTED = b"\n\n"


@dataclass(slots=True)
class Relayed:
    """What was passed on of an answer. ``ended``: all that the upstream sent, and it did not break off."""

    status: int = 0
    media: str = ""
    encoding: str = ""
    kept: bytearray = field(default_factory=bytearray)
    too_long: bool = False
    ended: bool = False

    def note(self, piece: bytes) -> None:
        """Remember a piece that was passed on."""
        if len(self.kept) + len(piece) > MOST_KEPT:
            self.too_long = True
        elif not self.too_long:
            self.kept += piece

    def reply(self) -> Reply:
        """The reply in it, as far as it got."""
        if self.status != _OK or self.too_long:
            return Reply()
        reply = reply_in(bytes(self.kept), self.media, self.encoding)
        return replace(reply, ended=reply.ended or self.ended)


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer is for: whether a stream was asked for, the headers that we add, who gets what was relayed."""

    wants_stream: bool = False
    told: Sequence[Header] = ()
    over: Callable[[Relayed], None] = lambda _relayed: None


class Relay:
    """Passes one answer on. ``relayed`` is what was passed on so far."""

    def __init__(self, upstream: Upstream, send: Send, asked: Asked) -> None:
        self.relayed = Relayed()
        self._upstream = upstream
        self._send = send
        self._asked = asked
        self._started = False
        self._handed = False

    def hand_over(self) -> None:
        """Give what was relayed to whoever waits for it; only once."""
        if not self._handed:
            self._handed = True
            self._asked.over(self.relayed)

    async def answer(self, answer: Answer) -> None:
        """Pass an answer on: byte for byte, unless the client could not tell from it what went wrong."""
        self.relayed.status = answer.status
        self.relayed.media = answer.media
        self.relayed.encoding = answer.encoding
        pieces = self._upstream.pieces(answer)
        if self.relayed.encoding or answer.method == "HEAD":
            await self._as_it_comes(answer, pieces)
        elif answer.status >= _ERROR:
            await self._error(answer, pieces)
        elif self._asked.wants_stream and answer.status == _OK and self.relayed.media in _NO_STREAMS:
            await self._not_a_stream(answer, pieces)
        else:
            await self._as_it_comes(answer, pieces)

    async def fail(self, error: UpstreamError) -> None:
        """Say that no answer came, or that it broke off; once bytes of a whole answer are out, say it by breaking off."""
        if not self._started:
            self.relayed.status = error.status
            await self._made(error.status, [], orjson.dumps(error.shape), _JSON)
        elif self.relayed.media == STREAM and not self.relayed.encoding:
            await self._piece(_PARTED + as_event(error.shape))
            await self._end()

    async def _as_it_comes(self, answer: Answer, pieces: AsyncIterator[bytes]) -> None:
        """Pass pieces on; a stream begins at once, anything else with its first piece, before which it may yet fail."""
        headers = answered_on(answer.headers)
        if self.relayed.media == STREAM:
            await self._start(answer.status, headers)
        async for piece in pieces:
            await self._start(answer.status, headers)
            self.relayed.note(piece)
            if self.relayed.media == STREAM and END in piece[-_ENDING:]:
                # Who reads this may ask again at once, and the reply must be kept by then.
                self.hand_over()
            await self._piece(piece)
        await self._start(answer.status, headers)
        self.relayed.ended = True
        await self._end()

    async def _error(self, answer: Answer, pieces: AsyncIterator[bytes]) -> None:
        """Pass an error on; one of which a front end would show nothing, to a request for a stream, in words."""
        body, rest = await _beginning(pieces)
        if rest:
            await self._with_rest(answer, body, pieces)
            return
        told = self._upstream.scrubbed(body)
        if self._asked.wants_stream and not is_shown(told):
            told = in_shape(told, answer.status)
            await self._made(answer.status, answered_on(answer.headers, remade=True), told, _JSON)
        elif told != body:
            kept = answered_on(answer.headers, remade=True)
            media = answer.header(b"content-type") or _JSON
            await self._made(answer.status, kept, told, media)
        else:
            await self._whole(answer, body)

    async def _not_a_stream(self, answer: Answer, pieces: AsyncIterator[bytes]) -> None:
        """Make the stream that was asked for out of a whole answer, which front ends would show as an empty one."""
        body, rest = await _beginning(pieces, lambda begun: not is_stream(begun))
        stream = None if rest else as_stream(self._upstream.scrubbed(body))
        if rest:
            await self._with_rest(answer, body, pieces)
        elif stream is None:
            await self._whole(answer, body)
        else:
            self.relayed.media = STREAM
            self.relayed.note(stream)
            kept = answered_on(answer.headers, remade=True)
            await self._made(answer.status, kept, stream, f"{STREAM}; charset=utf-8")

    async def _with_rest(self, answer: Answer, begun: bytes, pieces: AsyncIterator[bytes]) -> None:
        async def again() -> AsyncIterator[bytes]:
            yield begun
            async for piece in pieces:
                yield piece

        await self._as_it_comes(answer, again())

    async def _whole(self, answer: Answer, body: bytes) -> None:
        await self._start(answer.status, answered_on(answer.headers))
        self.relayed.note(body)
        self.relayed.ended = True
        await self._piece(body)
        await self._end()

    async def _made(self, status: int, headers: list[Header], body: bytes, media: str) -> None:
        ours = [(b"content-type", media.encode("latin-1")), (b"content-length", str(len(body)).encode())]
        await self._start(status, [*headers, *ours])
        self.relayed.ended = True
        await self._piece(body)
        await self._end()

    async def _start(self, status: int, headers: list[Header]) -> None:
        if self._started:
            return
        self._started = True
        await self._send(
            {"type": "http.response.start", "status": status, "headers": [*headers, *self._asked.told]}
        )

    async def _piece(self, piece: bytes) -> None:
        await self._send({"type": "http.response.body", "body": piece, "more_body": True})

    async def _end(self) -> None:
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


async def _beginning(
    pieces: AsyncIterator[bytes], goes_on: Callable[[bytearray], bool] = lambda _begun: True
) -> tuple[bytes, bool]:
    """A body, or its beginning where it is long or not to go on so; and whether there may be more of it."""
    body = bytearray()
    async for piece in pieces:
        body += piece
        if len(body) > _MOST_READ or not goes_on(body):
            return bytes(body), True
    return bytes(body), False
