"""What an example of the structured forms is: a page as any other, and the answer that is right for it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fabula.extraction.model.item_shape import (
    AT,
    FIELDS,
    IS,
    ITEMS,
    KNOWN,
    NOTHING_CHANGED,
    OBJECT,
    PREDICATE,
    SHORT_SENSES,
    SUBJECT,
    UPSERT,
    VALUE,
)
from fabula.extraction.model.questions.question_page import Page, Told, header_of

_SHORT_FIELDS = {AT, IS, KNOWN, SUBJECT, PREDICATE, OBJECT, VALUE}


@dataclass(frozen=True, slots=True)
class Example:
    """A page with its answer; without items nothing changed."""

    page: Page
    items: tuple[Mapping[str, Any], ...] = ()

    @property
    def answer(self) -> str:
        """The answer as a model is to write it: compact, on one line."""
        return _compact({NOTHING_CHANGED: not self.items, ITEMS: list(self.items)})

    @property
    def call(self) -> str:
        """The same as a call: the tool's name and its arguments."""
        return f"{UPSERT} {_compact({ITEMS: list(self.items)})}" if self.items else f"{NOTHING_CHANGED} {{}}"

    @property
    def is_short(self) -> bool:
        """Whether the short instruction explains everything in it."""
        return all(set(item) <= _SHORT_FIELDS and item[IS] in SHORT_SENSES for item in self.items)


def turn(number: int, role: str, speaker: str, *sentences: str) -> Told:
    """A turn of an example, its sentences numbered."""
    lines = tuple((f"{number}.{place}", text) for place, text in enumerate(sentences, start=1))
    return Told(header_of(str(number), role, speaker), lines)


def item(at: str, is_: str, triple: Sequence[str] = (), /, **more: object) -> dict[str, Any]:
    """An item, its fields in the order of the schema; the triple is subject, predicate, object."""
    said = {AT: at, IS: is_, **dict(zip((SUBJECT, PREDICATE, OBJECT), triple, strict=False)), **more}
    return {field: said[field] for field in FIELDS if field in said}


def _compact(said: Mapping[str, object]) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
