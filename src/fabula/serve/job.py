"""One piece of long work: what it is, how far it has come, and what came of it."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from fabula.errors import FabulaError
from fabula.ledger.records import StoryRow
from fabula.serve.answers import error_shape, shaped
from fabula.story import Story

Progress: TypeAlias = Callable[[int, int], None]
"""Told how much is done, of how much. It raises where the job is to stop, so call it between whole steps."""

Arguments: TypeAlias = Mapping[str, Any]
JobRun: TypeAlias = Callable[[Story, Arguments, Progress], Mapping[str, Any]]
"""Does the work on a handle of its own, in a thread, and reports in JSON. Done twice, it adds nothing."""

TELL_EVERY = 0.25
"""How often, in seconds, the progress of a job is told at most."""


class State(StrEnum):
    """Where a job stands. ``interrupted``: the server ended; the same call goes on from what is written."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


ENDED = frozenset({State.DONE, State.FAILED, State.CANCELLED, State.INTERRUPTED})
RESUMABLE = frozenset({State.FAILED, State.CANCELLED, State.INTERRUPTED})


class Stopping(BaseException):
    """Carries a job out of its work, between two steps and past every handler: it is no error."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a job starts from: its arguments, understood; and the story to make, where it makes one."""

    arguments: Arguments
    makes: StoryRow | None = None


def as_they_are(_story: str, arguments: Arguments) -> Prepared:
    """Arguments that need no preparation."""
    return Prepared(arguments)


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of long work. ``prepare`` refuses what cannot be done, before anything is made or waits.

    ``makes_branch``: the work itself finds or makes the branch, which is among its arguments.
    """

    run: JobRun
    prepare: Callable[[str, Arguments], Prepared] = as_they_are
    makes_branch: bool = False


@dataclass(slots=True)
class Job:
    """A piece of work that waits, runs or has ended. Its arguments are None once they are let go."""

    id: str
    kind: str
    story: str
    branch: str
    arguments: Arguments | None
    state: State = State.WAITING
    done: int = 0
    of: int = 0
    report: Mapping[str, Any] | None = None
    error: Mapping[str, Any] | None = None
    stop: State | None = None
    _told: float = field(default=0.0, repr=False)

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in ENDED

    @property
    def asked_to(self) -> State:
        """What it was asked to become before its end."""
        return self.stop or State.CANCELLED

    def shape(self) -> dict[str, Any]:
        """The job in JSON."""
        return {
            "id": self.id,
            "kind": self.kind,
            "story": self.story,
            "branch": self.branch,
            "state": self.state.value,
            "stopping": self.stop is not None and not self.has_ended,
            "done": self.done,
            "of": self.of,
            "report": self.report,
            "error": self.error,
        }

    def step(self, done: int, of: int) -> bool:
        """Note how far it has come, and whether that is worth telling now.

        Raises:
            Stopping: it was asked to stop.
        """
        if self.stop is not None:
            raise Stopping
        self.done, self.of = done, of
        if time.monotonic() - self._told < TELL_EVERY:
            return False
        self._told = time.monotonic()
        return True

    def come_to(self, report: Mapping[str, Any]) -> State:
        """Take the report, and the state that it means: one that names a ``trouble`` stopped before its end."""
        self.report = report
        if trouble := report.get("trouble"):
            self.error = shaped(trouble, str(report.get("stopped", "")), retryable=True)["error"]
            return State.FAILED
        self.arguments = None
        return State.DONE

    def fail(self, error: Exception) -> State:
        """Note why it came to nothing."""
        said = (
            error_shape(error)
            if isinstance(error, FabulaError)
            else shaped("internal", "See the server's log.")
        )
        self.error = said["error"]
        return State.FAILED
