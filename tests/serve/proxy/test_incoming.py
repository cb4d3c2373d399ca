"""The client's side of an exchange."""

import anyio
import pytest
from starlette.requests import ClientDisconnect

from fabula.serve.proxy.incoming import Incoming, while_there

LEFT = {"type": "http.disconnect"}


def part(body, *, more=False):
    return {"type": "http.request", "body": body, "more_body": more}


def sends(*messages):
    """What a server hands on: these messages, and then nothing for ever."""
    waiting = list(messages)

    async def receive():
        if waiting:
            return waiting.pop(0)
        return await anyio.sleep_forever()

    return receive


def test_a_body_comes_in_its_pieces():
    incoming = Incoming(sends(part(b"one ", more=True), part(b"", more=True), part(b"two")))
    assert anyio.run(incoming.whole) == b"one two"


def test_who_leaves_in_the_middle_of_a_body_has_left():
    with pytest.raises(ClientDisconnect):
        anyio.run(Incoming(sends(part(b"one ", more=True), LEFT)).whole)


def test_work_is_done_to_the_end_while_the_client_is_there():
    async def work():
        incoming = Incoming(sends(part(b"")))
        await incoming.whole()
        return await while_there(incoming, anyio.lowlevel.checkpoint)

    assert anyio.run(work) is True


def test_work_stops_where_the_client_leaves():
    async def work():
        incoming = Incoming(sends(part(b""), LEFT))
        await incoming.whole()
        with anyio.fail_after(10):
            return await while_there(incoming, anyio.sleep_forever)

    assert anyio.run(work) is False


def test_what_fails_leaves_as_itself():
    async def fail():
        raise KeyError("as it is")

    async def work():
        incoming = Incoming(sends(part(b"")))
        await incoming.whole()
        await while_there(incoming, fail)

    with pytest.raises(KeyError, match="as it is"):
        anyio.run(work)
