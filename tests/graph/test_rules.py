"""What the author decided for the whole story."""

import pytest

from fabula.graph.rules import NO_RULES, Pin, Rejection, rules_of
from fabula.ledger.acts import ActKind
from fabula.ledger.records import Act


def act(kind, seq=1, scope="story", **payload):
    return Act(seq, f"act {kind} {seq} {sorted(payload.items())}", kind.value, scope, "", payload)


def merge(keep, absorb, seq=1):
    return act(ActKind.MERGE, seq, keep=keep, absorb=absorb, name=keep.title())


def unmerge(one, other, seq=9):
    return act(ActKind.UNMERGE, seq, one=one, other=other)


def test_no_acts_make_no_rules():
    assert rules_of([]) is NO_RULES


def test_acts_from_a_turn_on_make_no_rules():
    assert rules_of([act(ActKind.ASSERT, scope="turn", claim={})]) is NO_RULES


def test_merged_entities_stand_for_one():
    rules = rules_of([merge("a", "b"), merge("b", "c", 2), merge("d", "a", 3)])

    assert rules.canon == {"a": "d", "b": "d", "c": "d"}


def test_merging_twice_changes_nothing():
    assert rules_of([merge("a", "b"), merge("b", "a", 2)]).canon == {"b": "a"}


def test_an_unmerge_takes_the_merge_back():
    rules = rules_of([merge("a", "b"), unmerge("a", "b")])

    assert rules.canon == {}
    assert rules.separate == {frozenset("ab")}


def test_an_unmerge_of_two_who_met_through_a_third_takes_the_later_merge_back():
    rules = rules_of([merge("a", "b"), merge("a", "c", 2), unmerge("b", "c")])

    assert rules.canon == {"b": "a"}


def test_an_unmerge_takes_every_way_back_on_which_two_are_one():
    rules = rules_of([merge("a", "b"), merge("b", "a", 2), merge("a", "c", 3), unmerge("b", "a")])

    assert rules.canon == {"c": "a"}


def test_merging_again_is_stronger_than_keeping_apart():
    assert rules_of([unmerge("a", "b", 1), merge("a", "b", 2)]).separate == frozenset()


def test_the_last_name_given_counts():
    renames = [
        act(ActKind.RENAME, seq, entity="a", name=name) for seq, name in enumerate(("Bo", "Di"), start=1)
    ]

    assert rules_of(renames).names == {"a": "Di"}


def test_pins_are_kept_as_they_were_set():
    rules = rules_of([act(ActKind.PIN, subject="a", predicate="held_by", object="b", value="")])

    assert rules.pins == (Pin("a", "held_by", "b"),)


def test_the_digest_changes_with_the_acts():
    digests = {
        rules_of(acts).digest for acts in ([], [merge("a", "b")], [merge("a", "b"), merge("a", "c", 2)])
    }

    assert len(digests) == 3


@pytest.mark.parametrize("quotes", [["has the key"], ["She has the key now."], ["the key"], []])
def test_a_rejection_covers_the_same_words_and_wider_or_narrower_ones(quotes):
    assert Rejection("a", "held_by", "b", "", ("has the key",)).covers(quotes)


@pytest.mark.parametrize("quotes", [["takes the lamp"], ["has the key", "takes the lamp"]])
def test_a_rejection_does_not_cover_other_words(quotes):
    assert not Rejection("a", "held_by", "b", "", ("has the key",)).covers(quotes)
