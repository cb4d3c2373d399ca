"""Processes killed while they write: what was acknowledged is whole, and nothing is half there."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.stores.tell_commits import STORY, commit_at

from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore

PROGRAM = Path(__file__).with_name("tell_commits.py")


@pytest.fixture
def start(tmp_path):
    """Start the telling program on the story file; whatever still runs in the end is killed."""
    started = []

    def start():
        program = [sys.executable, str(PROGRAM), str(tmp_path / "story.db")]
        started.append(subprocess.Popen(program, stdout=subprocess.PIPE, text=True))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


class Reference:
    """What the story must be after so many commits, from the store that cannot crash."""

    def __init__(self):
        self.store = MemoryStore()
        self.store.create(STORY)

    def at(self, version):
        for number in range(self.store.heads(STORY.name).version + 1, version + 1):
            self.store.commit(STORY.name, commit_at(number))
        return self.store.snapshot(STORY.name)


def reopened(path):
    store = SqliteStore(path)
    try:
        return store.snapshot(STORY.name)
    finally:
        store.close()


def test_a_killed_process_loses_no_acknowledged_commit_and_leaves_none_half_written(start, tmp_path):
    reference, chance = Reference(), random.Random(7)
    for _ in range(10):
        process = start()
        acknowledged = [int(process.stdout.readline()) for _ in range(chance.randint(1, 12))][-1]
        process.kill()
        rest = process.communicate()[0].split("\n")
        acknowledged += sum(1 for number in rest if number.strip())
        kept = reopened(tmp_path / "story.db")
        assert acknowledged <= kept.story.version <= acknowledged + 1
        assert kept == reference.at(kept.story.version)


def test_a_process_killed_while_it_makes_a_file_leaves_one_that_can_be_used(start, tmp_path):
    chance = random.Random(11)
    for _ in range(5):
        process = start()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=chance.uniform(0.2, 0.7))
        process.kill()
        process.communicate()
        store = SqliteStore(tmp_path / "story.db")
        store.create(STORY)
        assert store.snapshot(STORY.name) == Reference().at(store.heads(STORY.name).version)
        store.close()
        for file in tmp_path.iterdir():
            file.unlink()
