"""A base URL and its key, kept apart: the one may be shown, the other never is."""

import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from fabula.errors import InvalidInputError

HIDDEN = "***"
_STARRED = re.compile(r"[\w-]*\*{3,}[\w*-]*")  # how endpoints quote a key: some of it, and stars
_SAFE_TO_REPLACE = 8
_ROUTES = ("/chat/completions", "/embeddings", "/models")


class Key:
    """An endpoint's key, which shows itself to nobody but ``header``."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        cleaned = text.strip()
        if not (cleaned.isascii() and cleaned.isprintable()) or " " in cleaned:
            raise InvalidInputError(
                "The key holds spaces, line ends or letters that no key has. Copy it again, the key alone."
            ) from None
        self._text = cleaned

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return f"Key({HIDDEN!r})" if self._text else "Key('')"

    def header(self) -> dict[str, str]:
        """The header that shows the key to the endpoint; none without a key."""
        return {"Authorization": f"Bearer {self._text}"} if self._text else {}

    def scrubbed(self, text: str) -> str:
        """The text without the key, also where an endpoint quotes it in part."""
        if len(self._text) >= _SAFE_TO_REPLACE:
            text = text.replace(self._text, HIDDEN).replace(quote(self._text, safe=""), HIDDEN)
        elif self._text:  # a word such as "ollama" is hidden as a word, and words that hold it stay readable
            text = re.sub(rf"(?<!\w){re.escape(self._text)}(?!\w)", HIDDEN, text)
        return _STARRED.sub(HIDDEN, text)


@dataclass(frozen=True, slots=True)
class Address:
    """A base URL as it was given, without slashes at its end. It never holds a secret."""

    base: str

    @property
    def is_encrypted(self) -> bool:
        """Whether it is reached over TLS."""
        return self.base[:6].lower() == "https:"

    def of(self, path: str) -> str:
        """The URL of a path under the base, such as ``/models``."""
        return self.base + path


def address(url: str) -> Address:
    """The address that a URL gives; nothing is added to it.

    Raises:
        InvalidInputError: it is no http(s) URL, holds a key or a query, or ends where a single call would go.
    """
    base = url.strip().rstrip("/")
    if trouble := _trouble(base):
        raise InvalidInputError(f"{trouble} A base URL looks like http://localhost:11434/v1.")
    return Address(base)


def _trouble(base: str) -> str:
    try:
        parts = urlsplit(base)
        _ = parts.port
    except ValueError:
        return "This is no URL."
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "The endpoint's URL must begin with http:// or https:// and name a host."
    if "@" in parts.netloc:
        return "The endpoint's URL holds a name or a key before @: give the key on its own, not in the URL."
    if "?" in base or "#" in base or not base.isprintable() or " " in base:
        return "The endpoint's URL must end with its path: no spaces, no ? and no #."
    if ended := [route for route in _ROUTES if parts.path.endswith(route)]:
        return f"The endpoint's URL must be the base alone: leave out {ended[0]}."
    return ""
