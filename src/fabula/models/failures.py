"""What an endpoint's refusals mean: an error of the tree, in words that say what to do."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fabula.errors import (
    ModelDeniedError,
    ModelError,
    ModelNotFoundError,
    ModelRefusedError,
    ModelUnavailableError,
    RateLimitedError,
)
from fabula.models.loose_json import from_bytes, mended
from fabula.models.patience import told_pause

MOST_SAID = 300
"""How much of an endpoint's own message is passed on, in characters."""

_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504, 529}
_NO_CREDIT = {"insufficient_quota", "insufficient_credits", "billing_hard_limit_reached"}
_NO_MODEL = re.compile(
    r"model_not_found|invalid_model|not a valid model|(?:unknown|invalid|no such) model\b"
    r"|model\b.{0,120}(?:not found|does not exist|not exist|not loaded|not available)",
    re.IGNORECASE | re.DOTALL,
)
_TOO_LONG = re.compile(r"context|too (?:long|large|many tokens)|maximum .{0,20}length|exceed", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """An endpoint's own words about what went wrong, and the names it gives to it."""

    message: str = ""
    code: str = ""
    param: str = ""

    def __str__(self) -> str:
        named = [name for name in (self.code, self.param) if name and name not in self.message]
        return " ".join([self.message, f"({', '.join(named)})"] if named else [self.message]).strip()


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that is none: its status, what was said, and of which endpoint, path and model."""

    status: int
    said: Said
    place: str
    path: str
    model: str = ""
    has_key: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def again(self) -> bool:
        """Whether the same question may be answered if it is put again."""
        return self.status in _AGAIN and not self._no_credit

    @property
    def told(self) -> float | None:
        """The seconds that the endpoint wants to be left alone, if it says so."""
        return told_pause(self.headers)

    @property
    def _no_credit(self) -> bool:
        return self.status == 402 or self.said.code in _NO_CREDIT  # noqa: PLR2004 - payment required

    def error(self, words: str) -> ModelError:
        """The error to raise, with the endpoint's ``words``, already scrubbed and clipped."""
        says = f": {words.rstrip('.')}" if words else ""
        if self._no_credit:
            return ModelDeniedError(
                f"{self.place} gives no credit for this key{says}. Pay, or use another key."
            )
        return _BY_STATUS.get(self.status, _by_class)(self, says)


def said_by(body: bytes) -> Said:
    """The message in an error's body, whichever of the usual forms it has; empty for a page of HTML."""
    parsed = from_bytes(body)
    if parsed is None:
        text = body[: 4 * MOST_SAID].decode("utf-8", "replace").strip()
        return Said("" if text.startswith("<") else text)
    return said_in(parsed)


def said_in(parsed: object) -> Said:
    """The message in an error's JSON."""
    if isinstance(parsed, list) and parsed:  # as Google's endpoints wrap it
        parsed = parsed[0]
    if not isinstance(parsed, Mapping):
        return Said(parsed if isinstance(parsed, str) else "")
    inner = parsed.get("error") or parsed.get("detail") or parsed
    if isinstance(inner, list):
        return Said("; ".join(_validation(item) for item in inner if isinstance(item, Mapping)))
    if not isinstance(inner, Mapping):
        return Said(str(inner))
    message = inner.get("message") or inner.get("msg") or ""
    return Said(str(message), _word(inner.get("code")), _word(inner.get("param")))


def clipped_words(text: str) -> str:
    """A stranger's words on one line, without control characters, and no longer than a message may be."""
    line = " ".join("".join(c if c.isprintable() else " " for c in mended(text)).split())
    return line if len(line) <= MOST_SAID else f"{line[: MOST_SAID - 1]}…"


def _validation(item: Mapping[str, Any]) -> str:
    """One of FastAPI's findings; what was sent is left out."""
    place = item.get("loc")
    where = ".".join(map(str, place)) if isinstance(place, list) else ""
    return f"{where}: {item.get('msg', '')}"


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _denied(refusal: Refusal, says: str) -> ModelError:
    if not refusal.has_key:
        return ModelDeniedError(f"{refusal.place} wants a key and none was given{says}. Give its key.")
    return ModelDeniedError(
        f"{refusal.place} does not accept the key ({refusal.status}){says}. "
        "Check that the key is whole, belongs to this endpoint and may use this model."
    )


def _not_found(refusal: Refusal, says: str) -> ModelError:
    if refusal.model and _NO_MODEL.search(str(refusal.said)):
        return _no_model(refusal, says)
    return ModelNotFoundError(
        f"Nothing answers under {refusal.place}{refusal.path} ({refusal.status}){says}. "
        "Check the base URL, which is used as it is given; most end in /v1."
    )


def _no_model(refusal: Refusal, says: str) -> ModelError:
    return ModelNotFoundError(
        f"{refusal.place} has no model {refusal.model!r}{says}. Check its name, or load it there first."
    )


def _limited(refusal: Refusal, says: str) -> ModelError:
    after = refusal.told
    when = "later" if after is None else f"in {after:.0f} s"
    return RateLimitedError(
        f"{refusal.place} wants to be asked again {when}{says}. Wait, or ask less.", after
    )


def _refused(refusal: Refusal, says: str) -> ModelError:
    if refusal.model and _NO_MODEL.search(str(refusal.said)):
        return _no_model(refusal, says)
    too_long = refusal.status == 413 or _TOO_LONG.search(refusal.said.message)  # noqa: PLR2004 - content too large
    hint = " Ask for less at once." if too_long else ""
    return ModelRefusedError(
        f"{refusal.place} does not take the question as it was put ({refusal.status}){says}.{hint}"
    )


def _moved(refusal: Refusal, says: str) -> ModelError:  # noqa: ARG001 - a redirect has no words
    to = refusal.headers.get("location", "").split("?")[0].rpartition("@")[2]
    where = f" to {clipped_words(to).removesuffix(refusal.path)}" if to else ""
    return ModelNotFoundError(
        f"{refusal.place} sends us on{where} ({refusal.status}). Redirects are not followed, "
        "so that the key stays where it belongs: if you trust that address, use it as the base URL."
    )


def _by_class(refusal: Refusal, says: str) -> ModelError:
    if 300 <= refusal.status < 400:  # noqa: PLR2004 - the redirects
        return _moved(refusal, says)
    if 400 <= refusal.status < 500 and refusal.status not in _AGAIN:  # noqa: PLR2004 - the client's faults
        return _refused(refusal, says)
    return ModelUnavailableError(f"{refusal.place} failed ({refusal.status}){says}. Ask again later.")


_BY_STATUS = {401: _denied, 403: _denied, 404: _not_found, 405: _not_found, 429: _limited}
