"""A candidate on its way to a hit, and how candidates become the hits that are given."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fabula.recall.hits import HitKind
from fabula.recall.rank import Part, Ranked

ALIKE = 0.9
"""The share of its words that a turn may have in common with a better one: copies of one message."""

LEAST_WORDS = 4


# A tuple, as hundreds of them are made for a recall.
class Candidate(NamedTuple):
    """A fact or turn at a place of its index, judged; the parts add up to the score."""

    kind: HitKind
    id: str
    place: int
    score: int
    parts: tuple[Part, ...]


def judged_by(ranked: Ranked, score: int) -> tuple[Part, ...]:
    """The lanes' parts, and what the judgement took away."""
    taken = score - ranked.score
    return (*ranked.parts, ("standing", taken)) if taken else ranked.parts


def in_order(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Candidates, best first; ties fall to facts, then to the lower id."""
    return sorted(candidates, key=lambda one: (-one.score, one.kind, one.id))


def without_copies(
    candidates: Sequence[Candidate], texts: Sequence[str]
) -> tuple[list[Candidate], list[Candidate]]:
    """Candidates that say something new, and turns that say once more what a better one says."""
    fresh: list[frozenset[str]] = []
    kept: list[Candidate] = []
    copies: list[Candidate] = []
    for one, text in zip(candidates, texts, strict=True):
        if one.kind == "turn":
            said = frozenset(text.casefold().split())
            if any(_are_alike(said, other) for other in fresh):
                copies.append(one)
                continue
            fresh.append(said)
        kept.append(one)
    return kept, copies


def _are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two texts have nearly all their words in common; one without spaces is one word."""
    if len(one) < LEAST_WORDS or len(other) < LEAST_WORDS:
        return bool(one) and one == other
    if len(one) <= ALIKE * len(other) or len(other) <= ALIKE * len(one):
        return False
    common = len(one & other)
    return common > ALIKE * (len(one) + len(other) - common)
