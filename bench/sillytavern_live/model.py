"""The model behind the proxy: it says what it was told to, slowly, wrongly or not at all, and notes what was asked."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from fabula.testing.scripted_exchange import STREAM_TYPE, Exchange, Received, Step
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import models

NAME = "story-small"
_PIECE = 6
_REASONING = "reasoning_content"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says once. ``texts`` are several choices, ``pause`` the seconds before each piece.

    ``hang``: seconds before the first byte; ``status`` with an error's ``message``; ``raw``: a body of any make;
    ``error_after`` and ``drop_after``: how many pieces go before an error event, or before the line is cut.
    """

    text: str = ""
    texts: tuple[str, ...] = ()
    reasoning: str = ""
    tool_calls: tuple[Mapping[str, Any], ...] = ()
    pause: float = 0
    hang: float = 0
    status: int = 200
    message: str = ""
    raw: str = ""
    media: str = "application/json"
    error_after: int | None = None
    drop_after: int | None = None

    @property
    def choices(self) -> tuple[str, ...]:
        return self.texts or (self.text,)


@dataclass(slots=True)
class Answered:
    """One request that reached the model, and what became of the answer. ``text`` is what was sent of the first choice."""

    received: Received
    reply: Reply
    status: int = 200
    text: str = ""
    pieces: int = 0
    gone: bool = False
    dropped: bool = False
    over: threading.Event = field(default_factory=threading.Event)


class Model:
    """A model on this machine while it is entered; ``answered`` has every question in order."""

    def __init__(self) -> None:
        self.answered: list[Answered] = []
        self._server = ScriptedServer(self._step)
        self._next: list[Reply] = []

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.__exit__(kind, error, trace)

    @property
    def url(self) -> str:
        return self._server.url

    def say_next(self, replies: Sequence[Reply | str]) -> None:
        """What is to be said to the next questions, in place of what was left over."""
        self._next = [Reply(one) if isinstance(one, str) else one for one in replies]

    def _step(self, received: Received) -> Step:
        if received.path.partition("?")[0].endswith("/models"):
            return models(NAME, "story-large")
        reply = self._next.pop(0) if self._next else Reply(f"Unscripted reply {len(self.answered) + 1}.")
        answered = Answered(received, reply)
        self.answered.append(answered)
        return lambda exchange: _play(exchange, answered)


def _play(exchange: Exchange, answered: Answered) -> None:
    try:
        if answered.reply.hang:
            exchange.wait(answered.reply.hang)
        _answer(exchange, answered)
    except OSError:
        answered.gone = True
        raise
    finally:
        answered.over.set()


def _answer(exchange: Exchange, answered: Answered) -> None:
    reply, answered.status = answered.reply, answered.reply.status
    if reply.raw:
        exchange.send(reply.raw.encode(), reply.status, headers={"Content-Type": reply.media})
    elif reply.status >= 400:
        error = {"message": reply.message, "type": "scripted", "code": reply.status}
        exchange.send_json({"error": error}, reply.status)
    elif exchange.received.streams:
        _stream(exchange, answered)
    else:
        answered.text = reply.choices[0]
        exchange.send_json(_whole(exchange.received, reply))


def _stream(exchange: Exchange, answered: Answered) -> None:
    reply = answered.reply
    exchange.start_pieces(STREAM_TYPE)
    for at, words, event in _events(exchange.received, reply):
        if answered.pieces == reply.error_after:
            exchange.piece(_event({"error": {"message": reply.message, "code": 500}}))
            break
        if answered.pieces == reply.drop_after:
            answered.dropped = True
            exchange.leave()
            return
        exchange.wait(reply.pause)
        exchange.piece(event)
        answered.text += words if at == 0 else ""
        answered.pieces += bool(words)
    exchange.piece(b"data: [DONE]\n\n")
    exchange.end_pieces()


def _events(received: Received, reply: Reply) -> Iterator[tuple[int, str, bytes]]:
    """The events of a stream, each with the choice and the words of the reply that it carries."""
    chat = _is_chat(received)
    if reply.reasoning:
        yield 0, "", _event(_chunk(chat, 0, {_REASONING: reply.reasoning}))
    if reply.tool_calls:
        called = [{**call, "index": at} for at, call in enumerate(reply.tool_calls)]
        yield 0, "", _event(_chunk(chat, 0, {"tool_calls": called}, "tool_calls"))
        return
    for at, text in enumerate(reply.choices):
        for start in range(0, len(text), _PIECE):
            words = text[start : start + _PIECE]
            yield at, words, _event(_chunk(chat, at, {"content": words}))
        yield at, "", _event(_chunk(chat, at, {}, "stop"))


def _chunk(chat: bool, at: int, delta: Mapping[str, Any], finish: str | None = None) -> Mapping[str, Any]:
    told = {"delta": delta} if chat else {"text": delta.get("content", "")}
    kind = "chat.completion.chunk" if chat else "text_completion"
    return {"object": kind, "model": NAME, "choices": [{"index": at, **told, "finish_reason": finish}]}


def _whole(received: Received, reply: Reply) -> Mapping[str, Any]:
    chat = _is_chat(received)
    return {
        "object": "chat.completion" if chat else "text_completion",
        "model": NAME,
        "choices": [
            {
                "index": at,
                **({"message": {"role": "assistant", "content": text}} if chat else {"text": text}),
                "finish_reason": "stop",
            }
            for at, text in enumerate(reply.choices)
        ],
    }


def _is_chat(received: Received) -> bool:
    return "/chat/" in received.path


def _event(body: object) -> bytes:
    return b"data: " + json.dumps(body, ensure_ascii=False).encode() + b"\n\n"
