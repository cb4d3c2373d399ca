"""Reading through operations."""

import fabula
from fabula.operations import OPERATIONS
from fabula.testing.failing_reader import FailingReader

GIFT = "Mira gave the silver key to Tom."


def test_a_reading_says_what_holds_by_it(ask):
    ask("tell", text=GIFT, read=False)
    read = ask("extract")
    assert read["extracted"]["read"] == 1
    assert [fact["phrase"] for fact in read["now"]] == ["silver key is held by Tom"]


def test_turns_can_be_read_once_more(ask):
    assert ask("read-again", first="1", last="2")["extracted"]["read"] == 2


def test_how_far_each_turn_is_read_is_listed_and_counted(ask):
    ask("tell", text=GIFT, read=False)
    status = ask("status")
    assert [one["number"] for one in status["turns"]] == [1, 2, 3, 4, 5]
    assert sum(status["statuses"].values()) == 5
    assert status["statuses"]["pending"] == 1
    assert status["usage"]["total"]["calls"] == 0


def test_turns_without_trouble_are_not_among_the_troubles(ask):
    assert ask("status", troubles=True)["turns"] == []


def test_rules_cost_nothing(ask):
    usage = ask("usage")["usage"]
    assert (usage["total"]["tokens"], usage["by_turn"]) == (0, {})


def test_how_far_some_turns_are_read_is_told_with_the_counts_of_all(ask):
    whole, some = ask("status"), ask("status", first=2, last=3)
    assert some["turns"] == whole["turns"][1:3]
    assert some["statuses"] == whole["statuses"]
    assert ask("status", first=3)["turns"] == whole["turns"][2:]
    assert ask("status", first=9)["turns"] == []


def test_troubles_that_lie_apart_are_all_told_and_nothing_between_them():
    story = fabula.open(":memory:", story="foggy")
    for number in range(1, 9):
        story.tell("fog" if number in {2, 3, 6} else f"[Mira knows Tom{number}]")
    story.extract(FailingReader())
    found = OPERATIONS["status"].ask(story, troubles=True)
    assert [one["number"] for one in found["turns"]] == [2, 3, 6]
    assert [one["number"] for one in OPERATIONS["status"].ask(story, troubles=True, last=5)["turns"]] == [
        2,
        3,
    ]
