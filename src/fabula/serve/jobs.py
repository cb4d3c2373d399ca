"""Long work beside the requests: in order within a story, a few at a time, to be watched, stopped and taken up again.

Nothing of a job is kept on disk, and nothing is lost with it: whatever it has done is in the story, and the same
work started again goes on from there.
"""

import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
from anyio import CapacityLimiter, Lock, to_thread
from anyio.abc import TaskGroup

from fabula.errors import InvalidInputError
from fabula.serve.job import RESUMABLE, Arguments, Job, JobKind, State, Stopping
from fabula.serve.permits import check, permit
from fabula.serve.refusals import BusyError, JobEndedError, JobNotFoundError
from fabula.serve.stories import Stories

AT_ONCE = 2
MOST_WAITING = 64
MOST_ENDED = 100
MOST_RESUMABLE = 10
"""How many ended jobs keep what they started from, which may be a whole book."""

PATIENCE = 2.0
"""How many seconds a server that ends waits for running jobs to reach a place where they can stop."""

log = logging.getLogger("fabula.jobs")


class Jobs:
    """The jobs of a server. ``kinds`` are what may be started, by name."""

    def __init__(self, stories: Stories, kinds: Mapping[str, JobKind], *, at_once: int = AT_ONCE) -> None:
        self.kinds = dict(kinds)
        self._stories = stories
        self._limiter = CapacityLimiter(at_once)
        self._jobs: dict[str, Job] = {}
        self._orders: dict[str, Lock] = {}
        self._group: TaskGroup | None = None

    @asynccontextmanager
    async def open(self, patience: float = PATIENCE) -> AsyncIterator[None]:
        """Jobs run inside; at the end they are stopped where they can stop, and given up after ``patience``."""
        async with anyio.create_task_group() as group:
            self._group = group
            try:
                yield
            finally:
                self._group = None
                self.interrupt()
                group.cancel_scope.deadline = anyio.current_time() + patience

    async def start(self, kind: str, story: str, branch: str = "", arguments: Arguments | None = None) -> Job:
        """Let a job wait for its turn, and return it.

        Raises:
            InvalidInputError: there is no such kind, or the work cannot be done like this.
            ForbiddenError, StoryNotFoundError, BranchNotFoundError: as for the story itself.
            BusyError: too many are waiting, or the server is about to end.
        """
        check(story)
        if kind not in self.kinds:
            raise InvalidInputError(f"There is no job {kind!r}; there are: {', '.join(sorted(self.kinds))}.")
        self._check_room()
        how = self.kinds[kind]
        prepared = await to_thread.run_sync(how.prepare, story, {**(arguments or {}), "branch": branch})
        if prepared.makes is not None:
            await self._stories.make(story, prepared.makes)
        await self._stories.read(story, "" if how.makes_branch else branch, lambda told: told.branch)
        job = Job(secrets.token_hex(6), kind, story, branch, prepared.arguments)
        self._wait(job)
        return job

    def all(self, story: str = "") -> tuple[Job, ...]:
        """The jobs that whoever asks may see, of one story or of all, the oldest first."""
        return tuple(
            job for job in self._jobs.values() if story in ("", job.story) and permit().allows(job.story)
        )

    def get(self, identity: str, story: str = "") -> Job:
        """One job, of this story if one is named.

        Raises:
            JobNotFoundError: there is none, or its story is not for whoever asks.
        """
        job = self._jobs.get(identity)
        if job is None or story not in ("", job.story) or not permit().allows(job.story):
            raise JobNotFoundError(f"There is no job {identity!r}; ended jobs are forgotten after a while.")
        return job

    def cancel(self, identity: str, story: str = "") -> Job:
        """Stop a job: at once if it waits, else after the step it is at. What is done stays; an ended one is left."""
        job = self.get(identity, story)
        if not job.has_ended:
            self._stop(job, State.CANCELLED)
        return job

    def resume(self, identity: str, story: str = "") -> Job:
        """Let a job that failed or was stopped wait for another turn; it goes on from what is written.

        Raises:
            JobEndedError: it is done, or has not ended yet.
            BusyError: as ``start``.
        """
        job = self.get(identity, story)
        if job.state not in RESUMABLE or job.arguments is None:
            raise JobEndedError(
                f"Job {identity} is {job.state.value} and cannot be resumed: start the work anew."
            )
        self._check_room()
        job.stop, job.error, job.state = None, None, State.WAITING
        self._wait(job)
        return job

    def interrupt(self) -> None:
        """Ask every job to stop, because the server ends."""
        for job in list(self._jobs.values()):
            if not job.has_ended:
                self._stop(job, State.INTERRUPTED)

    def counts(self) -> dict[str, int]:
        """How many jobs are in each state, over all stories."""
        states = [job.state for job in self._jobs.values()]
        return {state.value: states.count(state) for state in State}

    @property
    def is_failing(self) -> bool:
        """Whether the job that ended last in some story failed, of whatever kind."""
        latest = {job.story: job.state for job in self._jobs.values() if job.has_ended}
        return State.FAILED in latest.values()

    def _check_room(self) -> None:
        if self._group is None:
            raise BusyError("The server is ending: start the job again when it is back.")
        waiting = sum(job.state is State.WAITING for job in self._jobs.values())
        if waiting >= MOST_WAITING:
            raise BusyError(f"{waiting} jobs are waiting: start it again when some of them have ended.")

    def _wait(self, job: Job) -> None:
        if self._group is None:
            raise BusyError("The server is ending: start the job again when it is back.")
        self._jobs.pop(job.id, None)
        self._jobs[job.id] = job
        self._forget_old()
        self._tell(job)
        self._group.start_soon(self._take_turn, job)

    async def _take_turn(self, job: Job) -> None:
        order = self._orders.setdefault(job.story, Lock())
        try:
            async with order:
                if job.state is State.WAITING:
                    await to_thread.run_sync(self._work, job, limiter=self._limiter, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            # Its thread is given up: what it still writes is whole, and what it does not is done next time.
            job.state = State.INTERRUPTED
            log.warning(
                "Job %s (%s) of story %r did not stop in time and is left behind", job.id, job.kind, job.story
            )
            raise
        finally:
            if not order.statistics().tasks_waiting and not order.locked():
                self._orders.pop(job.story, None)

    def _work(self, job: Job) -> None:
        """Do the work, in the thread that was given to it."""
        if job.stop is not None:
            self._end(job, job.stop)
            return
        job.state = State.RUNNING
        self._tell(job)
        try:
            state = job.come_to(self._report(job))
        except Stopping:
            state = job.asked_to
        except Exception as error:
            log.warning("Job %s (%s) failed", job.id, job.kind, exc_info=error)
            state = job.fail(error)
        self._end(job, state)

    def _report(self, job: Job) -> Mapping[str, Any]:
        how = self.kinds[job.kind]
        told = self._stories.apart(job.story, "" if how.makes_branch else job.branch)
        return how.run(told, job.arguments or {}, lambda done, of: self._step(job, done, of))

    def _step(self, job: Job, done: int, of: int) -> None:
        if job.step(done, of):
            self._tell(job)

    def _stop(self, job: Job, state: State) -> None:
        job.stop = state
        if job.state is State.WAITING:
            self._end(job, state)

    def _end(self, job: Job, state: State) -> None:
        job.state = state
        self._tell(job)

    def _tell(self, job: Job) -> None:
        shape = job.shape()
        self._stories.channels.tell(job.story, "job", {name: shape[name] for name in _TOLD})

    def _forget_old(self) -> None:
        ended = [job for job in self._jobs.values() if job.has_ended]
        for job in ended[: max(len(ended) - MOST_RESUMABLE, 0)]:
            job.arguments = None
        for job in ended[: max(len(ended) - MOST_ENDED, 0)]:
            del self._jobs[job.id]


_TOLD = ("id", "kind", "branch", "state", "stopping", "done", "of")
