"""The story log: scopes, and which acts stand."""

from dataclasses import replace

import pytest

from fabula.ledger.acts import FROM_TURN, SCOPES, STORY, ActKind, standing
from fabula.ledger.records import Act


def act(seq, kind=ActKind.PIN, **payload):
    return Act(seq, f"a{seq}", kind.value, STORY, "", payload or {"subject": "npc-mira", "predicate": "mood"})


def undo(seq, of):
    return act(seq, ActKind.UNDO, act=of)


def test_every_kind_has_a_scope():
    assert SCOPES.keys() == set(ActKind)


@pytest.mark.parametrize("kind", [ActKind.ASSERT, ActKind.CORRECT, ActKind.END, ActKind.LOCK])
def test_what_is_told_holds_from_a_turn_on(kind):
    assert SCOPES[kind] == FROM_TURN


@pytest.mark.parametrize("kind", [ActKind.MERGE, ActKind.RENAME, ActKind.REJECT, ActKind.PIN, ActKind.UNDO])
def test_what_is_decided_holds_on_every_branch(kind):
    assert SCOPES[kind] == STORY


def test_acts_stand_in_their_order():
    assert standing([act(1), act(2)]) == (act(1), act(2))


def test_an_undone_act_does_not_stand_and_neither_does_the_undoing():
    assert standing([act(1), act(2), undo(3, "a1")]) == (act(2),)


def test_undoing_an_undo_brings_the_act_back():
    assert standing([act(1), undo(2, "a1"), undo(3, "a2")]) == (act(1),)


def test_undoing_the_undoing_of_an_undo_takes_it_away_again():
    assert standing([act(1), undo(2, "a1"), undo(3, "a2"), undo(4, "a3")]) == ()


def test_an_undo_of_what_is_not_there_changes_nothing():
    assert standing([act(1), undo(2, "elsewhere"), act(3, ActKind.UNDO)]) == (act(1),)


def test_an_act_whose_payload_was_purged_says_nothing():
    assert standing([replace(act(1), payload={}), act(2)]) == (act(2),)
