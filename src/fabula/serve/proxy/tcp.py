"""Plain connections to the upstream on asyncio itself: a reply comes in many small pieces, and each of them costs."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpcore2

_ROOM = 256 * 1024  # bytes that wait to be read before the upstream is made to wait


class Plain(httpcore2.AsyncNetworkBackend):
    """Connects without encryption; what is encrypted is left to httpcore's own backend."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's word
        local_address: str | None = None,  # noqa: ARG002 - of the port, and nobody here sets it
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,  # noqa: ARG002 - as above
    ) -> httpcore2.AsyncNetworkStream:
        """A connection to a host, under whichever of its addresses answers first."""
        with _told(httpcore2.ConnectTimeout, httpcore2.ConnectError):
            async with asyncio.timeout(timeout):
                return PlainStream(*await asyncio.open_connection(host, port, limit=_ROOM))


class PlainStream(httpcore2.AsyncNetworkStream):
    """One connection, as httpcore reads and writes it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - as above
        """What has come, or what comes next; nothing at the end."""
        with _told(httpcore2.ReadTimeout, httpcore2.ReadError):
            async with asyncio.timeout(timeout):
                return await self._reader.read(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 - as above
        """Send some bytes, once there is room for them."""
        with _told(httpcore2.WriteTimeout, httpcore2.WriteError):
            async with asyncio.timeout(timeout):
                self._writer.write(buffer)
                await self._writer.drain()

    async def aclose(self) -> None:
        """Close it without waiting for the other side."""
        with suppress(OSError):
            self._writer.close()

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - httpcore's word
        """Whether the other side has closed an idle connection, which is all that httpcore asks here."""
        return self._reader.at_eof() if info == "is_readable" else None


@contextmanager
def _told(silent: type[Exception], broken: type[Exception]) -> Iterator[None]:
    """Let failures leave as httpcore's."""
    try:
        yield
    except TimeoutError as error:
        raise silent(str(error)) from error
    except OSError as error:
        raise broken(str(error)) from error
