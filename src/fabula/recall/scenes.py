"""Scene reconstruction: what was told beside each hit, in a room of its own.

What is brought along never takes the place of what was chosen: hits stay as they are, and each brings a
fair share of neighbours.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from fabula.recall.facts import FactIndex
from fabula.recall.hits import Hit, HitKind, Reason
from fabula.recall.standpoint import Standpoint
from fabula.recall.turns import TurnIndex

SHARE = 3
"""What a neighbour is given of the score of its hit: a third."""

MOST_AROUND = 24
EACH_BRINGS = 3


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What hits can be surrounded with."""

    index: FactIndex
    turns: TurnIndex
    standpoint: Standpoint

    def of(self, hits: Sequence[Hit]) -> tuple[Hit, ...]:
        """The neighbours of hits, at most 24: each hit brings its first before any brings its second."""
        taken = {(hit.kind, hit.id) for hit in hits}
        waiting = [self._beside(hit, taken) for hit in hits]
        around: list[Hit] = []
        for _ in range(EACH_BRINGS):
            for beside in waiting:
                fresh = next(beside, None)
                if fresh is not None and len(around) < MOST_AROUND:
                    taken.add((fresh.kind, fresh.id))
                    around.append(fresh)
        return tuple(around)

    def _beside(self, hit: Hit, taken: Collection[tuple[HitKind, str]]) -> Iterator[Hit]:
        """The words that a fact rests on, what else was read from a turn, then the turns before and after.

        What is taken by the time that it would come is passed over.
        """
        score = hit.score // SHARE
        number = hit.number
        if hit.fact is not None:
            quoted = [piece.number for piece in hit.fact.evidence if piece.quote]
            number = quoted[-1] if quoted else number
            yield from self._turn(number, score, "words", taken)
        passage = self.turns.passage(number)
        for place in self.index.spoken.get(passage.id, ()) if passage else ():
            fact = self.index.facts[place]
            is_free = ("fact", fact.id) not in taken
            if is_free and self.standpoint.sees(fact) and self.standpoint.holds(fact):
                reason = Reason("scene", score)
                text = self.index.text(place)
                yield Hit("fact", fact.id, score, text, (reason,), fact, fact.opened_turn, fact.opened)
        yield from self._turn(number - 1, score, "scene", taken)
        yield from self._turn(number + 1, score, "scene", taken)

    def _turn(
        self, number: int, score: int, lane: str, taken: Collection[tuple[HitKind, str]]
    ) -> Iterator[Hit]:
        passage = self.turns.passage(number)
        is_free = passage is not None and ("turn", passage.id) not in taken
        if passage and is_free and passage.text and self.standpoint.hears(passage):
            yield Hit(
                kind="turn",
                id=passage.id,
                score=score,
                text=passage.text,
                reasons=(Reason(lane, score),),
                turn=passage.id,
                number=passage.number,
                speaker=passage.speaker,
            )
