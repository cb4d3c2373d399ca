"""What a recall gives: hits with their reasons, and what else was considered."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from fabula.graph.facts import Evidence, Fact, Standing

HitKind: TypeAlias = Literal["fact", "turn"]
Status: TypeAlias = Literal["ok", "degraded", "unavailable"]


@dataclass(frozen=True, slots=True)
class Reason:
    """What one lane says for a hit. ``score`` is the lane's part of the whole, in thousandths."""

    lane: str
    score: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A scored fact or turn. ``score`` is in thousandths; ``turn`` and ``number`` say where it was told.

    The text of a fact is its phrase; ``speaker`` is who speaks in a turn.
    """

    kind: HitKind
    id: str
    score: int
    text: str
    reasons: tuple[Reason, ...] = ()
    fact: Fact | None = None
    turn: str = ""
    number: int = 0
    speaker: str = ""

    @property
    def evidence_turns(self) -> tuple[str, ...]:
        """The ids of the turns that it rests on: its own for a turn, those of its latest telling for a fact.

        A fact that was told before and told again rests on what was said last; earlier tellings are in
        ``fact.evidence``. Of a fact that has ended a hit says that it no longer holds, and that rests on
        what ended it.
        """
        if self.fact is None or not self.fact.evidence:
            return (self.turn,)
        has_ended = self.fact.standing is Standing.ENDED and self.fact.ended_by
        told = latest_telling(self.fact.ended_by if has_ended else self.fact.evidence)
        return tuple(dict.fromkeys(piece.turn for piece in told))


def latest_telling(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """The pieces of evidence of the last telling: the last one, and those that lead up to it turn by turn."""
    first = last = max(piece.number for piece in evidence)
    numbers = {piece.number for piece in evidence}
    while first - 1 in numbers:
        first -= 1
    return tuple(piece for piece in evidence if first <= piece.number <= last)


def last_told(fact: Fact) -> int:
    """The number of the turn in which a fact was told last, be it that it holds or that it ended."""
    ends = fact.ended_by if fact.standing is Standing.ENDED else ()
    return max((piece.number for piece in (*fact.evidence, *ends)), default=fact.opened)


# A tuple, as a hundred of them are made for a recall.
class Considered(NamedTuple):
    """A ranked candidate that is no hit, and why: beyond the limit, said already, or not chosen by a model."""

    kind: HitKind
    id: str
    score: int
    why: Literal["limit", "repeated", "model"]


@dataclass(frozen=True, slots=True)
class Recall:
    """The ranked hits for a cue. ``starts`` are the ids of the entities that the search set out from.

    ``around`` are the scenes of the hits: what was told beside them, none of it a hit. ``status`` is
    ``degraded`` when less could be searched than the view holds, or when a model was to choose and did not.
    """

    hits: tuple[Hit, ...]
    status: Status
    cue: str
    considered: tuple[Considered, ...] = ()
    starts: tuple[str, ...] = ()
    around: tuple[Hit, ...] = ()
