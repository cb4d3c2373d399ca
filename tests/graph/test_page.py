"""A turn under the fold: whom a name means there."""

import pytest

from fabula.claims import Quote
from fabula.graph.entities import Entity
from fabula.graph.page import Page
from fabula.graph.rules import NO_RULES, Rules
from fabula.graph.state import NOTHING_TOLD
from fabula.ledger.records import Act, Stem


def stem(number):
    return Stem(f"t{number}", "", number, "", "k")


def page_of(*entities, rules=NO_RULES):
    page = Page(NOTHING_TOLD, stem(7), earlier=lambda back: stem(7 - back), rules=rules)
    for entity in entities:
        page.put_entity(entity)
    return page


MIRA = Entity("npc-mira", "Mira", "character", ("Rose",))
ROSE = Entity("item-rose", "rose", "item")


@pytest.mark.parametrize("name", ["Mira", "the mira", "“Mira”", "npc-mira"])
def test_a_name_or_an_id_means_its_bearer(name):
    assert page_of(MIRA).refer(name) == "npc-mira"


def test_a_name_that_nobody_has_means_nobody():
    assert page_of(MIRA).refer("Finn") == ""


def test_several_bearers_come_in_the_order_of_meeting():
    assert page_of(MIRA, ROSE).bearers("rose") == ("npc-mira", "item-rose")


@pytest.mark.parametrize(
    ("kind", "identity"),
    [("item", "item-rose"), ("character", "npc-mira"), ("place", "npc-mira"), ("", "npc-mira")],
)
def test_of_several_the_expected_class_is_meant_or_else_who_came_first(kind, identity):
    assert page_of(MIRA, ROSE).refer("rose", kind) == identity


def test_merged_names_mean_the_one_that_is_left():
    page = page_of(MIRA, rules=Rules(canon={"npc-widow": "npc-mira"}))

    assert page.refer("npc-widow") == "npc-mira"


def test_two_are_separate_whatever_now_stands_for_them():
    page = page_of(
        MIRA,
        rules=Rules(canon={"npc-widow": "npc-mira"}, separate=frozenset([frozenset(("npc-widow", "x"))])),
    )

    assert page.are_separate("npc-mira", "x")
    assert not page.are_separate("npc-mira", "y")


def test_seeing_somebody_moves_the_last_time_on_and_never_back():
    page = page_of(MIRA, Entity("npc-finn", "Finn", "character", last_seen=9))

    page.see(("npc-mira", "npc-finn"))

    assert page.entities["npc-mira"].last_seen == 7
    assert page.entities["npc-finn"].last_seen == 9


def test_evidence_is_the_words_or_else_the_act():
    page = page_of()
    assert [(one.turn, one.quote) for one in page.evidence([Quote(2, 0, 3, "Hey")])] == [("t5", "Hey")]

    page.act = Act(1, "a", "assert", "turn", "t7", {})
    assert [(one.turn, one.act) for one in page.evidence([Quote(2, 0, 3, "Hey")])] == [("t7", "a")]


def test_trouble_is_kept_with_its_turn():
    page = page_of()
    page.trouble("Oren", "nobody has met him")

    assert [(one.number, one.about) for one in page.problems] == [(7, "Oren")]
