"""Reads what stands in the fields of an item that a model wrote: names, texts, numbers, roles."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from fabula.claims.statements import THOUSAND
from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.answers.answer_words import KIND_WORDS, TYPES, sense_of, word_key
from fabula.extraction.model.answers.faults import clean

Raw = Mapping[str, Any]

_MOST_ROLES = 12
_MOST_CITED = 4
_BLANKS = frozenset(["null", "none", "n/a", "unknown", "undefined", "nil", "-", "", "无", "未知", "空"])
_AROUND = "\"'`“”‘’「」『』《》〈〉«»*_ \t\n,;:，；：、。！？!?"
_NUMBER = re.compile(r"\s*(-?\d{1,12}(?:[.,]\d{1,12})?)\s*(%|/\s*10+)?\s*")
_WORDS = {"low": 300, "medium": 500, "high": 800, "very high": 950, "低": 300, "中": 500, "高": 800}
_KEY = re.compile(r"[efEF]\d{1,6}")


def has(raw: Raw, key: str) -> bool:
    """Whether a field says anything."""
    return raw.get(key) not in (None, "", "null")


def text_in(value: object) -> str:
    """The text of a field on one line, empty where it holds none or a word for nothing."""
    if isinstance(value, dict):
        value = value.get("name", value.get("value", ""))
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else ""
    if value is None or isinstance(value, bool | dict | list):
        return ""
    if isinstance(value, int) and abs(value) > 10**18:
        return ""
    text = " ".join(clean(str(value)).split())
    return "" if text.casefold() in _BLANKS else text


def value_in(value: object) -> str:
    """The value of an attribute as a text."""
    if isinstance(value, list):
        value = ", ".join(filter(None, map(text_in, value)))
    return "yes" if value is True else "no" if value is False else text_in(value)[: shape.MOST_TEXT]


def name_in(value: object) -> str:
    """The name in a field."""
    return tidy_name(text_in(value))


def tidy_name(text: str) -> str:
    """A name without quotation marks and punctuation around it."""
    return text.strip(_AROUND).rstrip(".").strip(_AROUND)


def names_in(value: object) -> tuple[str, ...]:
    """The names in a field: from a list, an object's values, or a text with commas."""
    if isinstance(value, str):
        value = re.split(r"[,;，；、]", value)
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return ()
    names = (name_in(one) for one in value)
    return tuple(dict.fromkeys(name for name in names if name))[: shape.MOST_NAMES]


def roles_in(value: object) -> tuple[tuple[str, str], ...]:
    """Pairs of a role and a name, from an object, from a list of pairs or objects, from a list of names."""
    if isinstance(value, dict):
        pairs: list[tuple[object, object]] = [
            (role, one) for role, names in value.items() for one in _listed(names)
        ]
    elif isinstance(value, list):
        pairs = [pair for one in value for pair in _role(one)]
    else:
        return ()
    named = ((text_in(role), name_in(name)) for role, name in pairs)
    return tuple(dict.fromkeys((role, name) for role, name in named if role and name))[:_MOST_ROLES]


def _role(value: object) -> Iterator[tuple[object, object]]:
    if isinstance(value, dict):
        role = value.get("role", value.get("r"))
        if role is None:
            yield from ((key, name) for key, names in value.items() for name in _listed(names))
        else:
            yield role, value.get("name", value.get("entity", value.get("who")))
    elif isinstance(value, list) and len(value) == 2:  # noqa: PLR2004 - a pair
        yield value[0], value[1]
    else:
        yield "participant", value


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def kind_in(raw: Raw) -> str:
    """The kind of an entity, wherever a model writes it."""
    others = (text_in(raw.get(key)) for key in (*TYPES, shape.IS))
    kind = text_in(raw.get(shape.KIND)) or next((one for one in others if one and sense_of(one) is None), "")
    return KIND_WORDS.get(word_key(kind), kind.casefold()[: shape.MOST_PREDICATE])


def refs_in(value: object) -> str:
    """The lines that an item cites, as a text."""
    refs = ", ".join(map(text_in, value)) if isinstance(value, list) else text_in(value)
    return refs[: _MOST_CITED * shape.MOST_REF]


def known_in(value: object) -> str:
    """The key of something known, such as ``f3``; whatever else stands there is no key."""
    word = text_in(value).strip("[]#() ")
    return word.casefold() if _KEY.fullmatch(word) else ""


def sentence_in(raw: Raw) -> str:
    """The fact in a sentence; some models write it into a field that is called ``fact``."""
    told = text_in(raw.get(shape.SENTENCE))
    other = text_in(raw.get("fact"))
    return told or ("" if sense_of(other) else other)


def is_true(value: object) -> bool:
    """Whether a field says yes."""
    return value is True or str(value).strip().casefold() in {"true", "yes", "1", "是"}


def thousandths_in(value: object, least: int) -> int | None:
    """A number as a model writes it (0.8, "0.8", "80%", "8/10", "high") in thousandths, clamped."""
    if isinstance(value, bool) or value is None:
        return None
    number = _number(value)
    if number is None or not math.isfinite(number):
        return None
    return max(least, min(THOUSAND, round(max(-1.0, min(1.0, number)) * THOUSAND)))


def _number(value: object) -> float | None:
    if isinstance(value, int | float):
        return float(max(-10.0, min(10.0, value))) if value == value else None  # noqa: PLR0124 - not a number
    word = str(value).strip().casefold()
    if word in _WORDS:
        return _WORDS[word] / THOUSAND
    match = _NUMBER.fullmatch(word)
    if match is None:
        return None
    of = match[2] or ""
    parts = 100 if of == "%" else int(of.strip("/ ")) if of else 1
    return float(match[1].replace(",", ".")) / parts
