"""The rules that every store shares, without a store."""

import pytest

from fabula.errors import HeadMovedError, InvalidInputError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import Candidate, Changes, HeadMove, Selection, Tag, Tombstone
from fabula.stores.plan import Standing, check_words, named_keys, named_turns, plan
from fabula.testing.ledger_rows import line, move, turn

FIRST, SECOND = line(["The key is silver.", "月亮升起来了。"])


def test_every_turn_that_changes_lean_on_is_named():
    changes = Changes(
        turns=(SECOND,),
        moves=(HeadMove("b", "before", "head"), HeadMove("c", "x", None)),
        tags=(Tag("t", "tagged"), Tag("u", None)),
        candidates=(Candidate("c", "above", "assistant", "", "Hm."),),
    )
    assert named_turns(changes) == {FIRST.id, SECOND.id, "head", "tagged", "above"}


def test_the_root_is_never_asked_for():
    changes = Changes(turns=(FIRST,), candidates=(Candidate("c", ROOT, "assistant", "", "Hm."),))
    assert named_turns(changes) == {FIRST.id}


def test_every_text_key_that_changes_write_is_named():
    reply = Candidate("c", ROOT, "assistant", "", SECOND.text)
    changes = Changes(turns=(FIRST,), candidates=(reply,), tombstones=(Tombstone("t", "buried"),))
    assert named_keys(changes) == {FIRST.key, SECOND.key, "buried"}


def test_turns_that_are_known_are_not_planned_again():
    assert plan(Changes(turns=(FIRST, SECOND)), Standing(turns={FIRST.id})).turns == (SECOND,)


def test_a_parent_may_be_known_already():
    assert plan(Changes(turns=(SECOND,)), Standing(turns={FIRST.id})).turns == (SECOND,)


def test_a_parent_must_be_known():
    with pytest.raises(InvalidInputError, match="Write parents first"):
        plan(Changes(turns=(SECOND,)), Standing())


def test_only_text_keys_that_are_new_under_a_tombstone_are_to_be_buried():
    stones = (Tombstone("a", "old"), Tombstone("b", "new"))
    assert plan(Changes(tombstones=stones), Standing(buried={"old"})).bury == {"new"}


def test_selections_without_effect_are_not_planned():
    rows = Selection("t", "b2", replaces="b1"), Selection("t", "b3", replaces="b1")
    assert plan(Changes(selections=rows), Standing(selected={("t", "reader"): "b1"})).selections == rows[:1]


def test_a_branch_that_ends_is_planned_as_nothing():
    standing = Standing(turns={FIRST.id}, heads={"main": FIRST.id})
    assert plan(Changes(moves=(move("main", FIRST, None),)), standing).heads == {"main": None}


def test_a_second_move_starts_where_the_first_one_ended():
    moves = move("main", None, FIRST), move("main", None, SECOND)
    with pytest.raises(HeadMovedError):
        plan(Changes(turns=(FIRST, SECOND), moves=moves), Standing())


def test_a_candidate_with_half_of_a_surrogate_pair_is_refused():
    with pytest.raises(InvalidInputError, match="surrogate"):
        check_words(Changes(candidates=(Candidate("c", ROOT, "assistant", "", "\udc00"),)))


def test_every_other_text_can_be_kept():
    check_words(Changes(turns=line(["🗝️", "月", "\U0010ffff", "\x01"])))
    assert turn("🗝️").text == "🗝️"
