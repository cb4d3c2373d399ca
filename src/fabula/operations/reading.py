"""Reading: what the words say, how far that has come, and what it cost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, TypedDict

from fabula.extraction.reading import Extracted
from fabula.extraction.readings import Reading
from fabula.extraction.spending import Spent
from fabula.graph.view import View
from fabula.ledger.records import Status
from fabula.operations.beside import line_of
from fabula.operations.changes import ChangesShape, changes_shape
from fabula.operations.operation import TURN, Nothing, Says
from fabula.shapes import (
    ExtractedShape,
    ReadingShape,
    UsageShape,
    extracted_shape,
    reading_shape,
    usage_shape,
    usages_shape,
)
from fabula.story import Story

WELL = frozenset({Status.OK, Status.EMPTY, Status.PENDING})
"""Statuses that call for nothing to be done."""


class ReadShape(ChangesShape):
    """What came of a reading, and what holds by it that did not."""

    extracted: ExtractedShape


class SpentShape(TypedDict):
    """What reading has cost so far, in all, by task and by reader."""

    total: UsageShape
    by_task: dict[str, UsageShape]
    by_extractor: dict[str, UsageShape]


class SpentByTurnShape(SpentShape):
    """What reading has cost so far, in all, by task, by reader, and by the id of the turn."""

    by_turn: dict[str, UsageShape]


class StatusShape(TypedDict):
    """How far each turn is read, how many there are of each status, and what it cost."""

    turns: list[ReadingShape]
    statuses: dict[str, int]
    usage: SpentShape


class UsageAnswer(TypedDict):
    """What reading the story has cost, on all branches."""

    usage: SpentByTurnShape


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracting:
    """How to read."""

    again: Annotated[bool, Says("Read also what a model has read; its reading stays readable.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingAgain:
    """Which turns to read once more."""

    first: Annotated[str, Says(f"The first one. {TURN}")]
    last: Annotated[str, Says(f"The last one. {TURN}")]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAsked:
    """Which turns."""

    troubles: Annotated[bool, Says("Only the turns whose reading failed or is doubtful.")] = False
    first: Annotated[int, Says("The number of the first one.", least=1)] = 1
    last: Annotated[int, Says("The number of the last one; 0 for the end.", least=0)] = 0


def extract(told: Story, asked: Extracting) -> ReadShape:
    """Read by rules what has not been read yet on the branch. Asks no model."""
    before = told.view()
    report = told.extract(again=asked.again)
    return read_shape(report, before, told.view())


def read_again(told: Story, asked: ReadingAgain) -> ReadShape:
    """Read some turns once more by rules. The new reading counts, the old one stays readable."""
    before = told.view()
    report = told.read_again(asked.first, asked.last)
    return read_shape(report, before, told.view())


def status(told: Story, asked: StatusAsked) -> StatusShape:
    """Show how far each turn is read: by whom, what was refused and why, and what it cost."""
    every = told.statuses(line_of(told))
    numbers = range(asked.first, min(asked.last or len(every), len(every)) + 1)
    wanted = [number for number in numbers if not asked.troubles or every[number - 1] not in WELL]
    # What was read is taken apart for the turns that are shown alone: of a long story that is most of the work.
    shown = [one for first, last in _runs(wanted) for one in told.readings(first, last)]
    return status_shape(shown, every, told.usage(by_turn=False))


def usage(told: Story, _asked: Nothing) -> UsageAnswer:
    """Show what reading the story has cost, on all branches: in all, by task, by reader and by turn."""
    spent = told.usage()
    return {
        "usage": {
            "total": usage_shape(spent.total),
            "by_task": usages_shape(spent.by_task),
            "by_extractor": usages_shape(spent.by_extractor),
            "by_turn": usages_shape(spent.by_turn),
        }
    }


def read_shape(report: Extracted, before: View, after: View) -> ReadShape:
    """A reading with what changed by it."""
    return {"extracted": extracted_shape(report), **changes_shape(before, after)}


def status_shape(shown: Sequence[Reading], every: Iterable[Status], spent: Spent) -> StatusShape:
    """The readings that are shown, how many turns there are of each status, and what they cost."""
    return {
        "turns": [reading_shape(one) for one in shown],
        "statuses": counts_of(every),
        "usage": {
            "total": usage_shape(spent.total),
            "by_task": usages_shape(spent.by_task),
            "by_extractor": usages_shape(spent.by_extractor),
        },
    }


def counts_of(statuses: Iterable[Status]) -> dict[str, int]:
    """How many turns there are of each status."""
    counts = Counter(statuses)
    return {one.value: counts[one] for one in Status if counts[one]}


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each row of numbers that follow one another."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        row = [number for _, number in run]
        yield row[0], row[-1]
