"""What placing has found out is kept while the server lives, and when it ends."""

import threading

import anyio

from fabula.errors import StoreUnavailableError
from fabula.serve.proxy.keeping import keeping
from fabula.stores import open_store
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer


class Counting:
    """A placer that counts how often it keeps, fails at first, and hangs where it is told to."""

    def __init__(self, *, hangs=False):
        self.kept = 0
        self.gate = threading.Event()
        self.third = threading.Event()
        if not hangs:
            self.gate.set()

    def keep(self):
        self.kept += 1
        if self.kept > 2:
            self.third.set()
        if self.kept == 1:
            raise StoreUnavailableError("The store is busy.")
        self.gate.wait()


def test_what_is_found_out_is_kept_again_and_again_whatever_fails(caplog):
    placer = Counting()

    async def live():
        async with keeping(placer, every=0.001):
            await anyio.to_thread.run_sync(placer.third.wait)

    anyio.run(live)
    assert "The store is busy." in caplog.text


def test_what_was_found_out_last_is_kept_at_the_end():
    placer = Counting()

    async def live():
        async with keeping(placer, every=3600):
            assert placer.kept == 0

    anyio.run(live)
    assert placer.kept == 1


def test_a_store_that_hangs_does_not_keep_the_server_from_ending():
    placer = Counting(hangs=True)
    placer.kept = 1

    async def live():
        with anyio.fail_after(20):
            async with keeping(placer, every=3600, patience=0.05):
                pass

    try:
        anyio.run(live)
    finally:
        placer.gate.set()
    assert placer.kept == 2


def test_a_server_that_begins_anew_knows_the_chats_of_the_last_one(proxied, chat, tmp_path):
    path = str(tmp_path / "stories.db")
    with ScriptedServer([answer("She pales."), answer("She laughs.")]) as server:
        first = proxied(server.url, open_store(path))
        story = first.ask(chat("I show the key."), chat_id="seven").headers["x-fabula-story"]
        first.stop()
        second = proxied(server.url, open_store(path))
        told = second.ask(chat("Something else altogether."), chat_id="seven")
    assert (told.headers["x-fabula-story"], len(second.stories.store.stories())) == (story, 1)
