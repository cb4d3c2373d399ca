"""Reading beside the chat: what has become certain is read when it is due, and embedded, story by story.

Nothing of the queue is kept on disk: what is unread is found again when the server begins.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any

import anyio
from anyio import CapacityLimiter, to_thread
from anyio.abc import TaskGroup

from fabula.errors import FabulaError, InvalidInputError, ModelError, NotFoundError
from fabula.extraction.reader import Extractor, Window
from fabula.extraction.rules import Rules
from fabula.extraction.schedule import Schedule
from fabula.graph.view import View
from fabula.ledger.provisional import OVERHEARD, is_provisional
from fabula.ledger.records import Body
from fabula.ledger.store import LedgerStore
from fabula.serve.job import Stopping
from fabula.serve.stories import Stories, on_branch
from fabula.story import Story

MOST_WAITING = 256
"""How many stories may wait; where more would, all stories are looked through once these are read."""

BY_RULES, BY_MODEL = 1, 4
"""How many stories are read at a time: rules think, and one interpreter does that once; models are waited for."""

PATIENCE = 2.0
PAUSE = 30.0
"""How many seconds pass after a reading that came to nothing, at first; each time twice as many, up to ``LONGEST``."""

LONGEST = 600.0
KEPT_HANDLES = 64
GIVING_WAY = 0.1
"""How many seconds a reading waits between two windows for requests that want their memory."""

WAITING_TO_EMBED = 5.0
"""How many seconds a story that was read waits for the embedder while another one has it."""

_MOMENT = 0.005
log = logging.getLogger("fabula.proxy")


@dataclass(slots=True)
class _Counts:
    """What has been done since the server began."""

    runs: int = 0
    turns: int = 0
    floods: int = 0
    unwell: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Run:
    """What came of reading a branch: what stopped it, if anything did, and how many turns were read."""

    trouble: str = ""
    turns: int = 0


class Polite:
    """An extractor that stops for others before every window: ``before`` waits, or raises to end the run."""

    def __init__(self, reader: Extractor, before: Callable[[], None]) -> None:
        self._reader = reader
        self._before = before
        self.identity = reader.identity
        self.batch = reader.batch
        self.look_back = reader.look_back

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """What the extractor reads in a window, when it is its turn."""
        self._before()
        return self._reader.read(window, known)


class ReadingQueue:
    """The stories that wait to be read, each once however often it was woken.

    ``reader`` makes what reads, for one run; without one, and where it gives none, rules do. ``schedule`` says when
    turns are due. While ``is_busy`` says so, reading lets others go first.
    """

    def __init__(
        self,
        stories: Stories,
        reader: Callable[[], Extractor | None] | None = None,
        schedule: Schedule | None = None,
        *,
        is_busy: Callable[[], bool] = lambda: False,
        most_waiting: int = MOST_WAITING,
        pause: float = PAUSE,
    ) -> None:
        self._stories = stories
        self._reader = reader or (lambda: None)
        self._by_rules = Lock()
        self._embedding = Lock()
        self._at_once = BY_MODEL if reader else BY_RULES
        self._schedule = schedule or Schedule()
        self._most_waiting = most_waiting
        self._pause = pause
        self._is_busy = is_busy
        self._waiting: OrderedDict[str, dict[str, None]] = OrderedDict()
        self._reading: set[str] = set()
        self._handles: OrderedDict[str, Story] = OrderedDict()
        self._limiter = CapacityLimiter(self._at_once)
        self._counts = _Counts()
        self._paused: dict[str, set[str]] = {}
        self._group: TaskGroup | None = None
        self._flooded = False
        self._closing = False
        self._changed = anyio.Event()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Stories are read inside; at the end a reading stops between two windows, and goes on the next time."""
        async with anyio.create_task_group() as group:
            self._group = group
            group.start_soon(self._look_through)
            for _ in range(self._at_once):
                group.start_soon(self._work)
            try:
                yield
            finally:
                self._closing = True
                self._change()
                group.cancel_scope.deadline = anyio.current_time() + PATIENCE

    def wake(self, story: str, branch: str) -> None:
        """Let a branch of a story be read, if turns of it are due."""
        if story in self._paused:
            self._paused[story].add(branch)
            return
        if story not in self._waiting and len(self._waiting) >= self._most_waiting:
            self._flooded = True
            return
        self._waiting.setdefault(story, {})[branch] = None
        self._change()

    @property
    def is_idle(self) -> bool:
        """Whether everything that is due has been read."""
        return not (self._waiting or self._reading or self._flooded)

    def state(self) -> Mapping[str, Any]:
        """How the reading is, without any story's name."""
        return {
            "ok": not self._counts.unwell,
            "waiting": len(self._waiting),
            "reading": len(self._reading),
            "runs": self._counts.runs,
            "turns": self._counts.turns,
            "failing": len(self._counts.unwell),
            "flooded": self._counts.floods,
        }

    async def _look_through(self) -> None:
        """Let the stories wait that the proxy has told, one by one, as far as there is room."""
        try:
            for row in await self._stories.ask(lambda store: store.stories()):
                for branch in await self._stories.ask(partial(told_by_proxy, row.name)):
                    await self._room(row.name)
                    self.wake(row.name, branch)
        except FabulaError as error:
            log.warning("What is unread cannot be told now: %s", error)

    async def _room(self, story: str) -> None:
        while len(self._waiting) >= self._most_waiting and story not in self._waiting and not self._closing:
            await self._changed.wait()

    async def _work(self) -> None:
        while not self._closing:
            story = self._next()
            if story is None:
                await self._changed.wait()
                continue
            branches = self._waiting.pop(story)
            self._reading.add(story)
            try:
                for branch in branches:
                    await self._read(story, branch)
            finally:
                self._reading.discard(story)
                self._change()
            self._after_flood()

    def _after_flood(self) -> None:
        if self._flooded and not self._waiting and self._group is not None and not self._closing:
            self._flooded = False
            self._counts.floods += 1
            self._group.start_soon(self._look_through)

    def _next(self) -> str | None:
        """The story that waits longest, of which nothing is being read."""
        return next((story for story in self._waiting if story not in self._reading), None)

    async def _read(self, story: str, branch: str) -> None:
        # A handle of the queue's own, kept warm: what it has folded costs nothing the next time.
        told = self._handles.pop(story, None) or await self._opened(story)
        if told is None:
            return
        try:
            run = await to_thread.run_sync(
                self._extracted, told, branch, limiter=self._limiter, abandon_on_cancel=True
            )
        except NotFoundError:
            return  # it was removed meanwhile
        except FabulaError as error:
            run = _Run(str(error))
        except Exception as error:
            log.exception("Reading a story failed by our own fault", exc_info=error)
            run = _Run("our own fault")
        else:
            self._keep(story, told)
        self._note(story, branch, run)

    async def _opened(self, story: str) -> Story | None:
        try:
            return await to_thread.run_sync(self._stories.apart, story, limiter=self._limiter)
        except FabulaError as error:
            log.warning("A story cannot be opened to be read: %s", error)
            return None

    def _extracted(self, told: Story, branch: str) -> _Run:
        """Read what is due, in a thread."""
        try:
            on = on_branch(told, branch)
            if is_provisional(on.store, on.name):
                return _Run()  # perhaps nobody's story; with the first answer it is read from its first word
            reader = self._reader()
            # Rules think, and one interpreter does that once.
            with nullcontext() if reader else self._by_rules:
                report = on.extract(Polite(reader or Rules(), self._step), schedule=self._schedule)
            trouble = (report.stopped if report.trouble else "") or self._mended(on)
        except Stopping:
            return _Run()
        return _Run(trouble, report.read)

    def _mended(self, told: Story) -> str:
        """Embed what has no vector yet, where there is an embedder; what stopped that, if anything did.

        One story at a time, and none waits for long: an embedder that is silent must not keep others from being read.
        What is left out here is embedded the next time, or when it is recalled.
        """
        if not self._embedding.acquire(timeout=WAITING_TO_EMBED):
            return ""
        try:
            told.vectors.repair(progress=lambda _done, _of: self._step())
        except ModelError as error:
            return str(error)
        except InvalidInputError:
            return ""  # there is none
        finally:
            self._embedding.release()
        return ""

    def _step(self) -> None:
        """Stop between two windows if the server ends; let requests go first, but not for ever."""
        began = time.monotonic()
        while not self._closing and self._is_busy() and time.monotonic() < began + GIVING_WAY:
            time.sleep(_MOMENT)
        if self._closing:
            raise Stopping

    def _note(self, story: str, branch: str, run: _Run) -> None:
        """Count a run; after one that came to nothing the story waits a while, each time longer."""
        self._counts.runs += 1
        self._counts.turns += run.turns
        if not run.trouble:
            self._counts.unwell.pop(story, None)
        elif not self._closing:
            times = self._counts.unwell[story] = self._counts.unwell.get(story, 0) + 1
            wait = min(self._pause * 2 ** (times - 1), LONGEST)
            log.warning("Reading stopped (%s); again in %.0f s", run.trouble, wait)
            self._paused.setdefault(story, set()).add(branch)
            asyncio.get_running_loop().call_later(wait, self._go_on, story)

    def _go_on(self, story: str) -> None:
        for branch in sorted(self._paused.pop(story, ())):
            self.wake(story, branch)

    def _keep(self, story: str, told: Story) -> None:
        self._handles[story] = told
        while len(self._handles) > KEPT_HANDLES:
            self._handles.popitem(last=False)

    def _change(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()


def told_by_proxy(story: str, store: LedgerStore) -> list[str]:
    """The branches of a story on which the proxy has told something; others are read when somebody asks for it."""
    branches = store.heads(story).branches
    moved = {move.branch for move in store.moves(story) if move.by == OVERHEARD}
    return sorted(moved & branches.keys())
