"""What a recall gives: hits with their reasons, and what else was considered."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from fabula.graph.facts import Fact, Standing

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
        """The ids of the turns that it rests on: its own for a turn, those of its evidence for a fact.

        Of a fact that has ended a hit says that it no longer holds, and that rests on what ended it.
        """
        if self.fact is None or not self.fact.evidence:
            return (self.turn,)
        has_ended = self.fact.standing is Standing.ENDED and self.fact.ended_by
        return tuple(
            dict.fromkeys(piece.turn for piece in (self.fact.ended_by if has_ended else self.fact.evidence))
        )


@dataclass(frozen=True, slots=True)
class Considered:
    """A ranked candidate that is no hit, and why."""

    kind: HitKind
    id: str
    score: int
    why: Literal["limit"]


@dataclass(frozen=True, slots=True)
class Recall:
    """The ranked hits for a cue. ``starts`` are the ids of the entities that the search set out from.

    ``status`` is ``degraded`` when less could be searched than the view holds.
    """

    hits: tuple[Hit, ...]
    status: Status
    cue: str
    considered: tuple[Considered, ...] = ()
    starts: tuple[str, ...] = ()
