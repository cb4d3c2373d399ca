"""A reply put together from what was relayed: a stream's pieces or a whole answer, or as much as there was of it."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

STREAM = "text/event-stream"
END = b"[DONE]"
_DATA = b"data:"
_ZIPPED = {"gzip": 31, "x-gzip": 31, "deflate": 15}
"""Window bits by which zlib reads each encoding."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model replied: one version for each choice that has words, in the order of their numbers.

    ``failed``: an error was told instead, or in the middle. ``ended``: it came to its end and said so.
    """

    versions: tuple[str, ...] = ()
    failed: bool = False
    ended: bool = False


def reply_in(raw: bytes, media: str = STREAM, encoding: str = "") -> Reply:
    """The reply in the body of an answer, of which the end may be missing. Calls of tools and thoughts are no words."""
    body = _unzipped(raw, encoding.strip().lower())
    # Some servers call a stream by another name.
    is_whole = media.partition(";")[0].strip().lower() != STREAM and body.lstrip()[:1] == b"{"
    return _whole(body) if is_whole else _streamed(body)


def events(body: bytes) -> Iterator[bytes]:
    """The data of a stream's events, those that are whole."""
    told: list[bytes] = []
    for line in body.splitlines(keepends=True):
        words = line.rstrip(b"\r\n")
        if words == line:
            return  # its end is missing
        if words.startswith(_DATA):
            told.append(words.removeprefix(_DATA).removeprefix(b" "))
        elif not words and told:
            yield b"\n".join(told)
            told = []
    if told:
        # Some servers forget the empty line behind the last event.
        yield b"\n".join(told)


def parsed(body: bytes) -> Any:  # noqa: ANN401 - whatever is JSON
    """The JSON in some bytes; None if it is none."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def _streamed(body: bytes) -> Reply:
    pieces: dict[int, list[str]] = {}
    failed = ended = False
    for data in events(body):
        if data.strip() == END:
            ended = True
            continue
        event = parsed(data)
        if not isinstance(event, Mapping):
            continue
        failed = failed or bool(event.get("error"))
        for place, choice in _choices(event):
            pieces.setdefault(place, []).append(_words(choice))
            ended = ended or bool(choice.get("finish_reason"))
    return _reply({place: "".join(words) for place, words in pieces.items()}, failed=failed, ended=ended)


def _whole(body: bytes) -> Reply:
    said = parsed(body)
    if not isinstance(said, Mapping):
        return Reply()
    versions = {place: _words(choice) for place, choice in _choices(said)}
    return _reply(versions, failed=bool(said.get("error")), ended=True)


def _reply(versions: Mapping[int, str], *, failed: bool, ended: bool) -> Reply:
    worded = tuple(versions[place] for place in sorted(versions) if versions[place].strip())
    return Reply(() if failed else worded, failed, ended)


def _choices(event: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    choices = event.get("choices")
    for at, choice in enumerate(choices if isinstance(choices, list) else ()):
        if isinstance(choice, Mapping):
            place = choice.get("index")
            yield place if isinstance(place, int) else at, choice


def _words(choice: Mapping[str, Any]) -> str:
    """The words of a choice, where front ends look for them."""
    for name in ("delta", "message"):
        held = choice.get(name)
        if isinstance(held, Mapping) and held.get("content") is not None:
            return _plain(held["content"])
    return _plain(choice.get("text"))


def _plain(content: object) -> str:
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _unzipped(raw: bytes, encoding: str) -> bytes:
    """A body as it was before it was packed; nothing where nobody here can unpack it."""
    if encoding in ("", "identity"):
        return raw
    if encoding not in _ZIPPED:
        return b""
    try:
        return zlib.decompressobj(_ZIPPED[encoding]).decompress(raw)
    except zlib.error:
        return b""
