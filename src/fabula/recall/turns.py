"""The turns of one line as an index: sealed segments of 256 turns that forks share, and an open tail."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from fabula.ledger.records import Stem, Turn
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
    purged = frozenset(turn.id for turn in turns if turn.purged)
    return index_line(
        [turn.stem for turn in turns], lambda first, last: turns[first:last], shelf or Shelf(), purged
    )


def index_line(
    line: Sequence[Stem],
    words: Callable[[int, int], Sequence[Turn]],
    shelf: Shelf,
    purged: Collection[str] = (),
) -> TurnIndex:
    """The index of a line of which ``words(first, last)`` gives the turns from one place to before another.

    It is asked only for what the shelf does not hold, so a line that has grown costs its open tail.
    """
    whole = len(line) - len(line) % SEGMENT
    segments = tuple(
        _segment(line[start : start + SEGMENT], partial(words, start, start + SEGMENT), shelf, purged)
        for start in range(0, whole, SEGMENT)
    )
    tail = tuple(_document(turn, shelf) for turn in words(whole, len(line)))
    return TurnIndex(Shelved(segments, tail), shelf)


def _segment(
    stems: Sequence[Stem], words: Callable[[], Sequence[Turn]], shelf: Shelf, purged: Collection[str]
) -> Segment:
    # The last id stands for every turn before it; purging takes words away and leaves ids as they are.
    gone = tuple(stem.number for stem in stems if stem.id in purged) if purged else ()
    return shelf.kept(
        "segments", (stems[-1].id, gone), lambda: sealed([_document(turn, shelf) for turn in words()])
    )


def _document(turn: Turn, shelf: Shelf) -> Document:
    return _kept(Passage(turn.id, turn.number, turn.speaker, "" if turn.purged else turn.text), shelf)


def _kept(passage: Passage, shelf: Shelf) -> Document:
    return shelf.kept("documents", (passage.id, not passage.text), lambda: document(passage))
