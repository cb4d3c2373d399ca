"""A fact: one version of a slot, with the words it rests on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fabula.claims.statements import NARRATOR, Modality, Period


class SlotKey(NamedTuple):
    """What a timeline is kept for. Ids throughout; ``object`` is empty where the far end may change."""

    holder: str
    modality: str
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a fact is held: words in a turn (``quote`` stands at ``start:end`` of its normal text) or an act."""

    turn: str
    number: int
    quote: str = ""
    start: int = 0
    end: int = 0
    act: str = ""


class Standing(StrEnum):
    """Where a version of a slot stands in a view."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Fact:
    """One version of a slot: a relation (``object`` is an entity id) or an attribute (``value`` is a text).

    ``opened`` and ``closed`` are turn numbers (``closed`` None while it is current); ``strength`` and
    ``confidence`` are thousandths or None. ``by_author`` says that a person asserted it.
    """

    id: str
    slot: SlotKey
    subject: str
    predicate: str
    object: str
    value: str
    opened: int
    opened_turn: str
    closed: int | None = None
    closed_turn: str = ""
    standing: Standing = Standing.CURRENT
    holder: str = NARRATOR
    modality: Modality = Modality.ASSERTED
    strength: int | None = None
    confidence: int | None = None
    sentence: str = ""
    period: Period = Period()
    evidence: tuple[Evidence, ...] = ()
    by_author: bool = False
    locked: bool = False
    pinned: bool = False

    @property
    def is_current(self) -> bool:
        """Whether it still holds in the view that it comes from."""
        return self.standing is Standing.CURRENT
