"""The turns of one line as an index: sealed segments of 256 turns that forks share, and an open tail."""

from collections.abc import Sequence
from dataclasses import dataclass

from fabula.ledger.records import Turn
from fabula.recall.shelf import Shelf
from fabula.recall.words import SEGMENT, Document, Passage, Segment, Shelved, document, sealed


@dataclass(frozen=True, slots=True)
class TurnIndex:
    """The turns of a line from its first one on, ready to be searched.

    ``shelf`` keeps what other heads of the story can use too. Purged turns are there, without words.
    """

    shelved: Shelved
    shelf: Shelf

    def __len__(self) -> int:
        return len(self.shelved)

    def passage(self, number: int) -> Passage | None:
        """The turn with this number, or None if the line has none."""
        return self.shelved.passage(number - 1) if 0 < number <= len(self) else None

    def until(self, number: int) -> "TurnIndex":
        """The same line up to and including the turn with this number."""
        if number >= len(self):
            return self
        whole, rest = divmod(max(number, 0), SEGMENT)
        segments = self.shelved.segments
        if whole < len(segments):
            passages = segments[whole].passages[:rest]
        else:
            passages = tuple(one.passage for one in self.shelved.tail[:rest])
        tail = tuple(_kept(passage, self.shelf) for passage in passages)
        return TurnIndex(Shelved(segments[:whole], tail), self.shelf)


def index_turns(turns: Sequence[Turn], shelf: Shelf | None = None) -> TurnIndex:
    """An index of a line's turns, which come in order and without gaps from its first turn on.

    With a shared shelf only turns that no other head has indexed cost anything. Turns must be fresh
    from the store: what is purged there is left out here.
    """
    shelf = shelf or Shelf()
    whole = len(turns) - len(turns) % SEGMENT
    segments = tuple(_segment(turns[start : start + SEGMENT], shelf) for start in range(0, whole, SEGMENT))
    return TurnIndex(Shelved(segments, tuple(_document(turn, shelf) for turn in turns[whole:])), shelf)


def _segment(turns: Sequence[Turn], shelf: Shelf) -> Segment:
    # The last id stands for every turn before it; purging takes words away and leaves ids as they are.
    key = (turns[-1].id, tuple(turn.number for turn in turns if turn.purged))
    return shelf.kept("segments", key, lambda: sealed([_document(turn, shelf) for turn in turns]))


def _document(turn: Turn, shelf: Shelf) -> Document:
    return _kept(Passage(turn.id, turn.number, turn.speaker, "" if turn.purged else turn.text), shelf)


def _kept(passage: Passage, shelf: Shelf) -> Document:
    return shelf.kept("documents", (passage.id, not passage.text), lambda: document(passage))
