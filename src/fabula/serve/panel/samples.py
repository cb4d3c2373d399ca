"""Samples: the demo's stories, told into the store for whoever has none of their own yet."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fabula.demo.acting import acted_out
from fabula.demo.script import Script, script_in
from fabula.serve.answers import answer
from fabula.serve.kit import InKit
from fabula.story import Story

router = APIRouter(tags=["panel"])

_CREATED = 201


class Sample(BaseModel):
    """Which sample."""

    model_config = ConfigDict(extra="forbid")

    language: Annotated[Literal["en", "zh"], Field(description="The language of the sample.")] = "en"


class SampleAnswer(BaseModel):
    """The story that was told, and how many turns its main line has."""

    story: str
    turns: int


@router.post("/samples", status_code=_CREATED, operation_id="make-sample", response_model=SampleAnswer)
async def make(kit: InKit, wanted: Sample) -> Response:
    """Tell one of Fabula's own short stories into the store. One that is there is left alone."""
    script = script_in(wanted.language)
    await kit.stories.make(script.title)
    turns = await kit.stories.run(script.title, "", lambda told: _told(told, script))
    return answer({"story": script.title, "turns": turns}, _CREATED)


def _told(story: Story, script: Script) -> int:
    """Act the script out, unless somebody has told something there already."""
    if story.head is None:
        for _step in acted_out(script, story):
            pass
    return len(story.turns())
