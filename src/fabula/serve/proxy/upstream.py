"""The model's endpoint as the proxy asks it: one pool of connections, and failures that say what happened."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import anyio
import httpx2

from fabula.models.address import Key, address
from fabula.serve.proxy.headers import Header
from fabula.serve.proxy.troubles import UpstreamError

PATIENCE = 600.0
"""How many seconds the upstream may be silent: large models on small machines take their time."""

_CONNECTING = 10.0
_IDLE = 3.0
"""How long an idle connection is kept: shorter than servers keep theirs, so that none is used that is being closed."""

_BAD_GATEWAY, _TIMED_OUT = 502, 504
_SHORTEST_HIDDEN = 8


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
        self._client = httpx2.AsyncClient(
            trust_env=False,
            follow_redirects=False,
            # Certificates take a quarter of a second to load, and a plain connection has none to check.
            verify=self._address.is_encrypted,
            timeout=self._limits,
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=64, keepalive_expiry=_IDLE),
        )

    def __repr__(self) -> str:
        return f"Upstream({self.place!r})"

    @property
    def place(self) -> str:
        """The base URL, which holds no secret."""
        return self._address.base

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    @asynccontextmanager
    async def asked(
        self, method: str, path: str, headers: Sequence[Header], content: bytes | AsyncIterator[bytes] | None
    ) -> AsyncIterator[httpx2.Response]:
        """The beginning of an answer, of which the body is still to come; let go of when left.

        Raises:
            UpstreamError: there is none.
        """
        request = httpx2.Request(
            method,
            self._address.of(path),
            headers=headers,
            content=content,
            extensions={"timeout": self._limits.as_dict()},
        )
        with self._told():
            answer = await self._client.send(request, stream=True)
        try:
            yield answer
        finally:
            with anyio.CancelScope(shield=True):
                await answer.aclose()

    async def pieces(self, answer: httpx2.Response) -> AsyncIterator[bytes]:
        """The body of an answer as it comes, packed as it is.

        Raises:
            UpstreamError: it broke off.
        """
        with self._told():
            async for piece in answer.aiter_raw():
                yield piece

    def scrubbed(self, body: bytes) -> bytes:
        """A body without our key, which endpoints repeat when they refuse it."""
        if len(self.key) < _SHORTEST_HIDDEN:
            return body
        return body.replace(self.key.encode(), b"***")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Let failures of the connection leave as what they mean."""
        try:
            yield
        except httpx2.ConnectTimeout:
            raise self._error(f"took no connection within {_CONNECTING:g} s", _TIMED_OUT) from None
        except httpx2.TimeoutException:
            raise self._error(f"was silent for {self._patience:g} s", _TIMED_OUT) from None
        except httpx2.ConnectError as error:
            raise self._error(f"cannot be reached ({error})", _BAD_GATEWAY) from None
        except httpx2.TransportError as error:
            raise self._error(f"broke off ({error})", _BAD_GATEWAY) from None

    def _error(self, what: str, status: int) -> UpstreamError:
        code = "upstream_timeout" if status == _TIMED_OUT else "upstream_unavailable"
        return UpstreamError(f"Fabula's upstream {self.place} {what}.", status, code)
