"""Reading once more, as jobs: what went wrong, and a range of turns; what the panel's buttons start."""

from collections.abc import Callable, Mapping
from typing import Any

from fabula.errors import InvalidInputError
from fabula.extraction.reading import Extracted
from fabula.extraction.rules import Rules
from fabula.extraction.spending import NO_CAP, NO_USAGE, Cap
from fabula.serve.job import Arguments, JobKind, Prepared, Progress
from fabula.serve.work import ReaderOf, rules_only
from fabula.shapes import extracted_shape
from fabula.story import Story

CapOf = Callable[[], Cap]
_NUMBERS = ("read", "reused", "claims", "refused", "failed", "empty", "suspicious")


def no_cap() -> Cap:
    """No bound."""
    return NO_CAP


def again_kinds(reader: ReaderOf = rules_only, cap: CapOf = no_cap) -> dict[str, JobKind]:
    """Both ways of reading once more, by the names of their jobs. ``cap`` says what one job may spend."""
    return {"retry": retry_kind(reader, cap), "read-again": range_kind(reader, cap)}


def retry_kind(reader: ReaderOf = rules_only, cap: CapOf = no_cap) -> JobKind:
    """Reads the turns from ``first`` to ``last`` again: those in trouble by the model, where there is one, else all by rules."""

    def run(told: Story, arguments: Arguments, _progress: Progress) -> Mapping[str, Any]:
        first, last = arguments["first"], arguments["last"]
        chosen = reader(arguments)
        if chosen is None:
            return extracted_shape(told.read_again(first, last))
        return extracted_shape(told.retry(chosen, first, last, cap=cap()))

    return JobKind(run, _prepared)


def range_kind(reader: ReaderOf = rules_only, cap: CapOf = no_cap) -> JobKind:
    """Reads every turn from ``first`` to ``last`` again, by the model where there is one; it can be stopped on the way."""

    def run(told: Story, arguments: Arguments, progress: Progress) -> Mapping[str, Any]:
        first, last = (told.turn(arguments[name]).number for name in ("first", "last"))
        chosen, bound = reader(arguments) or Rules(), cap()
        spent, counts, report = NO_USAGE, dict.fromkeys(_NUMBERS, 0), Extracted()
        for start in range(first, last + 1, chosen.batch):
            progress(start - first, last - first + 1)
            end = min(start + chosen.batch - 1, last)
            report = told.read_again(start, end, chosen, cap=bound.left(spent))
            counts = {name: counts[name] + getattr(report, name) for name in _NUMBERS}
            spent += report.usage
            if report.stopped:
                break
        progress(last - first + 1, last - first + 1)
        return {**counts, "calls": spent.calls, "tokens": spent.tokens, **_end(report)}

    return JobKind(run, _prepared)


def _end(report: Extracted) -> Mapping[str, Any]:
    return {"stopped": report.stopped, "trouble": report.trouble}


def _prepared(_story: str, arguments: Arguments) -> Prepared:
    if strange := sorted(arguments.keys() - {"branch", "first", "last"}):
        raise InvalidInputError(f"Reading again takes `first` and `last`, not {', '.join(strange)}.")
    missing = [name for name in ("first", "last") if not isinstance(arguments.get(name), str)]
    if missing:
        raise InvalidInputError(f"Reading again needs `{missing[0]}`: the number of a turn, as text.")
    return Prepared(arguments)
