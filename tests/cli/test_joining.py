"""Joining two stories on the command line."""

import pytest


@pytest.fixture
def two(run, store_path):
    for story, texts in {
        "shore": ("Rain falls on the harbour.", "I knock at the lamp house twice."),
        "tower": ("I knock at the lamp house twice.", "顾守义把青伞交给了沈棠。"),
    }.items():
        for text in texts:
            run("tell", store_path, text, "--story", story)
    return store_path


@pytest.fixture
def store_path(tmp_path):
    return tmp_path / "chats.db"


def test_a_join_says_what_came_where(run, two):
    said = run("join", two, "tower", "--story", "shore").out
    assert said.splitlines() == [
        "tower is joined into shore: 1 new turn, 1 reading, 0 acts",
        "  main -> main  3 turns, 1 new; goes on there",
    ]
    log = run("log", two, "--story", "shore", "--json").json["turns"]
    assert [turn["text"] for turn in log][-1] == "顾守义把青伞交给了沈棠。"


def test_a_preview_changes_nothing(run, two):
    said = run("join", two, "tower", "--story", "shore", "--preview").out
    assert said.startswith("tower would be joined into shore: 1 new turn")
    assert len(run("log", two, "--story", "shore", "--json").json["turns"]) == 2


def test_a_joined_story_leaves_the_list_and_the_other_needs_no_name(run, two):
    run("join", two, "tower", "--story", "shore")
    assert run("stories", two).out.endswith(f"1 more: fabula stories {two} --all\n")
    assert [row["name"] for row in run("stories", two, "--json").json["stories"]] == ["shore"]
    assert "joined into shore" in run("stories", two, "--all").out
    assert run("log", two).out.count("\n") == 3


def test_an_unjoin_says_what_became_of_the_branches(run, two):
    run("join", two, "tower", "--story", "shore")
    assert run("unjoin", two, "tower").out.splitlines() == [
        "tower stands for itself again",
        "main is back where it was",
    ]
    assert [row["name"] for row in run("stories", two, "--json").json["stories"]] == ["shore", "tower"]


def test_a_story_that_is_not_there_is_not_joined(run, two):
    done = run("join", two, "nowhere", "--story", "shore")
    assert (done.code, "nowhere" in done.err) == (3, True)
