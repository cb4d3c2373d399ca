"""Every operation over HTTP: a GET for what only reads, with its parameters in the query; a POST for what writes."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter as Taken
from inspect import Signature
from typing import Annotated, Any, TypeAlias

import orjson
from fastapi import APIRouter, Body, Header, Path, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from fabula import __version__
from fabula.claims.canonical import digest
from fabula.operations import OPERATIONS, Listing, Operation, Parameter
from fabula.serve.kit import InKit, Kit
from fabula.serve.pages import LARGEST_LIMIT, USUAL_LIMIT, page
from fabula.serve.permits import check_named
from fabula.serve.routes.schemas import answer_model, asked_model, bounds_of, camel
from fabula.story import Story

Found: TypeAlias = tuple[bytes | None, str]
"""An answer in bytes, and its mark; no answer where the one who asks has it already."""

_JSON = "application/json"
_INERT = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
_BRANCH = "Which branch; the one where the story starts, if none."
_STORY = Annotated[str, Path(description="The story's name; a slash in it is written as %2F.")]
_KNOWN = Annotated[str, Header(description="The ETag of an answer that is there already.")]
_FIELDS: Mapping[str, Any] = {"branch": (str, Field("", description=_BRANCH))}
_PAGING: Mapping[str, Any] = {
    "limit": (int, Field(USUAL_LIMIT, ge=1, le=LARGEST_LIMIT, description="At most so many rows.")),
    "cursor": (str, Field("", description="The `next` of the page before; empty for the first page.")),
}
_NEXT: Mapping[str, Any] = {
    "next": (str | None, Field(description="The cursor of the next page; null at the end."))
}
_SAME: Mapping[int | str, dict[str, Any]] = {
    304: {"description": "The answer is still the one with this ETag."}
}
_GROUPS = {"walking": "tree", "seeing": "asking", "authoring": "author"}


@dataclass(frozen=True, slots=True)
class Face:
    """One operation as a route; ``in_body`` says that what is asked stands in the body."""

    operation: Operation
    in_body: bool

    @property
    def in_path(self) -> tuple[Parameter, ...]:
        """The parameters that stand in the path."""
        return tuple(one for one in self.operation.parameters if f"{{{one.name}}}" in self.operation.path)

    @property
    def path(self) -> str:
        """Where it stands; a name in it may have slashes."""
        path = self.operation.path
        for one in self.in_path:
            if one.type is str:
                path = path.replace(f"{{{one.name}}}", f"{{{one.name}:name}}")
        return f"/stories/{{story:name}}{path}"

    @property
    def is_paged(self) -> bool:
        """Whether the answer comes page by page."""
        return self.operation.lists is not None

    @property
    def is_remembered(self) -> bool:
        """Whether whoever asks may keep the answer until the story changes."""
        return self.operation.settled and not self.operation.writes

    @property
    def name(self) -> str:
        """What the route is called in the document."""
        return self.operation.name + ("-in-body" if self.in_body and not self.operation.writes else "")

    def model(self) -> type[BaseModel]:
        """What stands in the query, with the branch; or in the body, beside which the branch stands in the query."""
        elsewhere = tuple(one for one in self.operation.parameters if one not in self.in_path)
        more = {**(_PAGING if self.is_paged else {}), **({} if self.in_body else _FIELDS)}
        return asked_model(camel(self.name) + "Asked", elsewhere, **more)

    def endpoint(self) -> Callable[..., Awaitable[Response]]:
        """The function that answers a request, with the signature that FastAPI reads its parameters from."""

        async def endpoint(
            kit: Kit, story: str, asked: BaseModel, if_none_match: str = "", **given: Any
        ) -> Response:
            named = {name: getattr(asked, name) for name in type(asked).model_fields} | given
            branch = named.pop("branch")
            check_named(self.operation, named)
            desk = kit.stories.read if self.operation.viewless else kit.stories.run
            found, mark = await desk(story, branch, lambda told: self.found(told, named, if_none_match))
            return self.response(found, mark)

        endpoint.__name__ = self.name.replace("-", "_")
        endpoint.__doc__ = self.operation.answer.__doc__
        endpoint.__signature__ = self._signature()  # type: ignore[attr-defined]
        return endpoint

    def found(self, told: Story, asked: Mapping[str, Any], known: str) -> Found:
        """The answer as bytes, made where the story is held: what it is made from may change afterwards."""
        mark = self._mark(told, asked) if self.is_remembered else ""
        if mark and mark in {one.strip().removeprefix("W/") for one in known.split(",")}:
            return None, mark
        paging = {name: asked[name] for name in _PAGING if self.is_paged}
        given = {name: value for name, value in asked.items() if name not in paging}
        found = self.operation.answer(told, self.operation.params(**given))
        if isinstance(found, Listing):
            # A cursor fits the list of the same branch, asked in the same way.
            shown = page(
                found.rows, found.key, of=_spelled(self.operation.name, told.branch, given), **paging
            )
            found = {**found.part(shown.rows), "next": shown.next}
        return (found if isinstance(found, bytes) else orjson.dumps(found)), mark

    def response(self, found: bytes | None, mark: str) -> Response:
        """An answer as a response. What a browser would show of a file runs nothing and loads nothing."""
        response = Response(found, 200 if found is not None else 304, media_type=self._media(found))
        if self.operation.media:
            response.headers["Content-Security-Policy"] = _INERT
        if mark:
            response.headers["ETag"] = f"W/{mark}"
            response.headers["Cache-Control"] = "private, no-cache"
        return response

    def add(self, router: APIRouter) -> None:
        """Add the route to a router."""
        operation, group = self.operation, self.operation.answer.__module__.rpartition(".")[2]
        router.add_api_route(
            self.path,
            self.endpoint(),
            methods=["POST" if self.in_body else "GET"],
            summary=operation.summary,
            tags=[_GROUPS.get(group, group)],
            responses={200: self._described(), **(_SAME if self.is_remembered else {})},
            response_class=Response,
            operation_id=self.name,
        )

    def _described(self) -> dict[str, Any]:
        if self.operation.media:
            schema = {"schema": {"type": "string", "format": "binary"}}
            return {"content": {self.operation.media: schema}, "description": self.operation.summary}
        model = answer_model(self.operation, **(_NEXT if self.is_paged else {}))
        return {"model": model, "description": (model.__doc__ or "").partition("\n")[0]}

    def _media(self, found: bytes | None) -> str | None:
        if found is None:
            return None
        is_page = self.operation.media and found[:16].lstrip().lower().startswith(b"<!doctype html")
        return "text/html" if is_page else self.operation.media or _JSON

    def _mark(self, told: Story, asked: Mapping[str, Any]) -> str:
        """What the answer follows from: the state of the story, and what is asked of which branch."""
        heads = told.store.heads(told.name)
        state = [heads.version, heads.branch, sorted(heads.branches.items()), sorted(heads.tags.items())]
        return f'"{digest([__version__, state, _spelled(self.operation.name, told.branch, asked)])[:32]}"'

    def _signature(self) -> Signature:
        model = self.model()
        needs = any(field.is_required() for field in model.model_fields.values())
        place: Any = Body() if self.in_body else Query()
        default = model() if self.in_body and not needs else Taken.empty
        return Signature(
            [
                _taken("kit", InKit),
                _taken("story", _STORY),
                *(_taken(one.name, Annotated[one.type, _in_path(one)]) for one in self.in_path),
                _taken("asked", Annotated[model, place], default),
                *([_taken("branch", Annotated[str, Query(description=_BRANCH)], "")] if self.in_body else []),
                *([_taken("if_none_match", _KNOWN, "")] if self.is_remembered else []),
            ]
        )


def _taken(name: str, annotation: Any, default: Any = Taken.empty) -> Taken:  # noqa: ANN401 - a type and its value
    return Taken(name, Taken.KEYWORD_ONLY, annotation=annotation, default=default)


def _in_path(one: Parameter) -> Any:  # noqa: ANN401 - FastAPI's own
    return Path(description=one.says.text, **bounds_of(one))


def _spelled(operation: str, branch: str, asked: Mapping[str, Any]) -> str:
    """What is asked of which branch, in one text."""
    return orjson.dumps([operation, branch, asked], option=orjson.OPT_SORT_KEYS).decode()


def router_of(operations: Mapping[str, Operation]) -> APIRouter:
    """The routes of some operations: GET for what only reads, POST for what writes or may be long to ask."""
    router = APIRouter()
    for one in operations.values():
        if not one.writes:
            Face(one, in_body=False).add(router)
        if one.writes or one.too:
            Face(one, in_body=True).add(router)
    return router


router = router_of(OPERATIONS)
