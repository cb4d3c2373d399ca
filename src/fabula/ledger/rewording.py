"""New words in the place of known ones: which message of a window is an edit of which turn."""

from collections.abc import Iterator, Sequence

from fabula.ledger.chain import Pair, best_chain
from fabula.ledger.match import likeness_of, taken_apart, words_of
from fabula.ledger.window import Window

SAME_TURN = 550
"""The likeness (thousandths) from which a new ending is an edit of the old one, not another utterance."""

SAME_PLACE = 250
"""The likeness from which two texts pair up where known neighbours on both sides vouch for the place."""

_SLACK = 8  # turns beyond the number of open messages among which an edited one is looked for
_FULL = 1024  # comparisons up to which every text is compared with every other one


def pair_edits(window: Window) -> None:
    """Say of every open message which turn it replaces, gap by gap; the others stay open."""
    if all(item.place is None for item in window.items) and not window.complete:
        for gap in list(window.gaps()):
            _pair_alike(window, gap.items, window.turns(gap)[-len(gap.items) - _SLACK :], SAME_TURN)
    for gap in [gap for gap in window.gaps() if gap.items and gap.low < gap.high]:
        turns = window.turns(gap)
        if gap.opened and gap.closed:
            _pair_between(window, gap.items, turns)
        elif gap.closed:
            _pair_before(window, gap.items, turns)
        elif gap.opened:
            _pair_alike(window, gap.items, turns[: len(gap.items) + _SLACK], SAME_TURN)


def _pair_between(window: Window, items: Sequence[int], turns: Sequence[int]) -> None:
    if len(items) == len(turns):
        _pair_each(window, items, turns)
    else:
        near = turns if len(turns) <= _FULL else [*turns[: _FULL // 2], *turns[-_FULL // 2 :]]
        _pair_alike(window, items, near, SAME_PLACE)


def _pair_before(window: Window, items: Sequence[int], turns: Sequence[int]) -> None:
    """What stands before the window's first known turn replaces as many turns before that one."""
    _pair_alike(window, items, turns[-len(items) - _SLACK :], SAME_PLACE)
    first = next((index for index in items if not window.items[index].open), None)
    if first is not None:
        place = window.items[first].edits
        items = [index for index in items if index < first]
        turns = [turn for turn in turns if place is None or turn < place]
    count = min(len(items), len(turns))
    _pair_each(window, items[len(items) - count :], turns[len(turns) - count :])


def _pair_each(window: Window, items: Sequence[int], turns: Sequence[int]) -> None:
    for index, turn in zip(items, turns, strict=True):
        window.items[index].edits = turn


def _pair_alike(window: Window, items: Sequence[int], turns: Sequence[int], least: int) -> None:
    words = {index: words_of(_words_in(window, index)) for index in items}
    pairs = [
        Pair(index, index + 1, turn, score)
        for index, turn in _compared(items, turns)
        if (score := likeness_of(words[index], window.words_of(turn))) >= least
    ]
    for pair in best_chain(pairs):
        window.items[pair.left].edits = pair.right


def _words_in(window: Window, index: int) -> str:
    return taken_apart(window.items[index].message.text).body


def _compared(items: Sequence[int], turns: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Which items are compared with which turns: all, or those near the diagonal when there are many."""
    if len(items) * len(turns) <= _FULL:
        yield from ((index, turn) for index in items for turn in turns)
        return
    for row, index in enumerate(items):
        middle = row * len(turns) // len(items)
        for turn in turns[max(0, middle - _SLACK) : middle + _SLACK + 1]:
            yield index, turn
