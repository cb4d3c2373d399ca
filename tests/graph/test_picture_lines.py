"""Curves between entities, and room for their labels."""

from math import dist

import pytest

from fabula.graph.facts import Fact, SlotKey
from fabula.graph.picture_layout import Box
from fabula.graph.picture_lines import Curve, Spot, curves, label_places

ROOM = Box(-20, -12, 20, 30)


def spot(x, y):
    return Spot((x, y), 10, ROOM.at((x, y)))


def relation(one, other, identity="f"):
    return Fact(identity, SlotKey("", "asserted", one, "trusts", other), one, "trusts", other, "", 1, "t")


SPOTS = {"a": spot(0, 0), "b": spot(200, 0), "between": spot(100, 0)}


def samples(curve):
    return [curve.at(number / 20) for number in range(21)]


def test_a_curve_begins_at_its_subject_and_ends_at_its_object():
    (there,) = curves([relation("a", "b")], SPOTS)
    (back,) = curves([relation("b", "a")], SPOTS)
    assert there.begin[0] < 50
    assert there.end[0] > 150
    assert back.begin == pytest.approx(there.end)


def test_a_curve_stops_short_of_discs_and_names():
    (curve,) = curves([relation("a", "b")], SPOTS)
    assert not any(SPOTS[one].covers(point) for one in ("a", "b") for point in samples(curve)[1:-1])


def test_a_curve_goes_around_whoever_it_does_not_concern():
    (curve,) = curves([relation("a", "b")], SPOTS)
    assert not any(SPOTS["between"].room.holds(point) for point in samples(curve))


def test_several_relations_of_one_pair_bow_apart():
    found = curves([relation("a", "b", "1"), relation("b", "a", "2"), relation("a", "b", "3")], SPOTS)
    middles = sorted(curve.at(0.5)[1] for curve in found)
    assert middles[1] - middles[0] > 10
    assert middles[2] - middles[1] > 10


def test_a_relation_with_oneself_is_a_loop():
    (curve,) = curves([relation("a", "a")], SPOTS)
    assert curve.at(0.5)[1] < -20


def test_entities_that_nearly_touch_still_have_a_line():
    (curve,) = curves([relation("a", "b")], {"a": spot(0, 0), "b": spot(15, 0)})
    assert dist(curve.begin, curve.end) > 1


@pytest.mark.parametrize("t", [0.0, 0.3, 1.0])
def test_a_part_of_a_curve_lies_on_it(t):
    curve = Curve((0, 0), (50, 80), (100, 0))
    part = curve.part(0.2, 0.8)
    assert part.at(t) == pytest.approx(curve.at(0.2 + 0.6 * t))


def test_an_arrowhead_points_where_the_curve_ends():
    tip, left, right = Curve((0, 0), (50, 0), (100, 0)).arrow()
    assert tip == (100, 0)
    assert (left[0], right[0]) == (93, 93)
    assert left[1] == -right[1]


def test_labels_stand_on_their_curves_and_meet_nothing():
    curve = Curve((0, 0), (50, 0), (100, 0))
    first, second = label_places([(curve, 10, 10), (curve, 10, 10)], [Box(45, -5, 55, 5)])
    assert (first[1], second[1]) == (0, 0)
    assert abs(first[0] - second[0]) >= 10
    assert not 40 < first[0] < 60


def test_a_label_without_room_is_left_out():
    curve = Curve((0, 0), (50, 0), (100, 0))
    assert label_places([(curve, 10, 10)], [Box(-50, -50, 150, 50)]) == [None]
