"""Long work over HTTP: start it, watch it, stop it, take it up again."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from fabula.errors import InvalidInputError
from fabula.serve.answers import answer
from fabula.serve.kit import InKit

router = APIRouter(tags=["jobs"])

_ACCEPTED = 202
_UPLOAD = {
    "requestBody": {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    }
}


class Start(BaseModel):
    """A job to start. ``arguments`` depend on its kind; an extraction takes ``again`` and ``reader``."""

    model_config = ConfigDict(extra="forbid")

    kind: str = Field(description="Such as extract or repair-vectors.")
    branch: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)


class Upload(BaseModel):
    """What is said of a file that is sent."""

    branch: str = Field("", description="On which branch; where the story starts, if none.")
    name: str = Field("", description="The file's name, where the content leaves its format open.")
    format: str = Field("", description="What the file is, where that should not be found out.")
    encoding: str = Field("", description="How its bytes spell text, such as gb18030.")
    read: bool = Field(default=True, description="Read the turns by rules as well.")


@router.get("/jobs")
async def every_job(kit: InKit) -> Response:
    """List the jobs of all stories, the oldest first; ended ones are forgotten after a while."""
    return answer({"jobs": [job.shape() for job in kit.jobs.all()]})


@router.get("/stories/{story:name}/jobs")
async def jobs(story: str, kit: InKit) -> Response:
    """List the jobs of a story, the oldest first."""
    await kit.stories.read(story, "", lambda told: told.name)
    return answer({"jobs": [job.shape() for job in kit.jobs.all(story)]})


@router.post("/stories/{story:name}/jobs", status_code=_ACCEPTED)
async def start(story: str, kit: InKit, wanted: Start) -> Response:
    """Start a job: ``extract`` reads what is unread, ``repair-vectors`` makes vectors that are missing."""
    if wanted.kind == "import":
        raise InvalidInputError("Send the file itself to `import`: it becomes a job.")
    job = await kit.jobs.start(wanted.kind, story, wanted.branch, wanted.arguments)
    return answer(job.shape(), _ACCEPTED)


@router.post("/stories/{story:name}/import", status_code=_ACCEPTED, openapi_extra=_UPLOAD)
async def take_in(story: str, request: Request, kit: InKit, how: Annotated[Upload, Query()]) -> Response:
    """Take in the file in the body: a chat, a text or Fabula's own archive. The story and branch are made if new.

    A file that cannot be understood is refused at once, and nothing is made; taking one in twice adds nothing.
    """
    arguments = {**how.model_dump(exclude={"branch"}), "data": await request.body()}
    job = await kit.jobs.start("import", story, how.branch, arguments)
    return answer(job.shape(), _ACCEPTED)


@router.get("/stories/{story:name}/jobs/{job}")
async def one(story: str, job: str, kit: InKit) -> Response:
    """Tell how far a job has come, and what came of it."""
    return answer(kit.jobs.get(job, story).shape())


@router.post("/stories/{story:name}/jobs/{job}/cancel")
async def cancel(story: str, job: str, kit: InKit) -> Response:
    """Stop a job after the step it is at; what is done stays."""
    return answer(kit.jobs.cancel(job, story).shape())


@router.post("/stories/{story:name}/jobs/{job}/resume", status_code=_ACCEPTED)
async def resume(story: str, job: str, kit: InKit) -> Response:
    """Let a job that failed or was stopped go on from what is written."""
    return answer(kit.jobs.resume(job, story).shape(), _ACCEPTED)
