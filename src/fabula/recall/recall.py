"""From a cue to the facts and turns that matter now, each with its reasons. Pure: reading changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from fabula.errors import InvalidInputError
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.facts import FactIndex, index_facts
from fabula.recall.hits import Considered, Hit, HitKind, Reason, Recall, Status
from fabula.recall.names import Named, facts_around, starts_of
from fabula.recall.rank import THOUSAND, Lane, Ranked, best, fused, judged, standing_of, windowed
from fabula.recall.relations import MOST_RELATIONS, Walk, walk
from fabula.recall.tokens import Cue, cue_of, terms
from fabula.recall.turns import TurnIndex
from fabula.recall.words import Passage, search

__all__ = ["Policy", "Recall", "recall"]

Policy: TypeAlias = Literal["balanced", "relations"]

NAMES = 1.0
WORDS = 1.0
FACTS = 0.3
"""Weights of the lanes: names and words for facts; words, and the facts they are told in, for turns."""

ENOUGH = 0.5
"""The share of a cue, by weight, that a text says to be entirely right."""

MOST_HITS = 10
MOST_CONSIDERED = 100


def recall(
    view: View,
    turns: TurnIndex,
    cue: str,
    *,
    limit: int | None = None,
    policy: Policy = "balanced",
    cast: Sequence[str] = (),
) -> Recall:
    """The best ``limit`` facts and turns for a cue, best first: 10 if nothing is said, 20 relations.

    ``turns`` are those of the view's own line; what lies beyond the view is never seen. ``cast`` names
    who is on stage, and counts where the cue names nobody. The policy ``relations`` gives only relations
    between individuals, groups and factions, by names alone (``fabula.recall.relations``).

    Raises:
        InvalidInputError: the policy is unknown or the limit negative.
    """
    if limit is not None and limit < 0:
        raise InvalidInputError(f"A recall gives some hits or none, not {limit}.")
    if policy == "relations":
        return _relations(view, cue, cast, MOST_RELATIONS if limit is None else min(limit, MOST_RELATIONS))
    if policy != "balanced":
        raise InvalidInputError(f"Unknown policy {policy!r}: use 'balanced' or 'relations'.")
    search_ = _Search(view, turns.until(view.number), cue, starts_of(view, cue, cast))
    status: Status = "ok" if len(turns) >= view.number else "degraded"
    ranked = search_.ranked()
    kept = ranked[: MOST_HITS if limit is None else limit]
    return Recall(
        hits=tuple(search_.hit(one) for one in kept),
        status=status,
        cue=cue,
        considered=tuple(
            Considered(one.kind, one.id, one.score, "limit")
            for one in ranked[len(kept) : len(kept) + MOST_CONSIDERED]
        ),
        starts=search_.start_ids,
    )


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fact or turn at a place of its index, judged; the reasons add up to the score."""

    kind: HitKind
    id: str
    place: int
    score: int
    reasons: tuple[Reason, ...]


class _Search:
    """One balanced recall under way."""

    def __init__(self, view: View, turns: TurnIndex, cue: str, starts: tuple[Named, ...]) -> None:
        self.view = view
        self.turns = turns
        self.starts = {one.entity.id: one.words for one in starts}
        self.start_ids = tuple(self.starts)
        self.cue: Cue = cue_of(cue, tuple(name for one in starts for name in one.entity.names))
        self.index: FactIndex = index_facts(view, turns.shelf)

    def ranked(self) -> list[_Candidate]:
        """Every candidate, best first; ties fall to facts, then to the lower id."""
        facts = self._facts()
        turns = self._turns({one.place: one.score for one in facts})
        return sorted((*facts, *turns), key=lambda one: (-one.score, one.kind, one.id))

    def hit(self, candidate: _Candidate) -> Hit:
        """A candidate with its text, and its reasons with the words they rest on."""
        fact = self.index.facts[candidate.place] if candidate.kind == "fact" else None
        source = self.index.shelved if fact else self.turns.shelved
        passage = source.passage(candidate.place)
        return Hit(
            kind=candidate.kind,
            id=candidate.id,
            score=candidate.score,
            text=passage.text,
            reasons=tuple(replace(one, words=self._words(one, passage, fact)) for one in candidate.reasons),
            fact=fact,
            turn=fact.opened_turn if fact else passage.id,
            number=passage.number,
            speaker=passage.speaker,
        )

    def _facts(self) -> list[_Candidate]:
        found = search(self.index.shelved, self.cue.weights)
        lanes = (
            Lane("names", NAMES, {self.index.places[one]: score for one, score in self._around().items()}),
            Lane("words", WORDS, best(found.scores), found.full * ENOUGH),
        )
        ranked = fused(lanes)
        scores = judged(ranked, {place: self.index.facts[place] for place in ranked})
        return [
            _Candidate("fact", self.index.facts[place].id, place, scores[place], _reasons(one, scores[place]))
            for place, one in ranked.items()
        ]

    def _around(self) -> dict[str, float]:
        return facts_around(self.view, self.start_ids)

    def _turns(self, facts: Mapping[int, int]) -> list[_Candidate]:
        found = search(self.turns.shelved, self.cue.weights)
        lanes = (
            Lane("words", WORDS, windowed(found.scores, len(self.turns)), found.full * ENOUGH),
            Lane("facts", FACTS, self._backed(facts), THOUSAND),
        )
        candidates = []
        for place, one in fused(lanes).items():
            passage = self.turns.shelved.passage(place)
            score = self._held_to_facts(passage.id, one.score, facts)
            if passage.text and score > 0:
                candidates.append(_Candidate("turn", passage.id, place, score, _reasons(one, score)))
        return candidates

    def _backed(self, facts: Mapping[int, int]) -> dict[int, float]:
        """The turns that facts rest on, by place, with the score of the best of these facts."""
        backed: dict[int, float] = {}
        for place, score in facts.items():
            for piece in self.index.facts[place].evidence:
                if piece.quote and 0 < piece.number <= len(self.turns):
                    backed[piece.number - 1] = max(backed.get(piece.number - 1, 0.0), float(score))
        return backed

    def _held_to_facts(self, turn: str, score: int, facts: Mapping[int, int]) -> int:
        """A turn that speaks only of what is no longer or never was canon stands no higher than that."""
        spoken = self.index.spoken.get(turn, ())
        share = max((standing_of(self.index.facts[place]) for place in spoken), default=1.0)
        if share == 1.0:
            return score
        known = [facts[place] for place in spoken if place in facts]
        return min(round(score * share), *known) if known else round(score * share)

    def _words(self, reason: Reason, passage: Passage, fact: Fact | None) -> tuple[str, ...]:
        if reason.lane == "words":
            said = set(terms(f"{passage.speaker}\n{passage.text}"))
            return tuple(word for term, word in self.cue.words.items() if term in said)
        if reason.lane == "names" and fact:
            ends = (fact.subject, fact.object, fact.holder)
            return tuple(words for identity, words in self.starts.items() if identity in ends)
        return ()


def _reasons(ranked: Ranked, score: int) -> tuple[Reason, ...]:
    """The lanes' parts, and what the judgement took away."""
    taken = score - ranked.score
    return (*ranked.reasons, Reason("standing", taken)) if taken else ranked.reasons


def _relations(view: View, cue: str, cast: Sequence[str], limit: int) -> Recall:
    found = walk(view, cue, cast)
    hits = tuple(_relation(found, view, place) for place in range(len(found.facts)))
    considered = tuple(Considered(hit.kind, hit.id, hit.score, "limit") for hit in hits[limit:])
    starts = tuple(one.entity.id for one in found.starts)
    return Recall(hits[:limit], "ok", cue, considered[:MOST_CONSIDERED], starts)


def _relation(found: Walk, view: View, place: int) -> Hit:
    fact = found.facts[place]
    score = max(THOUSAND - place, 0)
    names = tuple(one.words for one in found.starts if one.entity.id in (fact.subject, fact.object))
    reason = Reason(f"{found.hops[fact.id]} hop", score, names)
    return Hit("fact", fact.id, score, phrase(fact, view), (reason,), fact, fact.opened_turn, fact.opened)
