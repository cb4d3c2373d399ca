"""The model's endpoint as the proxy asks it."""

import anyio
import pytest

from fabula.errors import InvalidInputError
from fabula.serve.proxy.upstream import Upstream
from fabula.testing.scripted_server import ScriptedServer

KEY = "sk-upstream-0123456789"


@pytest.mark.parametrize("url", ["", "localhost:1", "http://a/v1?x=1", "http://k@a/v1", "http://a/v1/models"])
def test_what_is_no_base_url_is_refused(url):
    with pytest.raises(InvalidInputError):
        Upstream(url)


def test_what_is_no_key_is_refused():
    with pytest.raises(InvalidInputError, match="key"):
        Upstream("http://127.0.0.1:1/v1", "two words")


def test_it_shows_its_place_and_not_its_key():
    assert repr(Upstream("http://127.0.0.1:1/v1/", KEY)) == "Upstream('http://127.0.0.1:1/v1')"


def test_a_key_is_scrubbed_unless_it_is_too_short_to_be_told_from_words():
    assert Upstream("http://127.0.0.1:1/v1", KEY).scrubbed(f"no {KEY}!".encode()) == b"no ***!"
    assert Upstream("http://127.0.0.1:1/v1", "ollama").scrubbed(b"ollama") == b"ollama"


def test_connections_are_used_again_and_the_environments_proxies_are_not(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")

    async def work(server):
        upstream = Upstream(server.url)
        for _ in range(3):
            async with upstream.asked("GET", "/models", [], None) as answer:
                assert answer.status == 200
                assert b"".join([piece async for piece in upstream.pieces(answer)])
        await upstream.close()

    with ScriptedServer() as server:
        anyio.run(work, server)
        assert server.connections == 1
