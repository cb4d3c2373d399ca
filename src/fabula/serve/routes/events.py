"""What happens to a story, as it happens: server-sent events."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent

from fabula.serve.kit import InKit

router = APIRouter(tags=["events"])


async def _known_story(story: str, kit: InKit) -> str:
    await kit.stories.look(story)
    return story


@router.get("/stories/{story:name}/events", response_class=EventSourceResponse)
async def listen(
    kit: InKit,
    story: Annotated[str, Depends(_known_story)],
    last_event_id: Annotated[str, Header(alias="Last-Event-ID")] = "",
) -> AsyncIterator[ServerSentEvent]:
    """Listen to a story. Every event comes after the commit that it tells of, in order; its id is for ``Last-Event-ID``.

    It begins with ``listening``: what is read after that is at least as new. ``reset`` says to read again: more
    was missed than is kept, or another process wrote to the story. The others are ``turns-added``, ``head-moved``,
    ``branch-made``, ``branch-removed``, ``tag-set``, ``tag-removed``, ``start-moved``, ``extracted``, ``act-made``,
    ``acts-carried``, ``reply-offered``, ``replies-dropped``, ``purged`` and ``job``; ``data`` has ids and counts and
    the story's ``version``.
    """
    async for event in kit.stories.channels.listen(story, last_event_id):
        yield ServerSentEvent(id=event.id, event=event.kind, data=dict(event.data))
