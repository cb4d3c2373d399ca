"""Slots: which statements share one, and where they go when two entities are one."""

from fabula.claims import Assertion, EntityClaim, Identity, Termination
from fabula.graph.facts import Standing
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.predicates import DEFAULT_TABLE
from fabula.graph.rules import NO_RULES
from fabula.graph.slots import in_order, slot_key
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

CAST = tuple(EntityClaim(name) for name in ("Mira", "Finn", "stranger", "aide"))
THINGS = (EntityClaim("key", "item"), EntityClaim("old key", "item"))


def folded(*turns):
    state = NOTHING_TOLD
    for number, claims in enumerate(((*CAST, *THINGS), *turns)):
        stem = Stem(f"t{number}", "", number, "", f"k{number}")
        told = TurnClaims(stem, (Body("b", "hand", claims=tuple(claims)),), (), lambda _, stem=stem: stem)
        state = fold_turn(state, told, NO_RULES)
    return View("t", len(turns), "d", state)


def key(predicate, *ends):
    return slot_key("", "asserted", DEFAULT_TABLE.meaning(predicate).predicate, ends)


def test_a_functional_predicate_has_one_slot_for_all_far_ends():
    assert key("held_by", "item-key", "npc-a") == key("held_by", "item-key", "npc-b")


def test_a_plain_predicate_has_a_slot_for_each_far_end():
    assert key("trusts", "npc-a", "npc-b") != key("trusts", "npc-a", "npc-c")


def test_a_symmetric_predicate_is_the_same_from_both_ends():
    assert key("sibling_of", "npc-b", "npc-a") == key("sibling_of", "npc-a", "npc-b")


def test_predicates_of_a_group_share_their_slot():
    assert key("ally_of", "npc-a", "npc-b") == key("enemy_of", "npc-b", "npc-a")


def test_ends_are_put_in_order_only_where_both_are_alike_and_there():
    symmetric, plain = (DEFAULT_TABLE.meaning(name).predicate for name in ("ally_of", "trusts"))

    assert in_order(symmetric, "b", "a") == ("a", "b")
    assert in_order(symmetric, "b", "") == ("b", "")
    assert in_order(plain, "b", "a") == ("b", "a")


def test_after_a_reveal_facts_are_found_at_both_ends_and_the_holder():
    view = folded(
        [
            Assertion("stranger", "trusts", object="Finn"),
            Assertion("Finn", "fears", object="stranger"),
            Assertion("key", "held_by", object="stranger"),
            Assertion("key", "held_by", object="Finn", holder="stranger"),
        ],
        [Identity("Mira", "stranger")],
    )

    assert len(view.about("npc-mira")) == 4
    assert view.about("npc-stranger") == view.about("npc-mira")
    assert all("npc-stranger" not in (fact.subject, fact.object, fact.holder) for fact in view.told())


def test_after_a_reveal_of_the_thing_nobody_points_at_what_is_gone():
    view = folded(
        [Assertion("old key", "held_by", object="Mira")],
        [Assertion("key", "held_by", object="Finn")],
        [Identity("key", "old key")],
    )

    assert [(fact.object, fact.standing) for fact in view.timeline("key", "held_by")] == [
        ("npc-mira", Standing.SUPERSEDED),
        ("npc-finn", Standing.CURRENT),
    ]
    assert len(view.about("npc-mira")) == 1


def test_after_a_reveal_two_slots_run_together_in_the_order_of_telling():
    view = folded(
        [Assertion("Mira", "trusts", object="Finn", strength=100)],
        [Assertion("stranger", "trusts", object="Finn", strength=200)],
        [Assertion("Mira", "trusts", object="Finn", strength=300)],
        [Identity("Mira", "stranger")],
    )

    assert [(fact.strength, fact.opened, fact.closed) for fact in view.told()] == [
        (100, 1, 2),
        (200, 2, 3),
        (300, 3, None),
    ]


def test_after_a_reveal_a_symmetric_relation_is_still_one():
    view = folded(
        [Assertion("aide", "ally_of", object="stranger")],
        [Assertion("Mira", "enemy_of", object="aide")],
        [Identity("Mira", "stranger")],
    )

    assert [(fact.predicate, fact.standing) for fact in view.told()] == [
        ("ally_of", Standing.SUPERSEDED),
        ("enemy_of", Standing.CURRENT),
    ]


def test_after_a_reveal_an_open_ending_still_ends():
    view = folded(
        [Assertion("stranger", "holds", object="key"), Termination("stranger", "holds")],
        [Identity("Mira", "stranger")],
    )

    assert [fact.standing for fact in view.about("npc-mira")] == [Standing.ENDED]
