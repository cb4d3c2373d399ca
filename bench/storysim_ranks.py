"""Which telling comes first: the right turn above the stale ones and the traps, for Fabula and for plain BM25."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import fabula

LIMIT = 20
K1, B = 1.5, 0.75
_TOKEN = re.compile(r"[0-9a-z]+|[\u3400-\u9fff]+")


def places_in(found: fabula.Recall, numbers: Mapping[str, int]) -> dict[int, int]:
    """The place of the first hit that rests on a turn, by the turn's number in the data (from 0)."""
    places: dict[int, int] = {}
    for place, hit in enumerate(found.hits):
        for turn in hit.evidence_turns:
            places.setdefault(numbers[turn], place)
    return places


def stands_above(places: Mapping[int, int], right: Sequence[int], wrong: Sequence[int]) -> bool:
    """Whether the best right turn is listed and above every wrong one; a tie is not above."""
    best = min((places[turn] for turn in right if turn in places), default=None)
    return best is not None and all(best < places.get(turn, LIMIT) for turn in wrong)


class PlainBM25:
    """Stock Okapi BM25 over the message texts alone: k1 1.5, b 0.75, idf ln(1 + (N - n + 0.5) / (n + 0.5)).

    Terms are lower-case words, and pairs of neighbouring characters for Chinese; no stemming, no stop
    words. Ties fall to the earlier turn.
    """

    def __init__(self, messages: Sequence[Mapping[str, Any]]) -> None:
        self.bags = [Counter(terms_of(message["text"])) for message in messages]
        self.lengths = [sum(bag.values()) for bag in self.bags]
        self.mean = sum(self.lengths) / max(len(self.bags), 1)
        self.spread = Counter(term for bag in self.bags for term in bag)

    def places(self, question: str) -> dict[int, int]:
        """The place of each turn among the best ones for a question."""
        terms = terms_of(question)
        scores = [(self._score(terms, at), at) for at in range(len(self.bags))]
        ranked = sorted((-score, at) for score, at in scores if score > 0)
        return {at: place for place, (_, at) in enumerate(ranked[:LIMIT])}

    def _score(self, terms: Sequence[str], at: int) -> float:
        bag, weight = self.bags[at], K1 * (1 - B + B * self.lengths[at] / self.mean)
        return sum(
            self._idf(term) * bag[term] * (K1 + 1) / (bag[term] + weight) for term in terms if bag[term]
        )

    def _idf(self, term: str) -> float:
        n = self.spread[term]
        return math.log(1 + (len(self.bags) - n + 0.5) / (n + 0.5))


def terms_of(text: str) -> list[str]:
    """The words of a text, or its pairs of characters."""
    terms: list[str] = []
    for piece in _TOKEN.findall(text.casefold()):
        pairs = [piece[at : at + 2] for at in range(len(piece) - 1)] or [piece]
        terms.extend([piece] if piece.isascii() else pairs)
    return terms
