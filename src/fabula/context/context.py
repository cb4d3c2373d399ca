"""The text that the model is given before its turn, under a hard budget: the facts first, quotes last."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from fabula.context.fence import CLOSE, OPEN
from fabula.context.items import Item, candidates, is_visible, items_of
from fabula.context.receipt import Receipt, Row, Why
from fabula.models.tokens import LINE_END, QUARTERS, clipped, cost_of, tokens_of
from fabula.context.wording import BEFORE, CLAIMED, RELATIONS, STATE, TOLD, Wording
from fabula.errors import InvalidInputError
from fabula.graph.view import View
from fabula.recall.hits import Recall
from fabula.recall.turns import TurnIndex

SHARES = {STATE: 4, RELATIONS: 3, BEFORE: 1, CLAIMED: 1, TOLD: 4}
"""How the budget is divided while every section has more to say; what one leaves, the others take."""

LEAST_CLIP = 12 * QUARTERS
"""A line of fewer tokens is not worth its place when cut short."""

WHOLE = 60 * QUARTERS
"""A fact up to this length is told whole or not at all: cut short, it would say something else."""

_MOST_OF_A_SHARE = 2  # no line takes more than half of its section's share while others wait for it


@dataclass(frozen=True, slots=True)
class Context:
    """The text for the model, at most how many tokens it costs, and the receipt. Empty if nothing fits."""

    text: str
    tokens: int
    receipt: Receipt


def compose(
    view: View, recall: Recall, budget: int, *, turns: TurnIndex, visible: Collection[str] = ()
) -> Context:
    """The facts and quotes that matter, in sections, within ``budget`` tokens (``fabula.models.tokens``).

    ``visible`` are the ids of the turns that the model sees anyway: nothing that rests on them alone is
    repeated. What holds (state, relations) stands first and in the order of the story, so that it changes
    little from turn to turn; what was told comes last.

    Raises:
        InvalidInputError: the budget is negative.
    """
    if budget < 0:
        raise InvalidInputError(f"A budget is a number of tokens, not {budget}.")
    items, wording = items_of(view, candidates(view, recall, turns), recall.cue)
    unseen: list[Item] = []
    seen: list[Item] = []
    for item in sorted(items, key=lambda item: item.choosing):
        (seen if is_visible(item.hit, visible) else unseen).append(item)
    filling = _Filling(wording, budget * QUARTERS)
    filling.fill(unseen)
    text = filling.text()
    kept = tuple(_row(placed.item, clipped=placed.line != placed.item.line) for placed in filling.placed)
    cut = (*(_row(item, why="visible") for item in seen), *filling.cut, *_limited(recall, items))
    receipt = Receipt(budget, tokens_of(text), kept, cut)
    return Context(text, receipt.used, receipt)


@dataclass(frozen=True, slots=True)
class _Placed:
    item: Item
    line: str


class _Filling:
    """A context being filled: sections take turns, each by its share, until the room is used."""

    def __init__(self, wording: Wording, room: int) -> None:
        self.wording = wording
        self.room = room - sum(cost_of(line) + LINE_END for line in (OPEN, wording.preface, CLOSE))
        self.placed: list[_Placed] = []
        self.cut: list[Row] = []
        self.used = dict.fromkeys(SHARES, 0)

    def fill(self, items: Sequence[Item]) -> None:
        """Place the items, best first in each section, as far as they fit."""
        waiting = {section: [item for item in items if item.section == section] for section in SHARES}
        most = self._most_of_a_line(waiting)
        while any(waiting.values()):
            open_sections = [section for section in SHARES if waiting[section]]
            section = min(open_sections, key=lambda one: self.used[one] / SHARES[one])
            self._place(waiting[section].pop(0), most[section])

    def text(self) -> str:
        """The filled context, or nothing if nothing was placed."""
        if not self.placed:
            return ""
        lines = [OPEN, self.wording.preface]
        for section in SHARES:
            own = sorted((one for one in self.placed if one.item.section == section), key=_in_story_order)
            if own:
                lines += [self.wording.headings[section], *(placed.line for placed in own)]
        return "\n".join([*lines, CLOSE])

    def _most_of_a_line(self, waiting: Mapping[str, Sequence[Item]]) -> dict[str, int]:
        whole = sum(SHARES[section] for section, items in waiting.items() if items) or 1
        return {
            section: max(
                self.room * SHARES[section] // whole // min(len(items) or 1, _MOST_OF_A_SHARE), LEAST_CLIP
            )
            for section, items in waiting.items()
        }

    def _place(self, item: Item, most: int) -> None:
        heading = 0 if self.used[item.section] else cost_of(self.wording.headings[item.section]) + LINE_END
        room = self.room - heading - LINE_END
        if item.hit.fact and cost_of(item.line) <= WHOLE:
            line = item.line if cost_of(item.line) <= room else ""
        else:
            most = min(most, room)
            line = clipped(item.line, most) if most >= min(LEAST_CLIP, cost_of(item.line)) else ""
        is_repeated = any(placed.item.line == item.line for placed in self.placed)
        if is_repeated or not line:
            self.cut.append(_row(item, why="repeated" if is_repeated else "budget"))
            return
        cost = heading + cost_of(line) + LINE_END
        self.room -= cost
        self.used[item.section] += cost
        self.placed.append(_Placed(item, line))


def _in_story_order(placed: _Placed) -> tuple[int, str, str]:
    return placed.item.telling


def _row(item: Item, *, clipped: bool = False, why: Why | Literal[""] = "") -> Row:
    return Row(item.hit.kind, item.hit.id, item.section, item.hit.score, clipped, why)


def _limited(recall: Recall, items: Iterable[Item]) -> Iterator[Row]:
    """What the recall's own limit cut, unless it came back as something that holds of the cast."""
    back = {(item.hit.kind, item.hit.id) for item in items}
    for one in recall.considered:
        if (one.kind, one.id) not in back:
            yield Row(one.kind, one.id, "", one.score, why=one.why)
