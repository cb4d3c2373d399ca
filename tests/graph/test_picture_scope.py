"""What a picture shows of a view."""

import pytest

from fabula.claims.statements import Assertion, EntityClaim, Termination
from fabula.errors import EntityNotFoundError
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.picture_scope import note_key, scope
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem


def view_of(*turns):
    state = NOTHING_TOLD
    for number, claims in enumerate(turns, start=1):
        stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
        body = Body(f"body-{number}", "test/1", claims=tuple(claims))
        state = fold_turn(state, TurnClaims(stem, (body,), (), lambda _, stem=stem: stem), NO_RULES)
    return View(f"turn-{len(turns)}", len(turns), "", state)


def knows(one, other, **more):
    return Assertion(one, "knows", object=other, **more)


CAST = [EntityClaim(name) for name in ("Ada", "Bo", "Cy", "Di", "Ed")]
CHAIN = view_of(
    CAST,
    [knows("Ada", "Bo"), knows("Bo", "Cy"), knows("Cy", "Di")],
)


def names(found):
    return [entity.name for entity in found.entities]


def test_without_a_focus_everybody_is_shown():
    found = scope(CHAIN)
    assert names(found) == ["Ada", "Bo", "Cy", "Di", "Ed"]
    assert (len(found.relations), found.left_out) == (3, 0)


@pytest.mark.parametrize(
    ("hops", "shown"), [(0, ["Bo"]), (1, ["Ada", "Bo", "Cy"]), (2, ["Ada", "Bo", "Cy", "Di"])]
)
def test_a_focus_shows_those_within_some_steps(hops, shown):
    found = scope(CHAIN, focus=["Bo"], hops=hops)
    assert names(found) == shown
    assert found.focus == ("npc-bo",)


def test_several_can_be_in_focus_and_all_must_be_known():
    assert names(scope(CHAIN, focus=["Ed", "Ada"], hops=0)) == ["Ada", "Ed"]
    with pytest.raises(EntityNotFoundError):
        scope(CHAIN, focus=["Nobody"])


def test_the_best_connected_are_kept_where_there_is_little_room():
    found = scope(CHAIN, most=2)
    assert names(found) == ["Bo", "Cy"]
    assert (len(found.relations), found.left_out) == (1, 3)


def test_around_a_focus_the_nearest_are_kept():
    found = scope(CHAIN, focus=["Ada"], hops=3, most=2)
    assert (names(found), found.left_out) == (["Ada", "Bo"], 2)


def test_degrees_count_neighbours_and_not_relations():
    view = view_of(CAST, [knows("Ada", "Bo"), Assertion("Ada", "trusts", object="Bo"), knows("Ada", "Ada")])
    assert {one: degree for one, degree in scope(view).degrees.items() if degree} == {
        "npc-ada": 1,
        "npc-bo": 1,
    }


def test_what_held_before_is_shown_on_request():
    view = view_of(CAST, [knows("Ada", "Bo")], [Termination("Ada", "knows", "Bo")])
    assert len(scope(view).relations) == 0
    assert len(scope(view, facts="told").relations) == 1


def test_given_facts_show_only_whom_they_speak_of():
    found = scope(CHAIN, facts=CHAIN.facts()[:1])
    assert (names(found), len(found.relations)) == (["Ada", "Bo"], 1)


def test_values_are_notes_of_an_entity_or_of_a_relation():
    view = view_of(
        CAST,
        [knows("Ada", "Bo"), Assertion("Ada", "mood", value="calm")],
        [knows("Ada", "Bo", value="school", attribute="from")],
    )
    found = scope(view)
    (relation,) = found.relations
    assert [fact.value for fact in found.notes["npc-ada",]] == ["calm"]
    assert [fact.value for fact in found.notes[note_key(relation)]] == ["school"]
