"""Many askers at one store: nobody in anybody's way, nothing lost."""

import threading
from concurrent.futures import ThreadPoolExecutor

import anyio
import pytest

import fabula
from fabula.errors import BranchNotFoundError, HeadMovedError, StoryNotFoundError
from fabula.ledger.records import StoryRow
from fabula.serve.permits import Permit, use, withdraw
from fabula.serve.refusals import ForbiddenError
from fabula.serve.stories import KEPT_HANDLES, THREADS, Stories, on_branch
from fabula.stores import open_store

READERS, WRITERS, TOLD = 200, 20, 5


@pytest.fixture
def stories():
    stories = Stories(open_store(":memory:"))
    stories.store.create(StoryRow("moonlit", "now"))
    yield stories
    stories.close()


def run(stories, work, story="moonlit", branch=""):
    return anyio.run(stories.run, story, branch, work)


def test_work_is_done_on_the_branch_that_was_asked_for(stories):
    run(stories, lambda told: told.tell("One."))
    run(stories, lambda told: told.fork("kinder"))
    run(stories, lambda told: told.tell("Two."), branch="kinder")
    assert run(stories, lambda told: len(told.turns())) == 1
    assert run(stories, lambda told: len(told.turns()), branch="kinder") == 2


def test_a_branch_that_is_not_there_moves_no_head(stories):
    run(stories, lambda told: told.tell("One."))
    run(stories, lambda told: told.tell("Two."))
    with pytest.raises(BranchNotFoundError, match="it has: main"):
        run(stories, lambda told: told, branch="1")
    assert run(stories, lambda told: len(told.turns())) == 2


def test_a_story_that_is_not_there_is_said_to_be_missing_and_remembered_by_nobody(stories):
    with pytest.raises(StoryNotFoundError):
        run(stories, lambda told: told, story="sunlit")
    assert list(stories._rooms) == []


def test_a_handle_is_kept_for_the_next_asker(stories):
    assert run(stories, lambda told: told._ledger) is run(stories, lambda told: told._ledger)


def test_a_handle_in_which_something_broke_is_not_used_again(stories):
    before = run(stories, lambda told: told._ledger)
    with pytest.raises(ZeroDivisionError):
        run(stories, lambda _told: 1 / 0)
    assert run(stories, lambda told: told._ledger) is not before


def test_a_branch_that_was_removed_is_gone_for_the_next_asker(stories):
    run(stories, lambda told: told.tell("One."))
    run(stories, lambda told: told.fork("kinder"))
    run(stories, lambda told: told.turns(), branch="kinder")
    run(stories, lambda told: told.branches.remove("kinder"))
    with pytest.raises(BranchNotFoundError):
        run(stories, lambda told: told.turns(), branch="kinder")


def test_where_a_story_starts_is_asked_anew_each_time(stories):
    run(stories, lambda told: told.tell("One."))
    run(stories, lambda told: told.fork("kinder"))
    run(stories, lambda told: told.branches.start_on("kinder"))
    assert run(stories, lambda told: told.branch) == "kinder"


def test_only_so_many_idle_handles_are_kept(stories):
    for number in range(KEPT_HANDLES + 10):
        stories.store.create(StoryRow(f"story {number}", "now"))
        run(stories, lambda told: told.name, story=f"story {number}")
    assert len(stories._rooms) == KEPT_HANDLES


def test_two_never_work_at_one_story_at_once(stories):
    inside, most = [], []

    def work(_told):
        inside.append(1)
        most.append(len(inside))
        threading.Event().wait(0.002)
        inside.pop()

    async def ask_all():
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(stories.run, "moonlit", "", work)

    anyio.run(ask_all)
    assert most == [1] * 20


def test_who_asks_no_view_waits_for_nobody_who_folds_one(stories):
    run(stories, lambda told: told.tell("One."))
    folding, read = threading.Event(), threading.Event()

    def fold(_told):
        folding.set()
        assert read.wait(20)

    async def ask_both():
        async with anyio.create_task_group() as group:
            group.start_soon(stories.run, "moonlit", "", fold)
            await anyio.to_thread.run_sync(folding.wait, 20)
            seen = await stories.read("moonlit", "", lambda told: [turn.text for turn in told.turns()])
            read.set()
        return seen

    assert anyio.run(ask_both) == ["One."]


def test_who_reads_waits_for_no_thread_that_folds_another_story(stories):
    read = threading.Event()
    for number in range(THREADS + 1):
        stories.store.create(StoryRow(f"story {number}", "now"))

    async def ask_all():
        async with anyio.create_task_group() as group:
            for number in range(THREADS + 1):
                group.start_soon(stories.run, f"story {number}", "", lambda _told: read.wait(20))
            await anyio.wait_all_tasks_blocked()
            names = [row.name for row in await stories.all()]
            await stories.read("moonlit", "", lambda _told: read.set())
        return names

    assert "moonlit" in anyio.run(ask_all)


def test_what_is_written_at_one_desk_is_read_at_the_other(stories):
    for number in range(3):
        run(stories, lambda told, number=number: told.tell(f"Turn {number}."))
        assert anyio.run(stories.read, "moonlit", "", lambda told: len(told.turns())) == number + 1


def test_what_was_purged_at_one_desk_is_gone_at_the_other(stories):
    run(stories, lambda told: told.tell("A secret."))
    anyio.run(stories.read, "moonlit", "", lambda told: told.turns())
    run(stories, lambda told: told.purge([1]))
    assert anyio.run(stories.read, "moonlit", "", lambda told: told.turn(1).text) == ""


def test_one_story_does_not_wait_for_another(stories):
    stories.store.create(StoryRow("sunlit", "now"))
    meeting = threading.Barrier(2, timeout=20)

    async def ask_both():
        async with anyio.create_task_group() as group:
            for name in ("moonlit", "sunlit"):
                group.start_soon(stories.run, name, "", lambda _told: meeting.wait())

    anyio.run(ask_both)
    assert not meeting.broken


def test_a_permit_holds_for_every_way_in(stories):
    stories.store.create(StoryRow("sunlit", "now"))
    token = use(Permit(frozenset({"sunlit"})))
    try:
        assert [row.name for row in anyio.run(stories.all)] == ["sunlit"]
        for ask in (
            lambda: run(stories, lambda told: told),
            lambda: anyio.run(stories.read, "moonlit", "", lambda told: told),
            lambda: stories.apart("moonlit"),
        ):
            with pytest.raises(ForbiddenError):
                ask()
        for way in (stories.look, stories.make):
            with pytest.raises(ForbiddenError):
                anyio.run(way, "moonlit")
    finally:
        withdraw(token)


def test_a_handle_on_a_branch_is_one_on_that_branch():
    with pytest.raises(BranchNotFoundError):
        on_branch(fabula.open(":memory:", story="moonlit"), "nowhere")


def test_200_readers_and_20_writers_lose_nothing_and_meet_no_error(serve, tmp_path):
    """Writers tell without condition, so all of it must be there; readers see only what grows."""
    served = serve(open_store(str(tmp_path / "story.db")))
    served.make()

    def write(writer):
        with served.client() as client:
            said = [f"Writer {writer}, turn {number}." for number in range(TOLD)]
            texts = [{"text": text, "read": writer % 2 == 0} for text in said]
            return [client.post("/api/stories/moonlit/tell", json=text) for text in texts]

    def read(_reader):
        with served.client() as client:
            return [client.get("/api/stories/moonlit/turns", params={"limit": 1000}) for _ in range(2)]

    with ThreadPoolExecutor(READERS + WRITERS) as pool:
        reading = [pool.submit(read, reader) for reader in range(READERS)]
        writing = [pool.submit(write, writer) for writer in range(WRITERS)]
        answers = [answer for one in reading + writing for answer in one.result(timeout=120)]
        assert [answer.text for answer in answers if answer.status_code != 200] == []
        seen = [[len(answer.json()["turns"]) for answer in one.result()] for one in reading]
    told = served.texts()
    assert all(lengths == sorted(lengths) for lengths in seen)
    assert sorted(told) == sorted(f"Writer {w}, turn {n}." for w in range(WRITERS) for n in range(TOLD))
    for writer in range(WRITERS):
        mine = [text for text in told if text.startswith(f"Writer {writer},")]
        assert mine == [f"Writer {writer}, turn {number}." for number in range(TOLD)]


def test_of_writers_who_believe_the_same_head_one_writes_and_the_others_hear_that_it_moved(serve, tmp_path):
    served = serve(open_store(str(tmp_path / "story.db")))
    served.make()
    first = served.tell("Once.")["id"]

    def write(writer):
        with served.client() as client:
            said = {"text": f"Writer {writer}.", "after": first}
            return client.post("/api/stories/moonlit/tell", json=said).json()

    with ThreadPoolExecutor(WRITERS) as pool:
        answers = list(pool.map(write, range(WRITERS)))
    refused = [answer["error"] for answer in answers if "error" in answer]
    assert {error["code"] for error in refused} == {HeadMovedError.code}
    assert len(refused) == WRITERS - 1
    assert len(served.texts()) == 2
