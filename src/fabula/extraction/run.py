"""Running an extractor over a line: only what is unread, written as it comes, safe to interrupt.

No transaction is open while an extractor works. A run that is interrupted, or that an endpoint or a cap stops,
keeps what it has written, and the next one goes on from there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import TypedDict

from fabula.errors import ModelDeniedError, ModelError, ModelNotFoundError, ModelRefusedError
from fabula.extraction.failing import Stopped, unanswered, unreadable
from fabula.extraction.reader import Extractor, Window
from fabula.extraction.reading import (
    Extracted,
    as_attempt,
    attached,
    counts_over,
    grown,
    halves,
    ids_of,
    window_of,
    windows,
    with_true_quotes,
)
from fabula.extraction.readings import PLAIN, failed_by_content, is_good, is_unanswered
from fabula.extraction.remaining import Remaining, Stretch, in_trouble, is_cut_off, remaining, stretches_of
from fabula.extraction.schedule import Schedule, due
from fabula.extraction.spending import CAP_REACHED, NO_CAP, Cap, charge_of, cost_of, is_blameless
from fabula.graph.fold import TurnClaims
from fabula.graph.memo import Views
from fabula.graph.view import View
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import READER, Body, Changes, Status, Stem, Turn

Progress = Callable[[int, int], None]

_PORTION = 128
_TURNS_AT_ONCE = 2048
_REFUSALS_IN_A_ROW = 3
_FAILURES_IN_A_ROW = 5


def no_progress(_done: int, _of: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a run works.

    ``again`` reads over what other extractors have read; ``schedule`` lets nothing be read before it is due;
    ``cap`` bounds what the run spends; ``progress`` is told how many turns are done and how many there are to do.
    """

    progress: Progress = no_progress
    again: bool = False
    schedule: Schedule | None = None
    cap: Cap = NO_CAP


class How(TypedDict, total=False):
    """The terms of a run by name, for those who pass them on."""

    again: bool
    schedule: Schedule | None
    cap: Cap


USUAL = Terms()


def extract(ledger: Ledger, views: Views, tip: str, extractor: Extractor, terms: Terms = USUAL) -> Extracted:
    """Read the turns up to ``tip`` that this extractor has left to read; known words cost nothing."""
    line = ledger.line(tip)
    known = 0 if terms.again else ledger.read_up_to(extractor.identity, line)
    todo = remaining(ledger, line, known, extractor, again=terms.again)
    if terms.schedule is not None and todo.size and not due(_unread(ledger, line, todo), terms.schedule):
        return Extracted(left=todo.size, stopped=f"not due yet: {todo.size:,} unread")
    if todo.taken_up:
        ledger.commit(Changes(selections=todo.taken_up))
    report = _Run(ledger, views, line, extractor, terms, todo).over()
    if not report.stopped and not report.failed and not is_cut_off(ledger, line):
        ledger.note_read(extractor.identity, line)
    return report


def read_again(
    ledger: Ledger, views: Views, tip: str, extractor: Extractor, part: Stretch, terms: Terms = USUAL
) -> Extracted:
    """Read part of the line to ``tip`` once more, on purpose: the new reading counts from now on."""
    todo = Remaining(stretches_of(range(part.first, part.last)))
    ledger.forget_read()
    return _Run(ledger, views, ledger.line(tip), extractor, terms, todo, is_again=True).over()


def retry(
    ledger: Ledger, views: Views, tip: str, extractor: Extractor, part: Stretch, terms: Terms = USUAL
) -> Extracted:
    """Read those turns of part of the line once more whose reading failed or is doubtful."""
    line = ledger.line(tip)
    todo = in_trouble(ledger, line, part, extractor)
    ledger.forget_read()
    return _Run(ledger, views, line, extractor, terms, todo, is_again=True).over()


def next_window(
    ledger: Ledger,
    views: Views,
    tip: str,
    extractor: Extractor,
    terms: Terms = USUAL,
    part: Stretch | None = None,
) -> tuple[Window, View] | None:
    """What the next run would show the extractor first, if it has anything to read: nothing is asked or written.

    With a ``part`` the run is one that reads it once more (``read_again``).
    """
    line = ledger.line(tip)
    if part:
        todo = Remaining(stretches_of(range(part.first, part.last)))
    else:
        todo = remaining(ledger, line, 0, extractor, again=terms.again)
    run = _Run(ledger, views, line, extractor, terms, todo, is_again=part is not None)
    return next(run.questions(), None)


def _unread(ledger: Ledger, line: Line, todo: Remaining) -> tuple[Turn, ...]:
    places = (place for part in todo.stretches for place in range(part.first, part.last))
    return ledger.turns(line[place].id for place in places)


@dataclass(slots=True)
class _Run:
    """One run under way: what has been found and not yet written."""

    ledger: Ledger
    views: Views
    line: Line
    extractor: Extractor
    terms: Terms
    todo: Remaining
    is_again: bool = False
    report: Extracted = field(default_factory=Extracted)
    view: View = field(default_factory=View)
    pending: list[Changes] = field(default_factory=list)
    unwritten: dict[str, Body] = field(default_factory=dict)
    made: dict[str, Body | None] = field(default_factory=dict)
    done: int = 0
    refusals: int = 0
    failures: int = 0

    def over(self) -> Extracted:
        try:
            for part in self.todo.stretches:
                self._over_stretch(part)
        except Stopped as stop:
            self.report = replace(self.report, stopped=str(stop), trouble=stop.code)
        finally:
            self._write()
        return replace(self.report, left=max(self.todo.size - self.done, 0))

    def questions(self) -> Iterator[tuple[Window, View]]:
        """The windows that would be asked about, as far as that can be said without asking."""
        for part in self.todo.stretches:
            turns = self._turns(part)
            for piece in windows(turns, part, self.extractor, self.todo.alone):
                window = window_of(turns, piece, self.extractor.look_back)
                if self._kept(window, self._attempts(window)) is None:
                    yield window, self._known_before(piece.first)

    def _over_stretch(self, part: Stretch) -> None:
        self._write()
        self.view = self._known_before(part.first)
        for start in range(part.first, part.last, _TURNS_AT_ONCE):
            chunk = Stretch(start, min(start + _TURNS_AT_ONCE, part.last))
            turns = self._turns(chunk)
            pieces = list(windows(turns, chunk, self.extractor, self.todo.alone))
            self._look_up(pieces, turns)
            for piece in pieces:
                self._read(piece, turns)

    def _look_up(self, pieces: Sequence[Stretch], turns: Mapping[int, Turn]) -> None:
        """Ask once what was made of the words of all these windows at first; most of them nobody has read."""
        shown = (window_of(turns, piece, self.extractor.look_back) for piece in pieces)
        ids = [one for window in shown for one in ids_of(window, self.extractor.identity, 1)]
        made = self.ledger.bodies(ids) if ids else {}
        self.made = {one: made.get(one) for one in ids}

    def _known_before(self, place: int) -> View:
        return self.views.view(self.line[place - 1].id if place else ROOT)

    def _turns(self, part: Stretch) -> Mapping[int, Turn]:
        shown = max(part.first - self.extractor.look_back, 0)
        stems = self.line[shown : part.last]
        return dict(enumerate(self.ledger.turns(stem.id for stem in stems), start=shown))

    def _read(self, part: Stretch, turns: Mapping[int, Turn]) -> None:
        """Read a window; one of which nothing can be made is read by halves, so that only the bad turn is lost."""
        window = window_of(turns, part, self.extractor.look_back)
        attempts = self._attempts(window)
        kept = self._kept(window, attempts)
        if kept is not None:
            self._take(part, window, kept, reused=True)
            return
        bodies = as_attempt(window, self._asked(part, window, attempts), len(attempts) + 1)
        if len(bodies) > 1 and all(map(failed_by_content, bodies)):
            self._note(window, bodies)
            for half in halves(part):
                self._read(half, turns)
            return
        self._take(part, window, bodies, reused=False)
        self._count_failures(bodies)

    def _count_failures(self, bodies: Sequence[Body]) -> None:
        """A model that makes nothing of what it is shown is not paid for the whole story.

        Raises:
            Stopped: that was the last of too many windows in a row.
        """
        self.failures = self.failures + 1 if all(map(failed_by_content, bodies)) else 0
        if self.failures >= _FAILURES_IN_A_ROW:
            raise Stopped(
                f"Nothing could be made of {self.failures} answers in a row; the turns are listed as failed, with "
                "the reasons. Take another model, or another form of asking.",
                ModelError.code,
            )

    def _attempts(self, window: Window) -> list[Sequence[Body]]:
        """What this extractor has made of these words before, here or on another branch, in order."""
        found: list[Sequence[Body]] = []
        for attempt in count(1):
            ids = ids_of(window, self.extractor.identity, attempt)
            unasked = [one for one in ids if one not in self.made]
            asked = self.ledger.bodies(unasked) if unasked else {}
            made = ((one, self.made.get(one) or asked.get(one) or self.unwritten.get(one)) for one in ids)
            known = {one: body for one, body in made if body is not None}
            if not known:
                break
            found.append([known[one] for one in ids if one in known])
        return found

    def _kept(self, window: Window, attempts: Sequence[Sequence[Body]]) -> Sequence[Body] | None:
        """The latest good reading of these words; or the last failed one, where the extractor has given them up."""
        if self.is_again or not attempts:
            return None
        whole = [bodies for bodies in attempts if len(bodies) == len(window.fresh)]
        good = [bodies for bodies in whole if all(map(is_good, bodies))]
        if good:
            return good[-1]
        is_given_up = all(body.status is Status.QUARANTINED for body in attempts[-1])
        return attempts[-1] if whole and is_given_up else None

    def _asked(self, part: Stretch, window: Window, attempts: Sequence[Sequence[Body]]) -> Sequence[Body]:
        """The extractor's answer.

        Raises:
            Stopped: a cap is reached, or no answer came; what was asked about in vain is written down.
        """
        if reached := self.terms.cap.reached(self.report.usage):
            raise Stopped(reached)
        self._allow()
        try:
            bodies = with_true_quotes(window, self.extractor.read(window, self.view))
        except (ModelDeniedError, ModelNotFoundError) as error:
            raise Stopped(str(error), error.code) from error
        except ModelError as error:
            if is_blameless(error):
                raise self._stopped_before(error) from error
            if isinstance(error, ModelRefusedError):
                return self._refused(part, window, error)
            self._note_unanswered(window, attempts, error)
            raise Stopped(str(error), error.code) from error
        self.refusals = 0
        return self._given_up(part, bodies)

    def _allow(self) -> None:
        """Tell an extractor that can hold back from asking how much it may still spend."""
        allow = getattr(self.extractor, "allow", None)
        if allow is not None:
            allow(self.terms.cap.left(self.report.usage))

    def _stopped_before(self, error: ModelError) -> Stopped:
        """The end of a run that is no turn's fault: what was spent is told, and nothing is written of the turns."""
        self.report = replace(self.report, usage=self.report.usage + charge_of(error))
        if error.code == CAP_REACHED:
            return Stopped(self.terms.cap.reached(self.report.usage) or str(error))
        return Stopped(str(error), error.code)

    def _given_up(self, part: Stretch, bodies: Sequence[Body]) -> Sequence[Body]:
        """A turn that failed in an earlier run, was asked about alone, and failed again is not tried any more."""
        if part.first not in self.todo.alone:
            return bodies
        return [
            replace(body, status=Status.QUARANTINED) if failed_by_content(body) else body for body in bodies
        ]

    def _refused(self, part: Stretch, window: Window, error: ModelRefusedError) -> Sequence[Body]:
        """An endpoint that has answered others does not take these words: they failed, it is not set up wrongly."""
        is_single = len(window.fresh) == 1
        if not self._has_answered() or (is_single and self.refusals >= _REFUSALS_IN_A_ROW):
            raise Stopped(str(error), error.code) from error
        self.refusals += is_single
        return self._given_up(part, unreadable(window, self.extractor.identity, error))

    def _has_answered(self) -> bool:
        """Whether this extractor has ever got an answer about a turn of the line."""
        selected = (self.ledger.selected(stem.id).get(READER, "") for stem in self.line)
        outlines = self.ledger.outlines(body for body in selected if body)
        return any(body.extractor == self.extractor.identity and is_good(body) for body in outlines.values())

    def _note_unanswered(self, window: Window, attempts: Sequence[Sequence[Body]], error: ModelError) -> None:
        bodies = unanswered(window, self.extractor.identity, error)
        before = attempts[-1] if attempts else ()
        is_old_news = len(before) == len(bodies) and all(
            is_unanswered(old) and old.status is new.status for old, new in zip(before, bodies, strict=True)
        )
        if is_old_news and not cost_of(bodies).calls:
            bodies = before
        else:
            bodies = as_attempt(window, bodies, len(attempts) + 1)
        self._note(window, bodies)
        failed, silent = self.report.failed + len(bodies), self.report.unanswered + len(bodies)
        self.report = replace(self.report, failed=failed, unanswered=silent)

    def _note(self, window: Window, bodies: Sequence[Body]) -> None:
        """Write down what was made in vain; what it cost is not forgotten."""
        self.pending.append(attached(window.fresh, bodies, self._counting(window)))
        self.made.update((body.id, body) for body in bodies)
        self.report = replace(self.report, usage=self.report.usage + cost_of(bodies))
        self._write()

    def _take(self, part: Stretch, window: Window, bodies: Sequence[Body], *, reused: bool) -> None:
        before = self._counting(window)
        self.pending.append(attached(window.fresh, bodies, before))
        self.unwritten.update((body.id, body) for body in bodies)
        self.made.update((body.id, body) for body in bodies)
        self._grow(part, window, bodies, before)
        self.report = self.report.plus(bodies, reused=reused)
        self.done += len(bodies)
        is_dear = not reused and not self.extractor.identity.startswith(PLAIN)
        if is_dear or len(self.pending) >= _PORTION:
            self._write()

    def _counting(self, window: Window) -> Mapping[str, Body]:
        selected = {turn.id: self.ledger.selected(turn.id).get(READER, "") for turn in window.fresh}
        outlines = self.ledger.outlines(body for body in selected.values() if body)
        return {turn: outlines[body] for turn, body in selected.items() if body in outlines}

    def _grow(
        self, part: Stretch, window: Window, bodies: Sequence[Body], before: Mapping[str, Body]
    ) -> None:
        for place, turn, body in zip(range(part.first, part.last), window.fresh, bodies, strict=True):
            old = before.get(turn.id)
            counting = body if counts_over(body, old) or old is None else self.ledger.bodies([old.id])[old.id]
            told = TurnClaims(
                stem=self.line[place],
                bodies=(counting,),
                acts=tuple(self.ledger.acts_at(turn.id)),
                earlier=partial(_earlier, self.line, place),
                present=turn.present,
            )
            self.view = grown(self.view, told)
            self.views.keep(self.view)

    def _write(self) -> None:
        if self.pending:
            self.ledger.commit(_joined(self.pending))
            self.pending = []
            self.unwritten = {}
            self.terms.progress(self.done, self.todo.size)


def _earlier(line: Line, place: int, back: int) -> Stem:
    return line[max(place - back, 0)]


def _joined(parts: Sequence[Changes]) -> Changes:
    return Changes(
        bodies=tuple(body for part in parts for body in part.bodies),
        bindings=tuple(binding for part in parts for binding in part.bindings),
        selections=tuple(chosen for part in parts for chosen in part.selections),
    )
