"""What an extractor is: something that reads a few turns and gives back one body of claims for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fabula.claims.statements import Claim
from fabula.graph.view import View
from fabula.ledger.ids import body_id
from fabula.ledger.records import Body, Refusal, Status, Turn


@dataclass(frozen=True, slots=True)
class Window:
    """Turns as an extractor sees them: ``turns[:start]`` is a look-back that has been read already."""

    turns: tuple[Turn, ...]
    start: int

    @property
    def fresh(self) -> tuple[Turn, ...]:
        """The turns that are to be read now."""
        return self.turns[self.start :]


class Extractor(Protocol):
    """Reads windows of turns."""

    @property
    def identity(self) -> str:
        """The extractor with its version and whatever of its settings changes its answers."""
        ...

    @property
    def batch(self) -> int:
        """How many turns it likes to read at once."""
        ...

    @property
    def look_back(self) -> int:
        """How many turns before them it wants to see."""
        ...

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn, in order. Content problems are refusals in a body, never errors.

        ``known`` is what holds just before the first fresh turn. A turn of which nothing can be made gets a body
        of status ``failed``; where all of a window fail so, its halves are read by themselves. What the asking
        cost stands in ``usage``, each call on one body only.

        An extractor may have a method ``allow`` too: it is told before each window what ``Cap`` is left of the
        run's, and is to stop before the question that would begin beyond it (``CAP_REACHED``).

        Raises:
            ModelError: no answer came. The run stops; what was spent may be told by ``charged``, and by
                ``blameless`` that no turn is to be marked as failed for it.
        """
        ...


def body_of(
    window: Window,
    at: int,
    extractor: str,
    *,
    status: Status | None = None,
    claims: Sequence[Claim] = (),
    refused: Sequence[Refusal] = (),
) -> Body:
    """The body for the turn at ``window.turns[at]``, with the id that its window and extractor give it.

    Without a ``status`` it is ``ok`` where there are claims and ``empty`` where there are none.
    """
    read = [(turn.speaker, turn.key) for turn in window.turns]
    return Body(
        id=body_id(read, at, extractor, 1),
        extractor=extractor,
        back=at,
        ahead=len(window.turns) - at - 1,
        status=status or (Status.OK if claims else Status.EMPTY),
        claims=tuple(claims),
        refused=tuple(refused),
    )
