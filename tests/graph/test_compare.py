"""Two views side by side: matched by what they say, not by when it was told."""

from dataclasses import replace

import pytest

import fabula
from fabula.claims.statements import Assertion, EntityClaim, Modality, Period, Termination
from fabula.graph.compare import Comparison, compare
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES, Pin, Rules
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

CAST = [EntityClaim(name) for name in ("Mira", "Finn", "林瑶")] + [EntityClaim("key", "item")]


def view_of(*turns):
    state = NOTHING_TOLD
    for number, claims in enumerate([CAST, *turns], start=1):
        stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
        body = Body(f"body-{number}", "test/1", claims=tuple(claims))
        state = fold_turn(state, TurnClaims(stem, (body,), (), lambda _, stem=stem: stem), NO_RULES)
    return View(f"turn-{len(turns) + 1}", len(turns) + 1, "", state)


def says(subject, predicate, far="", **more):
    return Assertion(subject, predicate, object=far, **more)


def far_ends(facts):
    return [fact.object or fact.value for fact in facts]


def test_the_same_told_at_other_turns_is_the_same():
    one = view_of([says("Mira", "trusts", "Finn")], [says("key", "held_by", "Mira")])
    other = view_of([], [], [says("key", "held_by", "Mira"), says("Mira", "trusts", "Finn")])
    found = compare(one, other)
    assert found.is_same
    assert found == Comparison()
    assert {fact.id for fact in one.facts()} & {fact.id for fact in other.facts()} == set()


def test_what_holds_only_in_one_or_the_other():
    found = compare(view_of([says("Mira", "trusts", "Finn")]), view_of([says("Mira", "fears", "林瑶")]))
    assert [fact.predicate for fact in found.only_one] == ["trusts"]
    assert [fact.predicate for fact in found.only_other] == ["fears"]
    assert not found.is_same


def test_a_slot_that_holds_differently_is_a_pair():
    found = compare(view_of([says("key", "held_by", "Mira")]), view_of([says("key", "held_by", "林瑶")]))
    ((ours, theirs),) = found.different
    assert (ours.object, theirs.object[:11]) == ("npc-mira", "npc-lin-yao")
    assert (found.only_one, found.only_other) == ((), ())


@pytest.mark.parametrize("change", [{"strength": -400}, {"fact": "Mira trusts Finn with her life."}])
def test_another_strength_or_sentence_is_another_thing_to_say(change):
    found = compare(
        view_of([says("Mira", "trusts", "Finn")]), view_of([says("Mira", "trusts", "Finn", **change)])
    )
    assert len(found.different) == 1


def test_an_ally_here_and_an_enemy_there_are_one_pair():
    found = compare(view_of([says("Mira", "ally_of", "Finn")]), view_of([says("Mira", "enemy_of", "Finn")]))
    assert [(one.predicate, other.predicate) for one, other in found.different] == [("ally_of", "enemy_of")]


def test_what_no_longer_holds_counts_as_absent():
    ended = view_of([says("Mira", "trusts", "Finn")], [Termination("Mira", "trusts", "Finn")])
    assert compare(ended, view_of()).is_same
    assert far_ends(compare(view_of([says("Mira", "trusts", "Finn")]), ended).only_one) == ["npc-finn"]


def test_beliefs_are_compared_apart_from_canon():
    one = view_of([says("key", "held_by", "Mira")])
    other = view_of([says("key", "held_by", "Mira", holder="Finn", modality=Modality.LIED)])
    found = compare(one, other)
    assert ([fact.holder for fact in found.only_one], [fact.holder for fact in found.only_other]) == (
        [""],
        ["npc-finn"],
    )


def test_entities_that_only_one_knows_or_that_are_told_of_differently():
    one = view_of([EntityClaim("Oren"), EntityClaim("Mira", summary="A widow.")])
    other = view_of([EntityClaim("The Old Mill", "place")])
    found = compare(one, other)
    assert [entity.name for entity in found.entities_only_one] == ["Oren"]
    assert [entity.name for entity in found.entities_only_other] == ["The Old Mill"]
    assert [(ours.summary, theirs.summary) for ours, theirs in found.entities_different] == [("A widow.", "")]


def test_an_attribute_ends_with_its_relation_in_one_view_alone():
    told = (
        [says("Mira", "trusts", "Finn")],
        [says("Mira", "trusts", "Finn", value="his face", attribute="for")],
    )
    found = compare(view_of(*told), view_of(*told, [Termination("Mira", "trusts", "Finn")]))
    assert [fact.predicate for fact in found.only_one] == ["trusts", "trusts#for"]


def test_a_pinned_fact_is_shown_as_pinned():
    pinned = replace(
        view_of([says("key", "held_by", "Mira")]), rules=Rules(pins=(Pin("item-key", "held_by"),))
    )
    assert [fact.pinned for fact in compare(pinned, view_of()).only_one] == [True]


def test_two_moments_of_one_view_can_be_compared():
    view = view_of(
        [says("key", "held_by", "Mira", period=Period("day 1", 1440, 2880))],
        [says("key", "held_by", "Finn", period=Period("day 3", 4320, 5760))],
    )
    ((ours, theirs),) = compare(view.at("day 2"), view.at("day 3")).different
    assert (ours.object, theirs.object) == ("npc-mira", "npc-finn")
    assert compare(view, view.at("day 3")).is_same


def test_every_part_is_in_the_order_of_the_telling():
    one = view_of(*([says("Mira", f"p{number}", "Finn")] for number in (3, 1, 2)))
    assert [fact.predicate for fact in compare(one, view_of()).only_one] == ["p3", "p1", "p2"]


def test_turning_a_comparison_round_swaps_its_sides():
    one, other = (
        view_of([says("key", "held_by", "Mira")], [EntityClaim("Oren")]),
        view_of([says("key", "held_by", "Finn")]),
    )
    there, back = compare(one, other), compare(other, one)
    assert back.only_one == there.only_other
    assert back.entities_only_other == there.entities_only_one
    assert back.different == tuple((theirs, ours) for ours, theirs in there.different)


def test_branches_of_a_story_are_compared_from_the_package():
    story = fabula.open(":memory:", story="moonlit")
    story.tell("Lin Feng gave the silver key to Lin Yao.", speaker="Narrator")
    other = story.fork("kinder")
    story.tell("Lin Yao gave the silver key to Mira.", speaker="Narrator")
    story.extract()
    ((ours, theirs),) = fabula.compare(story.view(), other.view()).different
    assert (ours.object, theirs.object) == ("npc-mira", "npc-lin-yao")
