"""Which branch leaves which, and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from fabula.ledger.ids import ROOT
from fabula.ledger.records import Turn
from fabula.story import Story

_ALL = 10_000_000


class OffshootShape(TypedDict):
    """A branch, its head, the branch that it leaves (empty for the first), and after which of its turns."""

    name: str
    turns: int
    head: str | None
    leaves: str
    after: int


@dataclass(frozen=True, slots=True)
class Offshoot:
    """A branch, the one it leaves (empty for the first), and after which of its turns."""

    name: str
    turns: int
    head: Turn | None
    leaves: str = ""
    after: int = 0

    def shape(self) -> OffshootShape:
        """The branch as a JSON object."""
        head = self.head.id if self.head else None
        return {
            "name": self.name,
            "turns": self.turns,
            "head": head,
            "leaves": self.leaves,
            "after": self.after,
        }


def family(told: Story) -> list[Offshoot]:
    """The branches of a story: the one where new handles start, then the others as they leave it."""
    heads = told.branches.all()
    start = told.branches.start()
    lines = {name: _line(told, heads[name]) for name in sorted(heads, key=lambda name: (name != start, name))}
    found: list[Offshoot] = []
    for name, line in lines.items():
        together = {one.name: _shared(line, lines[one.name]) for one in found}
        shared = {other: count for other, count in together.items() if count}
        leaves = max(shared, key=lambda other: shared[other], default="")
        head = told.turn(line[-1]) if line else None
        found.append(Offshoot(name, len(line), head, leaves, shared.get(leaves, 0)))
    return found


def _line(told: Story, head: str) -> tuple[str, ...]:
    if head == ROOT:
        return ()
    return tuple(stem.id for stem in reversed(told.store.ancestry(told.name, head, _ALL)))


def _shared(line: Sequence[str], other: Sequence[str]) -> int:
    low, high = 0, min(len(line), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if line[middle - 1] == other[middle - 1] else (low, middle - 1)
    return low
