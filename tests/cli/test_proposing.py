"""Proposals on the command line."""

import pytest


@pytest.fixture
def proposed(run, tmp_path):
    """A store in which later text says something against what is locked."""
    store = tmp_path / "told.db"
    run("tell", store, "Lin Yao found the silver key. Lin Yao gave the silver key to Mira.")
    run("lock", store, "silver key", "held_by")
    run("tell", store, "Mira gave the silver key to Tom.")
    return store


def test_a_proposal_is_shown_with_its_words_and_what_it_met(run, proposed):
    said = run("proposals", proposed, "silver key").out.splitlines()
    assert said[0].endswith("turn 2: it would be: silver key is held by Tom")
    assert [line.strip() for line in said[1:]] == [
        "“Mira gave the silver key to Tom.”",
        "locked: silver key is held by Mira",
    ]


def test_what_is_accepted_holds_and_can_be_undone(run, proposed):
    (one,) = run("proposals", proposed, "--json").json["proposals"]
    act = run("accept", proposed, one["id"][:8], "--json").json["act"]
    assert "Tom" in run("facts", proposed, "silver key").out
    assert run("proposals", proposed).out == "Nothing that was told speaks against what you locked.\n"
    run("undo", proposed, act["id"])
    assert run("proposals", proposed, "--json").json["proposals"] == [one]


def test_what_is_declined_is_not_proposed_again(run, proposed):
    (one,) = run("proposals", proposed, "--json").json["proposals"]
    assert run("decline", proposed, one["id"], "--json").json["act"]["kind"] == "reject"
    run("tell", proposed, "Mira gave the silver key to Tom.")
    assert run("proposals", proposed, "--json").json["proposals"] == []
    assert "Mira" in run("facts", proposed, "silver key").out


def test_before_it_was_told_nothing_is_proposed(run, proposed):
    assert run("proposals", proposed, "--as-of", "1", "--json").json["proposals"] == []


def test_an_unknown_proposal_is_an_error_that_says_so(run, proposed):
    failed = run("accept", proposed, "ffffffff")
    assert failed.code == 3
    assert "No proposal 'ffffffff' waits here" in failed.err
