"""Attributes of relations: where they belong, and how long they last."""

from fabula.claims import Assertion, EntityClaim, Identity, Modality, Retraction, Termination
from fabula.claims.storytime import period_of
from fabula.graph.facts import Standing
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.predicates import DEFAULT_TABLE
from fabula.graph.relation_attributes import attribute_of, is_attribute_of_relation, relation_slot
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

CAST = (*(EntityClaim(name) for name in ("Mira", "Finn", "Oren")), EntityClaim("key", "item"))


def folded(*turns):
    state = NOTHING_TOLD
    for number, claims in enumerate((CAST, *turns)):
        stem = Stem(f"t{number}", "", number, "", f"k{number}")
        told = TurnClaims(stem, (Body("b", "hand", claims=tuple(claims)),), (), lambda _, stem=stem: stem)
        state = fold_turn(state, told, NO_RULES)
    return View("t", len(turns), "d", state)


def held(who="Mira", **more):
    return Assertion("key", "held_by", object=who, **more)


def price(value, who="Mira", **more):
    return held(who, attribute="price", value=value, **more)


def prices(view):
    told = [fact for fact in view.told() if is_attribute_of_relation(fact)]
    return [(fact.value, fact.standing.value, fact.closed) for fact in told]


def test_an_attribute_is_written_after_its_relation():
    assert attribute_of("held_by", "price") == "held_by#price"
    assert attribute_of("held_by", "") == "held_by"


def test_an_attribute_knows_the_slot_of_its_relation():
    view = folded(
        [held(), price("5"), Assertion("Mira", "enemy_of", object="Finn", attribute="cause", value="envy")]
    )

    slots = {fact.predicate: relation_slot(fact, DEFAULT_TABLE) for fact in view.told() if fact.value}

    assert slots["held_by#price"] == view.timeline("key", "held_by")[0].slot
    assert (slots["enemy_of#cause"].predicate, slots["enemy_of#cause"].object) == ("stance", "npc-mira")


def test_an_attribute_ends_where_its_relation_ends():
    assert prices(folded([held(), price("5")], [Termination("key", "held_by")])) == [("5", "ended", 2)]
    assert prices(folded([held(), price("5")], [held("Finn")])) == [("5", "ended", 2)]


def test_an_attribute_outlives_a_change_in_its_relation():
    view = folded([held(strength=100), price("5")], [held(strength=900)])

    assert prices(view) == [("5", "current", None)]


def test_an_attribute_does_not_come_back_when_the_relation_begins_again():
    view = folded([held(), price("5")], [held("Finn")], [held()])

    assert prices(view) == [("5", "ended", 2)]
    assert [fact.object for fact in view.facts()] == ["npc-mira"]


def test_an_attribute_told_the_second_time_belongs_to_the_second_time():
    assert prices(folded([held()], [held("Finn")], [held(), price("9")])) == [("9", "current", None)]


def test_an_attribute_told_before_its_relation_belongs_to_it():
    assert prices(folded([price("5")], [held()])) == [("5", "current", None)]
    assert prices(folded([price("5")], [held()], [held("Finn")])) == [("5", "ended", 3)]


def test_an_attribute_of_what_was_never_told_stands_alone():
    assert prices(folded([price("5")])) == [("5", "current", None)]


def test_an_attribute_told_when_all_is_over_does_not_hold():
    assert prices(folded([held()], [held("Finn")], [price("5")])) == [("5", "ended", 3)]


def test_taking_back_the_end_of_a_relation_brings_its_attributes_back():
    view = folded([held(), price("5")], [held("Finn")], [Retraction("key", "held_by", object="Finn")])

    assert prices(view) == [("5", "current", None)]


def test_an_ending_without_an_object_ends_the_attribute_of_every_relation():
    view = folded(
        [held(), price("5"), Assertion("Mira", "enemy_of", object="Finn", attribute="cause", value="envy")],
        [
            Termination("key", "held_by", attribute="Price"),
            Termination("Finn", "enemy_of", attribute="cause"),
        ],
    )

    assert [fact.standing for fact in view.told() if fact.value] == [Standing.ENDED, Standing.ENDED]
    assert [fact.is_current for fact in view.timeline("key", "held_by")] == [True]


def test_an_attribute_is_the_same_from_the_inverse_and_by_another_spelling():
    view = folded(
        [held(), price("5")], [Assertion("Mira", "owns", object="key", attribute="价格", value="7")]
    )

    assert [fact.value for fact in view.timeline("key", "held_by", "cost")] == ["5", "7"]


def test_attributes_of_shows_those_of_the_same_frame_alone():
    view = folded(
        [
            held(),
            price("5"),
            price("7", modality=Modality.RUMOURED),
            price("8", holder="Oren"),
            price("9", "Finn"),
        ]
    )
    (relation,) = view.timeline("key", "held_by")

    assert {key: [fact.value for fact in told] for key, told in view.attributes_of(relation).items()} == {
        "price": ["5"]
    }


def test_after_a_reveal_attributes_are_at_the_one_that_is_left():
    view = folded(
        [EntityClaim("stranger"), held("stranger"), price("5", "stranger")], [Identity("Mira", "stranger")]
    )
    (relation,) = view.timeline("key", "held_by")

    assert [fact.value for fact in view.attributes_of(relation)["price"]] == ["5"]


def test_at_a_time_an_attribute_holds_while_its_relation_does():
    view = folded(
        [held(period=period_of("day 2")), price("5", period=period_of("day 3"))],
        [held("Finn", period=period_of("day 6"))],
    )

    found = [[fact.value or fact.object for fact in view.at(f"day {day}").facts()] for day in (2, 3, 6)]

    assert found == [["npc-mira"], ["npc-mira", "5"], ["npc-finn"]]
