"""Where a command works, and what the shell can complete."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from fabula.cli.places import branch_names, stem_of, story_names


def typed(store, story=""):
    return SimpleNamespace(params={"store": str(store), "story": story})


def test_stories_and_branches_can_be_completed(told):
    assert story_names(typed(told), "moo") == ["moonlit"]
    assert branch_names(typed(told), "") == ["kinder", "main"]
    assert branch_names(typed(told, "moonlit"), "ki") == ["kinder"]


def test_completing_at_no_store_gives_nothing_and_makes_nothing(tmp_path):
    assert story_names(typed(tmp_path / "typo.db"), "") == []
    assert branch_names(typed(tmp_path / "typo.db"), "") == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no /dev/null here")
@pytest.mark.parametrize("arguments", [("log",), ("tell", "It rained.")])
def test_a_device_is_no_store(arguments, run):
    command, *more = arguments
    done = run(command, "/dev/null", *more)
    assert done.code == 6
    assert "/dev/null is no file, but a device or a pipe" in done.err


def test_a_story_is_called_after_the_stem_of_its_file():
    assert stem_of("books/红楼梦.txt") == "红楼梦"
    assert stem_of(":memory:") == ":memory:"
