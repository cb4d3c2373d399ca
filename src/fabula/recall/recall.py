"""From a cue to the facts and turns that matter now, each with its reasons. Pure: reading changes nothing.

Facts and turns are searched for apart, each by its own lanes, and stand in one order in the end. Nothing
here asks a model, unless a way to ask one is handed in and the policy is ``deep``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from fabula.errors import FabulaError, InvalidInputError
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.candidates import Candidate, in_order, without_copies
from fabula.recall.cue import Asked, understood
from fabula.recall.facts import FactIndex, index_facts
from fabula.recall.hits import Considered, Hit, Reason, Recall, Status
from fabula.recall.rank import THOUSAND
from fabula.recall.relations import MOST_RELATIONS, Walk, walk
from fabula.recall.rerank import POOL, choice, question
from fabula.recall.scenes import Surroundings
from fabula.recall.scope import NOTHING_GIVEN, Given, Ranker
from fabula.recall.seek_facts import FactSearch
from fabula.recall.seek_turns import TurnSearch
from fabula.recall.standpoint import Standpoint, looking
from fabula.recall.times import clock_of, places_within, turns_told
from fabula.recall.tokens import terms
from fabula.recall.turns import TurnIndex

__all__ = ["Policy", "Recall", "recall"]

Policy: TypeAlias = Literal["balanced", "relations", "deep"]

MOST_HITS = 10
MOST_CONSIDERED = 100
ROOM_FOR_COPIES = 10


def recall(
    view: View,
    turns: TurnIndex,
    cue: str,
    *,
    limit: int | None = None,
    policy: Policy = "balanced",
    given: Given = NOTHING_GIVEN,
) -> Recall:
    """The best ``limit`` facts and turns for a cue, best first: 10 if nothing is said, 20 relations.

    ``turns`` are those of the view's own line; what lies beyond the view is never seen. The cast on stage
    counts where the cue names nobody. The policy ``relations`` gives only relations between individuals,
    groups and factions, by names alone (``fabula.recall.relations``); ``deep`` lets a model choose from the
    best, and goes by the scores, ``degraded``, where none can be asked or its answer cannot be read.

    Raises:
        InvalidInputError: the policy is unknown or the limit negative.
    """
    if limit is not None and limit < 0:
        raise InvalidInputError(f"A recall gives some hits or none, not {limit}.")
    if policy == "relations":
        most = MOST_RELATIONS if limit is None else min(limit, MOST_RELATIONS)
        return _relations(view, turns.until(_last(view)), cue, given, most)
    if policy not in ("balanced", "deep"):
        raise InvalidInputError(f"Unknown policy {policy!r}: use 'balanced', 'deep' or 'relations'.")
    search = _Search(view, turns.until(_last(view)), cue, given)
    found = search.found(MOST_HITS if limit is None else limit, is_deep=policy == "deep")
    is_short = len(turns) < view.number or given.vectors.status == "degraded"
    return replace(found, status="degraded") if is_short else found


def _last(view: View) -> int:
    """The number of the last turn that may be seen: of a moment in the story, the last that plays by then."""
    return view.number if view.moment is None else min(view.number, view.reached)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is given of the best, and what a model was shown and did not choose."""

    kept: Sequence[Candidate]
    rejected: Sequence[Candidate] = ()
    status: Status = "ok"


class _Search:
    """One recall under way."""

    def __init__(self, view: View, turns: TurnIndex, cue: str, given: Given) -> None:
        self.view = view
        self.turns = turns
        self.given = given
        self.text = cue
        self.index: FactIndex = index_facts(view, turns.shelf)
        self.asked: Asked = understood(view, turns, cue, given.cast)
        within = places_within(turns.shelved.passages(), given.session)
        self.standpoint = Standpoint(view, self.index, given, within)

    def found(self, limit: int, *, is_deep: bool) -> Recall:
        """The hits, what else was considered, and the scenes of the hits."""
        ranked, copies = self._without_copies(self._ranked(), max(limit, POOL if is_deep else 0))
        choice = self._chosen(ranked[:POOL], limit) if is_deep else _Choice(ranked[:limit])
        hits = tuple(self._hit(one) for one in choice.kept)
        gone = {(one.kind, one.place) for one in (*choice.kept, *choice.rejected)}
        rest = [one for one in ranked[: MOST_CONSIDERED + len(gone)] if (one.kind, one.place) not in gone]
        return Recall(
            hits=hits,
            status=choice.status,
            cue=self.text,
            considered=(
                *(Considered(one.kind, one.id, one.score, "model") for one in choice.rejected),
                *(Considered(one.kind, one.id, one.score, "repeated") for one in copies),
                *(Considered(one.kind, one.id, one.score, "limit") for one in rest),
            )[:MOST_CONSIDERED],
            starts=self.asked.start_ids,
            around=Surroundings(self.index, self.turns, self.standpoint).of(hits),
        )

    def _ranked(self) -> list[Candidate]:
        vectors, times = self.given.vectors, self._times()
        facts = FactSearch(
            self.asked, self.index, self.standpoint, vectors.facts, times, self.view.number
        ).candidates()
        scores = {one.place: one.score for one in facts}
        turns = TurnSearch(
            self.asked, self.index, self.turns, self.standpoint, vectors.turns, times
        ).candidates(scores)
        return in_order((*facts, *turns))

    def _times(self) -> dict[int, float]:
        if not self.asked.when:
            return {}
        return turns_told(self.turns.shelved.passages(), self.asked.when, clock_of(self.view))

    def _without_copies(
        self, ranked: Sequence[Candidate], most: int
    ) -> tuple[list[Candidate], list[Candidate]]:
        """The ranked ones; of what would be given, copies of better ones are left out."""
        head = ranked[: most + ROOM_FOR_COPIES]
        kept, copies = without_copies(head, [self._text(one) for one in head])
        return [*kept, *ranked[len(head) :]], copies

    def _chosen(self, pool: Sequence[Candidate], limit: int) -> "_Choice":
        places = self._asked_of_model(pool, self.given.rerank)
        if places is None:
            return _Choice(pool[:limit], status="degraded")
        rejected = [one for place, one in enumerate(pool) if place not in places[:limit]]
        return _Choice([pool[place] for place in places[:limit]], rejected)

    def _asked_of_model(self, pool: Sequence[Candidate], rerank: Ranker | None) -> tuple[int, ...] | None:
        if rerank is None:
            return None
        if not pool:
            return ()
        try:
            reply = rerank(question(self.asked.text, [self._hit(one) for one in pool]))
        except FabulaError:
            return None
        return choice(reply, len(pool))

    def _text(self, one: Candidate) -> str:
        source = self.index.shelved if one.kind == "fact" else self.turns.shelved
        return source.passage(one.place).text

    def _hit(self, candidate: Candidate) -> Hit:
        """A candidate with its text, and its reasons with the words they rest on."""
        fact = self.index.facts[candidate.place] if candidate.kind == "fact" else None
        source = self.index.shelved if fact else self.turns.shelved
        passage = source.passage(candidate.place)
        ends = (fact.subject, fact.object, fact.holder) if fact else ()
        words = {
            "words": self._said(candidate) if any(lane == "words" for lane, _ in candidate.parts) else (),
            "names": tuple(one.words for one in self.asked.starts if one.entity.id in ends),
            "speaker": (passage.speaker,),
        }
        return Hit(
            kind=candidate.kind,
            id=candidate.id,
            score=candidate.score,
            text=passage.text,
            reasons=tuple(Reason(lane, part, words.get(lane, ())) for lane, part in candidate.parts),
            fact=fact,
            turn=fact.opened_turn if fact else passage.id,
            number=passage.number,
            speaker=passage.speaker,
        )

    def _said(self, candidate: Candidate) -> tuple[str, ...]:
        """The words of the cue that a text says itself; a fact is also found by other words for what it says."""
        asked = self.asked.cue.words
        if candidate.kind == "turn":
            said = self.turns.shelved.said_at(candidate.place, asked)
        else:
            said = frozenset(terms(self.index.text(candidate.place)))
        return tuple(word for term, word in asked.items() if term in said)


def _relations(view: View, turns: TurnIndex, cue: str, given: Given, limit: int) -> Recall:
    within = places_within(turns.shelved.passages(), given.session)
    if not given.knower and view.moment is None and within is None:
        found = walk(view, cue, given.cast)
    else:
        here = looking(view, given, within)
        found = walk(view, cue, given.cast, lambda fact: here.sees(fact) and here.holds(fact))
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
