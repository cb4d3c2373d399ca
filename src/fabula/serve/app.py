"""The server as one application: its own routes, whatever else is mounted, and the door before all of it."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fabula import __version__
from fabula.serve.access import Access
from fabula.serve.answers import ErrorAnswer, answer_errors
from fabula.serve.gate import Gate, Keys
from fabula.serve.job import JobKind
from fabula.serve.jobs import Jobs
from fabula.serve.kit import Kit, Probe
from fabula.serve.routes import asking, events, health, jobs
from fabula.serve.routes import stories as story_routes
from fabula.serve.sharing import sharing
from fabula.serve.stories import Stories
from fabula.serve.warming import warming
from fabula.serve.work import usual_kinds

API = "/api"
BODY_LIMIT = 32 * 1024 * 1024

_OWN_HEADERS = ("Authorization", "Content-Type", "Last-Event-ID", "X-Fabula-Token")
_FAILURES: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer, "description": "The call cannot be answered; the error says why."},
    "5XX": {"model": ErrorAnswer, "description": "The server, its store or a model is at fault."},
}


@dataclass(frozen=True, slots=True)
class Annex:
    """Something else that the server does: routes under ``/api``, applications at paths of their own, or both.

    ``lifespan`` is entered while the server runs; ``probe`` tells how the annex is; ``is_open`` tells
    of which paths reading needs no token. ``rest`` answers the paths that nothing else does.
    ``told`` are headers of its answers that pages of other origins may read, if they may ask at all; where there
    are any, such pages may also send headers of their own.
    Mounted applications stand behind the same door, and find the kit in ``app.state.kit`` of the whole.
    """

    name: str
    routers: Sequence[APIRouter] = ()
    mounts: Mapping[str, ASGIApp] = field(default_factory=dict)
    lifespan: Callable[[Kit], AbstractAsyncContextManager[None]] | None = None
    probe: Probe | None = None
    is_open: Callable[[str], bool] = lambda _path: False
    rest: ASGIApp | None = None
    told: Sequence[str] = ()


def app_for(
    stories: Stories,
    access: Access,
    *,
    kinds: Mapping[str, JobKind] | None = None,
    annexes: Sequence[Annex] = (),
    body_limit: int = BODY_LIMIT,
) -> FastAPI:
    """The application that serves these stories to whoever ``access`` lets in.

    ``kinds`` are the jobs that may be started; without them the usual ones, reading by rules. The stories are
    closed when the application ends. Its ``state.kit`` is what routes work with.
    """
    probes = {annex.name: annex.probe for annex in annexes if annex.probe is not None}
    kit = Kit(stories, Jobs(stories, usual_kinds() if kinds is None else kinds), probes)
    app = FastAPI(
        title="Fabula",
        version=__version__,
        summary="Long-term memory for stories told with language models.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=_FAILURES,
        lifespan=_lifespan(kit, annexes),
    )
    app.state.kit = kit
    answer_errors(app)
    own = (health, events, jobs, story_routes, asking)
    for router in (*(module.router for module in own), *_routers(annexes)):
        app.include_router(router, prefix=API)
    for annex in annexes:
        for path, mounted in annex.mounts.items():
            if path.strip("/"):
                # A mount alone answers to its own path with a redirect, which not every client follows.
                app.router.routes.append(Route(path, _Whole(mounted), include_in_schema=False))
            app.mount(path, mounted)
        if annex.rest is not None:
            app.router.default = annex.rest
    _guard(app, access, annexes, body_limit)
    _describe(app)
    return app


class _Whole:
    """An application as the endpoint of a route: whatever the method, it gets the request as it came."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


def _routers(annexes: Sequence[Annex]) -> list[APIRouter]:
    return [router for annex in annexes for router in annex.routers]


def _guard(app: FastAPI, access: Access, annexes: Sequence[Annex], body_limit: int) -> None:
    """Put the door before the routes; what is added last stands outermost."""
    app.add_middleware(Keys, access, lambda path: any(annex.is_open(path) for annex in annexes))
    if access.origins:
        told = [name for annex in annexes for name in annex.told]
        app.add_middleware(
            CORSMiddleware,
            allow_origins=sorted(access.origins),
            allow_methods=["*"],
            allow_headers=["*"] if told else _OWN_HEADERS,
            expose_headers=told,
            allow_private_network=bool(told),
        )
    app.add_middleware(Gate, access, body_limit)


def _lifespan(kit: Kit, annexes: Sequence[Annex]) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.enter_context(sharing())
            stack.callback(kit.stories.close)
            await stack.enter_async_context(kit.jobs.open())
            await stack.enter_async_context(warming(kit.stories))
            for annex in annexes:
                if annex.lifespan is not None:
                    await stack.enter_async_context(annex.lifespan(kit))
            yield

    return running


def _describe(app: FastAPI) -> None:
    """Let the OpenAPI document say what is so: what cannot be understood is answered with 400, never with 422."""
    made = app.openapi

    def described() -> dict[str, Any]:
        document = made()
        for path in document.get("paths", {}).values():
            for operation in path.values():
                operation.get("responses", {}).pop("422", None)
        for unused in ("HTTPValidationError", "ValidationError"):
            document.get("components", {}).get("schemas", {}).pop(unused, None)
        return document

    app.openapi = described  # type: ignore[method-assign]
