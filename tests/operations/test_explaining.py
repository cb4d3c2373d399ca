"""A context explained: each line with its words, its reasons and what became of it."""

import pytest

import fabula
from fabula.operations.panel import PANEL
from fabula.testing.scripted_reader import ScriptedReader


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="moonlit", by="test")
    told.tell(
        "[scene: Mira @ cellar] [new: silver key (item)] [silver key held_by Mira] The silver key was cold.",
        present=("Mira",),
    )
    told.tell("[new: Finn (character)] [here: Finn] Finn whistled.", present=("Finn",))
    told.extract(ScriptedReader())
    return told


def explain(story, **asked):
    return PANEL["explain"].ask(story, **asked)


def test_each_kept_line_has_its_words_and_the_turn_it_comes_from(story):
    found = explain(story, cue="Who has the silver key?")
    fact = next(one for one in found["kept"] if one["kind"] == "fact")
    assert fact["text"] == "silver key is held by Mira"
    assert fact["number"] == 1
    assert found["text"].startswith("<memory>")


def test_reasons_say_which_way_of_searching_found_it(story):
    found = explain(story, cue="Who has the silver key?")
    lanes = {reason["lane"] for one in found["kept"] for reason in one["reasons"]}
    assert "names" in lanes


def test_what_had_no_room_is_cut_by_the_budget(story):
    found = explain(story, cue="Who has the silver key?", budget=1)
    assert found["kept"] == []
    assert {one["why"] for one in found["cut"]} == {"budget"}
    assert all(one["text"] for one in found["cut"])


def test_what_a_point_of_view_cannot_know_is_named(story):
    found = explain(story, cue="Who has the silver key?", pov="Finn")
    assert "silver key is held by Mira" in {one["text"] for one in found["cut"] if one["why"] == "pov"}


def test_a_receipt_is_explained_as_it_was(story):
    number = story.receipts.keep(story.context("Who has the silver key?"))
    story.tell("[silver key held_by Finn]")
    story.extract(ScriptedReader())
    found = PANEL["explain-receipt"].ask(story, number=number)
    assert "silver key is held by Mira" in {one["text"] for one in found["kept"]}
    assert found["number"] == number


def test_a_receipt_of_a_turn_that_is_no_more_is_still_shown(story):
    number = story.receipts.keep(story.context("Who has the silver key?"))
    story.rewind(0)
    assert PANEL["explain-receipt"].ask(story, number=number)["kept"]
