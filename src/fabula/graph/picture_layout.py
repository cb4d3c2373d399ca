"""Where the entities of a picture stand: near to whom they have to do with, and never upon each other.

Within a component, places minimise stress (the difference between drawn and graph distance) by stochastic
descent, after Zheng, Pawar and Goodman, "Graph Drawing by Stochastic Gradient Descent" (2018). Only +, -,
*, / and square roots are used, which every machine rounds alike, and places begin at a hash of the id: so
the same graph is drawn the same everywhere.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import sqrt
from typing import TypeAlias

STEP = 128.0
"""The distance between two entities that have a relation, in pixels."""

_ROUNDS, _COOLING = 80, 0.87
_STRIDE = 7919
_PUSHES = 400
_GAP = 14.0
_BETWEEN = 46.0
_ASPECT = 1.55

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """The room that an entity takes around its place, with its name beneath it."""

    left: float
    top: float
    right: float
    bottom: float

    def at(self, place: Point) -> "Box":
        """The same room around another place."""
        x, y = place
        return Box(x + self.left, y + self.top, x + self.right, y + self.bottom)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom

    def meets(self, other: "Box") -> bool:
        """Whether two rooms share a point."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def places(boxes: Mapping[str, Box], pairs: Iterable[tuple[str, str]]) -> dict[str, Point]:
    """A place for each entity, in pixels to one decimal from (0, 0) down and to the right.

    ``boxes`` tells the room that each takes around its place; no two rooms overlap, short of thousands.
    """
    near = _near(boxes, pairs)
    parts = [_spread({one: boxes[one] for one in part}, _descended(part, near)) for part in _components(near)]
    parts.sort(key=len, reverse=True)
    return {
        identity: (round(x, 1), round(y, 1)) for identity, (x, y) in sorted(_packed(parts, boxes).items())
    }


def bounds(boxes: Iterable[Box]) -> Box:
    """The smallest room that holds all of these; an empty one at (0, 0) for none."""
    kept = list(boxes)
    if not kept:
        return Box(0, 0, 0, 0)
    return Box(
        min(box.left for box in kept),
        min(box.top for box in kept),
        max(box.right for box in kept),
        max(box.bottom for box in kept),
    )


def _near(boxes: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {one: set() for one in sorted(boxes)}
    for one, other in pairs:
        if one != other:
            found[one].add(other)
            found[other].add(one)
    return {one: sorted(others) for one, others in found.items()}


def _components(near: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    seen: set[str] = set()
    for one in near:
        if one not in seen:
            part = sorted(_steps_from(one, near))
            seen.update(part)
            yield part


def _steps_from(start: str, near: Mapping[str, Sequence[str]]) -> dict[str, int]:
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        one = waiting.popleft()
        for other in near[one]:
            if other not in steps:
                steps[other] = steps[one] + 1
                waiting.append(other)
    return steps


def _descended(part: Sequence[str], near: Mapping[str, Sequence[str]]) -> dict[str, Point]:
    """Places of one component, which it takes by moving every pair towards its distance, less and less."""
    x, y = map(list, zip(*(_seed(one, len(part)) for one in part), strict=True))
    wishes = _wishes(part, near)
    cooling = max((far * far for _, _, far in wishes), default=1.0)
    stride = _STRIDE if len(wishes) % _STRIDE else 1
    for _ in range(_ROUNDS):
        for turn in range(len(wishes)):
            one, other, far = wishes[turn * stride % len(wishes)]
            dx, dy = x[one] - x[other], y[one] - y[other]
            apart = sqrt(dx * dx + dy * dy) or 0.01
            push = min(cooling / (far * far), 1.0) * (apart - far * STEP) / (2 * apart)
            x[one] -= push * dx
            y[one] -= push * dy
            x[other] += push * dx
            y[other] += push * dy
        cooling *= _COOLING
    return dict(zip(part, _lying(x, y), strict=True))


def _wishes(part: Sequence[str], near: Mapping[str, Sequence[str]]) -> list[tuple[int, int, float]]:
    """How far each pair would stand apart, in steps; somebody with many neighbours wants more room."""
    found = []
    for place, one in enumerate(part):
        steps = _steps_from(one, near)
        for beyond, other in enumerate(part[place + 1 :], start=place + 1):
            crowd = min(len(near[one]), len(near[other])) if steps[other] == 1 else 1
            found.append((place, beyond, steps[other] + 0.12 * min(crowd - 1, 5)))
    return found


def _seed(identity: str, count: int) -> Point:
    drawn = blake2b(identity.encode(), digest_size=8).digest()
    room = STEP * sqrt(count) / 65536
    return (
        (int.from_bytes(drawn[:4], "big") % 65536) * room,
        (int.from_bytes(drawn[4:], "big") % 65536) * room,
    )


def _lying(x: Sequence[float], y: Sequence[float]) -> list[Point]:
    """The points turned about their centre until their longest extent lies along the width."""
    count = len(x)
    mid_x, mid_y = sum(x) / count, sum(y) / count
    points = [(one - mid_x, other - mid_y) for one, other in zip(x, y, strict=True)]
    wide, tall = sum(px * px for px, _ in points), sum(py * py for _, py in points)
    both = sum(px * py for px, py in points)
    difference = wide - tall
    axis = (difference + sqrt(difference * difference + 4 * both * both), 2 * both)
    length = sqrt(axis[0] * axis[0] + axis[1] * axis[1])
    if not length:
        return points
    c, s = axis[0] / length, axis[1] / length
    return [(px * c + py * s, py * c - px * s) for px, py in points]


def _spread(boxes: Mapping[str, Box], found: Mapping[str, Point]) -> dict[str, Point]:
    """Places pushed apart until no two rooms meet, always along the shorter way."""
    spots = [[*found[one]] for one in boxes]
    rooms = list(boxes.values())
    for _ in range(_PUSHES):
        moved = [
            _pushed(spots[one], spots[other], rooms[one], rooms[other]) for one, other in _level(spots, rooms)
        ]
        if not any(moved):
            break
    return {one: (x, y) for one, (x, y) in zip(boxes, spots, strict=True)}


def _level(spots: Sequence[Sequence[float]], rooms: Sequence[Box]) -> list[tuple[int, int]]:
    """The pairs that stand at one height, so that they might meet."""
    tops = [spot[1] + room.top for spot, room in zip(spots, rooms, strict=True)]
    order = sorted(range(len(spots)), key=lambda one: (tops[one], one))
    found = []
    for place, one in enumerate(order):
        bottom = spots[one][1] + rooms[one].bottom + _GAP
        for other in order[place + 1 :]:
            if tops[other] > bottom:
                break
            found.append((one, other))
    return found


def _pushed(one: list[float], other: list[float], box: Box, second: Box) -> bool:
    dx, dy = other[0] - one[0], other[1] - one[1]
    across = min(box.right - second.left - dx, second.right - box.left + dx) + _GAP
    if across <= 0:
        return False
    down = min(box.bottom - second.top - dy, second.bottom - box.top + dy) + _GAP
    if down <= 0:
        return False
    axis, depth, ahead = (0, across, dx > 0) if across < down else (1, down, dy > 0)
    push = (depth + 0.1) * (-0.5 if ahead else 0.5)
    one[axis] += push
    other[axis] -= push
    return True


def _packed(parts: Sequence[Mapping[str, Point]], boxes: Mapping[str, Box]) -> dict[str, Point]:
    """The components side by side in rows, the largest first, those of one entity last and closer."""
    frames = [bounds(boxes[one].at(spot) for one, spot in part.items()) for part in parts]
    area = sum((frame.right - frame.left + _GAP) * (frame.bottom - frame.top + _GAP) for frame in frames)
    width = max([frame.right - frame.left for frame in frames] + [sqrt(area * _ASPECT)])
    found: dict[str, Point] = {}
    x = y = row = 0.0
    was_alone = False
    for part, frame in zip(parts, frames, strict=True):
        is_alone = len(part) == 1
        gap = _GAP * 1.5 if is_alone else _BETWEEN
        if x and (x + frame.right - frame.left > width or is_alone != was_alone):
            x, y = 0.0, y + row + (_GAP if was_alone else _BETWEEN)
            row = 0.0
        for one, (px, py) in part.items():
            found[one] = (x + px - frame.left, y + py - frame.top)
        x += frame.right - frame.left + gap
        row = max(row, frame.bottom - frame.top)
        was_alone = is_alone
    return found
