"""What a request asks for, from where it stands, what stands behind the last speech, and what the client says."""

from collections.abc import Sequence
from dataclasses import dataclass

from fabula.ledger import align
from fabula.ledger.following import Followed
from fabula.serve.proxy.placing.made import continues, impersonates
from fabula.serve.proxy.placing.placed import (
    APPEND,
    CONTINUE,
    EDIT,
    FORK,
    IMPERSONATE,
    QUIET,
    REWIND,
    SWIPE,
    TRUNCATED,
)
from fabula.serve.proxy.placing.request import ASSISTANT, USER

_SAID = {
    "swipe": SWIPE,
    "regenerate": SWIPE,
    "continue": CONTINUE,
    "impersonate": IMPERSONATE,
    "quiet": QUIET,
}
_HAPPENED = {align.APPEND: APPEND, align.SWIPE: SWIPE, align.FORK: FORK, align.REWIND: REWIND}


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for one kind of request or another.

    ``orders`` are texts behind the last speech that ordinary requests do not have; ``last_role`` is the role of
    the last turn; ``new`` says that something new was told; ``delivered`` that the last turn has a reply.
    ``background`` says that no stream is wanted, ``unusual`` that the story's answers are streamed otherwise, and
    ``truncated`` that the line begins before what is shown.
    """

    said: str
    orders: Sequence[str]
    last_role: str
    new: bool
    delivered: bool
    background: bool
    unusual: bool
    truncated: bool = False


def kind_of(signs: Signs, followed: Followed | None, removed_roles: Sequence[str]) -> str:
    """The kind of a request. What the client says counts; then orders; then what happened to the line."""
    if signs.said in _SAID:
        return _SAID[signs.said]
    if not signs.said and (kind := _ordered(signs)):
        return kind
    if followed is None or followed.happened in (align.SAME, align.TRUNCATED):
        if signs.delivered and signs.last_role != ASSISTANT:
            return SWIPE
        return TRUNCATED if signs.truncated else APPEND
    if followed.happened == align.REWIND and removed_roles and set(removed_roles) == {ASSISTANT}:
        return SWIPE
    return _HAPPENED.get(followed.happened, EDIT)


def _ordered(signs: Signs) -> str:
    """What the orders at the end make of a request; nothing, if they are an ordinary part of it."""
    # Behind new words of the person stands what a preset adds to every request, whatever words it has.
    is_answered = signs.new and signs.last_role == USER
    for order in signs.orders:
        if impersonates(order) and not is_answered:
            return IMPERSONATE
        if continues(order) and signs.last_role == ASSISTANT:
            return CONTINUE
    if signs.orders and signs.background and (signs.unusual or signs.last_role == ASSISTANT or not signs.new):
        return QUIET
    return ""
