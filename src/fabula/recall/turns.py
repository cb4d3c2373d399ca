"""The turns of one line as an index: segments of 256 turns that forks share, of which the last grows by a turn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Stem, Turn
from fabula.recall.calendar import day_sent
from fabula.recall.shelf import Shelf
from fabula.recall.words import SEGMENT, Document, Passage, Segment, Shelved, document, sealed

PARTS = ("session", "chapter", "episode")
"""Where a turn's ``meta`` says which part of the telling it belongs to."""


@dataclass(frozen=True, slots=True)
class TurnIndex:
    """The turns of a line from its first one on, ready to be searched.

    ``shelf`` keeps what other heads of the story can use too. ``purged`` are the ids of all turns that are
    known to be purged; those of the line are there, without words.
    """

    shelved: Shelved
    shelf: Shelf
    purged: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.shelved)

    def passage(self, number: int) -> Passage | None:
        """The turn with this number, or None if the line has none."""
        return self.shelved.passage(number - 1) if 0 < number <= len(self) else None

    def voices(self) -> tuple[str, ...]:
        """Everybody who speaks on the line, in the order of their names."""
        return self.shelved.voices()

    def today(self) -> int | None:
        """The day on which the latest turn was sent of which that is known; None where nobody said."""
        back = (self.passage(number) for number in range(len(self), 0, -1))
        return next((passage.day for passage in back if passage and passage.day is not None), None)

    def until(self, number: int) -> "TurnIndex":
        """The same line up to and including the turn with this number."""
        if number >= len(self):
            return self
        whole, rest = divmod(max(number, 0), SEGMENT)
        segments = self.shelved.segments
        open_ones = segments[whole].passages[:rest] if rest else ()
        tail = [_kept(passage, self.shelf) for passage in open_ones]
        return TurnIndex(Shelved(segments[:whole]).grown(tail), self.shelf, self.purged)


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
    purged: frozenset[str] = frozenset(),
) -> TurnIndex:
    """The index of a line of which ``words(first, last)`` gives the turns from one place to before another.

    It is asked only for what the shelf does not hold, so a line that has grown costs its new turns.
    """
    whole = len(line) - len(line) % SEGMENT
    known = _known(line, whole, shelf, purged)
    if known is None:
        known = Shelved(
            tuple(
                _segment(line[start : start + SEGMENT], partial(words, start, start + SEGMENT), shelf, purged)
                for start in range(0, whole, SEGMENT)
            )
        )
    fresh = words(len(known), len(line)) if len(known) < len(line) else ()
    return TurnIndex(known.grown([_document(turn, shelf) for turn in fresh]), shelf, purged)


def index_tip(ledger: Ledger, tip: str, shelf: Shelf) -> TurnIndex:
    """The index of the line to a turn of a ledger."""
    line = ledger.line(tip or ROOT)

    def words(first: int, last: int) -> Sequence[Turn]:
        return ledger.turns(stem.id for stem in line[first:last])

    purged = frozenset(ledger.purged)
    return shelf.kept("lines", (tip, purged), lambda: index_line(line, words, shelf, purged))


def _known(line: Sequence[Stem], whole: int, shelf: Shelf, purged: frozenset[str]) -> Shelved | None:
    """The documents of a line as far as an index that was kept of an earlier turn of it has them, if one has.

    It has all the full segments, which forks share; one that knew fewer turns to be purged has words too many.
    """
    for one in shelf.lately("lines"):
        if isinstance(one, TurnIndex) and one.purged == purged and whole <= len(one) <= len(line):
            last = one.passage(len(one))
            if last and last.id == line[last.number - 1].id:
                return one.shelved
    return None


def _segment(
    stems: Sequence[Stem], words: Callable[[], Sequence[Turn]], shelf: Shelf, purged: Collection[str]
) -> Segment:
    # The last id stands for every turn before it; purging takes words away and leaves ids as they are.
    gone = tuple(stem.number for stem in stems if stem.id in purged) if purged else ()
    return shelf.kept(
        "segments", (stems[-1].id, gone), lambda: sealed([_document(turn, shelf) for turn in words()])
    )


def _document(turn: Turn, shelf: Shelf) -> Document:
    passage = Passage(
        id=turn.id,
        number=turn.number,
        speaker=turn.speaker,
        text="" if turn.purged else turn.text,
        day=day_sent(turn.sent_at) if turn.sent_at else None,
        part=_part(turn.meta),
        present=turn.present,
    )
    return _kept(passage, shelf)


def _part(meta: Mapping[str, object]) -> str:
    """The label of the session or chapter that a turn says it belongs to; chapters are said by the first turn."""
    for name in PARTS:
        value = meta.get(name)
        if isinstance(value, Mapping):
            value = value.get("number") or value.get("title")
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
    return ""


def _kept(passage: Passage, shelf: Shelf) -> Document:
    return shelf.kept("documents", (passage.id, not passage.text), lambda: document(passage))
