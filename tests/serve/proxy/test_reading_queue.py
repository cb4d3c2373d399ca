"""Reading beside the chat: in order, when it is due, and nothing is lost."""

# ruff: noqa: ASYNC110 - what is waited for happens in the threads of what is tested, which tell nobody.

import threading
from contextlib import asynccontextmanager

import anyio
import pytest

from fabula.errors import ModelUnavailableError
from fabula.extraction.rules import Rules
from fabula.extraction.schedule import Schedule
from fabula.ledger.records import Status, StoryRow
from fabula.models.embedding import Space
from fabula.recall.vector_search import VectorSearch
from fabula.serve.proxy.reading_queue import ReadingQueue, told_by_proxy
from fabula.serve.stories import Stories
from fabula.stores import open_store
from fabula.stores.vectors_memory import MemoryVectors
from fabula.story import Story
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

WORDS = ("Lin Yao is the captain of the guard.", "Lin Yao holds the silver key.", "Mira is at the mill.")


def told(stories, name="moonlit", words=WORDS, by="proxy"):
    """A story that the proxy told."""
    stories.store.create(StoryRow(name, "2026-01-01T00:00:00+00:00"))
    story = Story(stories.store, name, by=by)
    for text in words:
        story.tell(text, role="assistant")
    return story


@pytest.fixture
def stories():
    held = Stories(open_store(":memory:"))
    yield held
    held.close()


def statuses(story):
    return {status.value for status in story.statuses(story.turns())}


def run(work):
    return anyio.run(work, backend_options={"debug": False})


@asynccontextmanager
async def within(seconds=20):
    with anyio.fail_after(seconds):
        yield


async def idle(queue):
    async with within():
        while not queue.is_idle:
            await anyio.sleep(0.01)


def test_what_was_left_unread_is_found_when_the_server_begins(stories):
    story = told(stories)

    async def work():
        queue = ReadingQueue(stories)
        async with queue.open(), within():
            while queue.state()["turns"] < 3:
                await anyio.sleep(0.01)

    run(work)
    assert statuses(story) <= {"ok", "empty", "suspicious"}


def test_stories_that_the_proxy_did_not_tell_are_left_alone_until_somebody_asks(stories):
    story = told(stories, by="cli")

    async def work():
        queue = ReadingQueue(stories)
        async with queue.open():
            await anyio.sleep(0.1)
            await idle(queue)
            assert statuses(story) == {"pending"}
            queue.wake("moonlit", "main")
            await idle(queue)

    run(work)
    assert "pending" not in statuses(story)
    assert told_by_proxy("moonlit", stories.store) == []


def test_turns_wait_until_they_are_due(stories):
    story = told(stories, words=WORDS[:2])

    async def work():
        queue = ReadingQueue(stories, schedule=Schedule(every=3))
        async with queue.open():
            queue.wake("moonlit", "main")
            await idle(queue)
            assert statuses(story) == {"pending"}
            story.tell(WORDS[2], role="assistant")
            queue.wake("moonlit", "main")
            await idle(queue)

    run(work)
    assert "pending" not in statuses(story)


class Gated:
    """Reads by rules, once it is let to."""

    def __init__(self):
        self.rules = Rules()
        self.started = threading.Event()
        self.gate = threading.Event()

    def __getattr__(self, name):
        return getattr(self.rules, name)

    def read(self, window, known):
        self.started.set()
        self.gate.wait(20)
        return self.rules.read(window, known)


@pytest.fixture
def gated():
    reader = Gated()
    yield reader
    reader.gate.set()


def test_a_flood_of_turns_is_one_run_more(stories, gated):
    story = told(stories, words=WORDS[:1])

    async def work():
        queue = ReadingQueue(stories, lambda: gated)
        async with queue.open():
            queue.wake("moonlit", "main")
            await anyio.to_thread.run_sync(gated.started.wait, 20)
            for number in range(20):
                story.tell(f"Mira has {number} letters.", role="assistant")
                queue.wake("moonlit", "main")
            assert queue.state()["waiting"] == 1
            gated.gate.set()
            await idle(queue)
            assert queue.state()["runs"] <= 3

    run(work)
    assert "pending" not in statuses(story)


def test_more_stories_than_may_wait_are_found_again_later(stories, gated):
    held = [told(stories, f"story {number}", WORDS[:1]) for number in range(12)]

    async def work():
        queue = ReadingQueue(stories, lambda: gated, most_waiting=3)
        async with queue.open():
            await anyio.to_thread.run_sync(gated.started.wait, 20)
            for story in held:
                queue.wake(story.name, "main")
            assert queue.state()["waiting"] <= 3
            gated.gate.set()
            async with within():
                while any("pending" in statuses(story) for story in held):
                    await anyio.sleep(0.01)

    run(work)


def test_the_end_stops_between_two_windows_and_the_next_start_goes_on(stories, gated):
    story = told(stories, words=[f"Mira has {number} letters." for number in range(30)])

    async def first():
        queue = ReadingQueue(stories, lambda: gated)
        async with queue.open():
            await anyio.to_thread.run_sync(gated.started.wait, 20)
            threading.Timer(0.1, gated.gate.set).start()

    async def second():
        queue = ReadingQueue(stories)
        async with queue.open(), within():
            while "pending" in statuses(story):
                await anyio.sleep(0.01)

    run(first)
    read_first = sum(status is not Status.PENDING for status in story.statuses(story.turns()))
    assert read_first == 1
    run(second)


def test_a_reader_that_fails_is_told_of_and_asked_again_after_a_while(stories):
    story = told(stories, words=WORDS[:1])
    reader = FailingReader(troubles={1: ModelUnavailableError("It is away.")})
    states = []

    async def work():
        queue = ReadingQueue(stories, lambda: reader, pause=0.2)
        async with queue.open(), within():
            while not (states and states[-1]["ok"] and states[-1]["runs"] > 1):
                states.append(dict(queue.state()))
                await anyio.sleep(0.01)

    run(work)
    assert any(not state["ok"] and state["failing"] == 1 for state in states)
    assert "pending" not in statuses(story)


def test_a_reader_with_a_fault_stops_nobody_else(stories, caplog):
    both = [told(stories, name, WORDS[:1]) for name in ("a", "b")]
    readers = iter([True])

    def reader():
        if next(readers, False):
            raise RuntimeError("no reader")
        return Rules()

    async def work():
        queue = ReadingQueue(stories, reader, pause=60)
        async with queue.open(), within():
            while sum("pending" in statuses(story) for story in both) != 1 or not queue.state()["failing"]:
                await anyio.sleep(0.01)

    run(work)
    assert "no reader" in caplog.text


class Embedder:
    """An embedder that is away at first."""

    space = Space("counted", 2)

    def __init__(self):
        self.tries = 0

    def embed(self, texts, purpose):
        self.tries += 1
        if self.tries == 1:
            raise ModelUnavailableError("It is away.")
        return [[1.0, len(text) / 100] for text in texts]


def test_what_was_read_is_embedded_and_an_embedder_that_is_away_is_told_of():
    embedder = Embedder()
    search = VectorSearch(MemoryVectors(), embedder)
    stories = Stories(open_store(":memory:"), opening=lambda store, name: Story(store, name, meaning=search))
    told(stories)
    states = []

    async def work():
        queue = ReadingQueue(stories, pause=0.1)
        async with queue.open(), within():
            while not (states and states[-1]["ok"] and states[-1]["runs"] > 1):
                states.append(dict(queue.state()))
                await anyio.sleep(0.01)

    run(work)
    assert any(state["failing"] for state in states)
    assert stories.apart("moonlit").vectors.state().status == "ok"
    stories.close()


def test_an_embedder_that_is_silent_keeps_no_other_story_from_being_read():
    asked, goes_on = threading.Event(), threading.Event()

    class Silent(Embedder):
        def embed(self, texts, purpose):
            asked.set()
            goes_on.wait(20)
            return [[1.0, 0.0] for _ in texts]

    search = VectorSearch(MemoryVectors(), Silent())
    stories = Stories(open_store(":memory:"), opening=lambda store, name: Story(store, name, meaning=search))
    told(stories)
    other = told(stories, "harbour")

    async def work():
        queue = ReadingQueue(stories, lambda: None)
        async with within(), queue.open():
            while not asked.is_set() or statuses(other) == {Status.PENDING.value}:
                await anyio.sleep(0.01)
            assert not goes_on.is_set()
            goes_on.set()
            await idle(queue)

    run(work)
    assert Status.PENDING.value not in statuses(other)
    stories.close()


def test_a_story_that_is_gone_is_forgotten(stories):
    async def work():
        queue = ReadingQueue(stories)
        async with queue.open():
            queue.wake("no such story", "main")
            await idle(queue)
            assert queue.state()["ok"]

    run(work)


def test_while_requests_want_their_memory_reading_waits_a_little_and_goes_on(stories):
    story = told(stories, words=WORDS[:2])

    async def work():
        queue = ReadingQueue(stories, is_busy=lambda: True)
        async with queue.open(), within():
            while "pending" in statuses(story):
                await anyio.sleep(0.01)

    run(work)


def test_whoever_is_chosen_when_a_reading_begins_reads_and_rules_where_nobody_is(stories):
    first, second = told(stories), told(stories, "sunlit")
    chosen = [None, ScriptedReader()]

    async def work():
        queue = ReadingQueue(stories, lambda: chosen.pop(0))
        async with queue.open(), within():
            while queue.state()["runs"] < 2:
                await anyio.sleep(0.01)

    run(work)
    assert not chosen
    readers = {story.readings()[0].extractor.split("/")[0] for story in (first, second)}
    assert readers == {Rules().identity.split("/")[0], ScriptedReader().identity.split("/")[0]}
