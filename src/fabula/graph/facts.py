"""A fact: one version of a slot, with the words it rests on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID, uuid5

from fabula.claims.statements import NARRATOR, Modality, Period

_NAMESPACE = UUID("0c9d3f5e-6a5b-5d0e-8f0b-52a6a3f7c1d4")
"""The namespace of the UUIDs of facts; entities have one of their own."""


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

    ``opened`` and ``closed`` are turn numbers (``closed`` None while it is current), ``place`` is where in
    its turn it was told. ``period`` is the story time from which it holds, as told; ``since`` and ``until``
    are story time in minutes where it can be sorted, ``confirmed`` further minutes for which it was told
    again. ``strength``, ``confidence`` and ``importance`` are thousandths or None, ``importance`` the greatest that
    was told. ``ended_by`` is what closed it.

    ``disputes`` lists the ids of the versions of its slot that stand beside it and say otherwise: they cannot all
    be true, and nothing tells which is wrong. They list it in turn.

    ``audience`` lists who was there to learn it, None if nobody knows; ``overheard`` says that it was told
    once more where nobody knows who was there. ``by_author`` says that a person asserted it.

    The predicate ``held_by#price`` is the attribute ``price`` of a relation: both ends are set, and a value.
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
    since: int | None = None
    until: int | None = None
    confirmed: tuple[int, ...] = ()
    place: int = 0
    evidence: tuple[Evidence, ...] = ()
    ended_by: tuple[Evidence, ...] = ()
    audience: tuple[str, ...] | None = None
    overheard: bool = False
    by_author: bool = False
    locked: bool = False
    pinned: bool = False
    importance: int | None = None
    disputes: tuple[str, ...] = ()

    @property
    def uuid(self) -> UUID:
        """A UUID derived from the id, for systems that want one: every version of a relation has its own."""
        return uuid5(_NAMESPACE, self.id)

    @property
    def is_current(self) -> bool:
        """Whether it still holds in the view that it comes from."""
        return self.standing is Standing.CURRENT
