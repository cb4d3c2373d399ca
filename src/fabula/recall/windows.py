"""The words lane over turns: what a turn says, what it says together with its neighbours, and its stretch.

A turn of a dialogue answers the one before: three turns together hold what none of them says alone, and
a whole stretch of turns speaks of one matter. The three are BM25 scores on one scale, so they add up.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fabula.recall.rank import best
from fabula.recall.tokens import FULL
from fabula.recall.words import K1, NOTHING_FOUND, B, Found, Shelved, full_of, idf_of

THREE = 1.0
"""What three turns together count, beside what a turn says alone."""

STRETCH = 0.8
"""What the stretch of sixteen turns counts."""

TURNS_IN_A_STRETCH = 16

K1_WIDE = 1.2
B_THREE = 0.5
B_STRETCH = 0.6
"""Several turns say a word again because they speak of it, and are long because they are several."""


INTENT = 0.15
"""What a turn gains by how well it answers the best-answered of several questions."""


@dataclass(frozen=True, slots=True)
class _Term:
    """A word of the cue: what it is worth, and how often it is said at which place."""

    term: str
    idf: float
    wide: float
    counts: Mapping[int, int]
    stretches: Mapping[int, int]


def search_turns(
    shelved: Shelved,
    weights: Mapping[str, int],
    also: Collection[int] = (),
    intents: Sequence[Collection[str]] = (),
    heard: Collection[int] | None = None,
) -> Found:
    """The scores of the turns that say most of the cue, of those beside them, and of the places ``also``.

    ``full`` is about what a turn scores that says the weightiest words of the cue, alone, with its
    neighbours and in its stretch. ``intents`` are the terms of each thing asked, where a cue asks several;
    ``heard`` are the only places that may be given, if not all may.
    """
    size = len(shelved)
    if not size or not weights:
        return NOTHING_FOUND
    said = [_term(shelved, term, weight, size) for term, weight in sorted(weights.items())]
    lengths = shelved.lengths()
    average = max(sum(lengths) / size, 1.0)
    alone = _alone(said, lengths, average)
    may_be_given = alone if heard is None else {place: alone[place] for place in alone if place in heard}
    beside = {place + step for place in (*best(may_be_given), *also) for step in (-1, 0, 1)}
    near = sorted(place for place in beside if 0 <= place < size and (heard is None or place in heard))
    three = _three(said, near, lengths, average)
    stretches = _stretches(said, lengths)
    norms = {place: K1 * (1 - B + B * (lengths[place] / average)) for place in near} if intents else {}
    answers = [_answer([one for one in said if one.term in intent], norms) for intent in intents]
    scores = {
        place: alone.get(place, 0.0)
        + THREE * three[place]
        + STRETCH * stretches.get(place // TURNS_IN_A_STRETCH, 0.0)
        + INTENT * max((answer.get(place, 0.0) for answer in answers), default=0.0)
        for place in near
    }
    full = full_of(term.idf for term in said) * (1 + THREE + STRETCH)
    return Found({place: score for place, score in scores.items() if score > 0}, full)


def _term(shelved: Shelved, term: str, weight: int, size: int) -> _Term:
    counts = shelved.counts(term)
    stretches: dict[int, int] = {}
    for place, count in counts.items():
        stretch = place // TURNS_IN_A_STRETCH
        stretches[stretch] = stretches.get(stretch, 0) + count
    worth = weight / FULL
    several = -(-size // TURNS_IN_A_STRETCH)
    return _Term(
        term, idf_of(size, len(counts)) * worth, idf_of(several, len(stretches)) * worth, counts, stretches
    )


def _alone(said: Sequence[_Term], lengths: Sequence[int], average: float) -> dict[int, float]:
    norms = [K1 * (1 - B + B * length / average) for length in range(max(lengths) + 1)]
    scores: dict[int, float] = {}
    score = scores.get
    for term in said:
        top = term.idf * (K1 + 1)
        for place, count in term.counts.items():
            scores[place] = score(place, 0.0) + top * count / (count + norms[lengths[place]])
    return scores


def _three(
    said: Sequence[_Term], near: Sequence[int], lengths: Sequence[int], average: float
) -> dict[int, float]:
    """What each of some places says together with the two beside it."""
    norms = {
        place: K1_WIDE * (1 - B_THREE + B_THREE * sum(lengths[max(place - 1, 0) : place + 2]) / (3 * average))
        for place in near
    }
    scores = dict.fromkeys(near, 0.0)
    for term in said:
        top = term.idf * (K1_WIDE + 1)
        for place, count in _together(term.counts, norms):
            scores[place] += top * count / (count + norms[place])
    return scores


def _together(counts: Mapping[int, int], near: Collection[int]) -> Iterable[tuple[int, int]]:
    """How often a word is said at each of some places and beside it, where it is; by way of what is less."""
    if len(counts) > len(near):
        said = counts.get
        around = {place: said(place - 1, 0) + said(place, 0) + said(place + 1, 0) for place in near}
        return ((place, count) for place, count in around.items() if count)
    around = {}
    for place, count in counts.items():
        for beside in (place - 1, place, place + 1):
            if beside in near:
                around[beside] = around.get(beside, 0) + count
    return around.items()


def _answer(said: Sequence[_Term], norms: Mapping[int, float]) -> dict[int, float]:
    """How well each of some turns answers, by itself, one of several questions."""
    scores: dict[int, float] = {}
    for term in said:
        top = term.idf * (K1 + 1)
        for place in term.counts.keys() & norms.keys():
            count = term.counts[place]
            scores[place] = scores.get(place, 0.0) + top * count / (count + norms[place])
    return scores


def _stretches(said: Sequence[_Term], lengths: Sequence[int]) -> dict[int, float]:
    each = TURNS_IN_A_STRETCH
    totals = [sum(lengths[start : start + each]) for start in range(0, len(lengths), each)]
    average = max(sum(totals) / len(totals), 1.0)
    norms = [K1_WIDE * (1 - B_STRETCH + B_STRETCH * total / average) for total in totals]
    scores: dict[int, float] = {}
    for term in said:
        for stretch, count in term.stretches.items():
            part = term.wide * (K1_WIDE + 1) * count / (count + norms[stretch])
            scores[stretch] = scores.get(stretch, 0.0) + part
    return scores
