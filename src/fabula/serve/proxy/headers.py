"""Headers on their way through: what belongs to one connection stays behind, and so does what is meant for us."""

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from fabula.context.context import Context
from fabula.serve.proxy.placing.placed import Placed

Header = tuple[bytes, bytes]

_OF_A_CONNECTION = frozenset(
    {
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection"),
        *(b"te", b"trailer", b"trailers", b"transfer-encoding", b"upgrade"),
    }
)
_NOT_ASKED_ON = frozenset(
    {
        # Made anew for the upstream; a packed answer could not be read on its way.
        *(b"host", b"content-length", b"accept-encoding", b"expect"),
        # Of the page that asks: the upstream has its own idea of which pages may, and we have checked already.
        *(b"origin", b"cookie", b"access-control-request-method", b"access-control-request-headers"),
        # For us alone.
        *(b"x-fabula-token", b"x-story-id"),
    }
)
_NOT_ANSWERED_ON = frozenset({b"date", b"set-cookie"})
_OUR_PREFIX = b"x-fabula-"
_BROWSERS = (b"sec-fetch-", b"sec-ch-")
_CORS = b"access-control-"

AUTHORIZATION = b"authorization"
LENGTH = b"content-length"
_LENGTHS = frozenset({b"content-length", b"content-type", b"content-encoding"})


def asked_on(
    given: Iterable[Header], *, key: str = "", is_ours: bool = False, same_body: bool = False
) -> list[Header]:
    """The headers that the upstream gets. ``key`` replaces the client's own; ``is_ours`` keeps that back.

    ``same_body``: the body goes on as it is, and so does its length.
    """
    given = [(name.lower(), value) for name, value in given]
    kept_back = _OF_A_CONNECTION | _NOT_ASKED_ON | set(_listed(given))
    if key or is_ours:
        kept_back |= {AUTHORIZATION}
    if same_body:
        kept_back -= {LENGTH}
    sent = [
        (name, value)
        for name, value in given
        if name not in kept_back and not name.startswith((_OUR_PREFIX, *_BROWSERS))
    ]
    return [*sent, *_authorization(key), (b"accept-encoding", b"identity")]


def answered_on(given: Iterable[Header], *, remade: bool = False) -> list[Header]:
    """The headers that the client gets; without those of a body that was made anew (``remade``)."""
    given = [(name.lower(), value) for name, value in given]
    kept_back = _OF_A_CONNECTION | _NOT_ANSWERED_ON | set(_listed(given)) | (_LENGTHS if remade else set())
    return [
        (name, value)
        for name, value in given
        if name not in kept_back and not name.startswith((_OUR_PREFIX, _CORS))
    ]


def inferred(placed: Placed | None, context: Context | None, status: str, waited: float) -> list[Header]:
    """What is told of the memory: story (percent-encoded), head, kind, tokens put in, and how the recall went.

    ``waited`` is how many seconds the request was held up for it.
    """
    told = {"recall": status, "injected": str(context.tokens if context is not None else 0)}
    if placed is not None:
        told |= {"story": quote(placed.story, safe=""), "head": placed.turn, "kind": placed.kind}
    ours = [(_OUR_PREFIX + name.encode(), value.encode()) for name, value in told.items() if value]
    return [*ours, (b"server-timing", f"fabula;dur={waited * 1000:.1f}".encode())]


TOLD = ("X-Fabula-Story", "X-Fabula-Head", "X-Fabula-Kind", "X-Fabula-Injected", "X-Fabula-Recall")
"""The headers of ``inferred``, which pages of other origins may read as well."""


def _listed(given: Iterable[Header]) -> Iterator[bytes]:
    """The headers that a connection header declares its own."""
    for name, value in given:
        if name == b"connection":
            yield from (one.strip().lower() for one in value.split(b","))


def _authorization(key: str) -> list[Header]:
    return [(AUTHORIZATION, b"Bearer " + key.encode("ascii"))] if key else []
