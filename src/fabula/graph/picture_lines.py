"""The lines of a picture: curves that go around whoever they do not concern, and room for their labels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from fabula.graph.facts import Fact
from fabula.graph.picture_layout import Box, Point

_SAMPLES = 16
_FINE = 60
_APART = 30.0
_BOWS = (0.08, -0.08, 0.2, -0.2, 0.32, -0.32, 0.44, -0.44)
_LONG = 330.0
_SHIFTS = (0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0)
_MIDDLES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
_ARROW = 7.0
_CLEAR = 3.0


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic Bézier curve: where it begins, what it bends towards, and where it ends."""

    begin: Point
    bend: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at ``t`` between 0 (the beginning) and 1 (the end)."""
        return _between(_between(self.begin, self.bend, t), _between(self.bend, self.end, t), t)

    def part(self, first: float, last: float) -> "Curve":
        """The part between two values of ``t``."""
        bend = _between(_between(self.begin, self.bend, first), _between(self.bend, self.end, first), last)
        return Curve(self.at(first), bend, self.at(last))

    def arrow(self) -> tuple[Point, Point, Point]:
        """The three corners of an arrowhead at the end."""
        dx, dy = self.end[0] - self.bend[0], self.end[1] - self.bend[1]
        length = sqrt(dx * dx + dy * dy) or 1.0
        dx, dy = dx / length * _ARROW, dy / length * _ARROW
        tail = (self.end[0] - dx, self.end[1] - dy)
        return self.end, (tail[0] - dy * 0.5, tail[1] + dx * 0.5), (tail[0] + dy * 0.5, tail[1] - dx * 0.5)


@dataclass(frozen=True, slots=True)
class Spot:
    """An entity as lines see it: its place, its radius, and the room it takes with its name."""

    place: Point
    radius: float
    room: Box

    def covers(self, point: Point) -> bool:
        """Whether a point lies in the disc, or in the name beneath."""
        dx, dy = point[0] - self.place[0], point[1] - self.place[1]
        reach = self.radius + _CLEAR
        if dx * dx + dy * dy < reach * reach:
            return True
        return point[1] > self.place[1] + self.radius and self.room.holds(point)


def curves(relations: Sequence[Fact], spots: Mapping[str, Spot]) -> list[Curve]:
    """The curve of each relation, from the edge of its subject to the edge of its object.

    Several relations of one pair bow apart in the order in which they are given; a single one bends away
    from what stands between.
    """
    lanes: dict[tuple[str, str], list[int]] = {}
    for number, fact in enumerate(relations):
        lanes.setdefault(_pair(fact), []).append(number)
    drawn: dict[int, Curve] = {}
    for (one, other), numbers in lanes.items():
        bows = _bows(one, other, len(numbers), spots)
        for number, bow in zip(numbers, bows, strict=True):
            curve = _bowed(spots[one], spots[other], bow)
            if relations[number].subject != one:
                curve = Curve(curve.end, curve.bend, curve.begin)
            drawn[number] = _trimmed(curve, spots[relations[number].subject], spots[relations[number].object])
    return [drawn[number] for number in range(len(relations))]


def label_places(wanted: Iterable[tuple[Curve, float, float]], taken: Iterable[Box]) -> list[Point | None]:
    """Where each label (curve, width, height) has room upon its curve; None for those that would meet another."""
    full = list(taken)
    found: list[Point | None] = []
    for curve, width, height in wanted:
        around = Box(-width / 2, -height / 2, width / 2, height / 2)
        free = (
            point
            for point in map(curve.at, _MIDDLES)
            if not any(around.at(point).meets(other) for other in full)
        )
        place = next(free, None)
        if place is not None:
            full.append(around.at(place))
        found.append(place)
    return found


def _pair(fact: Fact) -> tuple[str, str]:
    return (fact.subject, fact.object) if fact.subject <= fact.object else (fact.object, fact.subject)


def _bows(one: str, other: str, count: int, spots: Mapping[str, Spot]) -> list[float]:
    """How far the middle of each curve lies beside the straight line, in pixels."""
    if one == other:
        return [_APART * (number + 1) for number in range(count)]
    dx = spots[one].place[0] - spots[other].place[0]
    dy = spots[one].place[1] - spots[other].place[1]
    length = sqrt(dx * dx + dy * dy)
    others = [spot for identity, spot in spots.items() if identity not in (one, other)]
    apart = min(_APART, length / count)
    lanes = [apart * (number - (count - 1) / 2) for number in range(count)]
    shifts = (
        [share * min(length, _LONG) for share in _BOWS]
        if count == 1
        else [apart * share for share in _SHIFTS]
    )
    met = [
        sum(_met(_bowed(spots[one], spots[other], lane + shift), others) for lane in lanes)
        for shift in shifts
    ]
    best = shifts[met.index(min(met))]
    return [lane + best for lane in lanes]


def _bowed(one: Spot, other: Spot, bow: float) -> Curve:
    (x, y), (far_x, far_y) = one.place, other.place
    dx, dy = far_x - x, far_y - y
    length = sqrt(dx * dx + dy * dy)
    if not length:
        return Curve((x - one.radius, y - one.radius), (x, y - 4 * bow), (x + one.radius, y - one.radius))
    bend = ((x + far_x) / 2 - dy / length * 2 * bow, (y + far_y) / 2 + dx / length * 2 * bow)
    return Curve((x, y), bend, (far_x, far_y))


def _met(curve: Curve, others: Iterable[Spot]) -> int:
    """How many samples of a curve lie upon somebody whom it does not concern."""
    points = [curve.at(number / _SAMPLES) for number in range(1, _SAMPLES)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    reach = Box(left - 1, top - 1, right + 1, bottom + 1)
    return sum(spot.room.holds(point) for spot in others if spot.room.meets(reach) for point in points)


def _trimmed(curve: Curve, subject: Spot, far: Spot) -> Curve:
    """The part of a curve between the two ends' edges and names; half of it where they nearly touch."""
    if subject is far:
        return curve
    steps = [number / _FINE for number in range(1, _FINE)]
    first = next((t for t in steps if not subject.covers(curve.at(t))), 0.25)
    last = next((t for t in reversed(steps) if not far.covers(curve.at(t))), 0.75)
    return curve.part(first, last) if first < last else curve.part(0.25, 0.75)


def _between(one: Point, other: Point, t: float) -> Point:
    return (one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t)
