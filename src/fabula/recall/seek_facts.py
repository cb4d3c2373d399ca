"""The facts for a cue: six lanes, fused, and held to what counts in a story."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from fabula.graph.facts import Fact, Standing
from fabula.recall.candidates import Candidate, judged_by
from fabula.recall.cue import Asked
from fabula.recall.facts import FactIndex
from fabula.recall.hits import last_told
from fabula.recall.names import facts_around, is_canon
from fabula.recall.rank import NOT_CANON, THOUSAND, Lane, best, fused, judged
from fabula.recall.spread import spread
from fabula.recall.standpoint import Standpoint
from fabula.recall.vectors import FULL, nearest, standardised
from fabula.recall.words import search

Score = TypeVar("Score", int, float)

NAMES = 1.0
WORDS = 1.0
SENSE = 0.5
VECTORS = 0.4
SPREAD = 0.2
TIME = 0.3
IMPORTANCE = 0.1
"""What each lane weighs; the tuning script is ``bench/recall_tune.py``."""

ENOUGH = 0.5
"""The share of a cue, by weight, that a text says to be entirely right."""

MOST_JUDGED = 160
"""How many facts are looked at closely."""

MOST_BONDS = 24
"""How many relations of an entity are looked at to spread over, the latest first."""

MOST_SEEDS = 8
"""How many of the facts that words find are spread from."""

NAMED_SEED = 1.0
FOUND_SEED = 0.25


@dataclass(frozen=True, slots=True)
class FactSearch:
    """The search for the facts of one recall."""

    asked: Asked
    index: FactIndex
    standpoint: Standpoint
    vectors: Mapping[str, float]
    times: Mapping[int, float]
    now: int

    def candidates(self) -> list[Candidate]:
        """Every fact that a lane speaks for, judged."""
        ranked = fused(self._lanes(), MOST_JUDGED)
        facts = {place: self.index.facts[place] for place in ranked}
        scores = judged(ranked, facts, self._share, self.standpoint.holds)
        scores |= self._latest_first(scores)
        return [
            Candidate("fact", fact.id, place, scores[place], judged_by(ranked[place], scores[place]))
            for place, fact in facts.items()
        ]

    def _lanes(self) -> list[Lane]:
        found = search(self.index.shelved, self.asked.cue.weights)
        said = self._seen(found.scores)
        words = best(said | self._answering(max(said.values(), default=0.0)))
        names = self._seen(self._named())
        vectors = self._near()
        pool = {*words, *names, *vectors}
        return [
            Lane("names", NAMES, names),
            Lane("words", WORDS, words, found.full * ENOUGH),
            Lane("sense", SENSE, self._asked_for(pool)),
            Lane("vectors", VECTORS, vectors, FULL),
            Lane("spread", SPREAD, self._spread(words, names)),
            Lane("time", TIME, self._timely(pool)),
            Lane("importance", IMPORTANCE, self._important(pool), THOUSAND),
        ]

    def _named(self) -> dict[int, float]:
        around = facts_around(self.index, self.asked.start_ids, self.now)
        return {self.index.places[one]: score for one, score in around.items()}

    def _near(self) -> dict[int, float]:
        places = self.index.places
        cosines = {places[one]: cosine for one, cosine in self.vectors.items() if one in places}
        return nearest(self._seen(standardised(cosines)))

    def _seen(self, scores: Mapping[int, Score]) -> dict[int, Score]:
        """What may be told of these: it is left out before the best are picked, and takes nobody's room."""
        if self.standpoint.sees_all:
            return dict(scores)
        return {
            place: score for place, score in scores.items() if self.standpoint.sees(self.index.facts[place])
        }

    def _answering(self, top: float) -> dict[int, float]:
        """The fact that each of several questions finds first, as good as the best for all that is asked."""
        asked = (intent.weights for intent in self.asked.intents)
        found = [self._seen(search(self.index.shelved, weights).scores) for weights in asked]
        return {next(iter(best(one, 1))): top for one in found if one}

    def _share(self, fact: Fact) -> float:
        """How much a fact counts: a dream wholly, where the cue asks for dreams."""
        share = self.standpoint.share(fact)
        return min(share / NOT_CANON, 1.0) if fact.modality in self.asked.sense.modalities else share

    def _asked_for(self, pool: Iterable[int]) -> dict[int, float]:
        """Facts of the kind that the cue asks for, of somebody it names; wholly if the cue names both ends."""
        starts = frozenset(self.asked.start_ids)
        scores: dict[int, float] = {}
        for place in pool:
            fact = self.index.facts[place]
            if fact.modality in self.asked.sense.modalities:
                scores[place] = 1.0
                continue
            named = len(starts & {fact.subject, fact.object})
            if fact.predicate in self.asked.sense.predicates and named:
                scores[place] = 1.0 if named == min(len(starts), 2) else 0.5
        return scores

    def _latest_first(self, scores: Mapping[int, int]) -> dict[int, int]:
        """What the cue asks for, each answer below every one that was told later: the last word counts."""
        if self.asked.sense.is_past:
            return {}
        lowered: dict[int, int] = {}
        ceilings: dict[frozenset[str], int] = {}
        asked = [place for place in self._asked_for(scores) if is_canon(self.index.facts[place])]
        for place in sorted(asked, key=self._last_word):
            fact = self.index.facts[place]
            ends = frozenset(self.asked.start_ids) & {fact.subject, fact.object}
            lowered[place] = max(min(scores[place], ceilings.get(ends, THOUSAND)), 0)
            ceilings[ends] = lowered[place] - 1
        return lowered

    def _last_word(self, place: int) -> tuple[bool, int, int]:
        """The key by which answers stand: what is superseded last, then the later the better."""
        fact = self.index.facts[place]
        is_superseded = fact.standing in (Standing.SUPERSEDED, Standing.PAST)
        return is_superseded, -last_told(fact), place

    def _spread(self, words: Mapping[int, float], names: Mapping[int, float]) -> dict[int, float]:
        """What lies around whom the cue names and what its words found, beyond what its names give."""
        seeds = dict.fromkeys(self.asked.start_ids, NAMED_SEED)
        for place, score in list(words.items())[:MOST_SEEDS]:
            fact = self.index.facts[place]
            for end in (fact.subject, fact.object):
                if end:
                    seeds[end] = max(seeds.get(end, 0.0), FOUND_SEED * score / max(words.values()))
        if not seeds:
            return {}
        found = spread(seeds, lambda identity: self.index.relations(identity, MOST_BONDS))
        scores = self._seen({self.index.places[one]: score for one, score in found.items()})
        return {place: score for place, score in scores.items() if place not in names}

    def _timely(self, pool: Iterable[int]) -> dict[int, float]:
        """Facts that were told at the time that the cue speaks of."""
        told = ((place, self.index.facts[place].opened - 1) for place in pool) if self.times else ()
        return {place: self.times[turn] for place, turn in told if turn in self.times}

    def _important(self, pool: Iterable[int]) -> dict[int, float]:
        facts = ((place, self.index.facts[place].importance) for place in pool)
        return {place: float(importance) for place, importance in facts if importance}
