"""The stories of a server: one store, two desks a story, and threads that take turns at each.

A handle is not safe for two threads at once, so those who want the same story queue; different stories go side
by side. Who asks for no view (``read``) has a desk apart, and never waits until one is folded. Long work takes a
handle of its own (``apart``) and holds nobody up.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from anyio import CapacityLimiter, Lock, get_cancelled_exc_class, to_thread

from fabula import checked_name
from fabula.errors import BranchNotFoundError, FabulaError, StoreError
from fabula.ledger.records import Heads, StoryRow
from fabula.ledger.store import LedgerStore
from fabula.serve.permits import check, permit
from fabula.serve.watched import watched
from fabula.story import Story, utc_now

T = TypeVar("T")

log = logging.getLogger("fabula.serve")

Opening: TypeAlias = Callable[[LedgerStore, str], Story]
"""How a handle on a story is made, for those who give stories an embedder or a clock of their own."""

THREADS = 8
KEPT_HANDLES = 128


def opening_by(author: str) -> Opening:
    """Plain handles whose acts are signed so."""
    return lambda store, name: Story(store, name, by=author)


@dataclass(slots=True)
class _Desk:
    """Where one works at a story at a time, with a handle for each branch; all of one ledger."""

    limiter: CapacityLimiter
    lock: Lock = field(default_factory=Lock)
    handles: dict[str, Story] = field(default_factory=dict)


@dataclass(slots=True)
class _Room:
    """A story that somebody is in, or was in lately: the desk where views are folded, and the one for plain reading."""

    folding: _Desk
    reading: _Desk
    guests: int = 0


class Stories:
    """The stories of one store, for many askers at once.

    Everything is checked against the permit of whoever asks. ``channels`` tell what is written.
    """

    def __init__(
        self,
        store: LedgerStore,
        *,
        opening: Opening | None = None,
        threads: int = THREADS,
        kept_events: int = 1000,
        look_every: float = 1.0,
    ) -> None:
        self.store, self.channels = watched(store, kept=kept_events, look_every=look_every)
        self._opening = opening or opening_by("serve")
        # Plain reading has threads of its own: those that fold may all be busy for seconds.
        self._limiter, self._readers = CapacityLimiter(threads), CapacityLimiter(threads)
        self._rooms: OrderedDict[str, _Room] = OrderedDict()

    async def run(self, story: str, branch: str, work: Callable[[Story], T]) -> T:
        """What some work makes of a story, done in a thread while nobody else is at the story.

        ``branch`` empty stands for where the story starts.

        Raises:
            ForbiddenError: the token is for other stories.
            StoryNotFoundError, BranchNotFoundError: there is none of that name; and whatever the work raises.
        """
        with self._in(story) as room:
            return await self._at(room.folding, story, branch, work)

    async def read(self, story: str, branch: str, work: Callable[[Story], T]) -> T:
        """As ``run``, for work that asks no view: it waits for none that is being folded.

        Raises:
            ForbiddenError, StoryNotFoundError, BranchNotFoundError: as ``run``.
        """
        with self._in(story) as room:
            return await self._at(room.reading, story, branch, work)

    async def ask(self, work: Callable[[LedgerStore], T]) -> T:
        """What some work makes of the store itself, done in a thread."""
        return await to_thread.run_sync(work, self.store, limiter=self._readers, abandon_on_cancel=True)

    async def all(self) -> Sequence[StoryRow]:
        """The stories that whoever asks may see, by name."""
        rows = await self.ask(lambda store: store.stories())
        return tuple(row for row in rows if permit().allows(row.name))

    async def make(self, story: str, row: StoryRow | None = None) -> None:
        """Make a story; one that is there is left alone. ``row`` says when it was created and where it starts.

        Raises:
            InvalidInputError: no story can be called so.
            ForbiddenError: the token is for other stories.
        """
        check(story)
        made = row or StoryRow(checked_name(story), utc_now())
        await self.ask(lambda store: store.create(made))

    async def look(self, story: str) -> None:
        """Make sure that there is such a story and that its events are up to date, before somebody listens."""
        check(story)
        await to_thread.run_sync(self.channels.look, story, limiter=self._readers, abandon_on_cancel=True)

    def apart(self, story: str, branch: str = "") -> Story:
        """A handle that nobody else has, for long work in a thread of its own.

        Raises:
            ForbiddenError, StoryNotFoundError, BranchNotFoundError: as ``run``.
        """
        check(story)
        return on_branch(self._opening(self.store, story), branch)

    def close(self) -> None:
        """Let listeners go and close the store."""
        self.channels.close()
        self._rooms.clear()
        self.store.close()

    async def _at(self, desk: _Desk, story: str, branch: str, work: Callable[[Story], T]) -> T:
        async with desk.lock:
            try:
                return await to_thread.run_sync(
                    self._done,
                    story,
                    branch,
                    desk.handles,
                    work,
                    limiter=desk.limiter,
                    abandon_on_cancel=True,
                )
            except get_cancelled_exc_class():
                # A server that ends waits for no store that hangs; the thread may still be at work with the handles.
                desk.handles = {}
                log.warning("Story %r does not answer: a thread that is at it is left behind", story)
                raise

    def _done(self, story: str, branch: str, handles: dict[str, Story], work: Callable[[Story], T]) -> T:
        try:
            return work(self._handle(story, branch, handles))
        except Exception as error:
            if not isinstance(error, FabulaError) or isinstance(error, StoreError):
                # Nobody knows how far the caches of the handles had come.
                handles.clear()
            raise

    def _handle(self, story: str, branch: str, handles: dict[str, Story]) -> Story:
        heads = self.store.heads(story)
        name = checked_branch(story, branch, heads)
        if name not in handles:
            first = next(iter(handles.values()), None) or self._opening(self.store, story)
            handles[name] = first.switch(name)
        return handles[name]

    @contextmanager
    def _in(self, story: str) -> Iterator[_Room]:
        check(story)
        room = self._entered(story)
        try:
            yield room
        finally:
            self._left(story, room)

    def _entered(self, story: str) -> _Room:
        room = self._rooms.setdefault(story, _Room(_Desk(self._limiter), _Desk(self._readers)))
        self._rooms.move_to_end(story)
        room.guests += 1
        return room

    def _left(self, story: str, room: _Room) -> None:
        room.guests -= 1
        if room.guests == 0 and not room.folding.handles and not room.reading.handles:
            self._rooms.pop(story, None)
        idle = [name for name, one in self._rooms.items() if one.guests == 0]
        for name in idle[: max(len(self._rooms) - KEPT_HANDLES, 0)]:
            del self._rooms[name]


def on_branch(told: Story, branch: str) -> Story:
    """The handle on one of its branches; where the story starts, if none is named. Never moves a head.

    Raises:
        BranchNotFoundError: the story has no such branch.
    """
    return told.switch(checked_branch(told.name, branch, told.store.heads(told.name)))


def checked_branch(story: str, branch: str, heads: Heads) -> str:
    """The branch that is meant, if there is one of that name; where the story starts, if none is named.

    Raises:
        BranchNotFoundError: the story has no such branch.
    """
    known = {*heads.branches, heads.branch}
    if branch and branch not in known:
        names = ", ".join(sorted(known))
        raise BranchNotFoundError(f"Story {story!r} has no branch {branch!r}; it has: {names}.")
    return branch or heads.branch
