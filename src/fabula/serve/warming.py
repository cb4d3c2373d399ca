"""Warming up: the only story of a server is folded before anybody asks what holds in it, step by step."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from anyio import create_task_group, move_on_after
from anyio.lowlevel import checkpoint

from fabula.errors import FabulaError
from fabula.serve.stories import Stories
from fabula.story import Story

STEP = 128
"""How many turns are folded before whoever waits for the story has a turn: views of such turns are kept anyway."""

PATIENCE = 10
"""How many seconds a server that ends waits for the step under way; steps of a healthy store take a fraction of one."""

log = logging.getLogger("fabula.warming")


@asynccontextmanager
async def warming(stories: Stories) -> AsyncIterator[None]:
    """Fold the only story of a server while the block runs; with several, nobody knows which will be asked for."""
    async with create_task_group() as group:
        group.start_soon(_warmed, stories)
        yield
        group.cancel_scope.cancel()


async def warm(stories: Stories, story: str, branch: str = "") -> int:
    """Fold a branch of a story up to its head, letting others in between two steps, and say how far it came."""
    done, end = 0, await stories.read(story, branch, _length)
    while done < end:
        await checkpoint()
        with move_on_after(PATIENCE, shield=True) as step:
            await stories.run(story, branch, partial(_folded, min(done + STEP, end)))
        if step.cancelled_caught:
            break
        done = min(done + STEP, end)
    return done


async def _warmed(stories: Stories) -> None:
    try:
        names = [row.name for row in await stories.all()]
        if len(names) == 1:
            await warm(stories, names[0])
    except FabulaError as error:
        # Whoever asks for the story hears the same, in an answer of their own.
        log.warning("The story could not be folded ahead: %s", error)


def _length(told: Story) -> int:
    return told.head.number if told.head else 0


def _folded(upto: int, told: Story) -> None:
    """Have the view of a turn made; of the last one, if the branch was moved back meanwhile."""
    told.view(min(upto, _length(told)) or None)
