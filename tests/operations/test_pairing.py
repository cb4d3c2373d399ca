"""Two branches in one picture."""

import pytest

import fabula
from fabula.errors import EntityNotFoundError
from fabula.operations.panel import PANEL
from fabula.testing.scripted_reader import ScriptedReader

SHARED = (
    "[scene: Mira, Finn @ harbour] [Mira sibling_of Finn +800]",
    "[new: silver key (item)] [silver key held_by Finn]",
)


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="moonlit", by="test")
    for text in SHARED:
        told.tell(text)
    other = told.fork("灯塔")
    told.tell("[silver key held_by Mira] [Mira mood: calm]")
    other.tell("[new: 老周 (character)] [Finn trusts 老周 +300] [Mira mood: afraid]")
    other.tell("[silver key held_by 老周]")
    for line in (told, other):
        line.extract(ScriptedReader())
    return told


def ask(story, **asked):
    return PANEL["together"].ask(story, one="main", other="灯塔", **asked)


def drawn(found):
    return {
        (one["fact"]["subject"]["name"], one["fact"]["predicate"], one["fact"]["object"]["name"]): one["side"]
        for one in found["relations"]
    }


def test_a_relation_stands_on_one_side_or_on_both(story):
    sides = drawn(ask(story))
    assert sides["Finn", "sibling_of", "Mira"] == "both"
    assert sides["silver key", "held_by", "Mira"] == "one"
    assert sides["silver key", "held_by", "老周"] == "other"
    assert sides["Finn", "trusts", "老周"] == "other"


def test_an_entity_that_one_side_alone_knows_says_so(story):
    sides = {one["name"]: one["side"] for one in ask(story)["entities"]}
    assert (sides["老周"], sides["Mira"]) == ("other", "both")


def test_values_are_given_where_they_differ(story):
    values = [(one["side"], one["fact"]["value"]) for one in ask(story)["values"]]
    assert values == [("one", "calm"), ("other", "afraid")]


def test_before_they_part_both_are_the_same(story):
    found = ask(story, turn=2)
    assert {one["side"] for one in (*found["entities"], *found["relations"])} == {"both"}
    assert (found["one"]["turn"], found["other"]["turn"], found["values"]) == (2, 2, [])


def test_a_branch_that_ended_before_a_turn_stands_at_its_end(story):
    found = ask(story, turn=4)
    assert (found["one"]["turn"], found["other"]["turn"]) == (3, 4)


def test_a_focus_may_be_known_to_the_other_side_alone(story):
    found = ask(story, focus=("老周",), hops=0)
    assert [one["name"] for one in found["entities"]] == ["老周"]
    assert found["entities"][0]["in_focus"]


def test_whoever_has_no_room_is_counted(story):
    found = ask(story, most=2)
    assert (len(found["entities"]), found["left_out"]) == (2, len(ask(story)["entities"]) - 2)


def test_a_name_that_nobody_has_is_refused(story):
    with pytest.raises(EntityNotFoundError):
        ask(story, focus=("nobody",))
