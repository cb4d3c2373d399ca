"""Remembering for a request: never waited for beyond the deadline, whatever hangs; what it learned stays."""

import logging
import threading
import time

import pytest

from fabula.errors import ModelUnavailableError, StoreUnavailableError
from fabula.models.embedding import Space
from fabula.recall.vector_search import VectorSearch
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.recollecting import MOST_BEHIND
from fabula.stores import open_store
from fabula.stores.vectors_memory import MemoryVectors
from fabula.story import Story
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer

FIRST = "I show Lin Yao the silver key."
REPLY = "Lin Yao is the captain of the guard."
TOLD = (FIRST, REPLY, "I nod.", "Rain falls.", "I wait.")
DEADLINE = 0.2
PATIENCE = 20
SLACK = 5.0
"""Seconds that a busy machine may take by itself; what hangs here hangs for ever."""


class Hanging:
    """Hands everything on to something, but hangs in some of its methods until it is let go."""

    def __init__(self, inner, *names):
        self._inner = inner
        self._names = names
        self.gate = threading.Event()
        self.entered = threading.Event()

    def __getattr__(self, name):
        found = getattr(self._inner, name)
        if name not in self._names:
            return found

        def hang(*given, **more):
            self.entered.set()
            self.gate.wait()
            return found(*given, **more)

        return hang


class HangingEmbedder:
    """An embedder that says nothing until it is let go."""

    space = Space("hanging", 4)

    def __init__(self):
        self.gate = threading.Event()
        self.entered = threading.Event()

    def embed(self, texts, purpose):
        self.entered.set()
        self.gate.wait()
        return [[1.0, 0.0, 0.0, 0.0] for _ in texts]


@pytest.fixture
def let_go():
    """``let_go(thing)``: a hanging thing that is let go at the end of the test, before the server ends."""
    held = []

    def hold(thing):
        held.append(thing)
        return thing

    yield hold
    for thing in held:
        thing.gate.set()


@pytest.fixture
def fast(proxied, let_go):
    """A proxy with a short deadline, that ends after what hangs in it was let go."""
    return lambda url, *given, **more: proxied(url, *given, deadline=DEADLINE, **more)


def window(chat):
    """The end of a story whose beginning a front end does not show."""
    return [chat()[0], *chat(*TOLD)[-3:]]


def timed(ask):
    began = time.monotonic()
    got = ask()
    return got, time.monotonic() - began


def test_a_placer_that_hangs_delays_no_reply_and_what_it_learned_is_kept(
    proxied, chat, until, let_go, caplog
):
    store = open_store(":memory:")
    placer = let_go(Hanging(Placer(store), "place"))
    with ScriptedServer([answer(REPLY)]) as server:
        served = proxied(server.url, store, placer=placer, deadline=DEADLINE)
        got, spent = timed(lambda: served.ask(chat(FIRST), "/s/moonlit/v1"))
        assert got.text.endswith("[DONE]\n\n")
        assert spent < DEADLINE + SLACK
        assert got.headers["x-fabula-recall"] == "timeout"
        assert "x-fabula-story" not in got.headers
        assert server.requests[0].body["messages"] == chat(FIRST)
        placer.gate.set()
        candidates = until(lambda: store.stories() and store.candidates("moonlit"))
    assert served.texts("moonlit") == [FIRST]
    assert [one.text for one in candidates] == [REPLY]
    assert "Recall took longer than 200 ms" in caplog.text
    assert "too late for its request" in caplog.text


@pytest.mark.parametrize("method", ["stories", "heads", "commit", "with_key"])
def test_a_store_that_hangs_delays_no_reply(proxied, chat, let_go, method):
    inner = open_store(":memory:")
    store = Hanging(inner, method)
    with ScriptedServer([answer(REPLY)]) as server:
        store.gate.set()
        served = proxied(server.url, store, deadline=DEADLINE)
        store.gate.clear()
        let_go(store)
        got, spent = timed(lambda: served.ask(chat(FIRST), "/s/moonlit/v1"))
    assert store.entered.is_set()
    assert got.text.endswith("[DONE]\n\n")
    assert spent < DEADLINE + SLACK
    assert got.headers["x-fabula-recall"] == "timeout"


class Closing:
    """A placer that once lets the store hang: when it has placed a request, or when it is to keep a reply."""

    def __init__(self, inner, store, when):
        self._inner = inner
        self._store = store
        self._when = when
        self.is_ready = False
        self.hung = threading.Event()

    def __getattr__(self, name):
        return getattr(self._inner, name)

    def place(self, request):
        placed = self._inner.place(request)
        self._hang("placed")
        return placed

    def replied(self, placed, versions, **more):
        self._hang("replied")
        self._inner.replied(placed, versions, **more)

    def _hang(self, when):
        if self.is_ready and when == self._when and not self.hung.is_set():
            self._store.gate.clear()
            self.hung.set()


def test_a_store_that_hangs_while_recalling_delays_no_reply(proxied, chat, let_go):
    store = let_go(Hanging(open_store(":memory:"), "heads", "log", "turns", "bodies"))
    store.gate.set()
    placer = Closing(Placer(store), store, "placed")
    with ScriptedServer() as server:
        served = proxied(server.url, store, placer=placer, deadline=DEADLINE)
        served.ask(chat(*TOLD), "/s/moonlit/v1")
        placer.is_ready = True
        got, spent = timed(lambda: served.ask(window(chat), "/s/moonlit/v1"))
        assert placer.hung.wait(PATIENCE)
    assert got.text.endswith("[DONE]\n\n")
    assert spent < DEADLINE + SLACK
    assert got.headers["x-fabula-recall"] == "timeout"


def test_a_store_that_hangs_while_a_reply_is_kept_delays_neither_it_nor_the_next(proxied, chat, let_go):
    inner = open_store(":memory:")
    store = let_go(Hanging(inner, "commit"))
    store.gate.set()
    placer = Closing(Placer(store), store, "replied")
    placer.is_ready = True
    with ScriptedServer([answer(REPLY), answer("The rain stops.")]) as server:
        served = proxied(server.url, store, placer=placer, deadline=DEADLINE)
        first, spent = timed(lambda: served.ask(chat(FIRST), "/s/moonlit/v1"))
        assert first.text.endswith("[DONE]\n\n")
        assert spent < DEADLINE + SLACK
        assert placer.hung.wait(PATIENCE)
        got, spent = timed(lambda: served.ask(chat(FIRST, REPLY, "I nod."), "/s/moonlit/v1"))
    assert got.text.endswith("[DONE]\n\n")
    assert spent < DEADLINE + SLACK
    assert got.headers["x-fabula-recall"] == "timeout"
    assert inner.candidates("moonlit") == ()


def test_an_embedder_that_hangs_delays_no_reply(proxied, chat, let_go):
    embedder = let_go(HangingEmbedder())

    def opening(store, name):
        return Story(store, name, meaning=VectorSearch(MemoryVectors(), embedder))

    with ScriptedServer() as server:
        served = proxied(server.url, opening=opening, deadline=DEADLINE)
        served.ask(chat(*TOLD), "/s/moonlit/v1")
        for _ in range(3):
            got, spent = timed(lambda: served.ask(window(chat), "/s/moonlit/v1"))
            assert got.text.endswith("[DONE]\n\n")
            assert spent < DEADLINE + SLACK
    assert embedder.entered.is_set()
    assert got.headers["x-fabula-recall"] == "timeout"
    # Placing was done in time, and is told.
    assert got.headers["x-fabula-story"] == "moonlit"


def test_where_much_hangs_nobody_waits_any_more(proxied, chat, let_go, caplog):
    store = open_store(":memory:")
    placer = let_go(Hanging(Placer(store), "place"))
    with ScriptedServer() as server:
        served = proxied(server.url, store, placer=placer, deadline=DEADLINE)
        threads = [
            threading.Thread(target=served.ask, args=(chat(f"I am {number}."),))
            for number in range(MOST_BEHIND)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert served.health()["remembering"] == MOST_BEHIND
        got = served.ask(chat(FIRST))
    assert got.headers["x-fabula-recall"] == "timeout"
    assert got.headers["server-timing"] == "fabula;dur=0.0"
    assert f"behind with {MOST_BEHIND} requests" in caplog.text


def test_a_placer_that_fails_lets_the_chat_go_on(proxied, chat, caplog):
    class Failing:
        def place(self, request):
            raise StoreUnavailableError("The store is busy.")

        def replied(self, placed, versions, *, aborted=False):
            raise AssertionError("There is no place for this reply.")

    with ScriptedServer([answer(REPLY)]) as server:
        got = proxied(server.url, placer=Failing()).ask(chat(FIRST))
    assert got.text.endswith("[DONE]\n\n")
    assert got.headers["x-fabula-recall"] == "degraded"
    assert "The store is busy." in caplog.text


def test_a_fault_of_ours_lets_the_chat_go_on_and_is_in_the_log(proxied, chat, caplog):
    class Broken:
        def place(self, request):
            raise RuntimeError("our own fault")

    with ScriptedServer([answer(REPLY)]) as server:
        got = proxied(server.url, placer=Broken()).ask(chat(FIRST))
    assert got.text.endswith("[DONE]\n\n")
    assert "our own fault" in caplog.text


def test_an_embedder_that_is_away_is_told_of(proxied, chat):
    class Away:
        space = Space("away", 4)

        def embed(self, texts, purpose):
            raise ModelUnavailableError("It is away.")

    def opening(store, name):
        return Story(store, name, meaning=VectorSearch(MemoryVectors(), Away()))

    with ScriptedServer() as server:
        served = proxied(server.url, opening=opening)
        served.ask(chat(*TOLD), "/s/moonlit/v1")
        got = served.ask(window(chat), "/s/moonlit/v1")
    assert got.headers["x-fabula-recall"] == "degraded"


def test_what_a_person_asserts_is_told_even_where_the_whole_story_is_shown(proxied, chat):
    with ScriptedServer() as server:
        served = proxied(server.url)
        served.ask(chat(FIRST), "/s/moonlit/v1")
        before = served.ask(chat(FIRST), "/s/moonlit/v1")
        with served.client() as client:
            claim = {"subject": "Lin Yao", "predicate": "title", "value": "warden of the lake"}
            for path, asked in (("introduce", {"name": "Lin Yao"}), ("claim", claim)):
                said = client.post(f"/api/stories/moonlit/{path}", json=asked)
                assert said.status_code == 200, said.text
        after = served.ask(chat(FIRST), "/s/moonlit/v1")
        assert "warden of the lake" in str(server.requests[-1].body)
    assert before.headers["x-fabula-injected"] == "0"
    assert int(after.headers["x-fabula-injected"]) > 0


def test_a_quiet_request_gets_no_memory(proxied, chat):
    told = chat(FIRST, REPLY, "I nod.", "Rain falls.")
    order = {
        "role": "system",
        "content": "[Pause the roleplay. Summarize the story so far in one paragraph.]",
    }
    with ScriptedServer() as server:
        served = proxied(server.url)
        served.ask(chat(FIRST, REPLY, "I nod."), "/s/moonlit/v1")
        got = served.ask([*told, order], "/s/moonlit/v1", stream=False)
        assert server.requests[-1].body["messages"] == [*told, order]
    assert (got.headers["x-fabula-kind"], got.headers["x-fabula-recall"]) == ("quiet", "off")


def test_without_a_budget_requests_are_placed_and_nothing_is_told(proxied, chat):
    with ScriptedServer([answer(REPLY)]) as server:
        served = proxied(server.url, budget=0)
        got = served.ask(chat(FIRST), "/s/moonlit/v1")
        assert server.requests[0].body["messages"] == chat(FIRST)
    assert (got.headers["x-fabula-story"], got.headers["x-fabula-recall"]) == ("moonlit", "off")


def test_a_request_that_would_wait_in_vain_is_passed_on_at_once(proxied, chat, caplog):
    caplog.set_level(logging.WARNING, "fabula.proxy")
    store = open_store(":memory:")

    class Slow(Placer):
        def place(self, request):
            time.sleep(0.1)
            return super().place(request)

    with ScriptedServer() as server:
        served = proxied(server.url, store, placer=Slow(store), deadline=0.25)
        waited = []

        def tell(who):
            for number in range(6):
                got = served.ask(chat(f"I am {who} at watch {number}."))
                waited.append(float(got.headers["server-timing"].rpartition("=")[2]))

        threads = [threading.Thread(target=tell, args=(who,)) for who in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    # Those that were let in had a chance; the others did not wait for nothing.
    assert sum(one == 0.0 for one in waited) > len(waited) / 4
