"""The client's side of an exchange: what it sends, and whether it is still there."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import anyio
from starlette.requests import ClientDisconnect
from starlette.types import Receive

_LEFT = "http.disconnect"


class Incoming:
    """What a client sends: its body once, piece by piece or whole, and later the news that it has left."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read = anyio.Event()

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body as it comes.

        Raises:
            ClientDisconnect: the client left in the middle of it.
            TooLargeError: it is larger than the server takes.
        """
        more = True
        while more:
            message = await self._receive()
            if message["type"] == _LEFT:
                raise ClientDisconnect
            more = message.get("more_body", False)
            if not more:
                self._read.set()
            if body := message.get("body", b""):
                yield body

    async def whole(self) -> bytes:
        """The body, once it is all there; raises as ``pieces``."""
        return b"".join([piece async for piece in self.pieces()])

    async def left(self) -> None:
        """Wait until the client has left, or has got its answer."""
        await self._read.wait()
        while (await self._receive())["type"] != _LEFT:
            pass


async def while_there(
    incoming: Incoming, work: Callable[[], Awaitable[None]], ending: asyncio.Event | None = None
) -> bool:
    """Do some work as long as the client is there and ``ending`` is not set; tell whether it was done to the end."""
    done = False
    failure: Exception | None = None
    async with anyio.create_task_group() as group:

        async def watch(what: Callable[[], Awaitable[object]]) -> None:
            await what()
            group.cancel_scope.cancel()

        group.start_soon(watch, incoming.left)
        if ending is not None:
            group.start_soon(watch, ending.wait)
        try:
            await work()
            done = True
        except Exception as error:  # noqa: BLE001 - raised again below: a group would wrap it into another
            failure = error
        group.cancel_scope.cancel()
    if failure is not None:
        raise failure
    return done
