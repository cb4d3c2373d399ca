"""Which lines an item cites, and which turn its claims hang off."""

import pytest

import fabula
from fabula.extraction.model.questions.cutting import lines_of
from fabula.extraction.model.sheet import Known, Sheet
from fabula.extraction.model.taking.placing import Spot, line_naming, spot_of
from fabula.extraction.reader import Window


@pytest.fixture
def sheet():
    story = fabula.open(":memory:", story="told")
    story.tell("The bell rang. Mira came.", speaker="Narrator")
    story.tell("I am late.", speaker="Mira")
    story.tell("林风来了。", speaker="Narrator")
    window = Window(tuple(story.turns()), 0)
    lines = tuple(line for place, turn in enumerate(window.turns) for line in lines_of(turn, place))
    return Sheet(window, (), lines, Known(), story.view())


@pytest.mark.parametrize(
    ("cited", "refs"),
    [
        ("1.2", ["1.2"]),
        ("#1.2", ["1.2"]),
        ("2.1, 1.1", ["1.1", "2.1"]),
        ("1.1 and 1.1", ["1.1"]),
        ("3", ["3.1"]),
        ("1.1, 9.9", ["1.1"]),
    ],
)
def test_an_item_cites_lines_in_the_order_of_the_telling(sheet, cited, refs):
    assert [line.ref for line in spot_of(cited, sheet).lines] == refs


@pytest.mark.parametrize("cited", ["", "here", "9.9"])
def test_lines_that_do_not_exist_are_no_spot(sheet, cited):
    assert spot_of(cited, sheet) is None


def test_a_sheet_of_one_line_needs_no_citing(sheet):
    only = Sheet(sheet.window, (), sheet.lines[:1], Known(), sheet.view)
    assert spot_of("", only).text == "The bell rang."


def test_claims_hang_off_the_latest_turn_that_is_cited_and_quote_the_others_back_from_there(sheet):
    spot = spot_of("1.2, 2.1", sheet)
    assert (spot.place, [quote.back for quote in spot.evidence(spot.place)]) == (1, [1, 0])


def test_lines_of_two_people_have_no_speaker(sheet):
    assert (spot_of("2.1", sheet).speaker, spot_of("1.2, 2.1", sheet).speaker) == ("Mira", "")


def test_the_first_line_that_has_a_name_is_found_in_any_script(sheet):
    assert line_naming(["Tom", "林风"], sheet.lines).ref == "3.1"
    assert line_naming(["Tom"], sheet.lines) is None


def test_a_spot_of_several_lines_has_their_words(sheet):
    assert Spot(sheet.lines[:2]).text == "The bell rang.\nMira came."
