"""The tree through operations."""

import pytest

from fabula.errors import InvalidInputError


def numbers(log):
    return [turn["number"] for turn in log["turns"]]


def test_the_turns_of_a_branch_can_be_the_last_ones_or_those_up_to_one(ask):
    assert numbers(ask("turns")) == [1, 2, 3, 4]
    assert numbers(ask("turns", last=2)) == [3, 4]
    assert numbers(ask("turns", as_of="3", last=2)) == [2, 3]
    assert numbers(ask("turns", as_of="0")) == []


def test_a_turn_shows_its_versions_and_names(ask):
    ask("swipe", text="It was warm.")
    ask("tag", name="dawn")
    turn = ask("turn", turn="dawn")["turn"]
    assert (turn["versions"], turn["branches"], turn["tags"]) == (2, ["main"], ["dawn"])
    assert {one["text"] for one in ask("versions", turn="4")["versions"]} >= {"It was warm."}


def test_the_moves_of_one_branch(ask):
    ask("fork", name="kinder", at="2")
    assert [move["why"] for move in ask("moves", of="kinder")["moves"]] == ["fork"]
    assert len(ask("moves")["moves"]) > 1


def test_going_back_goes_by_number_or_by_steps(ask):
    assert ask("rewind", to="-1")["head"]["number"] == 3
    assert ask("rewind", to="1")["head"]["number"] == 1
    assert ask("rewind", to="0")["head"] is None


def test_nobody_can_go_back_further_than_the_beginning(ask):
    with pytest.raises(InvalidInputError, match="only 4 turns"):
        ask("rewind", to="-9")


def test_a_switch_lets_new_handles_start_elsewhere(ask, story):
    ask("fork", name="kinder", at="2")
    assert ask("switch", to="kinder")["branch"] == "kinder"
    assert story.branches.start() == "kinder"


def test_a_branch_that_leaves_another_says_where(ask):
    ask("fork", name="kinder", at="2")
    kinder = ask("branches")["branches"][1]
    assert (kinder["name"], kinder["leaves"], kinder["after"]) == ("kinder", "main", 2)
    assert ask("remove-branch", name="kinder") == {"removed": "kinder"}
    assert len(ask("branches")["branches"]) == 1


def test_there_is_nothing_to_tag_before_the_first_turn(ask):
    ask("rewind", to="0")
    with pytest.raises(InvalidInputError):
        ask("tag", name="dawn")
