"""The model's endpoint as the proxy asks it: one pool of connections, and failures that say what happened."""

from collections.abc import AsyncIterable, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import anyio
import httpcore2
import httpx2

from fabula.models.address import Key, address
from fabula.serve.proxy.headers import Header
from fabula.serve.proxy.tcp import Plain
from fabula.serve.proxy.troubles import UpstreamError

PATIENCE = 600.0
"""How many seconds the upstream may be silent: large models on small machines take their time."""

_CONNECTING = 10.0
_IDLE = 3.0
"""How long an idle connection is kept: shorter than servers keep theirs, so that none is used that is being closed."""

_BAD_GATEWAY, _TIMED_OUT = 502, 504
_SHORTEST_HIDDEN = 8


@dataclass(frozen=True, slots=True)
class Answer:
    """The beginning of an answer, to a request of some method. ``headers`` have lower-case names."""

    method: str
    status: int
    headers: Sequence[Header]
    body: AsyncIterable[bytes]

    def header(self, name: bytes) -> str:
        """The value of a header; empty if there is none."""
        return next((value.decode("latin-1") for one, value in self.headers if one == name), "")

    @property
    def media(self) -> str:
        """What kind of body it has, without its parameters."""
        return self.header(b"content-type").partition(";")[0].strip().lower()

    @property
    def encoding(self) -> str:
        """How the body is packed; empty if it is not."""
        return self.header(b"content-encoding")


class Upstream:
    """An OpenAI-compatible base URL. ``key`` is shown to it in place of the client's own, and to nobody else.

    Raises:
        InvalidInputError: the URL or the key cannot be one.
    """

    def __init__(self, url: str, key: str = "", *, patience: float = PATIENCE) -> None:
        self._address = address(url)
        Key(key)
        self.key = key.strip()
        self._patience = patience
        self._limits = httpx2.Timeout(patience, connect=_CONNECTING)
        self._pool = self._connections()

    def __repr__(self) -> str:
        return f"Upstream({self.place!r})"

    @property
    def place(self) -> str:
        """The base URL, which holds no secret."""
        return self._address.base

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.aclose()

    @asynccontextmanager
    async def asked(
        self, method: str, path: str, headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None
    ) -> AsyncIterator[Answer]:
        """The beginning of an answer, of which the body is still to come; let go of when left.

        Raises:
            UpstreamError: there is none.
        """
        request = self._request(method, path, headers, content)
        with self._told():
            answer = await self._pool.handle_async_request(request)
        try:
            named = [(name.lower(), value) for name, value in answer.headers]
            yield Answer(method, answer.status, named, answer.aiter_stream())
        finally:
            with anyio.CancelScope(shield=True):
                await answer.aclose()

    async def pieces(self, answer: Answer) -> AsyncIterator[bytes]:
        """The body of an answer as it comes, packed as it is.

        Raises:
            UpstreamError: it broke off.
        """
        with self._told():
            async for piece in answer.body:
                yield piece

    def scrubbed(self, body: bytes) -> bytes:
        """A body without our key, which endpoints repeat when they refuse it."""
        if len(self.key) < _SHORTEST_HIDDEN:
            return body
        return body.replace(self.key.encode(), b"***")

    def _connections(self) -> httpcore2.AsyncConnectionPool:
        # Certificates take a quarter of a second to load, and a plain connection has none to check.
        is_encrypted = self._address.is_encrypted
        return httpcore2.AsyncConnectionPool(
            ssl_context=httpx2.create_ssl_context(trust_env=False) if is_encrypted else None,
            max_connections=None,
            max_keepalive_connections=64,
            keepalive_expiry=_IDLE,
            network_backend=None if is_encrypted else Plain(),
        )

    def _request(
        self, method: str, path: str, headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None
    ) -> httpcore2.Request:
        """A request with the headers that its body and its host ask for."""
        made = httpx2.Request(method, self._address.of(path), headers=headers, content=content)
        where = made.url
        return httpcore2.Request(
            method,
            httpcore2.URL(
                scheme=where.raw_scheme, host=where.raw_host, port=where.port, target=where.raw_path
            ),
            headers=made.headers.raw,
            content=made.stream,
            extensions={"timeout": self._limits.as_dict()},
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Let failures of the connection leave as what they mean."""
        try:
            yield
        except httpcore2.ConnectTimeout:
            raise self._error(f"took no connection within {_CONNECTING:g} s", _TIMED_OUT) from None
        except httpcore2.TimeoutException:
            raise self._error(f"was silent for {self._patience:g} s", _TIMED_OUT) from None
        except httpcore2.ConnectError as error:
            raise self._error(f"cannot be reached ({error})", _BAD_GATEWAY) from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
            raise self._error(f"broke off ({error})", _BAD_GATEWAY) from None

    def _error(self, what: str, status: int) -> UpstreamError:
        code = "upstream_timeout" if status == _TIMED_OUT else "upstream_unavailable"
        return UpstreamError(f"Fabula's upstream {self.place} {what}.", status, code)
