"""Reading once more what went wrong, as a job: what the panel's retry button starts."""

from collections.abc import Mapping
from typing import Any

from fabula.errors import InvalidInputError
from fabula.serve.job import Arguments, JobKind, Prepared, Progress
from fabula.serve.work import ReaderOf, rules_only
from fabula.shapes import extracted_shape
from fabula.story import Story

_TAKES = frozenset({"branch", "first", "last"})


def retry_kind(reader: ReaderOf = rules_only) -> JobKind:
    """Reads the turns from ``first`` to ``last`` again: those in trouble by the model, where there is one, else all by rules."""

    def run(told: Story, arguments: Arguments, _progress: Progress) -> Mapping[str, Any]:
        first, last = arguments["first"], arguments["last"]
        chosen = reader(arguments)
        if chosen is None:
            return extracted_shape(told.read_again(first, last))
        return extracted_shape(told.retry(chosen, first, last))

    return JobKind(run, _prepared)


def _prepared(_story: str, arguments: Arguments) -> Prepared:
    if strange := sorted(arguments.keys() - _TAKES):
        raise InvalidInputError(f"A retry takes `first` and `last`, not {', '.join(strange)}.")
    missing = [name for name in ("first", "last") if not isinstance(arguments.get(name), str)]
    if missing:
        raise InvalidInputError(f"A retry needs `{missing[0]}`: the number of a turn, as text.")
    return Prepared(arguments)
