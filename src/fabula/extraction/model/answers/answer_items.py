"""Makes items of the single objects that a model wrote; what means nothing is refused with a reason."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fabula.claims.statements import MAX_LABELS, THOUSAND
from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.answers.answer_fields import (
    Raw,
    has,
    is_true,
    kind_in,
    known_in,
    name_in,
    names_in,
    refs_in,
    roles_in,
    sentence_in,
    text_in,
    thousandths_in,
    tidy_name,
    value_in,
)
from fabula.extraction.model.answers.answer_json import json_in
from fabula.extraction.model.answers.answer_words import (
    CONTAINERS,
    FIELDS,
    KIND_WORDS,
    MOODS,
    NOTHING_WORDS,
    TYPES,
    sense_of,
    status_of,
    word_key,
)
from fabula.extraction.model.answers.faults import clean
from fabula.extraction.model.item_shape import SENSES, Sense
from fabula.extraction.model.items import Item, ItemKind, Refused

MOST_RAW = 240
"""The most characters of an item that are shown of it."""

_STATEMENTS = frozenset([ItemKind.FACT, ItemKind.END, ItemKind.NEVER])


_DEEPEST = 8
_PLACED = frozenset([ItemKind.SCENE, ItemKind.EVENT])
_REF = re.compile(r"#?\d{1,9}(?:\.\d{1,6})?")
_ARGUMENTS = ("arguments", "parameters", "input")
_TOOL_NAMES = ("name", "tool", "function", "action", "call")
_OWN = frozenset([shape.IS, shape.SUBJECT, shape.PREDICATE, shape.KNOWN, shape.PRESENT, shape.STARTS])


def raw_items(value: object, kind: str = "", at: str = "", depth: int = 0) -> Iterator[object]:
    """The single objects in whatever a model wrapped them in; ``kind`` and ``at`` are what a wrapper says."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            yield from raw_items(one, kind, at, depth + 1) if isinstance(one, dict | list) else (one,)
    elif isinstance(value, dict):
        fields = _fields(value)
        if _is_item(fields, kind):
            yield {shape.IS: kind, shape.AT: at} | {
                key: one for key, one in fields.items() if one is not None
            }
            return
        for key, one in value.items():
            word = word_key(str(key))
            place = str(key) if _REF.fullmatch(str(key)) else at
            for inner in _inner(word, one):
                yield from raw_items(inner, CONTAINERS.get(word, kind), place, depth + 1)


def says_nothing(value: object, depth: int = 0) -> bool:
    """Whether an answer says outright that nothing changed."""
    if depth > _DEEPEST:
        return False
    if isinstance(value, list):
        return bool(value) and all(says_nothing(one, depth + 1) for one in value)
    if not isinstance(value, dict):
        return isinstance(value, str) and status_of(value) == shape.NO_CLAIM
    return any(_means_nothing(word_key(str(key)), one, depth) for key, one in value.items())


def _means_nothing(word: str, value: object, depth: int) -> bool:
    if isinstance(value, dict):
        return says_nothing(value, depth + 1)
    if word in NOTHING_WORDS:
        return value is True or str(value).casefold() == "true"
    if word in _TOOL_NAMES:
        return value == shape.NOTHING_CHANGED
    return word in {shape.IS, "status"} and isinstance(value, str) and status_of(value) == shape.NO_CLAIM


def _inner(word: str, value: object) -> Sequence[object]:
    """What may hold items in a field: lists and objects, and a call's arguments where they are a text."""
    if isinstance(value, dict | list):
        return (value,)
    return json_in(value).values if isinstance(value, str) and word in _ARGUMENTS else ()


def items_of(raw: object) -> tuple[tuple[Item, ...], tuple[Refused, ...]]:
    """The items that one object means (one for each of several names), or why it means none."""
    written = shown(raw)
    if not isinstance(raw, dict):
        return (), (Refused(written, "It is no item but a bare value."),)
    sense, at = _sense(raw), refs_in(raw.get(shape.AT))
    if isinstance(sense, str):
        return (), (Refused(written, sense, at),)
    spread = [_item(one, sense, written) for one in _spread(raw)]
    reasons = tuple(Refused(written, reason, at) for reason in map(missing, spread) if reason)
    return tuple(item for item in spread if not missing(item)), reasons


def shown(raw: object) -> str:
    """How a model wrote an item, in one line of bounded length."""
    try:
        text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = "..."
    line = " ".join(clean(text).split())
    return line if len(line) <= MOST_RAW else line[: MOST_RAW - 1] + "…"


def missing(item: Item) -> str:
    """What an item lacks to mean anything, in a sentence, or the empty string."""
    if item.kind is ItemKind.SCENE:
        is_empty = not (item.present or item.place or item.starts or item.when or item.speaker)
        return "The scene says neither who is there nor where nor when." if is_empty else ""
    has_far_end = bool(item.object or item.value)
    is_fact = item.kind is ItemKind.FACT
    is_known = bool(item.known) and item.kind in _STATEMENTS
    has_name = item.name or (item.kind is ItemKind.EVENT and (item.summary or item.sentence))
    wants = (
        (has_name or is_known, "It does not say whom or what it is about."),
        (item.kind is not ItemKind.SAME or item.object, "It does not say who turns out to be the same."),
        (item.kind not in _STATEMENTS or item.predicate or is_known, "It has no predicate."),
        (not is_fact or has_far_end, "It has neither an object nor a value."),
    )
    return next((reason for has_it, reason in wants if not has_it), "")


# what an object is


def _fields(value: Mapping[Any, Any]) -> dict[str, Any]:
    """The object's fields under the names of the shape; the first of two that mean one counts."""
    fields: dict[str, Any] = {}
    for key, one in value.items():
        word = word_key(str(key))
        name = FIELDS.get(word, word)
        fields.setdefault(name, one)
    return fields


def _is_item(fields: Raw, kind: str) -> bool:
    if any(isinstance(fields.get(name), dict | str) for name in _ARGUMENTS):
        return False
    named = _OWN & fields.keys()
    if kind and fields.keys() & {shape.AT, shape.PLACE, shape.SUMMARY}:
        return True
    return any(not isinstance(fields[name], dict) for name in named)


def _sense(raw: Raw) -> Sense | str:
    """What an object is: by its own word, by its wrapper's, or by the fields that it has."""
    mood = next(
        (sense_of(text_in(raw[key])) for key in MOODS if key in raw and sense_of(text_in(raw[key]))), None
    )
    for key in (shape.IS, *TYPES, shape.KIND):
        word = text_in(raw.get(key))
        sense = sense_of(word)
        if sense is not None:
            is_plain = sense == SENSES["fact"] and mood is not None and mood.kind is ItemKind.FACT
            return mood if is_plain and mood is not None else sense
        if word and key == shape.IS:
            if word_key(word) in KIND_WORDS:
                return SENSES["entity"]
            return f"Nobody knows what an item is that calls itself {word[:40]!r}."
    return mood or _by_fields(raw)


def _by_fields(raw: Raw) -> Sense | str:
    if raw.get(shape.PREDICATE):
        return SENSES["fact"]
    if raw.get(shape.ROLES):
        return SENSES["event"]
    if raw.get(shape.SUBJECT) and (raw.keys() & {shape.KIND, shape.ALIASES, shape.SUMMARY, *TYPES}):
        return SENSES["entity"]
    if raw.keys() & {shape.PRESENT, shape.STARTS, shape.PLACE}:
        return SENSES["scene"]
    return "It does not say what it is: a fact, an entity, an event or something else."


def _spread(raw: Raw) -> Iterator[Raw]:
    """The object once for each of several subjects and objects that it names at once."""
    for subject in _several(raw.get(shape.SUBJECT)):
        for far in _several(raw.get(shape.OBJECT)):
            yield {**raw, shape.SUBJECT: subject, shape.OBJECT: far}


def _several(value: object) -> tuple[object, ...]:
    return tuple(value[: shape.MOST_NAMES]) if isinstance(value, list) and value else (value,)


def _item(raw: Raw, sense: Sense, written: str) -> Item:
    is_scene = sense.kind is ItemKind.SCENE
    subject = name_in(raw.get(shape.SUBJECT))
    return Item(
        kind=sense.kind,
        at=refs_in(raw.get(shape.AT)),
        raw=written,
        name="" if is_scene else subject,
        speaker=subject if is_scene else "",
        predicate=tidy_name(text_in(raw.get(shape.PREDICATE))),
        object=name_in(raw.get(shape.OBJECT)),
        value=value_in(raw.get(shape.VALUE)),
        known=known_in(raw.get(shape.KNOWN)),
        change=sense.change,
        modality=sense.modality,
        past=sense.past,
        holder=name_in(raw.get(shape.HOLDER)),
        perceivers=names_in(raw[shape.HEARD_BY]) if has(raw, shape.HEARD_BY) else None,
        strength=thousandths_in(raw.get(shape.STRENGTH), -THOUSAND),
        confidence=thousandths_in(raw.get(shape.CONFIDENCE), 0),
        importance=thousandths_in(raw.get(shape.IMPORTANCE), 0),
        sentence=sentence_in(raw),
        when=text_in(raw.get(shape.WHEN))[: shape.MOST_NAME],
        entity_kind=kind_in(raw),
        aliases=names_in(raw.get(shape.ALIASES)),
        summary=text_in(raw.get(shape.SUMMARY)),
        labels=names_in(raw.get("labels"))[:MAX_LABELS],
        roles=roles_in(raw.get(shape.ROLES)),
        present=names_in(raw.get(shape.PRESENT)),
        place=name_in(raw.get(shape.PLACE)) if sense.kind in _PLACED else "",
        starts=is_true(raw.get(shape.STARTS)),
    )
