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
_LONGEST_MASK = 5
_MASKS = frozenset(["unmask", "confess", "reveal"])
_SAID = frozenset("说道问骗听讲告诉称")
_HANDED = (
    "托付",
    "留",
    "抛",
    "递",
    "送",
    "交",
    "转",
    "扔",
    "丢",
    "传",
    "献",
    "赠",
    "借",
    "卖",
    "归",
    "还",
    "赐",
    "一",
)

RAW = frozenset(
    ["swear", "ally", "feud", "marry", "divorce", "unmask", "confess", "reveal", "receive", "called"]
)
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
    return _is_thing(phrase.text) if kind == "item" else _is_group(phrase.text, action)


def _is_raw(phrase: Phrase, action: str) -> bool:
    text = phrase.text
    longest = _LONGEST_MASK if action in _MASKS else _LONGEST_RAW
    if action not in RAW or text in words.NOT_NAMES or not _SHORTEST <= len(text) <= longest:
        return False
    if action in _MASKS and not (is_mask(text) or (action != "reveal" and _is_strange(text))):
        return False
    if action not in _MASKS and text.endswith(("家", "府", "门", "族", "宅", "氏")):
        return False
    if text.startswith(("原来", "于是", "然后", "后来", "此时", "这时", "已经", "终于")):
        return False
    return not any(text[:2] == word or text[-2:] == word for word in words.NOT_NAMES) and _is_pure(text)


def is_mask(text: str) -> bool:
    """Whether words look like a name that hides a name: 灰狐, 白衣客, 铁面人."""
    return (
        text.endswith(words.MASK_ENDINGS)
        and text not in words.NOT_MASKS
        and text[1:] not in words.NOT_MASKS - {"剑客", "刀客"}
        and text[-1:] != text[:1]
    )


def _is_strange(text: str) -> bool:
    """Whether words are no everyday name for a person: no office, no relative."""
    return (
        not text.endswith(words.ROLE_ENDINGS)
        and not text.endswith(tuple(words.KIN))
        and text not in words.NOT_MASKS
    )


def _is_thing(text: str) -> bool:
    if not _SHORTEST <= len(text) <= _LONGEST_THING or text in words.NOT_ITEMS or text in words.NOT_NAMES:
        return False
    return (
        _is_pure(text)
        and _SAID.isdisjoint(text)
        and not text.endswith(_HANDED)
        and text[-2:-1] != "之"
        and text[0] not in _ADVERBS
        and text[-1] not in _ADVERBS
        and text[:1] != text[1:]
        and text[-2:] not in words.NOT_ITEMS
        and not (text.startswith(words.THING_STARTS) or text.endswith(("来", "去", "时", "起", "闲儿")))
    )


def _is_place(text: str, before: str) -> bool:
    if text in words.NOT_PLACES or text in words.NOT_NAMES or not _is_pure(text):
        return False
    if before.removesuffix("了").endswith(("入", "投")) and text.endswith(("阁", "宗", "门", "教", "派")):
        return False
    return text.endswith(words.PLACE_ENDINGS) or before.endswith(("抵达", "抵达了"))


def _is_office(text: str) -> bool:
    odd = (_NO_PARTS - {"将", "使"}).intersection(text)
    return (
        len(text) >= _SHORTEST and text.endswith(words.ROLE_ENDINGS) and not odd and text not in _NO_OFFICES
    )


_HOUSES = frozenset("阁宫堂府谷庄寨楼门营")
_ADVERBS = frozenset(
    "只恰忙忽仍便又再刚却竟俱皆均尽偏越更最太很乃遂即且尚曾已渐常总伏跪坐站躺倒起来去着住过完见"
)
_NO_OFFICES = words.NOT_NAMES - {"掌柜", "皇帝", "皇上", "国王", "太子", "王爷", "长老", "护卫", "侍卫"}


def _is_group(text: str, action: str) -> bool:
    """Whether words name a group; what may as well be a house is one only where the verb leaves no doubt."""
    endings = words.GROUP_ENDINGS
    if action == "enter":
        endings = tuple(ending for ending in endings if ending not in _HOUSES)
    return (
        len(text) >= _SHORTEST
        and text.endswith(endings)
        and _is_pure(text)
        and text not in words.NOT_NAMES | words.NOT_GROUPS | words.NOT_PLACES
    )


def _is_pure(text: str) -> bool:
    return not _NO_PARTS.intersection(text) and text[:1] not in {"一", "第", "所", "之"}
