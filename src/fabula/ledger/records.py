"""The rows of the ledger: immutable values, free of any store.

Everything here is only ever added. What a store keeps is described in ``docs/reference/ledger-format.md``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from fabula.claims.statements import Claim
from fabula.claims.text import checked_text, normal_text
from fabula.errors import InvalidInputError

NOTHING: Mapping[str, Any] = MappingProxyType({})
READER = "reader"
"""The lane of the extractions that read the story; upkeep has a lane of its own per kind."""


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance as it comes in: text, role, and what the sender said about it.

    ``speaker`` is empty unless it was given explicitly. ``present`` is the cast on stage, or None when
    nobody said. ``sent_at`` is the sender's own time stamp, kept as written. ``meta`` is free JSON.
    """

    text: str
    role: str = "user"
    speaker: str = ""
    present: tuple[str, ...] | None = None
    sent_at: str = ""
    meta: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        checked_text(self.text)
        checked_text(self.role, "role")
        checked_text(self.speaker, "speaker")
        checked_text(self.sent_at, "sent time")
        for name in self.present or ():
            checked_text(name, "name of somebody present")
        if not normal_text(self.text):
            raise InvalidInputError("A turn needs words: the text is empty.")
        if not self.role:
            raise InvalidInputError("A turn needs a role: user, assistant or system.")


@dataclass(frozen=True, slots=True)
class Stem:
    """A turn without its words: enough to stand on, to align and to walk the tree."""

    id: str
    parent: str
    number: int
    speaker: str
    key: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance by one speaker, at its place in the tree. ``number`` counts from 1 along a branch.

    ``text`` is exact; spans count in ``normal``. A purged turn keeps its id, its place and its key,
    and has no text.
    """

    id: str
    parent: str
    number: int
    role: str
    speaker: str
    text: str
    key: str
    present: tuple[str, ...] | None = None
    sent_at: str = ""
    meta: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    purged: bool = False

    @property
    def normal(self) -> str:
        """The text in the form that evidence spans count in."""
        return normal_text(self.text)

    @property
    def stem(self) -> Stem:
        """The turn without its words."""
        return Stem(self.id, self.parent, self.number, self.speaker, self.key)


class Status(StrEnum):
    """How far the reading of a turn has come; a turn without any extraction is ``pending``."""

    PENDING = "pending"
    OK = "ok"
    EMPTY = "empty"
    SUSPICIOUS = "suspicious"
    FAILED = "failed"
    RATE_LIMITED = "rate_limited"
    QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An item that an extractor gave and that was not taken, with the reason in a person's words."""

    item: str
    reason: str


@dataclass(frozen=True, slots=True)
class Body:
    """What one run of one extractor found for one turn: relative, shared, never changed.

    The window that was read reaches from ``back`` turns before the bound turn to ``ahead`` turns after.
    ``extractor`` names the extractor with its version and settings. ``known`` is a digest of what it was
    shown of earlier facts, empty if nothing. ``usage`` counts calls, tokens and the like.
    """

    id: str
    extractor: str
    back: int = 0
    ahead: int = 0
    attempt: int = 1
    status: Status = Status.OK
    claims: tuple[Claim, ...] = ()
    refused: tuple[Refusal, ...] = ()
    usage: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    known: str = ""

    @property
    def outline(self) -> "Body":
        """The same without claims and refusals: who read what, with what success, at what cost."""
        return replace(self, claims=(), refused=())


@dataclass(frozen=True, slots=True)
class Binding:
    """This body speaks of this turn. ``run`` joins the bodies of one call."""

    turn: str
    body: str
    run: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """From here on this body counts for this turn and lane, if ``replaces`` counted until now.

    When another one counts meanwhile (two workers read one turn), the row has no effect: the first
    success stands.
    """

    turn: str
    body: str
    replaces: str | None = None
    lane: str = READER


@dataclass(frozen=True, slots=True)
class Act:
    """An author's act in the story log. ``seq`` counts from 1; ``turn`` is empty under scope ``story``."""

    seq: int
    id: str
    kind: str
    scope: str
    turn: str
    payload: Mapping[str, Any]
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class CarriedAct:
    """An act made at one turn holds at this turn as well: the same words under new ancestors."""

    act: str
    turn: str


@dataclass(frozen=True, slots=True)
class HeadMove:
    """A branch's head goes from one turn to another. ``before`` None makes, ``after`` None ends a branch."""

    branch: str
    before: str | None
    after: str | None
    by: str = ""
    at: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A name for a turn that never moves by itself. ``turn`` None takes the tag away."""

    name: str
    turn: str | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reply that was delivered after ``parent`` and that nothing has echoed yet: outside the tree."""

    id: str
    parent: str
    role: str
    speaker: str
    text: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A purged turn: its id and text key stay, so that a re-sent text brings nothing back."""

    turn: str
    key: str


@dataclass(frozen=True, slots=True)
class StoryRow:
    """A story in a store. ``version`` grows with every commit; ``branch`` is where a new handle starts."""

    name: str
    created: str
    branch: str = "main"
    version: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """One act upon a story, written whole or not at all. Rows that are there already are left alone."""

    turns: tuple[Turn, ...] = ()
    bodies: tuple[Body, ...] = ()
    bindings: tuple[Binding, ...] = ()
    selections: tuple[Selection, ...] = ()
    acts: tuple[Act, ...] = ()
    carried: tuple[CarriedAct, ...] = ()
    moves: tuple[HeadMove, ...] = ()
    tags: tuple[Tag, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    dropped: tuple[str, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    branch: str | None = None
    """The branch where a new handle starts from now on, if that changes."""


@dataclass(frozen=True, slots=True)
class Heads:
    """Where branches and tags point, as of a version of the story."""

    version: int
    branch: str
    branches: Mapping[str, str]
    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Log:
    """What was added to a story's log since some version, in order.

    ``selections`` are those that took effect, so the last one of a turn and lane counts.
    """

    version: int
    selections: tuple[Selection, ...] = ()
    acts: tuple[Act, ...] = ()
    carried: tuple[CarriedAct, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every row of one story, each kind in its canonical order: what archives and ``verify`` read.

    Turns by (number, id); bodies by id; bindings by (turn, body); selections as they took effect, by
    (turn, lane) and then in time; acts by seq; carried by (act, turn); moves in time; tags by name;
    candidates by (parent, id); tombstones by turn.
    """

    story: StoryRow
    turns: tuple[Turn, ...] = ()
    bodies: tuple[Body, ...] = ()
    bindings: tuple[Binding, ...] = ()
    selections: tuple[Selection, ...] = ()
    acts: tuple[Act, ...] = ()
    carried: tuple[CarriedAct, ...] = ()
    moves: tuple[HeadMove, ...] = ()
    tags: tuple[Tag, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    branches: Mapping[str, str] = field(default_factory=dict)
