"""An OpenAI-compatible base URL with its key: asked with patience, and no longer than was allowed."""

import random
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from fabula.errors import ModelError, ModelUnavailableError
from fabula.models.address import Key, address
from fabula.models.failures import Refusal, clipped_words, said_by, said_in
from fabula.models.loose_json import from_bytes, to_bytes
from fabula.models.outcome import Call, Heard, Lost
from fabula.models.patience import USUAL, Patience

if TYPE_CHECKING:
    from fabula.models.wire import Wire

MOST_BYTES = 32 * 1024 * 1024
"""How large an answer may be: 64 vectors of 8,192 numbers fit, an endless body does not."""

_HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",  # a small body cannot swell to a large one
    "Content-Type": "application/json",
    "User-Agent": "fabula",
}
_ERRORS = range(400, 600)
_BAD_GATEWAY = 502


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON object that an endpoint answered with, and how many of our tries it had answered by then."""

    body: Mapping[str, Any]
    tries: int


@dataclass(frozen=True, slots=True)
class _Failure:
    """A try in vain: what to raise if it was the last, and whether and when to ask again."""

    error: ModelError
    again: bool
    told: float | None = None


class Endpoint:
    """An endpoint to put questions to. Opened when it is first asked, closed by ``close`` or with the object.

    ``url`` is used as it is given: its path is kept, a slash at its end makes no difference, and nothing is
    added to it but the path of a call. ``key`` is sent as a bearer token and shown nowhere else. Proxies and
    other settings of the environment are not read. May be shared by threads.

    Raises:
        InvalidInputError: the URL or the key cannot be one.
    """

    def __init__(
        self, url: str, key: str = "", *, patience: Patience = USUAL, most_bytes: int = MOST_BYTES
    ) -> None:
        self._key = Key(key)
        self._address = address(url)
        self._patience = patience
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._wire: Wire | None = None
        self._closing: weakref.finalize[[], Endpoint] | None = None

    def __repr__(self) -> str:
        return f"Endpoint({self.place!r}, {self._key!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def place(self) -> str:
        """The base URL, which holds no secret."""
        return self._address.base

    def close(self) -> None:
        """Close its connections; the next question opens new ones."""
        with self._lock:
            if self._closing:
                self._closing()
            self._wire = self._closing = None

    def get(self, path: str) -> Answer:
        """What stands under a path, such as ``/models``.

        Raises:
            ModelError: as ``post``.
        """
        return self._asked("GET", path, None)

    def post(self, path: str, payload: Mapping[str, Any]) -> Answer:
        """What the endpoint answers to a question put to a path, such as ``/chat/completions``.

        Raises:
            ModelUnavailableError: it is away, too slow, broke off, failed, or answered with no JSON object.
            RateLimitedError: it wants to be asked later than patience allows.
            ModelDeniedError: the key is missing or wrong, or nobody pays for it.
            ModelNotFoundError: nothing answers under that path, or it knows no such model.
            ModelRefusedError: it does not take the question so.
        """
        return self._asked("POST", path, payload)

    def _asked(self, method: str, path: str, payload: Mapping[str, Any] | None) -> Answer:
        deadline = time.monotonic() + self._patience.total
        call = self._call(method, path, payload)
        model = str((payload or {}).get("model", ""))
        tried = answered = 0
        while True:
            outcome = self._opened().send(call, deadline)
            tried += 1
            answered += isinstance(outcome, Heard)
            judged = self._judged(outcome, path, model)
            if not isinstance(judged, _Failure):
                return Answer(judged, answered)
            pause = self._pause(judged, tried, deadline)
            if pause is None:
                # Nothing is being handled here: a lower error would bring the request along, and with it the key.
                raise judged.error
            time.sleep(pause)

    def _call(self, method: str, path: str, payload: Mapping[str, Any] | None) -> Call:
        content = None if payload is None else to_bytes(payload)
        return Call(method, self._address.of(path), {**_HEADERS, **self._key.header()}, content)

    def _opened(self) -> "Wire":
        with self._lock:
            if self._wire is None:
                from fabula.models.wire import Wire  # noqa: PLC0415 - who asks no model needs no HTTP library

                self._wire = Wire(self._patience, self._most_bytes, encrypted=self._address.is_encrypted)
                self._closing = weakref.finalize(self, self._wire.close)
            return self._wire

    def _pause(self, failure: _Failure, tried: int, deadline: float) -> float | None:
        """Seconds until the next try, or None when there is none."""
        if not failure.again:
            return None
        roll = random.random()  # noqa: S311 - it only spreads askers in time
        pause = self._patience.pause(tried, told=failure.told, roll=roll)
        return None if pause is None or time.monotonic() + pause >= deadline else pause

    def _judged(self, outcome: Heard | Lost, path: str, model: str) -> Mapping[str, Any] | _Failure:
        if isinstance(outcome, Lost):
            words = f"{self.place} {self._clean(outcome.words)}. {outcome.hint}"
            return _Failure(ModelUnavailableError(words), outcome.again)
        body = from_bytes(outcome.body) if outcome.is_good else None
        if isinstance(body, Mapping) and not body.get("error"):
            return body
        if outcome.is_good and not isinstance(body, Mapping):
            return _Failure(self._no_json(outcome), again=False)
        said = said_in(body) if body else said_by(outcome.body)
        status = _status_in(body) if outcome.is_good else outcome.status
        headers = {name: self._key.scrubbed(value) for name, value in outcome.headers.items()}
        refusal = Refusal(status, said, self.place, path, model, bool(self._key), headers)
        return _Failure(refusal.error(self._clean(str(said))), refusal.again, refusal.told)

    def _no_json(self, heard: Heard) -> ModelError:
        begins = self._clean(heard.body[:200].decode("utf-8", "replace"))
        shown = f"that begins with {begins!r}" if begins else "without content"
        return ModelUnavailableError(
            f"{self.place} answered with something {shown}, not with a JSON object. "
            "Check that the URL is that of a model endpoint; most end in /v1."
        )

    def _clean(self, words: str) -> str:
        return clipped_words(self._key.scrubbed(words))


def _status_in(body: object) -> int:
    """The status that an error under a good status would have had; some gateways hide errors so."""
    error = body.get("error") if isinstance(body, Mapping) else None
    code = error.get("code") if isinstance(error, Mapping) else None
    return code if isinstance(code, int) and code in _ERRORS else _BAD_GATEWAY
