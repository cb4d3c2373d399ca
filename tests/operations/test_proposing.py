"""Proposals through operations."""

import pytest

from fabula.errors import EntityNotFoundError, FactNotFoundError
from fabula.operations import OPERATIONS
from fabula.operations.panel import PANEL


@pytest.fixture
def proposed(story, ask):
    """The proposal of a story that says something against what is locked."""
    ask("lock", subject="silver key", predicate="held_by")
    ask("tell", text="Mira gave the silver key to Tom. 顾守义把青伞交给了沈棠。")
    (found,) = ask("proposals")["proposals"]
    return found


def test_a_proposal_says_what_would_hold_by_which_words_and_what_it_met(proposed):
    assert (proposed["number"], proposed["effect"], proposed["said"]) == (5, "opens", "Tom")
    assert proposed["phrase"] == "silver key is held by Tom"
    assert "silver key to Tom" in proposed["evidence"][0]["quote"]
    assert [one["phrase"] for one in proposed["against"]] == ["silver key is held by Mira"]


def test_proposals_are_found_by_either_end_and_as_of_a_turn(ask, proposed):
    for name in ("silver key", "Tom"):
        assert ask("proposals", entity=name)["proposals"] == [proposed]
    assert ask("proposals", entity="沈棠")["proposals"] == []
    assert ask("proposals", as_of="4")["proposals"] == []
    with pytest.raises(EntityNotFoundError):
        ask("proposals", entity="Nobody")


def test_problems_and_the_margin_list_it_until_it_is_decided(story, ask, proposed):
    def listed():
        margin = PANEL["margin"].ask(story, first=5, last=5)["proposals"]
        return ask("problems")["proposals"], margin, ask("stats")["proposals"]

    assert listed() == ([proposed], [proposed], 1)
    assert PANEL["margin"].ask(story, first=1, last=4)["proposals"] == []
    act = ask("accept", proposal=proposed["id"][:6])["act"]
    assert listed() == ([], [], 0)
    assert ask("facts", entity="silver key")["facts"][0]["object"]["name"] == "Tom"
    ask("undo", act=act["id"])
    assert listed() == ([proposed], [proposed], 1)


def test_what_is_declined_stays_as_it_is_locked(ask, proposed):
    assert ask("decline", proposal=proposed["id"])["act"]["kind"] == "reject"
    assert ask("proposals")["proposals"] == []
    assert ask("facts", entity="silver key")["facts"][0]["object"]["name"] == "Mira"
    with pytest.raises(FactNotFoundError):
        ask("accept", proposal=proposed["id"])


def test_deciding_writes_and_listing_does_not():
    assert [OPERATIONS[name].writes for name in ("proposals", "accept", "decline")] == [False, True, True]
