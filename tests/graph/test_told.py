"""One claim about a slot, and what a later word takes back of it."""

from fabula.claims import Assertion, Period, Retraction, Termination
from fabula.graph.told import Origin, Told, unretracted


def told(claim, number, **more):
    return Told(claim, Origin(number, 1, f"t{number}"), "item-key", "held_by", claim.object, "", (), **more)


def asserts(holder, number, **more):
    return told(Assertion("key", "held_by", object=holder), number, **more)


def takes_back(holder, number, **more):
    return told(Retraction("key", "held_by", object=holder), number, **more)


def test_origins_stand_in_the_order_of_telling():
    assert Origin(2, 1, "a") < Origin(10, 1, "a") < Origin(10, 2, "a")


def test_an_entry_is_dated_by_its_period():
    assert asserts("mira", 1, period=Period("day 4", 10, 20)).since == 10
    assert asserts("mira", 1).since is None


def test_what_is_only_claimed_to_be_past_is_past():
    assert told(Assertion("key", "held_by", object="mira", past=True), 1).is_past
    assert not told(Termination("key", "held_by", object="mira"), 1).is_past


def test_a_retraction_takes_back_what_it_means_and_came_before_it():
    entries = [asserts("mira", 1), asserts("finn", 2), takes_back("finn", 3), asserts("finn", 4)]

    assert list(unretracted(entries)) == [entries[0], entries[3]]


def test_an_open_retraction_takes_back_the_whole_slot():
    assert list(unretracted([asserts("mira", 1), asserts("finn", 2), takes_back("", 3)])) == []


def test_an_ending_is_not_taken_back_with_what_it_ended():
    ending = told(Termination("key", "held_by", object="mira"), 2)

    assert list(unretracted([asserts("mira", 1), ending, takes_back("mira", 3)])) == [ending]


def test_what_the_author_had_locked_before_stands():
    entries = [asserts("mira", 1), asserts("mira", 2, by_author=True, locks=True), takes_back("mira", 3)]

    assert list(unretracted(entries)) == entries[:2]
