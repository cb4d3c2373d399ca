"""Where the entities of a picture stand."""

from itertools import combinations
from math import dist

import pytest

from fabula.graph.picture_layout import Box, bounds, places

ROOM = Box(-50, -20, 50, 40)


def circle_of(count):
    return [(f"n{one}", f"n{(one + 1) % count}") for one in range(count)]


def laid(count, pairs):
    return places({f"n{one}": ROOM for one in range(count)}, pairs)


def overlapping(found):
    return [
        (one, other)
        for one, other in combinations(sorted(found), 2)
        if ROOM.at(found[one]).meets(ROOM.at(found[other]))
    ]


@pytest.mark.parametrize("count", [1, 2, 7, 30, 60])
def test_no_two_names_meet(count):
    hub = [("n0", f"n{one}") for one in range(1, count)]
    for pairs in ([], circle_of(count) if count > 2 else [], hub, hub + circle_of(count)):
        assert overlapping(laid(count, pairs)) == []


def test_who_has_to_do_with_each_other_stands_closer():
    found = laid(8, [(f"n{one}", f"n{one + 1}") for one in range(7)])
    assert dist(found["n0"], found["n1"]) < dist(found["n0"], found["n4"]) < dist(found["n0"], found["n7"])


def test_the_longest_extent_lies_along_the_width():
    found = laid(10, [(f"n{one}", f"n{one + 1}") for one in range(9)])
    frame = bounds(ROOM.at(place) for place in found.values())
    assert frame.right - frame.left > frame.bottom - frame.top


def test_places_depend_on_ids_and_pairs_and_not_on_their_order():
    pairs = circle_of(12)
    rooms = {f"n{one}": ROOM for one in range(12)}
    backwards = dict(reversed(rooms.items()))
    assert places(rooms, pairs) == places(backwards, [(other, one) for one, other in reversed(pairs)])


def test_places_are_whole_tenths():
    assert all(round(value, 1) == value for place in laid(9, circle_of(9)).values() for value in place)


def test_nobody_stands_nowhere():
    assert places({}, []) == {}
    assert bounds([]) == Box(0, 0, 0, 0)


def test_a_known_layout_stays_as_it_was():
    found = laid(3, [("n0", "n1"), ("n1", "n2")])
    assert found == {"n0": (300.9, 50.7), "n1": (175.4, 20.0), "n2": (50.0, 50.7)}
