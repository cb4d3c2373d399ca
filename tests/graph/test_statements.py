"""What is said of somebody or something: whom and which slots it means."""

from dataclasses import replace

import pytest

from fabula.claims import Assertion, EntityClaim, Modality, Quote, Retraction, Scene, Termination
from fabula.claims.storytime import period_of
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES, Rejection, Rules
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

CAST = tuple(EntityClaim(name) for name in ("Finn", "Mira", "Oren"))
THINGS = (EntityClaim("key", "item"), EntityClaim("lamp", "item"), EntityClaim("mill", "place"))


def folded(*claims, rules=NO_RULES):
    stems = [Stem(f"t{number}", "", number, "", "k") for number in range(len(claims) + 1)]
    state = NOTHING_TOLD
    for stem, said in zip(stems, ((*CAST, *THINGS), *((claim,) for claim in claims)), strict=True):
        told = TurnClaims(stem, (Body("b", "hand", claims=said),), (), lambda _, stem=stem: stem)
        state = fold_turn(state, told, rules)
    return View("t", len(claims), "d", state, rules)


def said(view, **frame):
    return [
        f"{view.name_of(f.subject)} {f.predicate} {view.name_of(f.object) or f.value}"
        for f in view.facts(**frame)
    ]


def holds(holder, thing):
    return Assertion(holder, "holds", object=thing)


def test_an_inverse_is_told_from_the_other_end():
    assert said(folded(holds("Mira", "key"))) == ["key held_by Mira"]


def test_an_attribute_is_a_slot_with_a_text():
    view = folded(Assertion("Mira", "mood", value="calm"), Assertion("Mira", "mood", value="cold"))

    assert said(view) == ["Mira mood cold"]
    assert len(view.timeline("Mira", "mood")) == 2


@pytest.mark.parametrize("predicate", ["has", "ally of"])
def test_a_text_where_the_table_wants_an_entity_is_an_attribute_of_its_own(predicate):
    assert said(folded(Assertion("Mira", predicate, value="many"))) == [
        f"Mira {predicate.replace(' ', '_')} many"
    ]


def test_what_somebody_believes_is_held_apart():
    view = folded(holds("Mira", "key"), Assertion("key", "held_by", object="Finn", holder="Oren"))

    assert said(view) == ["key held_by Mira"]
    assert said(view, holder="npc-oren") == ["key held_by Finn"]


@pytest.mark.parametrize("modality", [one for one in Modality if one is not Modality.ASSERTED])
def test_only_what_is_asserted_is_canon(modality):
    view = folded(holds("Mira", "key"), Assertion("key", "held_by", object="Finn", modality=modality))

    assert said(view) == ["key held_by Mira"]
    assert said(view, modality=modality) == ["key held_by Finn"]


def test_an_ending_without_far_end_ends_whatever_holds_in_its_direction():
    view = folded(
        Assertion("Mira", "parent_of", object="Finn"),
        Assertion("Mira", "parent_of", object="Oren"),
        Assertion("Oren", "parent_of", object="Mira"),
        Termination("Mira", "parent_of"),
    )

    assert said(view) == ["Oren parent_of Mira"]


def test_an_ending_of_a_symmetric_relation_needs_no_direction():
    view = folded(Assertion("Finn", "ally_of", object="Mira"), Termination("Mira", "ally_of"))

    assert said(view) == []


def test_an_ending_from_the_far_side_ends_what_is_there_now():
    view = folded(
        holds("Mira", "key"), holds("Mira", "lamp"), holds("Finn", "lamp"), Termination("Mira", "holds")
    )

    assert said(view) == ["lamp held_by Finn"]


def test_an_ending_of_one_of_a_group_leaves_the_other_alone():
    view = folded(Assertion("Mira", "enemy_of", object="Finn"), Termination("Mira", "ally_of", object="Finn"))

    assert said(view) == ["Finn enemy_of Mira"]


@pytest.mark.parametrize("gone", [Termination("Mira", "trusts"), Retraction("Mira", "trusts")])
def test_neither_an_ending_nor_a_retraction_reaches_beliefs_and_dreams(gone):
    view = folded(
        Assertion("Mira", "trusts", object="Finn", modality=Modality.DREAMED),
        Assertion("Mira", "trusts", object="Finn", holder="Oren"),
        gone,
    )

    assert all(fact.is_current for fact in view.told())


def test_a_retraction_of_one_value_leaves_the_others():
    view = folded(
        Assertion("Mira", "mood", value="calm"),
        Assertion("Mira", "mood", value="cold"),
        Retraction("Mira", "mood", value="cold"),
    )

    assert said(view) == ["Mira mood calm"]


def test_whoever_is_spoken_of_was_seen():
    view = folded(holds("Mira", "key"), Assertion("Mira", "mood", value="calm"))

    assert {name: view.entity(name).entity.last_seen for name in ("Mira", "key", "Finn")} == {
        "Mira": 2,
        "key": 1,
        "Finn": 0,
    }


def test_one_believed_to_hold_what_nobody_met_is_a_problem():
    view = folded(Assertion("key", "held_by", object="Nobody", holder="Oren"))

    assert view.told() == ()
    assert len(view.problems) == 1


def quoted(text):
    return Assertion("Mira", "ally_of", object="Finn", evidence=(Quote(0, 0, len(text), text),))


@pytest.mark.parametrize("ends", [("npc-mira", "npc-finn"), ("npc-finn", "npc-mira")])
def test_a_rejected_claim_is_not_taken_from_the_same_words(ends):
    rules = Rules(rejections=(Rejection(ends[0], "ally_of", ends[1], "", ("side by side",)),))

    assert said(folded(quoted("side by side"), rules=rules)) == []
    assert said(folded(quoted("arm in arm"), rules=rules)) == ["Finn ally_of Mira"]


def test_a_rejection_follows_whom_it_is_about_through_a_merge():
    rules = Rules(
        canon={"npc-finn": "npc-oren"},
        rejections=(Rejection("npc-mira", "ally_of", "npc-finn", "", ("side by side",)),),
    )

    assert said(folded(quoted("side by side"), rules=rules)) == []


# When it plays, and who hears it.


def scenes(*turns, speaker=""):
    """The view after turns of several claims each."""
    state = NOTHING_TOLD
    for number, claims in enumerate(((*CAST, *THINGS), *turns)):
        stem = Stem(f"t{number}", "", number, speaker if number else "", "k")
        told = TurnClaims(stem, (Body("b", "hand", claims=tuple(claims)),), (), lambda _, stem=stem: stem)
        state = fold_turn(state, told, NO_RULES)
    return View("t", len(turns), "d", state)


def day(number):
    return period_of(f"day {number}")


def test_what_is_told_plays_when_the_scene_does():
    (fact,) = scenes([Scene(period=day(4)), holds("Mira", "key")]).told()

    assert (fact.period, fact.since) == (day(4), day(4).start)


def test_its_own_time_counts_before_the_scenes():
    claim = replace(holds("Mira", "key"), period=day(2))

    assert scenes([Scene(period=day(4)), claim]).told()[0].since == day(2).start


@pytest.mark.parametrize("label", ["long ago", "那一年冬天"])
def test_its_own_time_that_cannot_be_sorted_is_not_taken_for_the_scenes(label):
    claim = replace(holds("Mira", "key"), period=period_of(label))

    (fact,) = scenes([Scene(period=day(4)), claim]).told()

    assert (fact.period.label, fact.since) == (label, None)


def test_what_is_only_said_to_be_past_is_not_dated_by_the_scene():
    (fact,) = scenes([Scene(period=day(4)), replace(holds("Mira", "key"), past=True)]).told()

    assert (fact.period.label, fact.since) == ("", None)


def test_a_scene_in_a_flashback_does_not_touch_what_holds():
    view = scenes(
        [holds("Mira", "key")], [Scene(period=day(9))], [Scene(period=day(2)), holds("Finn", "key")]
    )

    assert said(view) == ["key held_by Mira"]
    assert [fact.standing.value for fact in view.told()] == ["current", "past"]


def test_after_a_flashback_the_story_goes_on():
    view = scenes(
        [Scene(period=day(9)), holds("Mira", "key")],
        [Scene(period=day(2), starts=True), holds("Oren", "key")],
        [Scene(starts=True), holds("Finn", "key")],
    )

    assert said(view) == ["key held_by Finn"]


def audiences(view):
    return [fact.audience for fact in view.told()]


def test_who_is_on_stage_hears_it():
    view = scenes([holds("Mira", "key")], [Scene(present=("Finn", "Oren")), holds("Mira", "lamp")])

    assert audiences(view) == [None, ("npc-finn", "npc-oren")]


def test_who_speaks_hears_it():
    assert audiences(scenes([Scene(present=("Finn",)), holds("Finn", "key")], speaker="Mira")) == [
        ("npc-finn", "npc-mira")
    ]


@pytest.mark.parametrize("speaker", ["Narrator", "mill"])
def test_a_speaker_who_is_nobody_in_the_story_is_not_counted(speaker):
    assert audiences(scenes([Scene(present=("Finn",)), holds("Finn", "key")], speaker=speaker)) == [
        ("npc-finn",)
    ]


def test_who_is_told_counts_before_who_is_there():
    claim = Assertion("Mira", "mood", value="sad", audience=("Mira", "Nobody"))

    assert audiences(scenes([Scene(present=("Finn",)), claim])) == [("npc-mira",)]


def test_a_new_scene_has_its_own_audience():
    view = scenes(
        [Scene(present=("Finn",), starts=True), holds("Mira", "key")],
        [Scene(present=("Oren",), starts=True), holds("Mira", "lamp")],
    )

    assert audiences(view) == [("npc-finn",), ("npc-oren",)]


def test_a_scene_of_the_whole_turn_is_set_before_anything_is_told():
    view = scenes([holds("Mira", "key"), EntityClaim("Tess"), Scene(present=("Tess",), starts=True)])

    assert audiences(view) == [("npc-tess",)]


def test_a_scene_that_begins_with_words_of_the_turn_counts_from_there_on():
    words = (Quote(0, 5, 9, "Dawn"),)
    view = scenes(
        [Scene(present=("Finn",))],
        [holds("Mira", "key"), Scene(present=("Oren",), starts=True, evidence=words), holds("Mira", "lamp")],
    )

    assert audiences(view) == [("npc-finn",), ("npc-oren",)]


def test_facts_of_a_turn_stand_in_the_order_of_telling():
    view = scenes([holds("Mira", "lamp"), holds("Mira", "key"), Assertion("Finn", "mood", value="sad")])

    assert [fact.place for fact in view.told()] == sorted(fact.place for fact in view.told())
    assert said(view) == ["lamp held_by Mira", "key held_by Mira", "Finn mood sad"]


def heard(present, speaker="", *claims):
    """Who is said to know what the last turn tells, after a scene with everybody in it."""
    state = NOTHING_TOLD
    opening = (*CAST, *THINGS, Scene(present=("Finn", "Mira", "Oren")))
    for number, (said_in, who) in enumerate(((opening, None), (claims or (holds("Mira", "key"),), present))):
        stem = Stem(f"t{number}", "", number, speaker if number else "", "k")
        told = TurnClaims(
            stem, (Body("b", "hand", claims=tuple(said_in)),), (), lambda _, stem=stem: stem, who
        )
        state = fold_turn(state, told, NO_RULES)
    view = View("t", 1, "d", state)
    (fact,) = view.told()
    return None if fact.audience is None else [view.name_of(one) for one in fact.audience]


def test_who_a_turn_says_was_there_hears_it_and_nobody_else():
    assert heard(None) == ["Finn", "Mira", "Oren"]
    assert heard(("Mira",)) == ["Mira"]
    assert heard(("Mira",), "Oren") == ["Mira", "Oren"]
    assert heard(()) == []


def test_a_scene_that_adds_to_the_stage_adds_nobody_to_who_was_there():
    assert heard(("Mira",), "", Scene(present=("Mira",)), holds("Mira", "key")) == ["Mira"]
