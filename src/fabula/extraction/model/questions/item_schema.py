"""The JSON schema of an answer and the tools that say the same: small, bounded, and without patterns.

Patterns stay out because some endpoints refuse them, Unicode classes most of all; bounds of numbers because
llama.cpp does not hold a model to them. Fields that do not apply are left out, so the schema is not ``strict``.
"""

from collections.abc import Sequence
from typing import Any

from fabula.claims.statements import KINDS
from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.questions.memory_types import MemoryType, asked_types
from fabula.models.chat import Tool

NAME = "story_changes"
_SHORT_FIELDS = (shape.AT, shape.IS, shape.KNOWN, shape.SUBJECT, shape.PREDICATE, shape.OBJECT, shape.VALUE)


def answer_schema(types: Sequence[MemoryType], *, short: bool = False) -> dict[str, Any]:
    """The schema of a whole answer: ``nothing_changed`` and ``items``, both required."""
    properties = {shape.NOTHING_CHANGED: {"type": "boolean"}, shape.ITEMS: _items(types, short=short)}
    return _closed(properties, required=[shape.NOTHING_CHANGED, shape.ITEMS])


def tools(types: Sequence[MemoryType], *, short: bool = False) -> tuple[Tool, ...]:
    """The tools of which one must be called: ``upsert`` with items, or ``nothing_changed``."""
    items = _closed({shape.ITEMS: _items(types, short=short)}, required=[shape.ITEMS])
    return (
        Tool(shape.UPSERT, "Write down what the sentences make true.", items),
        Tool(shape.NOTHING_CHANGED, "Say that the sentences change nothing.", _closed({}, required=[])),
    )


def _items(types: Sequence[MemoryType], *, short: bool) -> dict[str, Any]:
    words = list(shape.SHORT_SENSES if short else shape.SENSES)
    known = [*KINDS, *(one.entity_kind for one in asked_types(types))]
    fields = _fields(words, list(dict.fromkeys(known)))
    chosen = _SHORT_FIELDS if short else shape.FIELDS
    item = _closed({name: fields[name] for name in chosen}, required=[shape.AT, shape.IS])
    return {"type": "array", "maxItems": shape.MOST_ITEMS, "items": item}


def _fields(words: list[str], kinds: list[str]) -> dict[str, Any]:
    name, text = _text(shape.MOST_NAME), _text(shape.MOST_TEXT)
    names = {"type": "array", "maxItems": shape.MOST_NAMES, "items": name}
    number = {"type": "number"}
    return {
        shape.AT: _text(shape.MOST_REF),
        shape.IS: {"type": "string", "enum": words},
        shape.KNOWN: _text(shape.MOST_REF),
        shape.SUBJECT: name,
        shape.PREDICATE: _text(shape.MOST_PREDICATE),
        shape.OBJECT: name,
        shape.VALUE: text,
        shape.HOLDER: name,
        shape.HEARD_BY: names,
        shape.WHEN: name,
        shape.SENTENCE: text,
        shape.STRENGTH: number,
        shape.CONFIDENCE: number,
        shape.IMPORTANCE: number,
        shape.KIND: {"type": "string", "enum": kinds},
        shape.ALIASES: names,
        shape.SUMMARY: text,
        shape.ROLES: {"type": "object", "additionalProperties": name},
        shape.PRESENT: names,
        shape.PLACE: name,
        shape.STARTS: {"type": "boolean"},
    }


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


def _closed(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
