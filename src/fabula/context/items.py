"""What may stand in a context: facts and quoted turns as lines, each with its section and its score."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from fabula.claims.statements import NARRATOR, Modality
from fabula.context.fence import inert
from fabula.context.wording import BEFORE, CLAIMED, RELATIONS, STATE, TOLD, Wording, wording_for
from fabula.graph.facts import Fact, Standing
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.recall.hits import Hit, Recall
from fabula.recall.relations import ACTORS
from fabula.recall.turns import TurnIndex

PINNED = 1000
BACKGROUND = 100
"""Scores in thousandths: what the author pinned, and what holds of the cast and of those the cue names."""

MOST_BACKGROUND = 60


@dataclass(frozen=True, slots=True)
class Item:
    """One candidate line. ``number`` is the turn that it is told in and orders lines within a section."""

    hit: Hit
    section: str
    line: str

    @property
    def choosing(self) -> tuple[int, int, str, str]:
        """The key by which items are chosen: the better, the later, and then by their words."""
        return (-self.hit.score, -self.hit.number, self.line, self.hit.id)

    @property
    def telling(self) -> tuple[int, str, str]:
        """The key by which lines stand: in the order of the story."""
        return (self.hit.number, self.line, self.hit.id)


def candidates(view: View, recall: Recall, turns: TurnIndex) -> tuple[Hit, ...]:
    """Everything that may be told: hits, pinned facts, the words that facts rest on, and who is there."""
    chosen: dict[tuple[str, str], Hit] = {}
    for hit in (*_pinned(view), *recall.hits, *_words_of(recall, turns), *_background(view, recall)):
        before = chosen.get((hit.kind, hit.id))
        if before is None or before.score < hit.score:
            chosen[hit.kind, hit.id] = hit
    return tuple(chosen.values())


def items_of(view: View, hits: Collection[Hit], cue: str) -> tuple[tuple[Item, ...], Wording]:
    """Hits as lines, and the wording that fits their script."""
    wording = wording_for(hit.text for hit in hits) if hits else wording_for((cue,))
    return tuple(Item(hit, _section(hit, view), _line(hit, view, wording)) for hit in hits), wording


def is_visible(hit: Hit, visible: Collection[str]) -> bool:
    """Whether everything that it rests on stands in turns that the model sees anyway."""
    if hit.fact and (hit.fact.pinned or any(piece.act for piece in hit.fact.evidence)):
        return False
    return all(turn in visible for turn in hit.evidence_turns)


def _pinned(view: View) -> Iterator[Hit]:
    if view.rules.pins:
        yield from (_fact_hit(fact, view, PINNED) for fact in view.facts() if fact.pinned)


def _background(view: View, recall: Recall) -> Iterator[Hit]:
    """What holds of the cast on stage, of the place, and of whom the search set out from; the latest of it."""
    spoken_of = dict.fromkeys((*recall.starts, *view.stage.present, view.stage.place))
    facts = {fact.id: fact for one in spoken_of if one for fact in view.about(one) if _holds(fact)}
    latest = sorted(facts.values(), key=lambda fact: (-fact.opened, phrase(fact, view), fact.id))
    yield from (_fact_hit(fact, view, BACKGROUND) for fact in latest[:MOST_BACKGROUND])


def _words_of(recall: Recall, turns: TurnIndex) -> Iterator[Hit]:
    """The turn that each recalled fact was told in last, at half of the fact's score."""
    for hit in recall.hits:
        quotes = [piece for piece in hit.fact.evidence if piece.quote] if hit.fact else []
        passage = turns.passage(quotes[-1].number) if quotes else None
        if passage and passage.id == quotes[-1].turn and passage.text:
            yield replace(
                hit,
                kind="turn",
                id=passage.id,
                score=hit.score // 2,
                text=passage.text,
                fact=None,
                turn=passage.id,
                number=passage.number,
                speaker=passage.speaker,
            )


def _fact_hit(fact: Fact, view: View, score: int) -> Hit:
    text = phrase(fact, view)
    return Hit("fact", fact.id, score, text, fact=fact, turn=fact.opened_turn, number=fact.opened)


def _holds(fact: Fact) -> bool:
    return fact.is_current and fact.holder == NARRATOR and fact.modality is Modality.ASSERTED


def _section(hit: Hit, view: View) -> str:
    if hit.fact is None:
        return TOLD
    if hit.fact.holder != NARRATOR or hit.fact.modality is not Modality.ASSERTED:
        return CLAIMED
    if not hit.fact.is_current:
        return BEFORE
    ends = (view.state.entities.get(identity) for identity in (hit.fact.subject, hit.fact.object))
    return RELATIONS if all(end is not None and end.kind in ACTORS for end in ends) else STATE


def _line(hit: Hit, view: View, wording: Wording) -> str:
    if hit.fact is None:
        pattern = wording.said if hit.speaker else wording.turn
        return f"- {pattern.format(number=hit.number, speaker=inert(hit.speaker))}: {inert(hit.text)}"
    marks = inert("; ".join(_marks(hit.fact, view, wording)))
    return f"- ({marks}) {inert(hit.text)}" if marks else f"- {inert(hit.text)}"


def _marks(fact: Fact, view: View, wording: Wording) -> Iterator[str]:
    """What keeps a fact from being simply so."""
    if fact.standing is not Standing.CURRENT and fact.closed is not None:
        yield wording.until.format(number=fact.closed)
    if fact.holder != NARRATOR:
        yield wording.believes.format(holder=view.name_of(fact.holder))
    if fact.modality is not Modality.ASSERTED:
        yield wording.modalities[fact.modality]
