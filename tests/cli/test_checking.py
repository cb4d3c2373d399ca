"""Checking: verify and stats."""

import sqlite3


def test_a_sound_story_is_said_to_be_sound(run, told, golden):
    golden("cli/verify.txt", run("verify", told).out)


def test_a_changed_word_is_found_and_ends_with_6(run, told):
    connection = sqlite3.connect(told)
    connection.execute("UPDATE texts SET text = replace(text, 'cold', 'warm')")
    connection.commit()
    connection.close()
    done = run("verify", told)
    assert done.code == 6
    assert "its text is not the one that was told" in done.out
    shape = run("verify", told, "--json")
    assert shape.code == 6
    assert not shape.json["sound"]
    assert shape.json["damages"]


def test_a_verdict_as_json_counts_what_was_checked(run, told):
    assert run("verify", told, "--json").json == {
        "sound": True,
        "turns": 8,
        "bodies": 7,
        "acts": 1,
        "purged": [],
        "damages": [],
    }


def test_stats_count_everything(run, told, golden):
    golden("cli/stats.txt", run("stats", told).scrubbed)


def test_stats_as_json_are_numbers(run, told):
    shape = run("stats", told, "--json").json
    assert (shape["turns"], shape["turns_in_tree"], shape["branches"], shape["tags"]) == (5, 8, 2, 1)
    assert sum(shape["readings"].values()) == 5
    assert shape["bytes"] > 0
