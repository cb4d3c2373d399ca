"""How the server is, and which one it is."""

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from fabula import __version__
from fabula.errors import FabulaError
from fabula.serve.answers import answer, error_shape
from fabula.serve.kit import InKit, Kit

router = APIRouter(tags=["server"])

_UNWELL = 503


@router.get("/version")
async def version() -> dict[str, str]:
    """Tell the server's version."""
    return {"name": "fabula", "version": __version__}


@router.get("/health")
async def health(kit: InKit) -> Response:
    """Tell how the server is: ``ok``; ``degraded``, where a part is not well; ``failing`` (503) without its store.

    Names no story. ``parts`` are those that the server has been given, each with what it says of itself.
    """
    store = await _store(kit)
    parts = {name: dict(probe()) for name, probe in kit.probes.items()}
    jobs = {**kit.jobs.counts(), "ok": not kit.jobs.is_failing}
    well = jobs["ok"] and all(part.get("ok", True) for part in parts.values())
    status = ("ok" if well else "degraded") if store["ok"] else "failing"
    shape = {"status": status, "version": __version__, "store": store, "jobs": jobs, "parts": parts}
    return answer(shape, 200 if store["ok"] else _UNWELL)


async def _store(kit: Kit) -> dict[str, Any]:
    try:
        await kit.stories.ask(lambda store: store.stories())
    except FabulaError as error:
        # The message may name the store's path, which is nobody's business who brings no token.
        return {"ok": False, "error": error_shape(error)["error"]["code"]}
    return {"ok": True}
