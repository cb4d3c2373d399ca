"""Claims to plain JSON values and back: what bodies and author's acts are stored as.

Fields at their defaults are left out, so a later field with a default changes no old bytes.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from sys import intern
from typing import Any, cast

from fabula.claims.statements import (
    Assertion,
    Claim,
    EntityClaim,
    Identity,
    Modality,
    Period,
    Quote,
    Retraction,
    Scene,
    Termination,
)
from fabula.errors import InvalidInputError

_TYPES: dict[str, type[Claim]] = {
    "entity": EntityClaim,
    "assertion": Assertion,
    "termination": Termination,
    "retraction": Retraction,
    "identity": Identity,
    "scene": Scene,
}
_NAMES = {kind: name for name, kind in _TYPES.items()}
_SHARED = frozenset({"subject", "object", "predicate", "holder", "name", "kind"})
"""Fields whose words come again and again: one string serves them all."""
_LISTS = frozenset({"aliases", "labels", "present", "audience"})


def claim_to_json(claim: Claim) -> dict[str, Any]:
    """One claim as a JSON object; ``type`` says which kind it is."""
    stored: dict[str, Any] = {"type": _NAMES[type(claim)]}
    for part in fields(claim):
        value = getattr(claim, part.name)
        if value != _default(part):
            stored[part.name] = _plain(value)
    return stored


def claim_from_json(stored: Mapping[str, Any]) -> Claim:
    """The claim that ``claim_to_json`` wrote.

    Raises:
        InvalidInputError: the type or a field is unknown, or a value is out of range.
    """
    kind = _TYPES.get(str(stored.get("type")))
    if kind is None:
        raise InvalidInputError(f"Unknown type of claim: {stored.get('type')!r}.")
    try:
        values: dict[str, Any] = {
            name: _value(name, value) for name, value in stored.items() if name != "type"
        }
        return kind(**values)
    except InvalidInputError:
        raise
    except (TypeError, ValueError) as error:
        raise InvalidInputError(f"Not a claim of type {stored['type']!r}: {error}.") from error


def quote_to_json(quote: Quote) -> list[Any]:
    """A quote as ``[back, start, end, text]``."""
    return [quote.back, quote.start, quote.end, quote.text]


def _default(part: "Field[Any]") -> object:
    return part.default if part.default is not MISSING else MISSING


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, Period):
        return [value.label, value.start, value.end]
    if isinstance(value, Modality):
        return value.value
    if isinstance(value, tuple):
        return [quote_to_json(item) if isinstance(item, Quote) else item for item in value]
    return value


def _value(name: str, value: Any) -> object:  # noqa: ANN401 - JSON
    if name in _SHARED:
        return intern(value)
    if name == "evidence":
        return tuple(Quote(*cast("list[Any]", item)) for item in _list(value))
    if name == "period":
        return Period(*value)
    if name == "modality":
        return Modality(value)
    if name in _LISTS:
        return None if value is None else _list(value)
    return value


def _list(value: object) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"a list is needed, not {value!r}")
    return tuple(value)
