"""Notes that move with the end, and lines that stay."""

from fabula.serve.proxy.placing.evidence import Sightings, Verdict, places_in

FIRST = ["rain falls on the roof", "I knock twice", None, "who is there"]


def seen(earlier, own):
    sightings = Sightings()
    sightings.note("text", places_in(earlier, own))
    return sightings


def test_what_keeps_its_neighbours_while_the_history_grows_stays():
    now = [*FIRST, "it is me", "come in"]
    assert seen(FIRST, 2).verdict("text", places_in(now, 2), now) is Verdict.STAYS


def test_the_same_history_once_more_says_nothing():
    assert seen(FIRST, 2).verdict("text", places_in(FIRST, 2), FIRST) is Verdict.UNKNOWN


def test_what_stands_elsewhere_while_its_place_is_there_has_moved():
    now = ["rain falls on the roof", "I knock twice", "who is there", None, "it is me"]
    assert seen(FIRST, 2).verdict("text", places_in(now, 3), now) is Verdict.MOVED


def test_a_turn_that_a_person_moved_has_not_moved_with_the_end():
    earlier = ["one two three", "text", "four five six", "seven"]
    now = ["one two three", "four five six", "text", "seven", "eight", "nine"]
    place = places_in(now, 2)
    assert seen(earlier, 1).verdict("text", place, now, taken=True) is Verdict.UNKNOWN


def test_what_stood_at_the_end_is_not_settled_by_a_reply_alone():
    earlier = ["rain falls on the roof", "I knock twice", None]
    now = [*earlier, "who is there"]
    assert seen(earlier, 2).verdict("text", places_in(now, 2), now) is Verdict.UNKNOWN
