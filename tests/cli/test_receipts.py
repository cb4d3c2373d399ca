"""Kept contexts, and why something did not come."""

import pytest

KEY = "silver key"
CUE = "Who has the silver key?"


@pytest.fixture
def kept(run, told):
    """The store with one context that was kept."""
    assert run("context", told, CUE, "--budget", "120", "--keep").code == 0
    return told


def test_keeping_says_the_number_and_prints_the_same_text(run, told):
    plain, kept = run("context", told, CUE), run("context", told, CUE, "--keep")
    assert (kept.out, kept.err) == (plain.out, "Kept as receipt 1.\n")
    assert run("context", told, CUE, "--keep", "--json").json["number"] == 2


def test_receipts_are_listed_newest_first(run, kept):
    run("context", kept, "Where is\nLin Yao?", "--keep")
    listed = run("receipts", kept)
    assert [line.split()[0] for line in listed.out.splitlines()] == ["2", "1"]
    assert listed.out.splitlines()[0].endswith("Where is Lin Yao?")


def test_a_receipt_shows_the_text_as_it_was_given(run, kept):
    given = run("context", kept, CUE, "--budget", "120", "--receipt").out
    text, receipt = given.split("\n\n")
    assert run("receipts", kept, "1").out == f"{text}\n\ncue: {CUE}\n{receipt}"


def test_a_receipt_as_json_has_the_text_and_every_candidate(run, kept):
    shape = run("receipts", kept, "1", "--json").json
    assert (shape["number"], shape["branch"], shape["receipt"]["cue"]) == (1, "main", CUE)
    assert shape["volatile"].startswith("<memory>")
    assert shape["receipt"]["kept"]
    assert [one["number"] for one in run("receipts", kept, "--json").json["receipts"]] == [1]


def test_a_store_without_receipts_says_how_to_keep_one(run, told):
    assert "--keep" in run("receipts", told).out
    assert run("receipts", told, "3").code == 3
    assert run("why-not", told, KEY).code == 3


def test_why_not_asks_the_newest_receipt(run, kept):
    out = run("why-not", kept, "Mira put").out
    assert out.startswith("not known")
    said = run("why-not", kept, KEY).out
    assert "budget" in said
    assert "kept" in said


def test_why_not_can_ask_a_context_made_now_or_one_that_was_kept(run, kept):
    run("context", kept, "rain", "--budget", "0", "--keep")
    first = run("why-not", kept, f"{KEY} is held by Ann", "--receipt", "1", "--json").json
    newest = run("why-not", kept, f"{KEY} is held by Ann", "--json").json
    now = run("why-not", kept, f"{KEY} is held by Ann", "--cue", CUE, "--json").json
    assert [shape["answers"][0]["reason"] for shape in (first, newest, now)] == ["kept", "budget", "kept"]
    assert (newest["cue"], now["cue"]) == ("rain", CUE)


def test_a_cue_and_a_receipt_at_once_are_refused(run, kept):
    assert run("why-not", kept, KEY, "--cue", CUE, "--receipt", "1").code == 2


def test_a_purge_takes_the_receipts(run, kept):
    assert run("purge", kept, "3", "--yes").code == 0
    assert run("receipts", kept, "--json").json == {"receipts": []}


def test_a_context_can_be_counted_as_a_model_does_and_bounded_by_a_point_of_view(run, told):
    receipt = run("context", told, CUE, "--model", "gpt-4o", "--pov", "Mirabel", "--json").json["receipt"]
    assert (receipt["counter"], receipt["scope"]["pov"]) == ("o200k_base", "Mirabel")
