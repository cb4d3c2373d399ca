"""A block being filled: sections take turns, each by its share, until the room is used."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fabula.context.fence import CLOSE, OPEN
from fabula.context.items import BESIDE, CHOSEN, FIRST, Item
from fabula.context.receipt import Row
from fabula.context.template import (
    BEFORE,
    CAST,
    CHANGED,
    CLAIMED,
    PINNED,
    RELATIONS,
    RULES,
    SECTIONS,
    STATE,
    SYNOPSIS,
    THREADS,
    TOLD,
    Template,
)
from fabula.models.tokens import LINE_END, QUARTERS, Counter

SHARES: Mapping[str, int] = {
    RULES: 3,
    SYNOPSIS: 4,
    THREADS: 2,
    PINNED: 3,
    CAST: 6,
    CHANGED: 4,
    STATE: 4,
    RELATIONS: 3,
    BEFORE: 1,
    CLAIMED: 1,
    TOLD: 4,
}
"""How the budget is divided while every section has more to say; what one leaves, the others take."""

LEAST_CLIP = 20 * QUARTERS
"""A line of fewer tokens, its end included, is not worth its place when cut short."""

SENTENCE = 40 * QUARTERS
"""As much as this a line may take of a small share too, if it is no more than half of the room."""

WHOLE = 61 * QUARTERS
"""A fact up to this length is told whole or not at all: cut short, it would say something else."""

_MOST_OF_A_SHARE = 2  # no line takes more than half of its section's share while others wait for it


@dataclass(frozen=True, slots=True)
class Placed:
    """An item that stands in a block, with its line as far as it is told."""

    item: Item
    line: str

    @property
    def row(self) -> Row:
        """What the receipt says of it."""
        return self.item.row(clipped=self.line != self.item.line)


class Filling:
    """One block being filled with lines, best first in each section, within ``room`` quarter tokens."""

    def __init__(self, template: Template, preface: str, room: int, counter: Counter) -> None:
        self.template = template
        self.preface = preface
        self.counter = counter
        self._whole = room
        self.room = room - sum(map(counter.line, self._frame()))
        self.placed: list[Placed] = []
        self.cut: list[Row] = []
        self.used = dict.fromkeys(SECTIONS, 0)
        self._said: set[str] = set()

    def fill(self, items: Sequence[Item]) -> None:
        """Place the items, which come best first, group after group."""
        for group in (FIRST, CHOSEN, BESIDE):
            self._share([item for item in items if item.group == group])

    @property
    def spent(self) -> int:
        """What the block costs, in quarter tokens; nothing while it is empty."""
        return self._whole - self.room if self.placed else 0

    def drop_last(self) -> None:
        """Take the line away that was placed last."""
        gone = self.placed.pop()
        self.cut.append(gone.item.row(why="budget"))

    def text(self) -> str:
        """The filled block, or nothing if nothing was placed."""
        if not self.placed:
            return ""
        lines = list(self._frame())[:-1]
        for section in SECTIONS:
            own = sorted((one for one in self.placed if one.item.section == section), key=_in_story_order)
            if own:
                lines += [*self._heading(section), *(placed.line for placed in own)]
        return "\n".join([*lines, CLOSE])

    def _frame(self) -> Iterable[str]:
        return (OPEN, self.preface, CLOSE) if self.preface else (OPEN, CLOSE)

    def _heading(self, section: str) -> Iterable[str]:
        heading = self.template.headings[section]
        return (heading,) if heading else ()

    def _share(self, items: Sequence[Item]) -> None:
        own = {section: [item for item in items if item.section == section] for section in self._told(items)}
        most = self._most_of_a_line(own)
        waiting = {section: iter(told) for section, told in own.items()}
        while waiting:
            section = min(waiting, key=lambda one: self.used[one] / SHARES[one])
            item = next(waiting[section], None)
            if item is None:
                del waiting[section]
            else:
                self._place(item, most[section])

    def _told(self, items: Iterable[Item]) -> list[str]:
        """The sections of some items, in their order."""
        told = {item.section for item in items}
        return [section for section in SECTIONS if section in told]

    def _most_of_a_line(self, waiting: Mapping[str, Sequence[Item]]) -> dict[str, int]:
        whole = sum(SHARES[section] for section in waiting) or 1
        parts = {section: min(len(items), _MOST_OF_A_SHARE) for section, items in waiting.items()}
        least = min(SENTENCE, max(self.room // _MOST_OF_A_SHARE, LEAST_CLIP))
        return {
            section: max(self.room * SHARES[section] // whole // part + LINE_END, least)
            for section, part in parts.items()
        }

    def _place(self, item: Item, most: int) -> None:
        heading = 0 if self.used[item.section] else sum(map(self.counter.line, self._heading(item.section)))
        line, own = self._fitting(item, self.room - heading, most)
        is_repeated = item.line in self._said
        if is_repeated or not line:
            self.cut.append(item.row(why="repeated" if is_repeated else "budget"))
            return
        cost = heading + own
        self.room -= cost
        self.used[item.section] += cost
        self.placed.append(Placed(item, line))
        self._said.add(item.line)

    def _fitting(self, item: Item, room: int, most: int) -> tuple[str, int]:
        """The line as far as it may be told in this room, with its cost; empty if that is not worth it."""
        cost = self.counter.line(item.line)
        is_all_or_nothing = item.is_whole and cost <= WHOLE
        most = room if is_all_or_nothing else min(most, room)
        if cost <= most:
            return item.line, cost
        if is_all_or_nothing or most < LEAST_CLIP:
            return "", 0
        line = self.counter.clipped(item.line, most)
        return line, self.counter.line(line)


def _in_story_order(placed: Placed) -> tuple[int, int, str, str]:
    return placed.item.telling
