"""Two sequences matched in order, never in quadratic time, however often things repeat in them."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeAlias

Fits: TypeAlias = Callable[[int, int], bool]
_Tokens: TypeAlias = Sequence[str | None]
_Run: TypeAlias = str | tuple[str | None, ...]

_WORTH = 1 << 20  # what one unit of worth weighs against all neighbourhoods together
_DEPTH = 8  # how often a gap is searched for tokens that are unique inside it
_RUNS = (1, 8, 3)  # lengths of runs that are looked for until one is unique
_SPARE = 1024  # pairs that are looked at in any case
_PER_TOKEN = 4  # pairs per token beyond which only the nearest are looked at


@dataclass(frozen=True, slots=True)
class Pair:
    """``left`` up to ``end`` (excluded) of one sequence may stand for place ``right`` of the other."""

    left: int
    end: int
    right: int
    worth: int = 1


def in_order(
    left: _Tokens,
    right: _Tokens,
    fits: Fits,
    *,
    fixed_start: bool = False,
    fixed_end: bool = False,
    weak: AbstractSet[str] = frozenset(),
) -> list[tuple[int, int]]:
    """Places of equal tokens, rising on both sides: as many as possible, in runs, as late as possible.

    ``fixed_start`` and ``fixed_end`` say that the sequences are known to begin or end together. None
    equals nothing. Tokens that are unique on both sides go first (patience diff), those that are
    ``weak`` (they prove little) after the others; then what touches them, then a longest chain. Where
    one token repeats very often only its nearest places are tried, so the work stays near-linear.
    """
    strong = [None if token in weak else token for token in left] if weak else left
    found: list[tuple[int, int]] = []
    regions = [_Region(0, len(left), 0, len(right), fixed_start, fixed_end, 0)]
    while regions:
        region = _trimmed(left, right, fits, regions.pop(), found)
        if region.empty:
            continue
        anchors: list[tuple[int, int]] = []
        if region.depth < _DEPTH:
            anchors = _anchors(strong, right, fits, region, 1) or _unique_runs(left, right, fits, region)
        if anchors:
            found.extend(anchors)
            regions.extend(_between(anchors, region))
        else:
            found.extend(_chained(left, right, fits, region))
    return sorted(found)


def best_chain(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs of greatest worth that rise on both sides; ties go to unbroken runs, then to later places."""
    ordered = sorted(pairs, key=lambda pair: (pair.left, pair.right, pair.end))
    ranks = {right: rank for rank, right in enumerate(sorted({pair.right for pair in ordered}), 1)}
    ladder = _Ladder(len(ranks))
    waiting: list[tuple[int, int]] = []
    scores: list[int] = []
    before: list[int] = []
    last: dict[tuple[int, int], int] = {}
    for index, pair in enumerate(ordered):
        while waiting and waiting[0][0] <= pair.left:
            ready = heappop(waiting)[1]
            ladder.put(ranks[ordered[ready].right], (scores[ready], ordered[ready].right, ready))
        score, _, previous = ladder.best(ranks[pair.right] - 1)
        neighbour = last.get((pair.left, pair.right - 1), -1)
        if neighbour >= 0 and scores[neighbour] + 1 >= score:
            score, previous = scores[neighbour] + 1, neighbour
        scores.append(score + pair.worth * _WORTH)
        before.append(previous)
        heappush(waiting, (pair.end, index))
        known = last.get((pair.end, pair.right), -1)
        if known < 0 or scores[known] < scores[index]:
            last[pair.end, pair.right] = index
    end = max(range(len(ordered)), key=lambda i: (scores[i], ordered[i].right, ordered[i].left), default=-1)
    return _followed(ordered, before, end)


@dataclass(frozen=True, slots=True)
class _Region:
    left: int
    left_end: int
    right: int
    right_end: int
    fixed_start: bool
    fixed_end: bool
    depth: int

    @property
    def empty(self) -> bool:
        return self.left >= self.left_end or self.right >= self.right_end


class _Ladder:
    """The best entry among all ranks up to one (a Fenwick tree of maxima)."""

    def __init__(self, size: int) -> None:
        self._tree: list[tuple[int, int, int]] = [(0, -1, -1)] * (size + 1)

    def put(self, rank: int, entry: tuple[int, int, int]) -> None:
        while rank < len(self._tree):
            self._tree[rank] = max(self._tree[rank], entry)
            rank += rank & -rank

    def best(self, rank: int) -> tuple[int, int, int]:
        entry = self._tree[0]
        while rank > 0:
            entry = max(entry, self._tree[rank])
            rank -= rank & -rank
        return entry


def _trimmed(
    left: _Tokens,
    right: _Tokens,
    fits: Fits,
    region: _Region,
    found: list[tuple[int, int]],
) -> _Region:
    """The region without what its two sides share at the start (if that is fixed) and at the end."""
    a, a_end, b, b_end = region.left, region.left_end, region.right, region.right_end
    if region.fixed_start:
        while a < a_end and b < b_end and left[a] is not None and left[a] == right[b] and fits(a, b):
            found.append((a, b))
            a, b = a + 1, b + 1
    while a < a_end and b < b_end and (token := left[a_end - 1]) is not None:
        if token != right[b_end - 1] or not fits(a_end - 1, b_end - 1):
            break
        a_end, b_end = a_end - 1, b_end - 1
        found.append((a_end, b_end))
    return _Region(a, a_end, b, b_end, region.fixed_start, region.fixed_end, region.depth)


def _unique_runs(left: _Tokens, right: _Tokens, fits: Fits, region: _Region) -> list[tuple[int, int]]:
    """Where tokens that occur once on either side meet; if there are none, runs of tokens that do."""
    for length in _RUNS:
        if anchors := _anchors(left, right, fits, region, length):
            return anchors
    return []


def _anchors(
    left: _Tokens, right: _Tokens, fits: Fits, region: _Region, length: int
) -> list[tuple[int, int]]:
    """The longest rising chain of starts of unique runs of one length; of equal chains the latest."""
    runs = _runs(left, region.left, region.left_end, length)
    if not runs:
        return []
    counts = Counter(runs.values())
    places: dict[_Run, int] = {}
    for place, run in _runs(right, region.right, region.right_end, length).items():
        if counts.get(run) == 1:
            places[run] = -1 if run in places else place
    pairs = [(i, place) for i, run in runs.items() if (place := places.get(run, -1)) >= 0 and fits(i, place)]
    return _rising(pairs)


def _runs(tokens: _Tokens, start: int, end: int, length: int) -> dict[int, _Run]:
    """Every run of so many tokens by where it starts; one token stands for itself."""
    if length == 1:
        return {place: token for place in range(start, end) if (token := tokens[place]) is not None}
    runs = ((place, tuple(tokens[place : place + length])) for place in range(start, end - length + 1))
    return {place: run for place, run in runs if None not in run}


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs (rising in the first place) that rises in the second, found from the end."""
    tails: list[int] = []
    holders: list[int] = []
    following = [-1] * len(pairs)
    for index in range(len(pairs) - 1, -1, -1):
        value = -pairs[index][1]
        length = bisect_left(tails, value)
        following[index] = holders[length - 1] if length else -1
        if length == len(tails):
            tails.append(value)
            holders.append(index)
        else:
            tails[length], holders[length] = value, index
    chain: list[tuple[int, int]] = []
    index = holders[-1] if holders else -1
    while index >= 0:
        chain.append(pairs[index])
        index = following[index]
    return chain


def _between(anchors: Sequence[tuple[int, int]], region: _Region) -> list[_Region]:
    """What is left between the anchors, each side fixed where an anchor stands."""
    parts: list[_Region] = []
    left, right, fixed = region.left, region.right, region.fixed_start
    for i, j in anchors:
        if i > left and j > right:
            parts.append(_Region(left, i, right, j, fixed, True, region.depth + 1))
        left, right, fixed = i + 1, j + 1, True
    parts.append(
        _Region(left, region.left_end, right, region.right_end, fixed, region.fixed_end, region.depth + 1)
    )
    return parts


def _chained(left: _Tokens, right: _Tokens, fits: Fits, region: _Region) -> list[tuple[int, int]]:
    """The best chain of equal tokens in a region where they all repeat."""
    wanted = {token for token in left[region.left : region.left_end] if token is not None}
    places: dict[str, list[int]] = defaultdict(list)
    for place in range(region.right, region.right_end):
        token = right[place]
        if token is not None and token in wanted:
            places[token].append(place)
    share = _share(left, places, region)
    pairs = [
        Pair(i, i + 1, j)
        for i in range(region.left, region.left_end)
        if (token := left[i]) is not None and token in places
        for j in _nearest(places[token], _expected(i, region), share)
        if fits(i, j)
    ]
    return [(pair.left, pair.right) for pair in best_chain(pairs)]


def _share(left: _Tokens, places: dict[str, list[int]], region: _Region) -> int:
    """How many places of one token may be tried."""
    size = region.left_end - region.left + region.right_end - region.right
    every = sum(
        len(places[token])
        for token in left[region.left : region.left_end]
        if token is not None and token in places
    )
    room = _PER_TOKEN * size + _SPARE
    return size if every <= room else max(1, room // (region.left_end - region.left))


def _expected(place: int, region: _Region) -> int:
    if region.fixed_start and not region.fixed_end:
        return region.right + place - region.left
    return region.right_end - (region.left_end - place)


def _nearest(places: Sequence[int], wanted: int, count: int) -> Sequence[int]:
    if len(places) <= count:
        return places
    start = min(max(0, bisect_left(places, wanted) - count // 2), len(places) - count)
    return places[start : start + count]


def _followed(ordered: Sequence[Pair], before: Sequence[int], end: int) -> list[Pair]:
    chain: list[Pair] = []
    while end >= 0:
        chain.append(ordered[end])
        end = before[end]
    return chain[::-1]
