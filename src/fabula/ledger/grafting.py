"""Where the turns of another story come to stand in this one. Reads, and writes nothing.

Ids hold the content of all turns before, so what begins alike is the same already. A line that begins in the middle,
since its front end showed only a window, is aligned with the line that it continues and told again behind it.
"""

from collections.abc import Iterator, Mapping, Sequence

from fabula.ledger.align import Alignment, align
from fabula.ledger.carry import paired, shared
from fabula.ledger.carrying import carried_over
from fabula.ledger.following import told_again
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.match import is_distinct
from fabula.ledger.records import Changes, Message, Snapshot, Stem, Turn
from fabula.ledger.tree import as_message, erased_after, turn_after

_SEVERAL = 2  # known messages that prove as much as a long one
_LINES = 24


class Graft:
    """The turns of another story as they stand here.

    ``stands`` gives, by its id there, the turn here that stands for a turn; one without is left out. ``new`` are those
    that this story does not hold yet, ``carried`` what goes along with turns of its own that get new ancestors.
    """

    def __init__(self, ledger: Ledger, other: Snapshot, *, branch: str, after: str = "") -> None:
        self.stands: dict[str, Stem] = {}
        self.carried: list[Changes] = []
        self._ledger = ledger
        self._other = {turn.id: turn for turn in other.turns}
        self._after = after
        self._made: dict[str, Turn] = {}
        for line in self._lines_of(other):
            if line[0].id not in self.stands:
                self._place(line, branch)
        self._place_rest(other)
        known = ledger.store.turns(ledger.story, self._made)
        self.new = tuple(turn for turn in self._made.values() if turn.id not in known)

    def line(self, tip: Stem) -> Line:
        """The whole line here to a turn, whether that is written yet or not."""
        new: list[Stem] = []
        turn = tip.id
        unwritten = {one.id for one in self.new}
        while turn in unwritten:
            new.append(self._made[turn].stem)
            turn = self._made[turn].parent
        return (*self._ledger.line(turn), *reversed(new))

    def told(self, tip: str) -> Sequence[Turn]:
        """The line there to a turn."""
        return tuple(reversed(list(self._up(tip))))

    def _lines_of(self, other: Snapshot) -> Iterator[Sequence[Turn]]:
        """The lines of the branches there, that where new handles start first."""
        for name in sorted(other.branches, key=lambda name: (name != other.story.branch, name)):
            if line := self.told(other.branches[name]):
                yield line

    def _up(self, tip: str) -> Iterator[Turn]:
        while tip != ROOT:
            yield self._other[tip]
            tip = self._other[tip].parent

    def _place(self, line: Sequence[Turn], branch: str) -> None:
        """Find the place of a line whose beginning stands nowhere yet."""
        if self._after:
            self._stand(line[0], self._ledger.stem(self._after))
        elif self._ledger.store.turns(self._ledger.story, [line[0].id]) or not self._align(line, branch):
            self._stand(line[0], None)

    def _align(self, line: Sequence[Turn], branch: str) -> bool:
        """Whether a line continues one of ours; if so it is placed there."""
        shown = [turn for turn in line if not turn.purged]
        window = [as_message(turn) for turn in shown]
        found = [self._aligned(window, ours) for ours in self._own_lines(branch)]
        proven = [one for one in found if _proves(one, shown)]
        if not proven:
            return False
        best = min(proven, key=lambda one: one.rank)
        turns, here = told_again(self._ledger, best)
        self._made.update((turn.id, turn) for turn in turns)
        self.stands.update(_one_by_one([turn.stem for turn in shown], here))
        if shared(best.line, here) < len(best.line):
            own = tuple(best.line)
            self.carried.append(carried_over(self._ledger, (own, here), paired(own, here)))
        return True

    def _aligned(self, window: Sequence[Message], ours: Line) -> Alignment:
        return align(window, ours, lambda turn: self._ledger.turns([turn])[0].normal)

    def _own_lines(self, branch: str) -> Iterator[Line]:
        heads = self._ledger.heads().branches
        for name in sorted(heads, key=lambda name: (name != branch, name))[:_LINES]:
            yield self._ledger.line(heads[name])

    def _place_rest(self, other: Snapshot) -> None:
        """Every other turn stands behind the one that stands for its parent."""
        for turn in other.turns:
            if turn.id not in self.stands and turn.parent in self.stands:
                self._stand(turn, self.stands[turn.parent])

    def _stand(self, turn: Turn, above: Stem | None) -> None:
        made = _under(turn, above)
        self._made.setdefault(made.id, made)
        self.stands[turn.id] = made.stem


def _under(turn: Turn, above: Stem | None) -> Turn:
    """A turn behind another one (None: as the first); the same one, where that is its parent."""
    if turn.parent == (above.id if above else ROOT):
        return turn
    return erased_after(above, turn) if turn.purged else turn_after(above, as_message(turn))


def _one_by_one(shown: Sequence[Stem], here: Line) -> Mapping[str, Stem]:
    """Which turn here stands for which one there: the line ends with them, one each, or they are found by their words."""
    behind = here[max(len(here) - len(shown), 0) :]
    ends = list(zip(shown[len(shown) - len(behind) :], behind, strict=True))
    found = paired(shown, here)
    best = max((ends, found), key=lambda pairs: sum(there.key == stem.key for there, stem in pairs))
    return {there.id: stem for there, stem in best}


def _proves(alignment: Alignment, shown: Sequence[Turn]) -> bool:
    """Whether what a line has in common with ours is more than chance: a long message, or several."""
    if alignment.matched >= _SEVERAL:
        return True
    keys = {stem.key for stem in alignment.line}
    return alignment.matched > 0 and any(turn.key in keys and is_distinct(turn.normal) for turn in shown)
