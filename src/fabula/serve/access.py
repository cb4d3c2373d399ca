"""Who may ask, under which host name, from which web pages: decided once, when the server starts."""

import hmac
import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import urlsplit

from fabula.errors import InvalidInputError
from fabula.serve.permits import EVERYTHING, Permit
from fabula.serve.refusals import UnauthorizedError, WrongHostError, WrongOriginError

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SHORTEST_TOKEN = 16
OPEN_PATHS = frozenset({"/api/health", "/api/version"})
"""What is answered without a token; neither names a story."""

_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Key:
    """A token, kept as its digest, and what it is for."""

    digest: bytes = field(repr=False)
    permit: Permit = EVERYTHING


@dataclass(frozen=True, slots=True)
class Access:
    """The rules of the door. Without ``keys`` nobody needs a token.

    ``hosts`` are the names that a request may be meant for; with ``any_address`` a bare address will do too:
    a page that rebinds its name still sends that name. ``origins`` are the web pages of elsewhere that may ask.
    ``open_paths`` need no token.
    """

    hosts: frozenset[str] = LOOPBACK
    any_address: bool = False
    origins: frozenset[str] = frozenset()
    keys: tuple[Key, ...] = ()
    open_paths: frozenset[str] = OPEN_PATHS

    def check_host(self, header: str | None) -> None:
        """Let a request pass that is meant for this server.

        Raises:
            WrongHostError: it is meant for somebody else, or does not say.
        """
        name = host_of(header or "")
        if name in self.hosts or (self.any_address and is_address(name)):
            return
        raise WrongHostError(
            "This server does not go by the host name of the request. Start it with --allow-host NAME to allow one."
        )

    def check_origin(self, origin: str | None, host: str, site: str | None = None) -> None:
        """Let a request pass that no web page sent, or a page of this server, or one that is allowed.

        ``site`` is what the browser says of it (Sec-Fetch-Site), where it says anything.

        Raises:
            WrongOriginError: a page of elsewhere sent it.
        """
        foreign = site in {"cross-site", "same-site"} if origin is None else not self._is_known(origin, host)
        if foreign:
            raise WrongOriginError(
                "A web page of another origin may not ask this server. "
                "Start it with --allow-origin ORIGIN to allow one."
            )

    def permit_of(self, token: str) -> Permit:
        """What a token is for. Takes the same time whichever token it is, right or wrong.

        Raises:
            UnauthorizedError: it is missing or wrong.
        """
        if not self.keys:
            return EVERYTHING
        found: Permit | None = None
        asked = digest_of(token)
        for key in self.keys:
            if hmac.compare_digest(key.digest, asked):
                found = key.permit
        if found is None:
            reason = "is not known" if token else "is missing"
            raise UnauthorizedError(f"The token {reason}: send it as `Authorization: Bearer TOKEN`.")
        return found

    def _is_known(self, origin: str, host: str) -> bool:
        return origin.lower() in self.origins or (origin != "null" and _place(origin) == _place(f"//{host}"))


def access_for(
    host: str,
    *,
    keys: Iterable[Key] = (),
    allow_hosts: Iterable[str] = (),
    allow_origins: Iterable[str] = (),
) -> Access:
    """The rules for a server that listens at ``host``.

    Raises:
        InvalidInputError: others could reach it and no token is set; or an origin is none.
    """
    held = tuple(keys)
    name = host.strip("[]").lower()
    is_local = name in LOOPBACK or (is_address(name) and ipaddress.ip_address(name).is_loopback)
    if not is_local and not held:
        raise InvalidInputError(
            f"At {host} others can reach the server, so it needs a token: write one to a file of your own "
            "(openssl rand -hex 24 > token) and give it by --token-file."
        )
    hosts = LOOPBACK | {name} | {host_of(one) for one in allow_hosts}
    return Access(hosts, not is_local, frozenset(_origin(one) for one in allow_origins), held)


def keys_from(lines: Iterable[str]) -> tuple[Key, ...]:
    """The keys in the lines of a token file: a token alone is for every story, ``token a,b`` for two of them.

    Empty lines and those that start with # are passed over.

    Raises:
        InvalidInputError: a token is too short, or holds more than visible ASCII. The message does not repeat it.
    """
    stripped = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    return tuple(_key(number, line) for number, line in stripped if line and not line.startswith("#"))


def digest_of(token: str) -> bytes:
    """The digest under which a token is kept and compared."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def host_of(header: str) -> str:
    """The name in a Host header, in lower case, without port and brackets; empty where it is none."""
    found = _HOST.fullmatch(header.strip())
    return (found[1] or found[2]).lower().rstrip(".") if found else ""


def is_address(name: str) -> bool:
    """Whether a host is an IP address rather than a name."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _key(number: int, line: str) -> Key:
    token, _, named = line.partition(" ")
    if len(token) < SHORTEST_TOKEN or not (token.isascii() and token.isprintable()):
        raise InvalidInputError(
            f"Line {number} of the tokens holds none: a token is at least {SHORTEST_TOKEN} visible ASCII characters."
        )
    stories = frozenset(one.strip() for one in named.split(",")) - {""}
    return Key(digest_of(token), Permit(stories or None))


def _origin(text: str) -> str:
    parts = urlsplit(text.strip().rstrip("/").lower())
    if not parts.scheme or not parts.netloc or parts.path or parts.query:
        raise InvalidInputError(
            f"{text!r} is no origin: give it as https://example.com or http://localhost:3000."
        )
    return f"{parts.scheme}://{parts.netloc}"


def _place(url: str) -> tuple[str, int] | None:
    """Host and port of an origin or a Host header; whoever ends TLS before us shows as https."""
    try:
        parts = urlsplit(url.lower())
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname:
        return None
    return parts.hostname, port or _DEFAULT_PORTS.get(parts.scheme, 80)


def bearer(values: Sequence[tuple[bytes, bytes]]) -> str:
    """The token among a request's headers: X-Fabula-Token, or else Authorization; empty if there is none."""
    headers = {name.lower(): value.decode("latin-1").strip() for name, value in values}
    own = headers.get(b"x-fabula-token", "")
    scheme, _, token = headers.get(b"authorization", "").partition(" ")
    return own or (token.strip() if scheme.lower() == "bearer" else "")
