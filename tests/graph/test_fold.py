"""The fold of one turn: readers' claims first, then the author's acts, into a state that is replaced."""

from itertools import count

import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Quote, Retraction, Scene, Termination
from fabula.claims.codec import claim_to_json
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.acts import ActKind
from fabula.ledger.records import Act, Body, Stem

MIRA, FINN = EntityClaim("Mira"), EntityClaim("Finn")
KEY = EntityClaim("key", "item")
numbers = count(1)


def stem(number):
    return Stem(f"t{number}", f"t{number - 1}", number, "", f"k{number}")


def folded(*turns, state=NOTHING_TOLD, first=1):
    """The view after turns, each a list of claims and acts."""
    for number, said in enumerate(turns, start=first):
        claims = tuple(one for one in said if not isinstance(one, Act))
        acts = tuple(one for one in said if isinstance(one, Act))
        bodies = (Body(f"b{number}", "hand", claims=claims),) if claims else ()
        told = TurnClaims(stem(number), bodies, acts, lambda back, at=number: stem(at - back))
        state = fold_turn(state, told, NO_RULES)
    return View("t", len(turns), "d", state)


def act(kind, claim, **more):
    number = next(numbers)
    return Act(number, f"act {number}", kind.value, "turn", "t1", {"claim": claim_to_json(claim), **more})


def said(view):
    return [
        f"{view.name_of(f.subject)} {f.predicate} {view.name_of(f.object) or f.value}" for f in view.facts()
    ]


def test_a_turn_that_says_nothing_is_the_state_before_it():
    state = folded([MIRA]).state

    assert fold_turn(state, TurnClaims(stem(2), (), (), stem), NO_RULES) is state


def test_a_state_is_never_changed():
    view = folded([MIRA])
    before = view.entities()

    folded([FINN], state=view.state, first=2)

    assert view.entities() == before


def test_evidence_stands_at_the_turn_so_many_back():
    claim = Assertion("Mira", "mood", value="calm", evidence=(Quote(1, 2, 6, "calm"), Quote(0, 0, 3, "She")))
    view = folded([MIRA], [claim])

    pieces = view.facts()[0].evidence

    assert [(one.turn, one.number, one.quote, one.start, one.end) for one in pieces] == [
        ("t1", 1, "calm", 2, 6),
        ("t2", 2, "She", 0, 3),
    ]


def test_an_authors_word_rests_on_the_act():
    word = act(ActKind.ASSERT, Assertion("Mira", "mood", value="calm"))
    fact = folded([MIRA, word]).facts()[0]

    assert (fact.by_author, fact.evidence[0].act, fact.evidence[0].quote) == (True, word.id, "")


def test_acts_come_after_what_the_turn_says():
    word = act(ActKind.CORRECT, Assertion("Mira", "mood", value="calm"))
    view = folded([MIRA, word, Assertion("Mira", "mood", value="cold")])

    assert said(view) == ["Mira mood calm"]


def test_a_correction_takes_back_before_it_asserts():
    gone = claim_to_json(Retraction("key", "held_by", object="Finn"))
    word = act(ActKind.CORRECT, Assertion("key", "held_by", object="Mira"), instead=gone)
    view = folded([MIRA, FINN, KEY, Assertion("key", "held_by", object="Finn")], [word])

    assert [(fact.object, fact.opened) for fact in view.told()] == [("npc-mira", 2)]


def test_an_author_may_end_and_take_back():
    told = [MIRA, KEY, Assertion("Mira", "holds", object="key")]

    assert said(folded(told, [act(ActKind.END, Termination("Mira", "holds", object="key"))])) == []
    assert folded(told, [act(ActKind.RETRACT, Retraction("key", "held_by"))]).told() == ()


def test_a_lock_holds_the_fact_that_it_names():
    held = Assertion("key", "held_by", object="Mira")
    view = folded(
        [MIRA, FINN, KEY, held], [act(ActKind.LOCK, held)], [Assertion("Finn", "holds", object="key")]
    )

    assert said(view) == ["key held_by Mira"]
    assert view.facts()[0].locked
    assert [proposal.number for proposal in view.proposals] == [3]


def test_an_act_whose_words_were_purged_says_nothing():
    empty = Act(1, "a", "assert", "turn", "t1", {})

    assert folded([MIRA, empty]).told() == ()


def test_an_author_brings_in_whom_no_words_bring_in_any_more():
    word = act(
        ActKind.ASSERT,
        Assertion("key", "held_by", object="Mira"),
        ends=[["item-key", "key", "item"], ["npc-mira", "Mira", "character"]],
    )
    view = folded([FINN], [word])

    assert said(view) == ["key held_by Mira"]
    assert view.entity("Mira").entity.first_seen == 2
    assert view.problems == ()


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (Assertion("Oren", "mood", value="calm"), "nobody has met 'Oren'"),
        (Assertion("Mira", "trusts", object="Oren"), "nobody has met 'Mira' or 'Oren'"),
        (Assertion("Mira", "mood", value="calm", holder="Oren"), "nobody has met the holder 'Oren'"),
        (Termination("Oren", "mood"), "nobody has met 'Oren'"),
        (Identity("Mira", "Oren"), "one of the two names belongs to nobody yet"),
    ],
)
def test_what_cannot_be_taken_is_kept_for_people_to_see(claim, reason):
    problems = folded([MIRA], [claim]).problems

    assert [(one.number, one.reason) for one in problems] == [(2, reason)]


def test_a_scene_sets_the_stage():
    view = folded(
        [MIRA, FINN, EntityClaim("mill", "place"), Scene(present=("Mira", "Finn"), place="mill", starts=True)]
    )

    assert (view.stage.present, view.stage.place, view.stage.since) == (
        ("npc-mira", "npc-finn"),
        "place-mill",
        1,
    )
