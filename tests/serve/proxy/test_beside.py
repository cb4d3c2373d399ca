"""Work beside the answers."""

import anyio

from fabula.serve.proxy.beside import Beside


def test_work_goes_on_by_itself_and_what_fails_disturbs_nobody(caplog):
    done = []

    async def fail():
        raise RuntimeError("no luck")

    async def work(name):
        await anyio.sleep(0.01)
        done.append(name)

    async def all_of_it():
        beside = Beside()
        async with beside.open():
            beside.start(fail)
            beside.start(work, "one")
            assert beside.at_work == 2
        assert beside.at_work == 0

    anyio.run(all_of_it)
    assert done == ["one"]
    assert "no luck" in caplog.text


def test_the_end_waits_a_while_and_no_longer():
    async def all_of_it():
        beside = Beside()
        with anyio.fail_after(10):
            async with beside.open(patience=0.05):
                beside.start(anyio.sleep_forever)

    anyio.run(all_of_it)


def test_after_the_end_nothing_is_taken_in(caplog):
    async def all_of_it():
        beside = Beside()
        async with beside.open():
            pass
        beside.start(anyio.sleep_forever)
        assert beside.at_work == 0

    anyio.run(all_of_it)
    assert "The server ends" in caplog.text
