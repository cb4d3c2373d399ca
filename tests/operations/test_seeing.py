"""Seeing the whole through operations."""

import pytest

from fabula.errors import InvalidInputError


def names(entities):
    return {one["name"] for one in entities}


def test_a_view_shows_the_stage_the_cast_and_the_facts(ask):
    ask("stage", present=("Mira", "沈棠"), place="Moonlit Court", when="day 3", starts=True)
    view = ask("view")
    assert names(view["stage"]["present"]) == {"Mira", "沈棠"}
    assert (view["stage"]["place"]["name"], view["stage"]["time"]) == ("Moonlit Court", "day 3")
    assert names(view["entities"]) >= {"青伞", "silver key"}
    assert ask("view", as_of="1")["turn"] == 1


def test_what_later_text_says_against_a_lock_is_a_proposal(ask):
    ask("lock", subject="silver key", predicate="held_by")
    ask("tell", text="Mira gave the silver key to Tom.")
    (proposal,) = ask("problems")["proposals"]
    assert (proposal["number"], proposal["subject"]["name"], proposal["said"]) == (5, "silver key", "Tom")


def test_branches_and_turns_can_be_compared(ask):
    ask("fork", name="kinder", at="3")
    compared = ask("compare", one="main", other="kinder")
    assert not compared["same"]
    assert [one["one"]["object"]["name"] for one in compared["different"]] == ["Mira"]
    assert ask("compare", one="3", other="kinder")["same"]


def test_one_way_to_walk_at_a_time(ask):
    with pytest.raises(InvalidInputError):
        ask("paths", start="Mira", two_hop=True, reverse=True)
    with pytest.raises(InvalidInputError):
        ask("paths", start="Mira", second="held_by")


def test_a_graph_has_those_around_its_focus_and_what_is_told_of_them(ask):
    ask("claim", subject="Mira", predicate="mood", value="glad")
    graph = ask("graph", focus=("Mira",))
    found = {one["name"]: one for one in graph["entities"]}
    assert found["Mira"]["in_focus"]
    assert not found["silver key"]["in_focus"]
    assert found["silver key"]["degree"] == 1
    assert "青伞" not in found
    assert [fact["value"] for fact in graph["values"]] == ["glad"]
    assert {(one["subject"]["id"], one["object"]["id"]) for one in graph["relations"]} <= {
        (one["id"], other["id"]) for one in graph["entities"] for other in graph["entities"]
    }


def test_what_has_no_room_in_a_graph_is_counted(ask):
    assert ask("graph", most=2)["left_out"] == len(ask("entities")["entities"]) - 2


def test_a_picture_is_an_image_or_a_page(ask):
    assert ask("picture").startswith(b"<svg")
    assert b"<html" in ask("picture", page=True)


def test_a_picture_from_a_point_of_view_has_no_past(ask):
    with pytest.raises(InvalidInputError):
        ask("graph", pov="Mira", every=True)


def test_of_a_large_view_the_latest_are_shown_and_the_others_counted(ask):
    whole, some = ask("view"), ask("view", limit=1)
    assert whole["left_out"] == 0
    assert some["facts"] == whole["facts"][-1:]
    assert len(some["entities"]) == 1
    assert some["entities"][0]["last_seen"] == max(one["last_seen"] for one in whole["entities"])
    assert some["left_out"] == len(whole["facts"]) + len(whole["entities"]) - 2
    assert some["digest"] == whole["digest"]
