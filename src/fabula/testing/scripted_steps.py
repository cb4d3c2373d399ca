"""What a scripted server can do with a request: answer it, refuse it, lie, stall, break off.

Answers to a question follow ``stream`` in the request: one JSON body, or ``data:`` lines.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fabula.testing.scripted_exchange import STREAM_TYPE, Exchange, Received, Step, json_bytes

NAME = "scripted"
_PIECE = 8  # characters in a piece of a stream
_BLOCK = b" " * 65536


def answer(
    text: str | None,
    *,
    finish: str = "stop",
    reasoning: str = "",
    usage: Mapping[str, Any] | None = None,
    tool_calls: Iterable[tuple[str, str]] = (),
) -> Step:
    """The text as a model's answer, with hidden ``reasoning``, tools called (name, arguments), and ``usage`` if told."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if reasoning:
        message["reasoning_content"] = reasoning
    if called := [_called(at, *call) for at, call in enumerate(tool_calls)]:
        message["tool_calls"] = called
    return message_answer(message, finish=finish, usage=usage)


def calls(tool: str, arguments: str, *, usage: Mapping[str, Any] | None = None) -> Step:
    """A call of one tool with its arguments as JSON text."""
    return answer(None, finish="tool_calls", tool_calls=[(tool, arguments)], usage=usage)


def truncated(text: str) -> Step:
    """An answer that was cut at its bound of tokens, and says so."""
    return answer(text, finish="length")


def message_answer(
    message: Mapping[str, Any], *, finish: str = "stop", usage: Mapping[str, Any] | None = None
) -> Step:
    """A message of any make, such as content in parts."""

    def step(exchange: Exchange) -> None:
        if exchange.received.streams:
            exchange.pieces(_stream(exchange.received, message, finish, usage), 0, content_type=STREAM_TYPE)
        else:
            exchange.send(_whole(message, finish, usage))

    return step


def drip(text: str, *, every: float) -> Step:
    """An honest answer in small pieces, each after a pause of ``every`` seconds."""
    message = {"role": "assistant", "content": text}

    def step(exchange: Exchange) -> None:
        if exchange.received.streams:
            pieces = _stream(exchange.received, message, "stop", None)
            exchange.pieces(pieces, every, content_type=STREAM_TYPE)
        else:
            exchange.pieces(_sliced(_whole(message, "stop", None)), every)

    return step


def cut(text: str = "She carried the silver key") -> Step:
    """An answer that breaks off in the middle of its body, with the connection."""
    message = {"role": "assistant", "content": text}

    def step(exchange: Exchange) -> None:
        if exchange.received.streams:
            _begin_stream(exchange, message)
            exchange.leave()
        else:
            body = _whole(message, "stop", None)
            exchange.send(body, most=len(body) // 2)

    return step


def stall(text: str = "She carried the silver key") -> Step:
    """An answer that begins and then says nothing more, for as long as the server is there."""
    message = {"role": "assistant", "content": text}

    def step(exchange: Exchange) -> None:
        if exchange.received.streams:
            _begin_stream(exchange, message)
        else:
            exchange.start_pieces()
            exchange.piece(_whole(message, "stop", None)[:20])
        exchange.wait()
        exchange.leave()

    return step


def silence() -> Step:
    """No answer at all, with the connection held open."""

    def step(exchange: Exchange) -> None:
        exchange.wait()
        exchange.leave()

    return step


def hang_up() -> Step:
    """The connection closed before a word."""
    return Exchange.leave


def status(
    code: int, message: str = "", /, *, headers: Mapping[str, str] | None = None, **error: Any
) -> Step:
    """An error as endpoints tell it; ``error`` adds fields such as ``code`` or ``param``."""
    told = {"message": message or f"Scripted error {code}", "type": "scripted", **error}
    return says({"error": told}, status=code, headers=headers)


def rate_limited(after: float | str | None = None) -> Step:
    """Asked too often; ``after`` is what ``Retry-After`` says, in seconds or as an HTTP date."""
    headers = {} if after is None else {"Retry-After": str(after)}
    return status(429, "Rate limit reached", headers=headers)


def denied() -> Step:
    """The key is wrong; the endpoint is so rude as to repeat it."""

    def step(exchange: Exchange) -> None:
        status(401, f"Incorrect API key provided: {exchange.received.key}")(exchange)

    return step


def no_such_model() -> Step:
    """The endpoint does not know the model that was named."""

    def step(exchange: Exchange) -> None:
        name = exchange.received.body.get("model")
        status(404, f"The model {name!r} does not exist", code="model_not_found")(exchange)

    return step


def redirected(to: str) -> Step:
    """A redirect to another address."""
    return says({}, status=307, headers={"Location": to})


def garbage(text: str = "<html><body>Welcome to the router</body></html>") -> Step:
    """A 200 whose body is no JSON."""
    return lambda exchange: exchange.send(text.encode())


def says(body: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Step:
    """Any JSON body under any status: for lies about the shape."""
    return lambda exchange: exchange.send_json(body, status, headers=headers)


def schema_echo() -> Step:
    """The schema that was asked for, given back as if it were the answer."""

    def step(exchange: Exchange) -> None:
        asked = exchange.received.body.get("response_format", {}).get("json_schema", {}).get("schema", {})
        answer(json_bytes(asked).decode())(exchange)

    return step


def endless() -> Step:
    """A body that never ends, as fast as it is read."""

    def step(exchange: Exchange) -> None:
        exchange.start_pieces()
        while not exchange.leaving.is_set():
            exchange.piece(_BLOCK)
        exchange.leave()

    return step


def embeddings(
    *, dims: int = 8, shuffled: bool = False, missing: int = 0, usage: Mapping[str, Any] | None = None
) -> Step:
    """A vector for each text: alike for texts that share characters. In reversed order or some missing on demand."""

    def step(exchange: Exchange) -> None:
        texts = exchange.received.body["input"]
        texts = [texts] if isinstance(texts, str) else texts
        rows = [
            {"object": "embedding", "index": at, "embedding": vector_of(text, dims)}
            for at, text in enumerate(texts)
        ][: len(texts) - missing]
        body = {"object": "list", "data": rows[::-1] if shuffled else rows, "model": NAME}
        exchange.send_json(body | ({"usage": dict(usage)} if usage else {}))

    return step


def models(*names: str) -> Step:
    """The list of the endpoint's models."""
    return says({"object": "list", "data": [{"id": name, "object": "model"} for name in names]})


def oblige(names: Iterable[str] = (NAME,), text: str = "ok") -> Step:
    """What an honest endpoint says: its models, a vector for every text, ``text`` to every question."""
    listed = models(*names)

    def step(exchange: Exchange) -> None:
        path = exchange.received.path.split("?")[0]
        chosen = {"models": listed, "embeddings": embeddings()}.get(path.rsplit("/", 1)[-1], answer(text))
        chosen(exchange)

    return step


def vector_of(text: str, dims: int) -> list[float]:
    """A vector of a text that every machine computes alike: its characters counted into ``dims`` bins."""
    vector = [0.0] * dims
    for character in text:
        digest = hashlib.blake2b(character.encode("utf-8", "replace"), digest_size=8).digest()
        vector[int.from_bytes(digest, "big") % dims] += 1.0
    return vector


def _called(at: int, tool: str, arguments: str) -> dict[str, Any]:
    return {"id": f"call_{at}", "type": "function", "function": {"name": tool, "arguments": arguments}}


def _whole(message: Mapping[str, Any], finish: str, usage: Mapping[str, Any] | None) -> bytes:
    choice = {"index": 0, "message": dict(message), "finish_reason": finish}
    body: dict[str, Any] = {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "model": NAME,
        "choices": [choice],
    }
    return json_bytes(body | ({"usage": dict(usage)} if usage else {}))


def _stream(
    received: Received, message: Mapping[str, Any], finish: str, usage: Mapping[str, Any] | None
) -> Iterator[bytes]:
    yield from (_line(_chunk(delta)) for delta in _deltas(message))
    yield _line(_chunk({}, finish))
    if usage and received.wants_usage:
        yield _line({**_chunk({}), "choices": [], "usage": dict(usage)})
    yield b"data: [DONE]\n\n"


def _begin_stream(exchange: Exchange, message: Mapping[str, Any]) -> None:
    exchange.start_pieces(STREAM_TYPE)
    for delta in list(_deltas(message))[:2]:
        exchange.piece(_line(_chunk(delta)))


def _deltas(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    for field in ("reasoning_content", "content"):
        text = message.get(field)
        if isinstance(text, str):
            yield from ({field: text[at : at + _PIECE]} for at in range(0, len(text), _PIECE))
    if called := message.get("tool_calls"):
        yield {"tool_calls": [{"index": at, **call} for at, call in enumerate(called)]}


def _chunk(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return {"id": "chatcmpl-0", "object": "chat.completion.chunk", "model": NAME, "choices": [choice]}


def _line(body: object) -> bytes:
    return b"data: " + json_bytes(body) + b"\n\n"


def _sliced(body: bytes) -> Iterator[bytes]:
    return (body[at : at + _PIECE] for at in range(0, len(body), _PIECE))
