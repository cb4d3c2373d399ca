"""Judges a session by what it left behind: the captures, what the proxy said of each request, and the store."""

import contextlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fabula.serve.proxy.placing.placed import Placed
from fabula.stores import open_store
from sillytavern import Figures, Judge, replay
from sillytavern_live.session import STORE
from sillytavern_truth import captured, steps_of


def judged(folder: Path, *, verbose: bool = False) -> Figures:
    """The figures of a session. The line of a turn never changes, so that it can be looked up afterwards.

    What was read twice cannot be seen from outside: for this figure the captures are replayed with a reader that counts.
    """
    with contextlib.closing(open_store(str(folder / STORE))) as store:
        judge = Judge(store, folder, verbose=verbose)
        for step in steps_of(folder):
            capture = captured(folder, step.id)
            if was_heard(capture):
                judge.judge(step, placed(capture))
        figures = judge.close()
    with contextlib.redirect_stdout(io.StringIO()):
        figures.reread = replay(folder).reread
    return figures


def was_heard(capture: Mapping[str, Any]) -> bool:
    """Whether the page waited for the headers of the answer; if it did not, the next request shows what was placed."""
    return bool((capture.get("told") or {}).get("status"))


def placed(capture: Mapping[str, Any]) -> Placed:
    """Where the proxy placed a request, as it said in its answer."""
    told = (capture.get("told") or {}).get("headers", {})
    return Placed(
        story=unquote(told.get("x-fabula-story", "")),
        turn=told.get("x-fabula-head", ""),
        kind=told.get("x-fabula-kind", ""),
        how=told.get("x-fabula-recall", ""),
    )
