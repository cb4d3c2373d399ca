"""Plain connections to the upstream."""

import asyncio
import socket
import struct
from contextlib import closing

import httpcore2
import pytest

from fabula.serve.proxy.tcp import Plain

SHORT = 0.05
LONG = 20.0


def connected(work):
    """What ``work`` makes of our end and the other end of a connection."""

    async def main():
        others = asyncio.Queue()
        server = await asyncio.start_server(lambda *ends: others.put(ends), "127.0.0.1", 0)
        async with server:
            stream = await Plain().connect_tcp("127.0.0.1", server.sockets[0].getsockname()[1], LONG)
            reader, writer = await others.get()
            try:
                return await work(stream, reader, writer)
            finally:
                await stream.aclose()
                writer.close()

    return asyncio.run(main())


def test_bytes_go_both_ways():
    async def work(stream, reader, writer):
        await stream.write("月光".encode(), LONG)
        writer.write(await reader.readexactly(6))
        return await stream.read(100, LONG)

    assert connected(work).decode() == "月光"


def test_an_idle_connection_that_the_other_side_has_closed_is_known_to_be():
    async def work(stream, _reader, writer):
        before = stream.get_extra_info("is_readable")
        writer.close()
        return before, await stream.read(100, LONG), stream.get_extra_info("is_readable")

    assert connected(work) == (False, b"", True)


def test_silence_is_a_timeout():
    async def work(stream, _reader, _writer):
        with pytest.raises(httpcore2.ReadTimeout):
            await stream.read(100, SHORT)

    connected(work)


def test_a_connection_that_is_cut_is_an_error():
    async def work(stream, _reader, writer):
        at_once = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        writer.transport.abort()
        with pytest.raises(httpcore2.ReadError):
            await stream.read(100, LONG)

    connected(work)


def test_where_nobody_listens_nothing_connects():
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(httpcore2.ConnectError):
            asyncio.run(Plain().connect_tcp("127.0.0.1", taken.getsockname()[1], LONG))
