"""The stories of a server: which there are, and making one."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fabula.errors import StoryNotFoundError
from fabula.ledger.joined import joined_stories
from fabula.ledger.listing import listed
from fabula.ledger.records import StoryRow
from fabula.ledger.store import LedgerStore
from fabula.operations.keeping import story_row_shape
from fabula.serve.answers import answer
from fabula.serve.kit import InKit, Kit
from fabula.serve.pages import LARGEST_LIMIT, USUAL_LIMIT, page
from fabula.serve.permits import permit

router = APIRouter(tags=["stories"])

_CREATED = 201


class StoryRowAnswer(BaseModel):
    """A story: when it was made, the branch where it starts, its branches; ``version`` grows with every write."""

    name: str
    created: str
    branch: str
    branches: list[str]
    joined_into: str = Field(description="The story that took it in, and in which it is told from then on.")
    provisional: bool = Field(description="Nobody has answered its first words yet: perhaps it is no story.")
    version: int


class StoriesAnswer(BaseModel):
    """The stories that whoever asks may see, by name."""

    stories: list[StoryRowAnswer]
    next: str | None = Field(description="The cursor of the next page; null at the end.")


class NewStory(BaseModel):
    """A story to make."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(description="One line of text without outer space.")


class Paging(BaseModel):
    """Which page of which stories."""

    model_config = ConfigDict(extra="forbid")

    limit: int = Field(USUAL_LIMIT, ge=1, le=LARGEST_LIMIT, description="At most so many rows.")
    every: bool = Field(False, description="Those too that are joined into another one or provisional.")
    cursor: str = Field("", description="The `next` of the page before; empty for the first page.")


_ROWS: dict[int | str, dict[str, Any]] = {200: {"model": StoriesAnswer, "description": "The stories."}}
_ROW: dict[int | str, dict[str, Any]] = {200: {"model": StoryRowAnswer, "description": "The story."}}
_MADE: dict[int | str, dict[str, Any]] = {_CREATED: _ROW[200]}


@router.get("/stories", operation_id="stories", response_class=Response, responses=_ROWS)
async def stories(kit: InKit, asked: Annotated[Paging, Query()]) -> Response:
    """List the stories that whoever asks may see, by name: without those that are told in another one or provisional."""
    found = await kit.stories.all()
    if not asked.every:
        found = await kit.stories.ask(lambda store: listed(store, found))
    of = "stories" if asked.every else "listed stories"
    part = page(found, lambda row: row.name, limit=asked.limit, cursor=asked.cursor, of=of)
    rows = await kit.stories.ask(lambda store: _shapes(part.rows, store))
    return answer({"stories": rows, "next": part.next})


@router.post(
    "/stories", status_code=_CREATED, operation_id="make-story", response_class=Response, responses=_MADE
)
async def make(kit: InKit, wanted: NewStory) -> Response:
    """Make a story. One that is there is left alone."""
    await kit.stories.make(wanted.name)
    return answer(await _one(kit, wanted.name), _CREATED)


@router.get("/stories/{story:name}", operation_id="story", response_class=Response, responses=_ROW)
async def one(story: str, kit: InKit) -> Response:
    """Show one story: when it was made, where it starts, its branches, and its version."""
    return answer(await _one(kit, story))


async def _one(kit: Kit, story: str) -> dict[str, Any]:
    rows = {row.name: row for row in await kit.stories.all()}
    if story not in rows:
        # A token for other stories learns from neither answer whether this one is there.
        await kit.stories.look(story)
        raise StoryNotFoundError(f"There is no story {story!r}.")
    return await kit.stories.ask(lambda store: _shape(rows[story], store))


def _shapes(rows: Sequence[StoryRow], store: LedgerStore) -> list[dict[str, Any]]:
    joined = joined_stories(store)
    return [_shape(row, store, joined) for row in rows]


def _shape(row: StoryRow, store: LedgerStore, joined: Mapping[str, str] | None = None) -> dict[str, Any]:
    shape = story_row_shape(row, store, joined)
    if not permit().allows(shape["joined_into"]):
        shape["joined_into"] = ""  # a token for other stories does not learn that there is this one
    return {**shape, "version": store.heads(row.name).version}
