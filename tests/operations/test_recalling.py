"""Recalling through operations."""

import pytest

from fabula.errors import InvalidInputError, NotFoundError

CUE = "Who has the silver key?"


def test_a_recall_can_stand_before_a_turn_that_is_told_anew(ask):
    now, then = ask("recall", cue=CUE), ask("recall", cue=CUE, for_turn="-1")
    assert (now["turn"], then["turn"]) == (4, 3)
    assert max(hit["number"] for hit in then["hits"]) < 4


def test_before_the_first_turn_there_is_nothing_to_recall(ask):
    found = ask("recall", cue=CUE, for_turn="1")
    assert (found["turn"], found["hits"]) == (0, [])


def test_a_context_keeps_to_its_budget(ask):
    made = ask("context", cue=CUE, budget=60)
    assert 0 < made["tokens"] <= 60
    assert made["receipt"]["budget"] == 60


def test_a_context_that_is_kept_can_be_read_again(ask):
    kept = ask("keep-context", cue=CUE)
    (row,) = ask("receipts")["receipts"]
    again = ask("receipt", number=kept["number"])
    assert (row["number"], row["cue"]) == (kept["number"], CUE)
    assert (again["stable"], again["volatile"]) == (kept["stable"], kept["volatile"])
    assert ask("forget-receipts") == {"forgotten": 1}
    assert ask("receipts") == {"receipts": []}


def test_why_not_asks_the_newest_receipt_or_a_cue(ask):
    ask("keep-context", cue="青伞在谁手里？")
    assert ask("why-not", asked="青伞")["cue"] == "青伞在谁手里？"
    assert ask("why-not", asked="青伞", cue=CUE)["cue"] == CUE


def test_why_not_asks_one_context(ask):
    with pytest.raises(InvalidInputError):
        ask("why-not", asked="青伞", cue=CUE, receipt=1)
    with pytest.raises(NotFoundError):
        ask("why-not", asked="青伞")
