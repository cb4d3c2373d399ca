"""What came of placing a request, and what was sent for it."""

from dataclasses import dataclass

APPEND = "append"
SWIPE = "swipe"
EDIT = "edit"
REWIND = "rewind"
FORK = "fork"
TRUNCATED = "truncated"
CONTINUE = "continue"
IMPERSONATE = "impersonate"
QUIET = "quiet"

ASKED = "asked about"
"""How a request was found that names a story and shows nothing of it."""

KINDS = frozenset({APPEND, SWIPE, EDIT, REWIND, FORK, TRUNCATED, CONTINUE, IMPERSONATE, QUIET})
"""What a request can be taken for."""

BACKGROUND = frozenset({IMPERSONATE, QUIET})
"""Kinds of request whose reply is no turn unless a later request shows it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a request stands.

    ``story`` is empty where it belongs to none. ``turn`` is the id of the turn on which recall stands, empty
    before the first one; ``visible`` counts the latest turns that the request itself shows, and
    ``truncated`` says that it does not show the story's first one. ``kind`` is what was inferred:
    ``append, swipe, edit, rewind, fork, truncated, continue, impersonate, quiet``, where ``truncated`` is a request
    that tells nothing new and shows only the end of the line. ``written`` counts turns that are new in the ledger. ``cue`` is the person's last message, ``instructions`` what stands behind it.
    """

    story: str = ""
    branch: str = ""
    turn: str = ""
    kind: str = QUIET
    visible: int = 0
    truncated: bool = False
    written: int = 0
    how: str = ""
    cue: str = ""
    base: str = ""
    instructions: tuple[str, ...] = ()

    @property
    def is_recalled_for(self) -> bool:
        """Whether its model is told what the story remembers: not where a program asks beside a chat that it shows."""
        return bool(self.story) and (self.kind != QUIET or self.how == ASKED)

    @property
    def is_story(self) -> bool:
        """Whether the reply may become a turn, so that reading may run ahead on it."""
        return bool(self.story) and self.kind not in BACKGROUND


@dataclass(frozen=True, slots=True)
class Reply:
    """One version of an answer, as far as it was delivered."""

    text: str
    speaker: str = ""
    role: str = "assistant"
