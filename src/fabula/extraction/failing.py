"""What is kept of a question that brought nothing: who was asked about which turns, and why nothing came."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fabula.errors import ModelError, RateLimitedError
from fabula.extraction.reader import Window, body_of
from fabula.extraction.spending import UNANSWERED, charge_of, counts_of
from fabula.ledger.records import Body, Refusal, Status


class Stopped(Exception):  # noqa: N818 - ends a run early, and is no error to whoever called it
    """A run ends before it has read everything; ``code`` is that of the error behind it, empty for a cap."""

    def __init__(self, reason: str, code: str = "") -> None:
        super().__init__(reason)
        self.code = code


def unanswered(window: Window, extractor: str, error: ModelError) -> Sequence[Body]:
    """The bodies of turns that were asked about while no answer came."""
    status = Status.RATE_LIMITED if isinstance(error, RateLimitedError) else Status.FAILED
    return _failed(window, extractor, (status, error), {UNANSWERED: 1})


def unreadable(window: Window, extractor: str, error: ModelError) -> Sequence[Body]:
    """The bodies of turns that the endpoint would not take."""
    return _failed(window, extractor, (Status.FAILED, error), {})


def _failed(
    window: Window, extractor: str, why: tuple[Status, ModelError], counts: Mapping[str, int]
) -> Sequence[Body]:
    """Bodies that failed; what was spent before it is charged to the first of them."""
    status, error = why
    spent = counts_of(charge_of(error))
    places = range(window.start, len(window.turns))
    refused = (Refusal("", str(error)),)
    bodies = (body_of(window, at, extractor, status=status, refused=refused) for at in places)
    return tuple(
        replace(body, usage={**counts, **(spent if body.back == window.start else {})}) for body in bodies
    )
