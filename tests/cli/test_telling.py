"""Telling, swiping, editing, reading and erasing."""

import os
import subprocess
import sys

import pytest


def phrases(facts):
    return [fact["phrase"] for fact in facts]


def test_a_turn_is_told_with_what_was_read_from_it(run, store, golden):
    golden(
        "cli/tell.txt", run("tell", store, "Mira gave the silver key to Tom.", "--speaker", "Narrator").out
    )


def test_a_turn_as_json_has_its_words_and_what_changed(run, store):
    shape = run("tell", store, "Mira gave the silver key to Tom.", "--speaker", "Narrator", "--json").json
    assert set(shape) == {"turn", "carried", "extracted", "no_longer", "now"}
    assert (shape["turn"]["number"], shape["turn"]["speaker"], shape["turn"]["role"]) == (
        5,
        "Narrator",
        "user",
    )
    assert "silver key is held by Tom" in phrases(shape["now"])
    assert "silver key is held by Mira" in phrases(shape["no_longer"])


def test_the_first_turn_makes_a_store_and_a_story_named_after_the_file(run, tmp_path):
    run("tell", tmp_path / "lamp.db", "Tom gave the lamp to Ann.")
    log = run("log", tmp_path / "lamp.db", "--json").json
    assert (log["story"], log["branch"], len(log["turns"])) == ("lamp", "main", 1)


def test_words_come_from_standard_input_too(run, store):
    run("tell", store, "-", stdin="第一行\n第二行".encode())
    assert run("log", store, "--json").json["turns"][-1]["text"] == "第一行\n第二行"


def test_words_that_are_no_unicode_are_refused(run, store):
    assert run("tell", store, "-", stdin=b"\xff\xfe\xff").code == 2


def test_what_another_tells_meanwhile_is_not_reported_as_one_s_own(run, store):
    run("tell", store, "Mira gave the silver key to Tom.", "--speaker", "Narrator", "--no-extract")
    shape = run("tell", store, "Tom arrived at the Old Mill.", "--speaker", "Narrator", "--json").json
    assert phrases(shape["now"]) == ["Tom is at Old Mill"]
    assert shape["no_longer"] == []


def test_the_first_turn_is_compared_with_nothing(run, tmp_path):
    shape = run("tell", tmp_path / "lamp.db", "Tom gave the lamp to Ann.", "--json").json
    assert phrases(shape["now"]) == ["lamp is held by Ann"]


def test_a_text_that_was_purged_is_said_to_stay_purged(run, store):
    run("purge", store, "3", "--yes")
    done = run("tell", store, "Lin Yao gave the silver key to Mira. It was cold.", "--speaker", "Narrator")
    assert "these words were purged from this story, and stay so" in done.out
    assert "It was cold" not in run("export", store).out


def test_a_turn_need_not_be_read(run, store):
    assert (
        run("tell", store, "Mira gave the silver key to Tom.", "--no-extract", "--json").json["extracted"]
        is None
    )
    assert run("log", store, "--json").json["turns"][-1]["status"] == "pending"


def test_a_swipe_takes_back_what_the_other_version_said(run, store):
    run("tell", store, "Mira gave the silver key to Tom.", "--speaker", "Narrator")
    shape = run("swipe", store, "Mira gave the silver key to Ann.", "--json").json
    assert "silver key is held by Tom" in phrases(shape["no_longer"])
    assert "silver key is held by Ann" in phrases(shape["now"])
    assert shape["turn"]["speaker"] == "Narrator"


def test_an_edit_keeps_what_follows(run, told):
    done = run("edit", told, "1", "Lin Feng gave the silver key to Lin Yao.")
    assert done.out.startswith("turn 1  ")
    assert len(run("log", told, "--json").json["turns"]) == 5


def test_turns_are_counted_from_the_end_too(run, told):
    run("edit", told, "-2", "I put the silver key in my shoe.")
    assert run("log", told, "--json").json["turns"][3]["text"] == "I put the silver key in my shoe."


def test_what_is_read_is_not_read_twice(run, store):
    assert run("extract", store, "--json").json["extracted"]["read"] == 0


def test_turns_can_be_read_once_more_on_purpose(run, store):
    assert run("extract", store, "--again", "2", "3", "--json").json["extracted"]["read"] == 2


def test_reading_says_what_it_found(run, tmp_path, chat, golden):
    run("import", tmp_path / "m.db", chat, "--no-extract")
    golden("cli/extract.txt", run("extract", tmp_path / "m.db").out)


def test_erased_words_are_gone_and_the_story_is_sound(run, store):
    assert run("purge", store, "3", "--yes", "--json").json == {"purged": 1, "emptied": []}
    assert "(purged)" in run("log", store).out
    assert run("verify", store, "--json").json["sound"]
    assert "It was cold" not in run("export", store).out


def test_what_stood_around_erased_words_is_read_again_on_demand(run, store):
    done = run("purge", store, "3", "--yes")
    assert "fabula extract" in done.out
    assert run("extract", store).code == 0


@pytest.mark.parametrize(("answer", "code", "left"), [(b"n\n", 1, 0), (b"y\n", 0, 1)])
def test_a_person_at_a_terminal_is_asked_before_words_are_erased(answer, code, left, store, run):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    os.write(ours, answer)
    command = [sys.executable, "-m", "fabula", "purge", str(store), "3"]
    done = subprocess.run(command, stdin=theirs, capture_output=True, check=False, timeout=60)
    os.close(ours)
    os.close(theirs)
    assert done.returncode == code
    assert b"Erase 1 turn for good?" in done.stdout
    assert run("stats", store, "--json").json["purged"] == left
