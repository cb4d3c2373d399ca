"""What reading a file gives: the places of a telling, and what could not be taken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fabula.ledger.records import NOTHING, Message


@dataclass(frozen=True, slots=True)
class Line:
    """One place in the telling: the version that stands, and the others that were tried there.

    ``versions`` are in file order, without the standing one and without two of one normal text.
    ``where`` ("line 12", "chapter 3, paragraph 2") is for messages to people.
    """

    message: Message
    versions: tuple[Message, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something in a file that was not taken as it stands: where it is and why, in a person's words."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """One file as a story: its lines in order, what was left out, and what the file says of itself.

    ``title`` is empty unless the file names the story. ``meta`` is JSON; ``meta["aside"]`` lists what
    stands between the lines without being told: ``{"after": index of the line before or -1, "name", "text"}``.
    """

    format: str
    title: str
    lines: tuple[Line, ...]
    troubles: tuple[Trouble, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
