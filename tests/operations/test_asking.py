"""Asking through operations."""

import pytest

import fabula
from fabula.errors import FactNotFoundError, InvalidInputError
from fabula.operations import OPERATIONS


def phrases(facts):
    return [fact["phrase"] for fact in facts]


def test_facts_can_be_past_ones_too(ask):
    assert phrases(ask("facts", entity="silver key")["facts"]) == ["silver key is held by Mira"]
    assert len(ask("facts", entity="silver key", every=True)["facts"]) == 2


def test_entities_from_a_point_of_view_are_those_that_it_knows_of(ask):
    ask("introduce", name="Su Wan")
    assert {one["name"] for one in ask("entities", pov="Su Wan", strict=True)["entities"]} == {"Su Wan"}
    assert "青伞" in {one["name"] for one in ask("entities", pov="沈棠", strict=True)["entities"]}


def test_a_portrait_has_relations_attributes_and_beliefs(ask):
    ask("claim", subject="Mira", predicate="mood", value="glad")
    ask("claim", subject="青伞", predicate="held_by", object="Mira", holder="Mira", modality="asserted")
    portrait = ask("entity", entity="Mira")
    assert "silver key is held by Mira" in phrases(portrait["relations"])
    assert [fact["value"] for fact in portrait["attributes"]["mood"]] == ["glad"]
    assert [fact["holder"]["name"] for fact in portrait["beliefs"]] == ["Mira"]


def test_a_portrait_from_a_point_of_view_leaves_out_what_that_one_cannot_know(ask):
    ask("introduce", name="Su Wan")
    assert ask("entity", entity="Mira", pov="Su Wan", strict=True)["relations"] == []
    assert ask("entity", entity="Mira", pov="Mira", strict=True)["relations"] != []


def test_a_timeline_at_a_time_has_what_holds_then(ask):
    for day, mood in (("day 2", "ill"), ("day 4", "well")):
        ask("claim", subject="Mira", predicate="mood", value=mood, when=day)
    every = ask("timeline", subject="Mira", predicate="mood")["versions"]
    then = ask("timeline", subject="Mira", predicate="mood", at="day 3")["versions"]
    assert [version["value"] for version in every] == ["ill", "well"]
    assert [version["value"] for version in then] == ["ill"]


def test_what_is_left_of_nothing_is_an_error(ask):
    ask("claim", subject="Mira", predicate="mood", value="ill", when="day 2")
    with pytest.raises(FactNotFoundError):
        ask("timeline", subject="Mira", predicate="mood", at="day 1")


def test_why_shows_the_words_around_the_quote(ask):
    (version,) = ask("why", subject="silver key", predicate="held_by")["versions"][-1:]
    (piece,) = version["evidence"]
    assert (piece["speaker"], piece["quote"], piece["after"]) == (
        "Narrator",
        "Lin Yao gave the silver key to Mira.",
        " It was cold.",
    )


def test_a_point_of_view_has_no_past(ask):
    with pytest.raises(InvalidInputError):
        ask("facts", pov="Mira", every=True)


def test_entities_are_found_by_a_part_of_a_name_and_who_is_called_so_comes_first():
    story = fabula.open(":memory:", story="many")
    story.tell("Many names.")
    for name in ("Miranda", "Admira", "Mira", "Tom"):
        story.introduce(name)
    story.introduce("The Owl", aliases=("Old Mira",))
    found = OPERATIONS["entities"].ask(story, named=" mira")
    assert [one["name"] for one in found["entities"]] == ["Mira", "Miranda", "Admira", "The Owl"]
    assert OPERATIONS["entities"].ask(story, named="nobody")["entities"] == []


def test_entities_are_found_by_a_part_of_a_chinese_name():
    story = fabula.open(":memory:", story="many")
    story.tell("很多名字。")
    for name in ("林瑶", "老林头", "苏婉"):
        story.introduce(name)
    assert [one["name"] for one in OPERATIONS["entities"].ask(story, named="林")["entities"]] == [
        "林瑶",
        "老林头",
    ]
