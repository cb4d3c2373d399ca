"""Lines: the turns from the root to a tip, walked back only as far as they are not yet known."""

from collections import OrderedDict
from collections.abc import Sequence

from fabula.errors import CorruptLedgerError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import Stem
from fabula.ledger.store import LedgerStore

Line = tuple[Stem, ...]

_KEPT_LINES = 16
_FIRST_CHUNK = 64
_NEW_CHUNK = 4  # turns that others have told on a story that is known
_CHUNK_GROWTH = 8


class Lines:
    """The lines of one story, kept while they are in use. Stems never change, so nothing here goes stale."""

    def __init__(self, store: LedgerStore, story: str) -> None:
        self._store = store
        self._story = story
        self._stems: dict[str, Stem] = {}
        self._lines: OrderedDict[str, Line] = OrderedDict()

    def line(self, tip: str) -> Line:
        """The turns from the first one to ``tip``; none for the root.

        Raises:
            TurnNotFoundError: the story holds no such turn.
            CorruptLedgerError: the turns do not lead to a first one.
        """
        if tip == ROOT:
            return ()
        known = self._lines.get(tip)
        if known is None:
            known = self._walked(tip)
            self._lines[tip] = known
            if len(self._lines) > _KEPT_LINES:
                self._lines.popitem(last=False)
        self._lines.move_to_end(tip)
        return known

    def learn(self, stems: Sequence[Stem]) -> None:
        """Remember turns that were just written, so that nobody has to ask for them."""
        for stem in stems:
            self._stems[stem.id] = stem

    def stem(self, turn: str) -> Stem:
        """One turn without its words.

        Raises:
            TurnNotFoundError: the story holds no such turn.
        """
        if turn not in self._stems:
            self._fetch(turn, 1)
        return self._stems[turn]

    def _walked(self, tip: str) -> Line:
        newest_first: list[Stem] = []
        turn, chunk = tip, _NEW_CHUNK if self._stems else _FIRST_CHUNK
        while turn != ROOT:
            if turn in self._lines:
                return (*self._lines[turn], *reversed(newest_first))
            if turn not in self._stems:
                self._fetch(turn, chunk)
                chunk *= _CHUNK_GROWTH
            stem = self._stems[turn]
            if newest_first and stem.number >= newest_first[-1].number:
                raise CorruptLedgerError(
                    f"Turn {turn[:12]} stands before itself; restore the story from an archive."
                )
            newest_first.append(stem)
            turn = stem.parent
        return tuple(reversed(newest_first))

    def _fetch(self, turn: str, limit: int) -> None:
        self.learn(self._store.ancestry(self._story, turn, limit))
