"""Work beside the answers: what a request leaves to be done goes on when it is answered, and ends before the server."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from anyio.abc import TaskGroup

from fabula.errors import FabulaError

PATIENCE = 2.0
"""How many seconds a server that ends waits for such work."""

log = logging.getLogger("fabula.proxy")


class Beside:
    """Takes work in while it is open. What fails there is noted and disturbs nobody."""

    def __init__(self) -> None:
        self._group: TaskGroup | None = None
        self._at_work = 0

    @asynccontextmanager
    async def open(self, patience: float = PATIENCE) -> AsyncIterator[None]:
        """Work is done inside; at the end it has ``patience`` seconds to come to its own."""
        async with anyio.create_task_group() as group:
            self._group = group
            try:
                yield
            finally:
                self._group = None
                group.cancel_scope.deadline = anyio.current_time() + patience

    @property
    def at_work(self) -> int:
        """How many pieces of work have not ended."""
        return self._at_work

    def start(self, work: Callable[..., Awaitable[None]], *given: Any) -> None:
        """Let some work go on by itself; its context is that of whoever starts it."""
        if self._group is None:
            log.warning("The server ends: something that a request left to be done is left out")
            return
        self._at_work += 1
        self._group.start_soon(self._done, work, given)

    async def _done(self, work: Callable[..., Awaitable[None]], given: tuple[Any, ...]) -> None:
        try:
            await work(*given)
        except Exception as error:  # noqa: BLE001 - nobody waits for it, and the others must go on
            note_failure("Work beside an answer failed", error)
        finally:
            self._at_work -= 1


def note_failure(what: str, error: Exception) -> None:
    """Note what failed: in a line where the error speaks for itself, else with all that is known of it."""
    if isinstance(error, FabulaError):
        log.warning("%s: %s", what, error)
    else:
        log.error("%s", what, exc_info=error)
