"""Warming up: what is folded ahead, in which steps, and who is let in between."""

import threading

import anyio
import pytest

from fabula.errors import StoreUnavailableError
from fabula.ledger.records import StoryRow
from fabula.serve.stories import Stories
from fabula.serve.warming import STEP, warm, warming
from fabula.stores import open_store
from fabula.story import Story
from fabula.testing.scripted_reader import ScriptedReader

TURNS = STEP + 2


class Counting(Story):
    """Notes every turn of which a view was asked for, and makes it once that may be."""

    asked: list[int] = []  # noqa: RUF012 - one list for the handles of a test
    may = threading.Event()

    def view(self, as_of=None, **more):
        self.asked.append(as_of)
        assert self.may.wait(20)
        return super().view(as_of, **more)


@pytest.fixture
def store():
    store = open_store(":memory:")
    yield store
    store.close()


@pytest.fixture
def stories(store):
    Counting.asked = []
    Counting.may.set()
    stories = Stories(store, opening=Counting)
    yield stories
    stories.channels.close()


def tell(store, name, turns):
    store.create(StoryRow(name, "now"))
    told = Story(store, name)
    for number in range(turns):
        told.tell(f"[Mira knows Finn{number}]")
    told.extract(ScriptedReader())


async def until(condition):
    for _ in range(4000):
        if condition():
            return
        await anyio.sleep(0.005)
    pytest.fail("It never came to that.")


def while_warming(stories, condition):
    async def running():
        async with warming(stories):
            await until(condition)

    anyio.run(running)


def test_the_only_story_is_folded_up_to_its_head_before_anybody_asks(store, stories):
    tell(store, "moonlit", TURNS)
    while_warming(stories, lambda: TURNS in Counting.asked)
    assert Counting.asked == [STEP, TURNS]


def test_of_several_stories_none_is_folded_ahead(store, stories):
    tell(store, "moonlit", 1)
    tell(store, "sunlit", 1)
    seen = []
    store.stories = lambda: seen.append(1) or type(store).stories(store)
    while_warming(stories, lambda: seen)
    assert Counting.asked == []


def test_a_story_without_turns_asks_for_no_view(store, stories):
    tell(store, "moonlit", 0)
    assert anyio.run(warm, stories, "moonlit") == 0
    assert Counting.asked == []


def test_somebody_who_waits_is_let_in_between_two_steps(store, stories):
    tell(store, "moonlit", TURNS)
    Counting.may.clear()

    async def both():
        async with anyio.create_task_group() as group:
            group.start_soon(warm, stories, "moonlit")
            await until(lambda: Counting.asked)
            group.start_soon(stories.run, "moonlit", "", lambda _told: Counting.asked.append(None))
            await anyio.wait_all_tasks_blocked()
            Counting.may.set()

    anyio.run(both)
    assert Counting.asked == [STEP, None, TURNS]


def test_a_server_that_ends_waits_for_the_step_under_way_and_begins_no_other(store, stories):
    tell(store, "moonlit", TURNS)
    Counting.may.clear()

    async def ended():
        async with warming(stories):
            await until(lambda: Counting.asked)
            Counting.may.set()

    anyio.run(ended)
    assert Counting.asked == [STEP]


def test_a_store_that_cannot_be_read_does_not_keep_the_server_from_running(caplog):
    class Broken:
        def stories(self):
            raise StoreUnavailableError("The file is busy.")

    while_warming(Stories(Broken()), lambda: "The file is busy." in caplog.text)
