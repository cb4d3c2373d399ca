"""The port for receipts: what was given to a model, kept beside a story's ledger and outside of its archive.

A receipt repeats words of the story, so a purge of any turn erases every receipt of its story: which words
of which turn a cue or a line repeats cannot be told apart with certainty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

MOST_RECEIPTS = 200
"""How many receipts of a story are kept: the newest by the order in which they were put."""


@dataclass(frozen=True, slots=True)
class KeptReceipt:
    """One receipt as it is kept: JSON as text. ``number`` counts from 1 within its story, 0 while it is new."""

    branch: str
    turn: str
    at: str
    body: str
    number: int = 0


class ReceiptStore(Protocol):
    """Keeps the newest receipts of stories. An unknown story raises ``StoryNotFoundError``."""

    def put(self, story: str, receipt: KeptReceipt) -> int:
        """Keep a receipt as the newest and return its number; those beyond ``MOST_RECEIPTS`` go."""
        ...

    def get(self, story: str, number: int) -> KeptReceipt | None:
        """The receipt with this number, unless it is gone or never was."""
        ...

    def newest(self, story: str, limit: int = MOST_RECEIPTS) -> Sequence[KeptReceipt]:
        """At most ``limit`` receipts, the newest first."""
        ...

    def forget(self, story: str) -> int:
        """Erase every receipt of a story and return how many there were."""
        ...
