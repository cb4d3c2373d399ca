"""How far a purge reaches, said beforehand and afterwards."""

import fabula
from fabula.cli.erasing import Erasing

WORDS = "Mira put the silver key in her left shoe."


def reach_of(store, number):
    told = fabula.open(store)
    reach = Erasing.of(told, [told.turn(number)])
    told.close()
    return reach


def test_acts_that_repeat_the_words_are_named_beforehand_and_afterwards(run, store):
    run("tell", store, WORDS)
    act = run("claim", store, "Mira", "note", "--value", WORDS, "--json").json["act"]["id"]
    before = "\n".join(reach_of(store, 5).beforehand())
    assert "1 act of the author will be emptied" in before
    assert act[:8] in before
    done = run("purge", store, "5", "--yes")
    assert f"1 act of the author emptied too: {act[:8]} (assert)" in done.out
    assert "left shoe" not in done.out
    assert "left shoe" not in run("export", store).out


def test_names_in_other_acts_are_said_to_stay(run, store):
    run("introduce", store, "Bo")
    assert "Names that the author wrote in other acts stay" in "\n".join(reach_of(store, 2).beforehand())
    assert "Names that the author wrote in other acts stay" in run("purge", store, "2", "--yes").out


def test_nothing_is_said_of_acts_where_there_are_none(run, store):
    assert list(reach_of(store, 2).beforehand()) == []
    assert "author" not in run("purge", store, "2", "--yes").out


def test_the_same_words_elsewhere_are_counted_beforehand(run, store):
    run("tell", store, WORDS)
    run("tell", store, WORDS)
    assert next(iter(reach_of(store, 5).beforehand())) == (
        "  The same words stand in 1 other turn, and go there too."
    )


def test_emptied_acts_are_listed_as_json(run, store):
    run("tell", store, WORDS)
    act = run("claim", store, "Mira", "note", "--value", WORDS, "--json").json["act"]["id"]
    assert run("purge", store, "5", "--yes", "--json").json == {"purged": 1, "emptied": [act]}
