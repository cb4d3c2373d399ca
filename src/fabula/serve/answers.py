"""One shape for whatever goes wrong, and fast JSON for what goes well."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fabula.errors import FabulaError, MissingExtraError

_DETAILS = ("candidates", "branch", "expected", "actual", "damages", "retry_after")
_STATUS: Mapping[type[FabulaError], int] = {MissingExtraError: 501}
_CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}
_SERVER_FAULT = 500


class Trouble(BaseModel):
    """What went wrong: ``code`` never changes, ``message`` is for people, ``retryable`` says whether to repeat."""

    model_config = ConfigDict(extra="allow")

    code: str
    message: str
    retryable: bool = Field(description="The same call may succeed later.")


class ErrorAnswer(BaseModel):
    """The answer to every call that fails."""

    error: Trouble


def answer(shape: Any, status: int = 200) -> Response:  # noqa: ANN401 - whatever is JSON
    """An answer in JSON."""
    return Response(orjson.dumps(shape), status, media_type="application/json")


def error_shape(error: FabulaError) -> dict[str, Any]:
    """An error of the tree as the server says it, with what its class adds."""
    details = {name: _plain(getattr(error, name)) for name in _DETAILS if hasattr(error, name)}
    return shaped(error.code, str(error), retryable=error.retryable, **details)


def shaped(code: str, message: str, *, retryable: bool = False, **details: Any) -> dict[str, Any]:
    """The one shape of an error."""
    return {"error": {"code": code, "message": message, "retryable": retryable, **details}}


def error_answer(error: FabulaError) -> Response:
    """An error of the tree as an answer."""
    response = answer(error_shape(error), _STATUS.get(type(error), error.http_status))
    if error.http_status == 401:  # noqa: PLR2004 - the status is what HTTP calls it
        response.headers["WWW-Authenticate"] = "Bearer"
    if (wait := getattr(error, "retry_after", None)) is not None:
        response.headers["Retry-After"] = str(max(round(wait), 1))
    return response


def broken_answer() -> Response:
    """What is said when the server itself is at fault; the log knows more."""
    return answer(shaped("internal", "The server made a mistake; its log says more."), _SERVER_FAULT)


def answer_errors(app: FastAPI) -> None:
    """Let every error that a route raises leave in the one shape."""
    app.add_exception_handler(FabulaError, _told)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plainly)


async def _told(_request: Request, error: Exception) -> Response:
    return error_answer(error) if isinstance(error, FabulaError) else broken_answer()


async def _invalid(_request: Request, error: Exception) -> Response:
    found = error.errors() if isinstance(error, RequestValidationError) else ()
    # What was sent is not repeated: it may be a key, or a page of the story.
    wrong = [{"where": ".".join(map(str, one["loc"])), "reason": one["msg"]} for one in found]
    said = "; ".join(f"{one['where']}: {one['reason']}" for one in wrong[:3])
    return answer(shaped("invalid-input", f"The call cannot be understood: {said}.", wrong=wrong), 400)


async def _plainly(_request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", _SERVER_FAULT)
    code = _CODES.get(status, "invalid-input" if status < _SERVER_FAULT else "internal")
    response = answer(shaped(code, f"{getattr(error, 'detail', 'Something went wrong')}."), status)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def _plain(value: object) -> object:
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
