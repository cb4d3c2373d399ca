"""Whether Chinese words can be what a slot of a pattern takes."""

import re
from collections.abc import Callable

from fabula.extraction.rules import chinese_words as words
from fabula.extraction.rules.findings import Phrase
from fabula.graph.entities import coarse_class

_NUMERALS = frozenset("一二三四五六七八九十百千第之所")
_NO_PARTS = words.PARTICLES - _NUMERALS
_COUNTED = re.compile(rf"[这那一两几三](?:一)?[{''.join(sorted(words.MEASURES))}]|[这那](?=.)")
_LONGEST_THING = 8
_SHORTEST = 2
_LONGEST_RAW = 4

RAW = frozenset(["swear", "ally", "feud", "marry", "divorce", "unmask", "receive", "called"])
"""Actions that make a name of unknown words, given a known name beside them."""


def plain_thing(text: str) -> str:
    """The words for a thing without "that" and the measure before it: 那把铁剑 is 铁剑."""
    return _COUNTED.sub("", text, count=1) if _COUNTED.match(text) else text


def fits(
    kind: str, phrase: Phrase, class_of: Callable[[str], str], *, action: str, words_before: str
) -> bool:
    """Whether a phrase may stand for an entity of this kind; ``words_before`` is the matched text before it."""
    if phrase.person:
        return kind == "character" and action != "appear"
    if kind == "concept":
        return _is_office(phrase.text)
    known = class_of(phrase.text)
    if known:
        return known == coarse_class(kind)
    if kind == "character":
        return phrase.is_sure or _is_raw(phrase, action)
    if kind == "place":
        return action == "arrive" and _is_place(phrase.text, words_before)
    return _is_thing(phrase.text) if kind == "item" else _ends(phrase.text, words.GROUP_ENDINGS)


def _is_raw(phrase: Phrase, action: str) -> bool:
    text = phrase.text
    if action not in RAW or text in words.NOT_NAMES or not _SHORTEST <= len(text) <= _LONGEST_RAW:
        return False
    if text.startswith(("原来", "于是", "然后", "后来", "此时", "这时", "已经", "终于")):
        return False
    return not any(text[:2] == word or text[-2:] == word for word in words.NOT_NAMES) and _is_pure(text)


def _is_thing(text: str) -> bool:
    if not _SHORTEST <= len(text) <= _LONGEST_THING or text in words.NOT_ITEMS or text in words.NOT_NAMES:
        return False
    return (
        _is_pure(text)
        and text[-2:] not in words.NOT_ITEMS
        and not (text.startswith(words.THING_STARTS) or text.endswith(("来", "去", "时", "起", "闲儿")))
    )


def _is_place(text: str, before: str) -> bool:
    if text in words.NOT_PLACES or text in words.NOT_NAMES or not _is_pure(text):
        return False
    return text.endswith(words.PLACE_ENDINGS) or before.endswith(("抵达", "抵达了"))


def _is_office(text: str) -> bool:
    odd = (_NO_PARTS - {"将", "使"}).intersection(text)
    return (
        len(text) >= _SHORTEST
        and text.endswith(words.ROLE_ENDINGS)
        and not odd
        and text not in words.NOT_NAMES
    )


def _ends(text: str, endings: tuple[str, ...]) -> bool:
    return (
        len(text) >= _SHORTEST and text.endswith(endings) and _is_pure(text) and text not in words.NOT_NAMES
    )


def _is_pure(text: str) -> bool:
    return not _NO_PARTS.intersection(text) and text[:1] not in {"一", "第", "所", "之"}
