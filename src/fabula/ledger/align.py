"""Where a front end's message list stands in a known line of turns, and what has become of the rest.

Align is matching, not identity: a message that is a known turn under a listed transform (see ``match``)
reuses that turn, whatever was done to its white space, its name or its role on the way. What happened
is inferred from what the window shows and leaves out, from the end. Everything here is a pure function.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from fabula.ledger.pairing import find_places
from fabula.ledger.records import Message, Stem
from fabula.ledger.window import Item, Window

SAME = "same"
"""Every message is known, and nothing that should be there is missing; the front may be cut off."""
APPEND = "append"
"""Nothing but new messages after the line's last turn (or the first ones of an empty line)."""
SWIPE = "swipe"
"""The line's last turn is another utterance now, by other than the person; or as many replies as there
are messages in its place."""
EDIT = "edit"
"""A known turn has new words in its old place."""
DELETE = "delete"
"""A known turn is gone from between two that stand, or from the front of a story sent whole."""
INSERT = "insert"
"""New words stand between two known turns."""
MOVE = "move"
"""A known turn stands in another place among the others."""
REWIND = "rewind"
"""The window ends at an earlier turn of the line, and adds nothing after it."""
FORK = "fork"
"""After some turn (or from the root) the line goes on differently, and it is no swipe."""
TRUNCATED = "truncated"
"""The window shows nothing of a line that is not empty: no message, or only blocks that quote it."""
PREPEND = "prepend"
"""New messages stand before the line's first turn: the history goes further back than was known."""
MIXED = "mixed"
"""Several of swipe, edit, delete, insert, move, rewind, fork and prepend at once."""


@dataclass(frozen=True, slots=True)
class Keep:
    """A known turn's words stand here again, under its old ancestors or new ones."""

    stem: Stem


@dataclass(frozen=True, slots=True)
class Write:
    """New words; ``edits`` is the known turn in whose place they stand, if there is one."""

    message: Message
    edits: Stem | None = None


Step: TypeAlias = Keep | Write


@dataclass(frozen=True, slots=True)
class Alignment:
    """The line as the window tells it, against the line as it was known.

    The new line is the first ``base`` turns of ``line``, the old one, and then ``steps``. ``removed`` are turns that
    stand nowhere in it and that no edit replaces. ``kept_out_of_sight`` are turns that the window leaves
    out while their words stand elsewhere in the request: they stay. ``asides`` are words of the window that
    were taken for the front end's own (headings and blocks of quoted turns, prompts merged in front of the
    story) and are not in ``steps``. ``matched`` counts the window's messages that are known turns.
    """

    line: Sequence[Stem] = field(repr=False)
    base: int
    steps: tuple[Step, ...] = ()
    removed: tuple[Stem, ...] = ()
    kept_out_of_sight: tuple[Stem, ...] = ()
    asides: tuple[str, ...] = ()
    happened: str = SAME
    matched: int = 0

    @property
    def written(self) -> int:
        """How many turns have new words."""
        return sum(isinstance(step, Write) for step in self.steps)

    @property
    def residues(self) -> int:
        """How many of the written turns stand in the place of a known one."""
        return sum(isinstance(step, Write) and step.edits is not None for step in self.steps)

    @property
    def rank(self) -> tuple[int, int]:
        """Smaller explains the window better: fewest turns written, then fewest removed."""
        return self.written, len(self.removed)

    def all_steps(self) -> tuple[Step, ...]:
        """The new line from the root."""
        return (*(Keep(stem) for stem in self.line[: self.base]), *self.steps)


def align(
    window: Sequence[Message],
    line: Sequence[Stem],
    text_of: Callable[[str], str],
    *,
    complete: bool = False,
    asides: Iterable[str] = (),
) -> Alignment:
    """How a window of messages continues, shortens or changes a line of turns (root first).

    Messages match by text key, then under transforms, from the end; ``pairing`` has the rules in order.
    ``text_of`` gives a turn's text by id and is asked only near messages that no key decides.
    ``complete`` says that the window is the whole story: what is missing at its front is deleted, not
    cut off. ``asides`` are other texts of the same request (prompts, notes, summaries): turns found in
    them are out of sight, not deleted, and a message that is a known turn joined with one is that turn.
    """
    seen = Window(window, line, text_of, complete=complete, asides=asides)
    find_places(seen)
    start = seen.first_turn()
    missing = seen.missing(start)
    order = list(_in_order(seen, start))
    kept = _unbroken(order, start)
    return Alignment(
        line=line,
        base=start + kept,
        steps=tuple(_step(part, line) for part in order[kept:]),
        removed=tuple(line[turn] for turn in missing),
        kept_out_of_sight=tuple(line[turn] for turn in sorted(seen.hidden)),
        asides=tuple(seen.dropped),
        happened=_happened(seen, missing),
        matched=len({item.source for item in seen.items if item.at is not None}),
    )


def best(alignments: Iterable[Alignment]) -> Alignment:
    """The alignment that explains the window best: of equal ones, the first.

    Raises:
        ValueError: there is none to choose from.
    """
    return min(alignments, key=lambda alignment: alignment.rank)


def _in_order(seen: Window, start: int) -> Iterator[int | Item]:
    """The new line after ``start``: turns that are kept, by place, and items that are written.

    A turn out of sight follows the known turn that it used to follow.
    """
    hidden = deque(sorted(turn for turn in seen.hidden if turn >= start))
    limits = iter([*(place for item in seen.items if (place := item.place) is not None), len(seen.line)])
    yield from _until(hidden, next(limits))
    for item in seen.items:
        yield item if item.at is None else item.at
        if hidden and item.place is not None:
            yield from _until(hidden, next(limits))


def _until(hidden: deque[int], limit: int) -> Iterator[int]:
    while hidden and hidden[0] < limit:
        yield hidden.popleft()


def _unbroken(order: Sequence[int | Item], start: int) -> int:
    """How many of the first parts are the line's own turns in their order."""
    return next((place for place, part in enumerate(order) if part != start + place), len(order))


def _step(part: int | Item, line: Sequence[Stem]) -> Step:
    if isinstance(part, int):
        return Keep(line[part])
    return Write(part.message, None if part.edits is None else line[part.edits])


def _happened(seen: Window, missing: Sequence[int]) -> str:
    items = seen.items
    if not items and seen.line:
        return REWIND if missing else TRUNCATED
    fixed = [index for index, item in enumerate(items) if item.place is not None]
    first, last = (fixed[0], fixed[-1]) if fixed else (0, -1)
    end = _end_of(seen, fixed)
    kinds = _inner_kinds(items, first, last)
    if any(turn < end for turn in missing):
        kinds.add(DELETE)
    ending = _ending(items[last + 1 :], [turn for turn in missing if turn >= end])
    if ending not in (SAME, APPEND):
        kinds.add(ending)
    if len(kinds) > 1:
        return MIXED
    return kinds.pop() if kinds else ending


def _end_of(seen: Window, fixed: Sequence[int]) -> int:
    """The turn from which the line's own ending starts: the one after the last turn that stands in order."""
    last = seen.items[fixed[-1]].place if fixed else None
    return 0 if last is None else last + 1


def _inner_kinds(items: Sequence[Item], first: int, last: int) -> set[str]:
    """What the items tell that happened before the line's ending."""
    kinds: set[str] = set()
    if any(item.edits is not None for item in items):
        kinds.add(EDIT)
    if any(item.moved for item in items):
        kinds.add(MOVE)
    if any(item.open for item in items[first : last + 1]):
        kinds.add(INSERT)
    if any(item.open for item in items[:first]):
        kinds.add(PREPEND)
    return kinds


def _ending(items: Sequence[Item], gone: Sequence[int]) -> str:
    """What became of the line's end: ``items`` come after its last turn that stands, ``gone`` came after."""
    new = [item for item in items if item.open]
    if not gone:
        return APPEND if new else SAME
    if not new:
        return REWIND
    replies = all(item.message.role == "assistant" for item in new[: len(gone)])
    one = len(gone) == 1 or len(gone) == len(new)
    return SWIPE if replies and one and gone[0] > 0 else FORK
