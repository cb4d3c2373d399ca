"""The application on a port: where it listens, and how it ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing

import httpx2
import pytest

from fabula import open as opened
from fabula.errors import InvalidInputError
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.running import Server, bound
from fabula.serve.stories import Stories
from fabula.stores import open_store

PROGRAM = """
import sys
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store
app = app_for(Stories(open_store(sys.argv[1])), Access())
Server(app, port=0, ready=lambda url: print(url, flush=True)).listen()
print("ended", flush=True)
"""


@pytest.fixture
def process(tmp_path):
    command = [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path / "story.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_within_five_seconds_even_while_somebody_listens(process, sent):
    url = process.stdout.readline().strip()
    with httpx2.Client(base_url=url, timeout=20) as client:
        assert client.post("/api/stories/moonlit/import", content=b"Moonlight.").status_code == 202
        with client.stream("GET", "/api/stories/moonlit/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: listening"
            began = time.monotonic()
            os.kill(process.pid, sent)
            assert list(lines)[-1] == ""
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "ended\n", "")
    assert time.monotonic() - began < 5


def test_an_address_that_is_taken_is_said_to_be(serve):
    served = serve()
    with pytest.raises(InvalidInputError, match=f"port {served.port}.*--port 0"):
        bound("127.0.0.1", served.port)


@pytest.mark.parametrize(
    ("host", "port"), [("no such host", 0), ("192.0.2.1", 0), ("127.0.0.1", 70000), ("127.0.0.1", -1)]
)
def test_an_address_that_is_none_here_is_refused(host, port):
    with pytest.raises(InvalidInputError, match=r"Nothing can listen|Ports go"):
        bound(host, port)


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_an_address_of_version_6_stands_in_brackets(host):
    stories = Stories(open_store(":memory:"))
    server = Server(app_for(stories, Access()), host, 0)
    server._socket.close()
    stories.close()
    assert server.url.startswith("http://[::1]:")


def test_a_story_that_was_being_written_is_whole_after_the_end(serve, tmp_path):
    place = str(tmp_path / "story.db")
    served = serve(open_store(place))
    served.make()
    served.tell("月光。")
    served.stop()
    story = opened(place)
    assert ([turn.text for turn in story.turns()], story.verify().damages) == (["月光。"], ())
    story.close()


def test_short_answers_go_at_once():
    """On sockets that name their protocol asyncio turns Nagle's algorithm off; else each answer waits 40 ms."""
    with bound("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


HANGING = """
import sys, threading
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.logs import log_to
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store
store = open_store(sys.argv[1])
log = store.log
store.log = lambda story, since=0: threading.Event().wait() if story == "moonlit" else log(story, since)
log_to(sys.stderr)
server = Server(app_for(Stories(store), Access()), port=0, ready=lambda url: print(url, flush=True), last=4.0)
server.listen()
print("ended", flush=True)
"""


def test_a_store_that_hangs_for_ever_is_named_and_does_not_keep_the_process_alive(tmp_path):
    place = str(tmp_path / "story.db")
    for name, words in (("rainy", "Rain."), ("moonlit", "月光。")):
        with closing(opened(place, story=name)) as story:
            story.tell(words)
    command = [sys.executable, "-W", "error", "-c", HANGING, place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().strip()
        with httpx2.Client(base_url=url, timeout=20) as client:
            with pytest.raises(httpx2.TimeoutException):
                client.get("/api/stories/moonlit/facts", timeout=0.5)
            said = client.post("/api/stories/rainy/tell", json={"text": "It stops."})
            assert said.is_success, said.text
        began = time.monotonic()
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 30
    assert process.returncode == 1
    assert "Story 'moonlit' does not answer" in err
    assert "the server ends without it" in err
    with closing(opened(place, story="rainy")) as story:
        assert [turn.text for turn in story.turns()] == ["Rain.", "It stops."]
        assert story.verify().damages == ()
