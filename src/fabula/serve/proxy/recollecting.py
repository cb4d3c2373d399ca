"""What is remembered for a request: placed, recalled and composed in threads, and never waited for too long.

The chat goes on whatever happens here. What comes too late is no longer told, but what placing has learned
by then stays.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import anyio
from anyio import CapacityLimiter, to_thread

from fabula.context.context import Context
from fabula.ledger.records import Turn
from fabula.serve.proxy.assembling import Reply as Heard
from fabula.serve.proxy.beside import Beside, note_failure
from fabula.serve.proxy.placing.hints import hints_of
from fabula.serve.proxy.placing.placed import Placed, Reply
from fabula.serve.proxy.placing.request import Request
from fabula.serve.proxy.port import Placer
from fabula.serve.stories import Stories
from fabula.story import Story

RecallStatus: TypeAlias = Literal["ok", "degraded", "timeout", "off"]
"""``degraded``: less could be searched than there is, or something failed; ``off``: there was nothing to recall for."""

DEADLINE = 0.3
BUDGET = 800
MOST_BEHIND = 32
"""How many requests may be behind with remembering before it is not even begun for another one."""

_ALWAYS = 2  # so many are begun at any rate: one slow answer says nothing about the next
_LEARNING = 0.1  # how much the latest time says about the usual one

RECALLS = 2
"""How many requests are recalled for at a time."""

_MENDED = 16  # texts without a vector that are embedded on the way: a reply or two
_START = 0

log = logging.getLogger("fabula.proxy")


@dataclass(frozen=True, slots=True)
class Memory:
    """What is told to the model for one request, and how it was found."""

    status: RecallStatus = "off"
    placed: Placed | None = None
    context: Context | None = None
    waited: float = 0.0


NOTHING = Memory()


@dataclass(slots=True)
class Recollection:
    """Remembering for one request, as far as it has come. ``is_placed`` and ``done`` come true in that order."""

    request: Request
    began: float = field(default_factory=anyio.current_time)
    placed: Placed | None = None
    context: Context | None = None
    status: RecallStatus = "timeout"
    is_late: bool = False
    is_placed: anyio.Event = field(default_factory=anyio.Event)
    done: anyio.Event = field(default_factory=anyio.Event)

    @property
    def about(self) -> str:
        """The story that it names, for the log; most requests name none."""
        return hints_of(self.request).story or "unnamed"

    @property
    def memory(self) -> Memory:
        """What there is of it by now."""
        return Memory(self.status, self.placed, self.context, anyio.current_time() - self.began)


class Recollecting:
    """Remembers for requests, each within ``deadline`` seconds and ``budget`` tokens.

    ``written`` is told where placing has written turns: story and branch.
    """

    def __init__(
        self,
        stories: Stories,
        placer: Placer,
        beside: Beside,
        *,
        deadline: float = DEADLINE,
        budget: int = BUDGET,
        written: Callable[[str, str], None] = lambda _story, _branch: None,
    ) -> None:
        self._stories = stories
        self._placer = placer
        self._beside = beside
        self._deadline = deadline
        self._budget = budget
        self._written = written
        # One thread for what placing does: a reply is kept before the next request of its story is placed.
        self._order = CapacityLimiter(1)
        # Few at a time: one interpreter does not think faster for thinking of many things.
        self._recalls = CapacityLimiter(RECALLS)
        self._behind = 0
        self._usual = 0.0
        self._latest = 0.0

    @property
    def behind(self) -> int:
        """For how many requests remembering is under way."""
        return self._behind

    @property
    def _is_hopeless(self) -> bool:
        """Whether a request would wait in vain behind those that are before it, as far as one can know."""
        if self._behind < _ALWAYS:
            return False
        return self._behind >= MOST_BEHIND or (self._behind + 1) * self._usual > self._deadline

    async def memory(self, request: Request) -> tuple[Memory, Recollection | None]:
        """What is remembered by the deadline, and what replies are to be kept with; None if nothing was begun."""
        if self._is_hopeless:
            log.warning("Remembering is behind with %d requests: one was passed on without it", self._behind)
            return Memory("timeout"), None
        recollection = Recollection(request)
        self._behind += 1
        self._beside.start(self._remember, recollection)
        with anyio.move_on_after(self._deadline):
            await recollection.done.wait()
        if not recollection.done.is_set():
            recollection.is_late = True
            log.warning(
                "Recall took longer than %.0f ms: a request was passed on without it", self._deadline * 1000
            )
        return recollection.memory, recollection

    def keep(self, memory: Memory) -> None:
        """Keep the receipt of what was told, beside the answer."""
        if memory.context is not None and memory.context.text and memory.placed is not None:
            self._beside.start(self._keep_receipt, memory.placed, memory.context)

    def replied(self, recollection: Recollection, heard: Callable[[], Heard]) -> None:
        """Hand a reply over, beside the answers; ``heard`` reads it out of what was relayed, in a thread."""
        self._beside.start(self._hand_over, recollection, heard)

    async def _remember(self, recollection: Recollection) -> None:
        try:
            await self._place(recollection)
            await self._recall(recollection)
        except Exception as error:  # noqa: BLE001 - the chat goes on
            recollection.status = "degraded"
            note_failure("Remembering for a request failed", error)
        finally:
            self._learn(recollection.began)
            self._behind -= 1
            recollection.is_placed.set()
            recollection.done.set()
        if recollection.is_late:
            spent = anyio.current_time() - recollection.began
            log.warning("Recall came after %.0f ms, too late for its request", spent * 1000)

    def _learn(self, began: float) -> None:
        """Note how long a request took, once it was its turn."""
        now = anyio.current_time()
        self._usual += _LEARNING * (now - max(began, self._latest) - self._usual)
        self._latest = now

    async def _place(self, recollection: Recollection) -> None:
        try:
            placed = await to_thread.run_sync(
                self._placer.place, recollection.request, limiter=self._order, abandon_on_cancel=True
            )
        except anyio.get_cancelled_exc_class():
            log.warning(
                "A request was not placed by the end: its story (%s) does not answer", recollection.about
            )
            raise
        recollection.placed = placed
        recollection.is_placed.set()
        if placed.story and placed.written:
            self._written(placed.story, placed.branch)

    async def _recall(self, recollection: Recollection) -> None:
        placed = recollection.placed
        if placed is None or not placed.is_recalled_for or not self._budget:
            recollection.status = "off"
            return
        async with self._recalls:
            if recollection.is_late:
                return
            status, context = await self._stories.run(
                placed.story, placed.branch, lambda told: composed(told, placed, self._budget)
            )
        if not recollection.is_late:
            recollection.status, recollection.context = status, context

    async def _keep_receipt(self, placed: Placed, context: Context) -> None:
        await self._stories.run(placed.story, placed.branch, lambda told: told.receipts.keep(context))

    async def _hand_over(self, recollection: Recollection, heard: Callable[[], Heard]) -> None:
        await recollection.is_placed.wait()
        placed = recollection.placed
        if placed is None or not placed.story:
            return

        def keep() -> None:
            reply = heard()
            if reply.versions:
                self._placer.replied(
                    placed, [Reply(text) for text in reply.versions], aborted=not reply.ended
                )

        await to_thread.run_sync(keep, limiter=self._order, abandon_on_cancel=True)


def composed(told: Story, placed: Placed, budget: int) -> tuple[RecallStatus, Context | None]:
    """The context for a request, as of the turn on which it stands, without what it shows itself; None for nothing."""
    if not placed.truncated and not told.author.standing():
        # All there is rests on turns that the request shows, and none of those is repeated.
        return "ok", None
    turn = _stand(told, placed.turn)
    cue = placed.cue or placed.base
    vectors = told.vectors.scores(cue, told.view(turn), mend=_MENDED)
    context = told.context(cue, budget, visible=placed.visible, as_of=turn, vectors=vectors)
    return "degraded" if vectors.status == "degraded" else "ok", context


def _stand(told: Story, turn: str) -> Turn | int:
    """The turn to stand on, which mostly is the branch's latest: that one need not be looked for."""
    head = told.head
    if head is not None and head.id == turn:
        return head
    return told.turn(turn) if turn else _START
