"""How a context is worded: its headings and the patterns of its lines, ours by language or one's own."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from string import Formatter

from fabula.claims.statements import Modality
from fabula.errors import InvalidInputError

RULES = "rules"
SYNOPSIS = "synopsis"
THREADS = "threads"
PINNED = "pinned"
CAST = "cast"
CHANGED = "changed"
STATE = "state"
RELATIONS = "relations"
BEFORE = "before"
CLAIMED = "claimed"
TOLD = "told"

SECTIONS = (RULES, SYNOPSIS, THREADS, PINNED, CAST, CHANGED, STATE, RELATIONS, BEFORE, CLAIMED, TOLD)
"""Every section, in the order in which they stand in a block."""

_PLACEHOLDERS: Mapping[str, tuple[str, ...]] = {
    "fact": ("text",),
    "marked": ("marks", "text"),
    "quoted": ("text", "quote"),
    "entity": ("name", "text"),
    "turn": ("number", "text"),
    "said": ("number", "speaker", "text"),
    "until": ("number",),
    "believes": ("holder",),
    "gone": ("text",),
}
_PLAIN = ("preface", "latest", "disputed")
_TABLES: Mapping[str, tuple[str, ...]] = {
    "headings": SECTIONS,
    "modalities": tuple(modality.value for modality in Modality if modality is not Modality.ASSERTED),
}


@dataclass(frozen=True, slots=True)
class Template:
    """The words that a context adds to the story's own.

    ``preface`` opens the block that seldom changes, or the only one; ``latest`` the other one beside it.
    Lines: ``fact`` {text}; ``marked`` {marks} {text}, a fact that is not simply so; ``quoted`` {text}
    {quote}, a fact with the words it rests on; ``entity`` {name} {text}; ``turn`` {number} {text} and
    ``said`` {number} {speaker} {text}; ``gone`` {text}, what no longer holds though the first block says so.
    Marks: ``until`` {number}, ``believes`` {holder}, ``disputed``, and one for each modality. A heading
    that is empty takes no line.
    """

    preface: str
    latest: str
    headings: Mapping[str, str]
    fact: str
    marked: str
    quoted: str
    entity: str
    turn: str
    said: str
    gone: str
    until: str
    believes: str
    disputed: str
    modalities: Mapping[str, str]


def template_from(given: Mapping[str, object], base: Template) -> Template:
    """A template of one's own: what ``given`` names, and the rest as in ``base``.

    Keys are the fields of ``Template``; ``headings`` and ``modalities`` are mappings and may be given in part.

    Raises:
        InvalidInputError: a key, section or placeholder is unknown, or a value is no line of text.
    """
    known = [field.name for field in fields(Template)]
    changed: dict[str, object] = {}
    for key, value in given.items():
        if key in _TABLES:
            changed[key] = {**getattr(base, key), **_table(key, value)}
        elif key in _PLACEHOLDERS:
            changed[key] = _pattern(key, value)
        elif key in _PLAIN:
            changed[key] = _line(key, value)
        else:
            raise InvalidInputError(f"A template has no {key!r}; it has: {', '.join(known)}.")
    return replace(base, **changed)  # type: ignore[arg-type]


def _table(key: str, value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"A template's {key} are a mapping of names to texts, not {value!r}.")
    for name in value:
        if name not in _TABLES[key]:
            raise InvalidInputError(
                f"A template has no {name!r} among its {key}; there are: {', '.join(_TABLES[key])}."
            )
    return {name: _line(f"{key}.{name}", text) for name, text in value.items()}


def _pattern(key: str, value: object) -> str:
    pattern = _line(key, value)
    known = _PLACEHOLDERS[key]
    allowed = ", ".join(f"{{{name}}}" for name in known)
    try:
        parts = [part[1:] for part in Formatter().parse(pattern) if part[1] is not None]
    except ValueError as error:
        raise InvalidInputError(
            f"The pattern {key!r} has a brace too many or too few: {pattern!r}. Write {{{{ for a brace."
        ) from error
    for name, shape, conversion in parts:
        if name not in known or shape or conversion:
            raise InvalidInputError(f"The pattern {key!r} takes {allowed} and nothing else: {pattern!r}.")
    if "text" in known and "text" not in {name for name, _, _ in parts}:
        raise InvalidInputError(f"The pattern {key!r} needs {{text}}: {pattern!r}.")
    return pattern


def _line(key: str, value: object) -> str:
    if not isinstance(value, str) or len(value.splitlines()) > 1:
        raise InvalidInputError(f"A template's {key!r} is one line of text, not {value!r}.")
    return value.strip("\r\n")
