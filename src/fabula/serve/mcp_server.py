"""Memory as tools for agents: an MCP server over the stories of a store, by stdio or over HTTP."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from inspect import Parameter as Taken
from inspect import Signature
from types import MappingProxyType
from typing import Annotated, Any

import anyio
import orjson
from pydantic import Field
from starlette.types import ASGIApp, Receive, Scope, Send

from fabula import __version__, the_only_story
from fabula.errors import FabulaError, MissingExtraError, NotFoundError, StoryNotFoundError
from fabula.ledger.listing import listed
from fabula.ledger.records import StoryRow
from fabula.operations import OPERATIONS, Operation
from fabula.serve.answers import error_shape
from fabula.serve.app import Annex
from fabula.serve.kit import Kit
from fabula.serve.mcp_lines import lines_of
from fabula.serve.permits import check_named
from fabula.serve.routes.schemas import answer_model, field_of
from fabula.serve.stories import Stories
from fabula.story import Story

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp.types import CallToolResult, TextContent, ToolAnnotations
except ImportError:
    raise MissingExtraError("Serving agents needs the MCP SDK: pip install 'fabula[mcp]'.") from None

INSTRUCTIONS = """Long-term memory of stories: what was told, what is true in it, since when, and from which words.
Call `recall` before you write the next turn, `remember` after it was told. Names may be given as they are written in
the story; a turn is a number, -1 for the last. `why` shows the sentence behind every fact: trust it over your own
memory."""


@dataclass(frozen=True, slots=True)
class _Tool:
    """How an operation shows itself to agents: what it is for, and which of its parameters they see."""

    about: str
    parameters: tuple[str, ...]


_STANDING = ("as_of", "at", "pov")
_TOOLS: Mapping[str, _Tool] = MappingProxyType(
    {
        "tell": _Tool(
            "Remember the next turn of the story: tell its words, exactly as they were said, and read them. "
            "Returns what holds now and what no longer does.",
            ("text", "speaker", "role", "present"),
        ),
        "recall": _Tool(
            "Recall what matters for a question or for the line that is about to be answered: facts and turns, "
            "best first. Use it before you write.",
            ("cue", "limit", *_STANDING, "strict"),
        ),
        "facts": _Tool(
            "List the facts that hold, of everything or of one entity, each with the words it rests on. With "
            "`pov` only what that character can know or believes.",
            ("entity", "every", "beliefs", *_STANDING, "strict"),
        ),
        "timeline": _Tool(
            "List every version of one relation or attribute, such as who held the key and when it changed.",
            ("subject", "predicate", *_STANDING),
        ),
        "entity": _Tool(
            "Tell who or what somebody or something is: names, relations, attributes with their history, beliefs.",
            ("entity", *_STANDING),
        ),
        "why": _Tool(
            "Show the sentences behind a fact: every version, with the quote, its speaker and the words around it.",
            ("subject", "predicate", *_STANDING),
        ),
        "view": _Tool(
            "Show the whole state of the story at a turn (`as_of`) or at a time in the story (`at`, such as 'day "
            "4'): who is on stage, whom it knows, and every fact.",
            ("as_of", "at"),
        ),
        "problems": _Tool(
            "Check the story for what does not fit together: facts that cannot all be true, and what later text "
            "says against what the author locked.",
            ("as_of",),
        ),
    }
)
_NO_LIMIT_OF_ITS_OWN = 2**40
_STORY = "The story's name; may be left out while there is only one."
_BRANCH = "Which branch of it; the one where it starts, if none."


class Memory:
    """The stories that tools work on: which one is meant where none is named."""

    def __init__(self, stories: Stories, story: str = "", branch: str = "") -> None:
        self.stories = stories
        self._story = story
        self._branch = branch

    async def ask(self, operation: Operation, story: str, branch: str, asked: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of the operation's shape
        """What an operation answers. A story that is told and is not there is made.

        Raises:
            StoryNotFoundError, AmbiguousNameError: none is named, and there is none or several.
        """
        meant = story or self._story or the_only_story(await self.listed())
        check_named(operation, asked)
        on = branch or (self._branch if meant == self._story else "")

        def work(told: Story) -> Any:  # noqa: ANN401 - of the operation's shape
            return operation.ask(told, **asked)

        try:
            return await self.stories.run(meant, on, work)
        except StoryNotFoundError:
            if not operation.writes:
                raise
            await self.stories.make(meant)
            return await self.stories.run(meant, on, work)

    async def listed(self) -> Sequence[StoryRow]:
        """The stories that whoever asks may see and looks for."""
        rows = await self.stories.all()
        return await self.stories.ask(lambda store: listed(store, rows))


def mcp_server(stories: Stories, story: str = "", branch: str = "") -> "MCPServer[Any]":
    """An MCP server whose tools are the operations of the table that have one.

    ``story`` and ``branch`` are meant where a call names none.
    """
    server: MCPServer[Any] = MCPServer(
        "fabula", title="Fabula", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    memory = Memory(stories, story, branch)
    for operation in OPERATIONS.values():
        if operation.tool:
            _add(server, memory, operation)
    _add_resources(server, memory)
    return server


def mcp_annex(stories: Stories) -> Annex:
    """The MCP server over streamable HTTP, at ``/mcp`` of an application, behind the same door.

    Every request stands by itself, so that it sees what its own token is for.
    """
    server = mcp_server(stories)
    server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        # The door checks Host, Origin and size.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=_NO_LIMIT_OF_ITS_OWN,
    )
    manager = server.session_manager

    @asynccontextmanager
    async def lifespan(_kit: Kit) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Annex("mcp", mounts={"/mcp": _endpoint(manager)}, lifespan=lifespan)


def run_stdio(stories: Stories, story: str = "", branch: str = "") -> None:
    """Serve one agent over standard input and output until it hangs up; then the stories are closed."""
    server = mcp_server(stories, story, branch)
    try:
        anyio.run(server.run_stdio_async)
    finally:
        stories.close()


def _endpoint(manager: StreamableHTTPSessionManager) -> ASGIApp:
    """Answers whatever path it is mounted at."""

    async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
        await manager.handle_request(scope, receive, send)

    return endpoint


def _add(server: "MCPServer[Any]", memory: Memory, operation: Operation) -> None:
    shown = _TOOLS[operation.name]
    server.add_tool(
        _tool(memory, operation),
        name=operation.tool,
        description=shown.about,
        annotations=ToolAnnotations(
            title=operation.summary.rstrip("."),
            read_only_hint=not operation.writes,
            destructive_hint=False,
            idempotent_hint=not operation.writes,
            open_world_hint=False,
        ),
    )


def _tool(memory: Memory, operation: Operation) -> Callable[..., Awaitable[CallToolResult]]:
    """A tool's function, with the signature that the SDK reads its schemas from."""

    async def tool(story: str = "", branch: str = "", **asked: Any) -> CallToolResult:
        try:
            shape = await memory.ask(operation, story, branch, asked)
        except FabulaError as error:
            said = TextContent(type="text", text=f"{error.code}: {error}")
            return CallToolResult(content=[said], structured_content=error_shape(error), is_error=True)
        text = lines_of(operation.tool, shape)
        return CallToolResult(
            content=[TextContent(type="text", text=text)],
            structured_content=orjson.loads(orjson.dumps(shape)),
        )

    tool.__name__ = operation.tool
    tool.__signature__ = _signature(operation)  # type: ignore[attr-defined]
    return tool


def _signature(operation: Operation) -> Signature:
    names = _TOOLS[operation.name].parameters
    every = {one.name: one for one in operation.parameters}
    taken = [
        Taken(
            name,
            Taken.KEYWORD_ONLY,
            annotation=Annotated[every[name].type, field_of(every[name])],
            default=Taken.empty if every[name].is_needed else every[name].default,
        )
        for name in names
    ]
    where = [
        Taken(name, Taken.KEYWORD_ONLY, annotation=Annotated[str, Field(description=about)], default="")
        for name, about in (("story", _STORY), ("branch", _BRANCH))
    ]
    answer: Any = Annotated[CallToolResult, answer_model(operation)]
    return Signature([*taken, *where], return_annotation=answer)


def _add_resources(server: "MCPServer[Any]", memory: Memory) -> None:
    @server.resource("fabula://stories", title="Stories", mime_type="application/json")
    async def stories() -> str:
        """The stories that this server keeps."""
        rows = await memory.listed()
        return _json({"stories": [{"name": row.name, "created": row.created} for row in rows]})

    @server.resource("fabula://{story}/branches", title="Branches of a story", mime_type="application/json")
    async def branches(story: str) -> str:
        """The branches of a story: where they leave each other and where they end; and the tags."""
        return _json(await _read(memory, "branches", story, ""))

    @server.resource(
        "fabula://{story}/branches/{branch}", title="A branch of a story", mime_type="text/plain"
    )
    async def branch(story: str, branch: str) -> str:
        """What holds at the end of a branch: who is on stage, whom it knows, and every fact."""
        return lines_of("story_at", await _read(memory, "view", story, branch))


async def _read(memory: Memory, operation: str, story: str, branch: str) -> Any:  # noqa: ANN401 - of the operation's shape
    try:
        return await memory.ask(OPERATIONS[operation], story, branch, {})
    except NotFoundError as error:
        raise ResourceNotFoundError(str(error)) from error
    except FabulaError as error:
        raise ResourceError(str(error)) from error


def _json(shape: object) -> str:
    return orjson.dumps(shape).decode()
