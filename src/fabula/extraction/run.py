"""Running an extractor over a line: only what is unread, written in portions, safe to interrupt.

No transaction is open while an extractor works. An interrupted run keeps what it has written, and the
next one goes on from there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from fabula.extraction.reader import Extractor, Window
from fabula.extraction.reading import (
    Extracted,
    Stretch,
    another_attempt,
    attached,
    grown,
    same_again,
    stretches,
    windows,
    with_true_quotes,
)
from fabula.graph.memo import Views
from fabula.graph.view import View
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import READER, Body, Changes, Turn

Progress = Callable[[int, int], None]

_PORTION = 128
_TURNS_AT_ONCE = 2048


def no_progress(_done: int, _of: int) -> None:
    """Tell nobody."""


def extract(
    ledger: Ledger, views: Views, tip: str, extractor: Extractor, progress: Progress = no_progress
) -> Extracted:
    """Read the turns up to ``tip`` that this extractor has not read; known words cost nothing.

    ``progress`` is told how many turns are done and how many there are to do.
    """
    line = ledger.line(tip)
    known = ledger.read_up_to(extractor.identity, line)
    readers = ledger.extractors([ledger.selected(stem.id).get(READER, "") for stem in line[known:]])
    todo = [Stretch(known + part.first, known + part.last) for part in stretches(readers, extractor)]
    size = sum(part.last - part.first for part in todo)
    report = _Run(ledger, views, line, extractor, progress, size).over(todo)
    ledger.note_read(extractor.identity, line)
    return report


def read_again(
    ledger: Ledger,
    views: Views,
    tip: str,
    extractor: Extractor,
    stretch: Stretch,
    progress: Progress = no_progress,
) -> Extracted:
    """Read part of the line to ``tip`` once more, on purpose: the new reading counts from now on."""
    line = ledger.line(tip)
    size = stretch.last - stretch.first
    ledger.forget_read()
    return _Run(ledger, views, line, extractor, progress, size, is_again=True).over((stretch,))


@dataclass(slots=True)
class _Run:
    """One run under way: what has been found and not yet written."""

    ledger: Ledger
    views: Views
    line: Line
    extractor: Extractor
    progress: Progress
    size: int
    is_again: bool = False
    report: Extracted = field(default_factory=Extracted)
    pending: list[Changes] = field(default_factory=list)
    done: int = 0

    def over(self, parts: Sequence[Stretch]) -> Extracted:
        try:
            for part in parts:
                self._over_stretch(part)
        finally:
            self._write()
        return self.report

    def _over_stretch(self, part: Stretch) -> None:
        view = self._known_before(part.first)
        for start in range(part.first, part.last, _TURNS_AT_ONCE):
            end = min(start + _TURNS_AT_ONCE, part.last)
            for place, window in self._windows(Stretch(start, end)):
                view = self._read(view, place, window)

    def _known_before(self, place: int) -> View:
        return self.views.view(self.line[place - 1].id if place else ROOT)

    def _windows(self, part: Stretch) -> Iterator[tuple[int, Window]]:
        shown = max(part.first - self.extractor.look_back, 0)
        turns: dict[int, Turn] = dict(
            enumerate(self.ledger.turns(stem.id for stem in self.line[shown : part.last]), start=shown)
        )
        return windows(turns, part, self.extractor)

    def _read(self, view: View, place: int, window: Window) -> View:
        bodies = self._bodies(view, window)
        before = {turn.id: self.ledger.selected(turn.id).get(READER) for turn in window.fresh}
        self.pending.append(attached(window, bodies, before))
        for step, body in enumerate(bodies):
            view = grown(view, self.line, place + step, body)
        self.done += len(bodies)
        if len(self.pending) >= _PORTION or self.extractor.batch > 1:
            self._write()
        return view

    def _bodies(self, view: View, window: Window) -> Sequence[Body]:
        known = self.ledger.bodies(same_again(window, self.extractor))
        if len(known) == len(window.fresh) and not self.is_again:
            ids = same_again(window, self.extractor)
            bodies: Sequence[Body] = [known[identity] for identity in ids]
            self.report = self.report.plus(bodies, reused=True)
            return bodies
        bodies = with_true_quotes(window, self.extractor.read(window, view))
        if self.is_again:
            bodies = self._under_new_ids(window, bodies)
        self.report = self.report.plus(bodies)
        return bodies

    def _under_new_ids(self, window: Window, bodies: Sequence[Body]) -> Sequence[Body]:
        """The bodies as the first attempt that nobody has stored, on this branch or another."""
        attempts = (another_attempt(window, bodies, attempt) for attempt in count(2))
        return next(again for again in attempts if not self.ledger.bodies([body.id for body in again]))

    def _write(self) -> None:
        if self.pending:
            self.ledger.commit(_joined(self.pending))
            self.pending = []
            self.progress(self.done, self.size)


def _joined(parts: Sequence[Changes]) -> Changes:
    return Changes(
        bodies=tuple(body for part in parts for body in part.bodies),
        bindings=tuple(binding for part in parts for binding in part.bindings),
        selections=tuple(chosen for part in parts for chosen in part.selections),
    )
