"""Keeping what placing has found out, beside the answers: every few seconds, and when the server ends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio import to_thread

from fabula.serve.proxy.beside import note_failure
from fabula.serve.proxy.port import Placer

EVERY = 3.0
"""How many seconds pass between two looks for something to keep; a killed server loses what it learned since."""

PATIENCE = 2.0
"""How many seconds a server that ends waits for it."""


@asynccontextmanager
async def keeping(placer: Placer, *, every: float = EVERY, patience: float = PATIENCE) -> AsyncIterator[None]:
    """What is found out inside is kept, at the latest at the end; a store that refuses it disturbs nobody."""
    async with anyio.create_task_group() as group:
        group.start_soon(_keep_on, placer, every)
        try:
            yield
        finally:
            group.cancel_scope.cancel()
            with anyio.move_on_after(patience, shield=True):
                await _keep(placer)


async def _keep_on(placer: Placer, every: float) -> None:
    while True:
        await anyio.sleep(every)
        await _keep(placer)


async def _keep(placer: Placer) -> None:
    try:
        await to_thread.run_sync(placer.keep, abandon_on_cancel=True)
    except Exception as error:  # noqa: BLE001 - nobody waits for it, and it can be found out again
        note_failure("What was found out of the stories cannot be kept", error)
