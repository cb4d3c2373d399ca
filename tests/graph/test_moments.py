"""Story time in a slot: how far it has come, and what holds at a moment."""

from dataclasses import replace

import pytest

from fabula.claims import Assertion, Period
from fabula.graph.facts import Fact, SlotKey, Standing
from fabula.graph.moments import next_time, place_at, plays_before, reached
from fabula.graph.told import Origin, Told

SLOT = SlotKey("", "asserted", "item-key", "held_by", "")
FACT = Fact("f", SLOT, "item-key", "held_by", "npc-mira", "", opened=1, opened_turn="t1")


def version(since=None, until=None, **more):
    return replace(FACT, since=since, until=until, **more)


def closed(since=None, until=None, *, at=2):
    return version(since, until, standing=Standing.SUPERSEDED, closed=at)


def past(since=None, until=None):
    return version(since, until, standing=Standing.PAST, closed=1)


def entry(start=None, end=None, *, goes_back=False):
    claim = Assertion("key", "held_by", object="Finn")
    period = Period("", start, end)
    return Told(claim, Origin(5, 1, "t5"), "a", "b", "c", "", (), period=period, goes_back=goes_back)


def test_nothing_dated_has_reached_nothing():
    assert reached(()) is None
    assert reached([version(), past(10, 20)]) is None


@pytest.mark.parametrize(
    ("versions", "time"),
    [
        ([version(10)], 10),
        ([closed(10, 30)], 30),
        ([closed(10, 30), version(30, confirmed=(50, 70))], 70),
        ([version(10), past(90, 95)], 10),
        ([closed(10)], 10),
    ],
)
def test_a_slot_has_come_as_far_as_its_latest_telling(versions, time):
    assert reached(versions) == time


@pytest.mark.parametrize(
    ("told", "is_before"),
    [
        (entry(5, 8), True),
        (entry(5, 10), True),
        (entry(9), True),
        (entry(5, 20), False),
        (entry(10), False),
        (entry(), False),
        (entry(goes_back=True), False),
    ],
    ids=["earlier", "right before", "a minute", "overlaps", "same", "undated", "undated in a flashback"],
)
def test_an_entry_plays_before_only_where_its_time_is_over_by_then(told, is_before):
    assert plays_before(told, [version(10)]) is is_before


def test_where_nothing_is_dated_what_the_story_had_reached_decides():
    assert plays_before(entry(5, 8, goes_back=True), [version()])
    assert not plays_before(entry(5, 8), [version()])
    assert not plays_before(entry(5, 8, goes_back=True), [past()]), "nothing is there to be closed"


def test_the_next_time_is_any_at_which_something_is_known():
    versions = [closed(10, 30), version(30, confirmed=(50,)), past(60, 65)]

    assert [next_time(versions, time) for time in (5, 10, 30, 50, 60, 65)] == [10, 30, 50, 60, 65, None]


def test_at_a_moment_the_version_that_began_last_holds():
    versions = [closed(10, 30), version(30), past(15, 20)]

    assert [place_at(versions, moment) for moment in (9, 10, 15, 19, 20, 29, 30, 99)] == [
        None,
        0,
        2,
        2,
        0,
        0,
        1,
        1,
    ]


def test_of_two_that_began_together_the_one_told_last_holds():
    assert place_at([version(10), past(10, 20)], 10) == 1


def test_what_nobody_dated_holds_from_its_turn_on():
    assert [place_at([version(opened=3)], 0, turn) for turn in (2, 3, None)] == [None, 0, None]


def test_what_ended_at_no_known_time_ends_with_its_turn():
    versions = [closed(10, at=4)]

    assert [place_at(versions, 12, turn) for turn in (3, 4, None)] == [0, None, None]


def test_the_past_that_nobody_dated_holds_at_no_moment():
    assert place_at([past()], 10, 9) is None
