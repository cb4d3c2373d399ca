"""The turns for a cue: five lanes, fused, and held to what the facts read from them have become."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fabula.recall.candidates import Candidate, judged_by
from fabula.recall.cue import Asked
from fabula.recall.facts import FactIndex
from fabula.recall.rank import THOUSAND, Lane, Ranked, best, fused
from fabula.recall.speakers import said_by
from fabula.recall.standpoint import Standpoint
from fabula.recall.tokens import terms
from fabula.recall.turns import TurnIndex
from fabula.recall.vectors import FULL, standardised, with_neighbours
from fabula.recall.windows import search_turns
from fabula.recall.words import Passage

WORDS = 1.0
VECTORS = 0.3
FACTS = 0.3
TIME = 0.3
SPEAKER = 0.18
SAYER = 0.6
"""What each lane weighs (``SAYER`` is the speaker's where the cue asks what somebody said); the tuning script is ``bench/recall_tune.py``."""

ASKS = 0.9
"""What a turn that asks something keeps: questions are rarely answers."""

ENOUGH = 0.5
"""The share of a cue, by weight, that a text says to be entirely right."""

MOST_JUDGED = 110
"""How many turns are looked at closely."""

MOST_BACKING = 100
"""How many facts speak for the turns that they rest on."""


@dataclass(frozen=True, slots=True)
class TurnSearch:
    """The search for the turns of one recall."""

    asked: Asked
    index: FactIndex
    turns: TurnIndex
    standpoint: Standpoint
    vectors: Mapping[str, float]
    times: Mapping[int, float]

    def candidates(self, facts: Mapping[int, int]) -> list[Candidate]:
        """Every turn that a lane speaks for, judged; ``facts`` are the scores of the facts, by place."""
        found: list[Candidate] = []
        for place, ranked in fused(self._lanes(facts), MOST_JUDGED).items():
            passage = self.turns.shelved.passage(place)
            if not passage.text:
                continue
            heard = _less_for_asking(ranked, passage.text)
            score = self._held_to_facts(passage, heard.score, facts)
            if score > 0:
                found.append(Candidate("turn", passage.id, place, score, judged_by(heard, score)))
        return found

    def _lanes(self, facts: Mapping[int, int]) -> list[Lane]:
        heard = self._heard()
        vectors = _among(heard, self._near())
        backed = _among(heard, self._backed(facts))
        intents = [frozenset(terms(intent.text)) for intent in self.asked.intents]
        words = search_turns(self.turns.shelved, self.asked.spoken, vectors, intents, heard)
        pool = {*words.scores, *vectors, *backed} or _among(heard, self.times).keys()
        times = {place: self.times[place] for place in pool if place in self.times}
        return [
            Lane("words", WORDS, words.scores, words.full * ENOUGH),
            Lane("vectors", VECTORS, vectors, FULL),
            Lane("facts", FACTS, backed, THOUSAND),
            Lane("time", TIME, times),
            Lane(
                "speaker",
                SAYER if self.asked.is_of_sayings else SPEAKER,
                said_by(self.turns.shelved, pool, self.asked.voices),
            ),
        ]

    def _near(self) -> dict[int, float]:
        if not self.vectors:
            return {}
        passages = enumerate(self.turns.shelved.passages())
        cosines = {place: self.vectors[one.id] for place, one in passages if one.id in self.vectors}
        return with_neighbours(standardised(cosines))

    def _backed(self, facts: Mapping[int, int]) -> dict[int, float]:
        """The turns that facts rest on, by place, with the score of the best of these facts."""
        backed: dict[int, float] = {}
        told = len(self.turns)
        for place, score in best(facts, MOST_BACKING).items():
            for piece in self.index.facts[place].evidence:
                if piece.quote and 0 < piece.number <= told:
                    backed[piece.number - 1] = max(backed.get(piece.number - 1, 0.0), float(score))
        return backed

    def _heard(self) -> frozenset[int] | None:
        """The places of the turns that may be told; None where all may."""
        if self.standpoint.sees_all:
            return None
        passages = enumerate(self.turns.shelved.passages())
        return frozenset(place for place, one in passages if self.standpoint.hears(one))

    def _held_to_facts(self, passage: Passage, score: int, facts: Mapping[int, int]) -> int:
        """A turn that speaks only of what is no longer or never was canon stands no higher than that.

        It is what was said, whatever became of it, where the cue asks for what its speaker said.
        """
        is_said = self.asked.is_of_sayings and passage.speaker in self.asked.voices
        spoken = () if is_said else self.index.spoken.get(passage.id, ())
        share = self._share(spoken)
        if share == 1.0:
            return score
        known = [facts[place] for place in spoken if place in facts]
        return min(round(score * share), *known) if known else round(score * share)

    def _share(self, spoken: Sequence[int]) -> float:
        """How much the best of some facts counts; wholly where there is none."""
        best_share = 0.0 if spoken else 1.0
        for place in reversed(spoken):
            fact = self.index.facts[place]
            is_asked = fact.modality in self.asked.sense.modalities
            best_share = max(best_share, 1.0 if is_asked else self.standpoint.share(fact))
            if best_share == 1.0:
                break
        return best_share


def _among(heard: Collection[int] | None, scores: Mapping[int, float]) -> Mapping[int, float]:
    return scores if heard is None else {place: score for place, score in scores.items() if place in heard}


def _less_for_asking(ranked: Ranked, text: str) -> Ranked:
    if "?" not in text and "？" not in text:
        return ranked
    taken = round(ranked.score * ASKS) - ranked.score
    return Ranked(ranked.score + taken, (*ranked.parts, ("asks", taken)))
