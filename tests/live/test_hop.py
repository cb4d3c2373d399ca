"""The hop that listens between the front end and the proxy: it changes nothing and remembers every exchange."""

import socket
import threading

import httpx2
import pytest

from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer, drip, status
from sillytavern_live.hop import Hop

PATIENCE = 20
ASKED = {"model": "m", "messages": [{"role": "user", "content": "谁有钥匙？"}]}


@pytest.fixture
def asked():
    with httpx2.Client(trust_env=False, timeout=PATIENCE) as client:
        yield lambda hop, **more: client.post(f"{hop.url}/v1/chat/completions", json={**ASKED, **more})


def test_an_exchange_goes_by_unchanged_and_is_remembered(asked):
    with ScriptedServer([answer("林遥有。")]) as server, Hop(server.url) as hop:
        told = asked(hop).json()["choices"][0]["message"]["content"]
        (passed,) = hop.completions()
        assert passed.over.wait(PATIENCE)
    assert (told, passed.body) == ("林遥有。", ASKED)
    assert server.requests[0].body == ASKED
    assert passed.answer()[0] == 200


def test_exchanges_on_one_connection_are_told_apart(asked):
    with ScriptedServer([drip("one", every=0), status(503)]) as server, Hop(server.url) as hop:
        asked(hop, stream=True)
        asked(hop, n=2)
        first, second = hop.completions()
        assert second.over.wait(PATIENCE)
    assert server.connections == 1
    assert (first.body, second.body) == ({**ASKED, "stream": True}, {**ASKED, "n": 2})
    assert (first.answer()[0], second.answer()[0]) == (200, 503)


def test_what_is_no_completion_is_left_out(asked):
    with ScriptedServer() as server, Hop(server.url) as hop, httpx2.Client(trust_env=False) as client:
        client.get(f"{hop.url}/v1/models")
        asked(hop)
        assert [passed.path for passed in hop.completions()] == ["/v1/chat/completions"]


def test_who_leaves_on_one_side_leaves_on_the_other():
    gone = threading.Event()

    def waiting(exchange):
        exchange.start_pieces()
        exchange.handler.rfile.read(1)  # nothing but the end can come
        gone.set()

    with ScriptedServer([waiting]) as server, Hop(server.url) as hop:
        port = int(hop.url.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
            assert line.recv(12) == b"HTTP/1.1 200"
        assert gone.wait(PATIENCE)
        assert hop.completions()[0].over.wait(PATIENCE)
