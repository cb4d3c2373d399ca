"""Who is who: meeting, turning out to be one, coming on stage."""

from dataclasses import replace

import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Quote, Scene
from fabula.claims.storytime import period_of
from fabula.graph.cast import meet
from fabula.graph.entities import Entity
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.page import Page
from fabula.graph.rules import NO_RULES, Rules
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem


def folded(*turns, rules=NO_RULES):
    state = NOTHING_TOLD
    for number, claims in enumerate(turns, start=1):
        stem = Stem(f"t{number}", "", number, "", f"k{number}")
        told = TurnClaims(stem, (Body("b", "hand", claims=tuple(claims)),), (), lambda _, stem=stem: stem)
        state = fold_turn(state, told, rules)
    return View("t", len(turns), "d", state, rules)


def ids(view):
    return [entity.id for entity in view.entities()]


def test_meeting_again_adds_what_is_new_and_keeps_name_and_kind():
    view = folded(
        [EntityClaim("Grey Hand", "faction", labels=("old",))],
        [],
        [EntityClaim("Grey Hand", "group", ("the Hand",), "Thieves.", ("sly",))],
    )

    one = view.entity("the Hand").entity
    assert (one.id, one.name, one.kind) == ("org-grey-hand", "Grey Hand", "faction")
    assert (one.summary, one.labels, one.aliases) == ("Thieves.", ("old", "sly"), ("the Hand",))
    assert (one.first_seen, one.last_seen) == (1, 3)


def test_an_alias_finds_whom_it_belongs_to():
    view = folded([EntityClaim("Mira", aliases=("the widow",))], [EntityClaim("the widow")])

    assert ids(view) == ["npc-mira"]


def test_a_name_of_another_class_is_somebody_else():
    view = folded([EntityClaim("Rose")], [EntityClaim("Rose", "item")])

    assert ids(view) == ["npc-rose", "item-rose"]


def test_an_entity_keeps_five_labels():
    claims = [EntityClaim("Mira", labels=(label,)) for label in "abcdefg"]

    assert folded(claims).entity("Mira").entity.labels == ("a", "b", "c", "d", "e")


def test_a_namesake_is_another_one_and_stays_the_same_by_the_same_words():
    words = (Quote(0, 0, 5, "A boy"),)
    namesake = EntityClaim("Tom", namesake=True, evidence=words)
    view = folded([EntityClaim("Tom")], [namesake], [namesake])

    assert len(view.bearers("Tom")) == 2
    assert view.bearers("Tom")[1].last_seen == 3


def test_of_several_the_class_that_is_expected_is_meant():
    view = folded(
        [EntityClaim("Rose", "item"), EntityClaim("Rose"), EntityClaim("Mira")],
        [Assertion("Rose", "held_by", object="Mira"), Assertion("Rose", "spouse_of", object="Mira")],
    )

    assert {fact.predicate: {fact.subject, fact.object} - {"npc-mira"} for fact in view.facts()} == {
        "held_by": {"item-rose"},
        "spouse_of": {"npc-rose"},
    }


def test_a_reveal_joins_names_labels_and_times():
    view = folded(
        [EntityClaim("stranger", labels=("hooded",), summary="In black.")],
        [EntityClaim("Mira", labels=("kind",))],
        [Identity("Mira", "stranger")],
    )

    one = view.entity("stranger").entity
    assert (one.name, one.aliases, one.labels, one.summary) == (
        "Mira",
        ("stranger",),
        ("kind", "hooded"),
        "In black.",
    )
    assert (one.first_seen, one.last_seen) == (1, 3)
    assert ids(view) == ["npc-mira"]


def test_a_reveal_of_what_is_one_already_changes_nothing():
    told = [EntityClaim("Mira"), EntityClaim("stranger"), Identity("Mira", "stranger")]

    assert (
        folded(told, [Identity("stranger", "Mira")]).state == folded(told, [Identity("Mira", "Mira")]).state
    )


def test_reveals_in_a_chain_lead_to_one():
    view = folded(
        [EntityClaim("a"), EntityClaim("b"), EntityClaim("c")], [Identity("b", "c"), Identity("a", "c")]
    )

    assert ids(view) == ["npc-a"]
    assert {view.entity(name).entity.id for name in "abc"} == {"npc-a"}


@pytest.mark.parametrize("apart", [("npc-a", "npc-b"), ("npc-c", "npc-b")])
def test_whom_the_author_keeps_apart_no_reveal_makes_one(apart):
    rules = Rules(separate=frozenset([frozenset(apart)]))
    view = folded(
        [EntityClaim("a"), EntityClaim("b"), EntityClaim("c"), Identity("a", "c")],
        [Identity("a", "b")],
        rules=rules,
    )

    assert ids(view) == ["npc-a", "npc-b"]


def test_merged_by_the_author_they_are_one_from_the_first_meeting():
    rules = Rules(canon={"npc-widow": "npc-mira"}, kept_names={"npc-mira": "Mira"})
    view = folded([EntityClaim("widow")], [EntityClaim("Mira")], rules=rules)

    one = view.entity("widow").entity
    assert (one.id, one.name, one.aliases, one.first_seen) == ("npc-mira", "Mira", ("widow",), 1)


def test_renamed_by_the_author_they_keep_what_the_story_calls_them():
    view = folded([EntityClaim("Mira")], rules=Rules(names={"npc-mira": "Mirabel"}))

    assert view.entity("Mira").entity.name == "Mirabel"


def test_a_scene_that_goes_on_keeps_whom_it_had():
    cast = [EntityClaim("Mira"), EntityClaim("Finn"), EntityClaim("mill", "place")]
    view = folded(
        [*cast, Scene(present=("Mira",), place="mill", starts=True)], [Scene(present=("Finn", "Mira"))]
    )

    assert (view.stage.present, view.stage.place, view.stage.since) == (
        ("npc-mira", "npc-finn"),
        "place-mill",
        1,
    )


def test_a_new_scene_begins_empty():
    cast = [EntityClaim("Mira"), EntityClaim("Finn"), EntityClaim("mill", "place")]
    view = folded(
        [*cast, Scene(present=("Mira",), place="mill", starts=True)], [Scene(present=("Finn",), starts=True)]
    )

    assert (view.stage.present, view.stage.place, view.stage.since) == (("npc-finn",), "", 2)


def test_on_stage_two_who_turn_out_to_be_one_stand_once():
    cast = [EntityClaim("Mira"), EntityClaim("stranger"), Scene(present=("stranger", "Mira"), starts=True)]

    assert folded(cast, [Identity("Mira", "stranger")]).stage.present == ("npc-mira",)


def test_nobody_unknown_comes_on_stage():
    assert folded([Scene(present=("Oren",), place="moon", starts=True)]).stage.present == ()


# Story time on stage.


def at_day(number, **more):
    return Scene(period=period_of(f"day {number}"), **more)


PEOPLE = [EntityClaim("Mira"), EntityClaim("Finn"), EntityClaim("father"), EntityClaim("mill", "place")]


def test_a_scene_that_tells_no_time_plays_when_the_last_one_did():
    stage = folded([at_day(4)], [Scene(present=(), starts=True)]).stage

    assert (stage.time.label, stage.latest.label, stage.goes_back) == ("day 4", "day 4", False)


def test_a_flashback_is_a_scene_of_its_own_with_its_own_cast():
    view = folded(
        [*PEOPLE, at_day(9, present=("Mira", "Finn"), place="mill")], [at_day(2, present=("Mira", "father"))]
    )

    assert view.stage.goes_back
    assert (view.stage.present, view.stage.place, view.stage.since) == (("npc-mira", "npc-father"), "", 2)
    assert (view.stage.time.label, view.stage.latest.label) == ("day 2", "day 9")


def test_after_a_flashback_nobody_of_it_is_left_on_stage():
    view = folded(
        [*PEOPLE, at_day(9, present=("Mira",))],
        [at_day(2, present=("father",))],
        [at_day(9, present=("Finn",))],
    )

    assert (view.stage.present, view.stage.goes_back) == (("npc-finn",), False)


def test_a_new_scene_of_no_told_time_leaves_a_flashback_for_the_present():
    view = folded([*PEOPLE, at_day(9)], [at_day(2)], [Scene(present=("Finn",), starts=True)])

    assert (view.stage.time.label, view.stage.present) == ("day 9", ("npc-finn",))


def test_what_goes_on_in_a_flashback_stays_in_it():
    view = folded([*PEOPLE, at_day(9)], [at_day(2, present=("father",))], [Scene(present=("Mira",))])

    assert (view.stage.time.label, view.stage.present) == ("day 2", ("npc-father", "npc-mira"))


def test_a_scene_that_goes_on_to_the_next_day_keeps_whom_it_had():
    view = folded([*PEOPLE, at_day(4, present=("Mira",), place="mill")], [at_day(5)])

    assert (view.stage.present, view.stage.place, view.stage.latest.label) == (
        ("npc-mira",),
        "place-mill",
        "day 5",
    )


def test_a_time_that_cannot_be_sorted_is_no_leap():
    view = folded([*PEOPLE, at_day(4, present=("Mira",))], [Scene(period=period_of("that winter"))])

    assert (view.stage.present, view.stage.time.label, view.stage.latest.label) == (
        ("npc-mira",),
        "that winter",
        "day 4",
    )


def test_the_clock_tells_every_change_of_time():
    view = folded([at_day(9)], [at_day(9)], [at_day(2)], [Scene(starts=True)])

    minutes = [period_of(f"day {day}").start for day in (9, 2, 9)]
    assert list(view.state.clock) == [(4, minutes[2]), (3, minutes[1]), (1, minutes[0])]


# Ids.


def test_who_was_renamed_and_introduced_by_hand_is_met_again_under_the_same_id():
    state = replace(
        NOTHING_TOLD,
        entities=NOTHING_TOLD.entities.insert("npc-mira", Entity("npc-mira", "Mirabel", "character")),
    )
    page = Page(state, Stem("t1", "", 1, "", "k"), earlier=lambda _: None)

    meet(page, EntityClaim("Mira"))

    assert [(one.id, one.name, one.aliases) for one in page.entities.values()] == [
        ("npc-mira", "Mirabel", ("Mira",))
    ]
