"""Guesses the Chinese names that nobody knows yet: a surname, a given name, and what shows where it ends."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from fabula.extraction.rules import chinese_words as words
from fabula.extraction.rules.chinese_verbs import VERBS

_HAN = "\u3400-\u9fff"
_DOTTED = re.compile(rf"(?P<first>[{_HAN}]{{1,6}}(?:[·・][{_HAN}]{{1,6}})*)[·・](?P<last>[{_HAN}]{{1,6}})")
_EDGES = frozenset("和与跟同对给把将被向娶嫁了问葬是由让叫请见杀趁从在说称骗")
_EDGE_VERBS = (
    "推举",
    "任命",
    "拥立",
    "提拔",
    "册封",
    "收下",
    "逐出",
    "安葬",
    "推选",
    "举荐",
    "委任",
    "只见",
    "遇到",
    "原来",
    "如果",
    "听说",
    "据说",
    "要是",
    "传言",
    "话说",
    "当年",
    *words.KIN,
)
_TRANSLITERATED = frozenset(
    "阿埃艾奥巴贝本比伯布查达戴丹德蒂杜多恩尔法菲费弗格哈海赫华霍基吉加杰卡凯科克库奎拉莱兰劳雷里莉丽利列林琳卢鲁路伦罗洛马玛迈曼"
    "梅米密摩莫姆纳娜内尼妮诺欧帕佩皮普乔切琼茹萨塞莎珊圣史斯丝苏索塔泰坦特汀图托瓦威韦维温沃乌西希夏肖谢辛休雅亚耶伊伊茵尤约泽詹珍朱"
)
_KIN = frozenset("奶妈娘婆公爷哥姐妹叔伯姑姨嫂婶")
_HONORIFICS = frozenset(["大娘", "大爷", "大妈", "大叔", "大哥", "大嫂"])
_POETIC = frozenset("若听望之以其未无念问叹")
_LONGEST_FOREIGN = 6


def name_spans(text: str, known: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where names stand in a text, in order: the known ones, and guesses beside them.

    A guess that ends with a known name and says more (林清瑶 where 清瑶 is known) takes its place.
    """
    spans = dict(known)
    taken = {at for start, end in spans.items() for at in range(start, end)}
    for start, end in _guesses(text, taken):
        inside = [known for known in spans.items() if start < known[1] and known[0] < end]
        if all(start < first and last == end for first, last in inside):
            for first, _ in inside:
                del spans[first]
            spans[start] = end
    return sorted(spans.items())


def _guesses(text: str, taken: set[int]) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(text):
        end = _end(text, at) if at not in taken and _may_start(text, at) else at
        if end > at:
            yield at, end
        at = max(end, at + 1)


def _may_start(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    return not before or not before.isalnum() or before in _EDGES or text.endswith(_EDGE_VERBS, 0, at)


def _end(text: str, at: int) -> int:
    """Where a name that starts here ends, if that is clear; here itself if not."""
    return _dotted_end(text, at) or _surnamed_end(text, at) or _foreign_end(text, at) or at


def _dotted_end(text: str, at: int) -> int:
    """A foreign name in parts: the last one goes on to the first character that cannot be in it."""
    dotted = _DOTTED.match(text, at)
    if dotted is None or words.PARTICLES.intersection(dotted["first"]):
        return 0
    last = dotted["last"]
    length = next(
        (number for number, char in enumerate(last) if number and char in words.AFTER_NAMES), len(last)
    )
    return dotted.start("last") + length if length else 0


def _surnamed_end(text: str, at: int) -> int:
    if text.startswith(_words_from(text[at]), at):
        return 0
    surname = 2 if text[at : at + 2] in words.COMPOUND_SURNAMES else int(text[at] in words.SURNAMES)
    if not surname or text[at : at + 2] in words.NOT_NAMES or text[at : at + 3] in words.NOT_NAMES:
        return 0
    shortest = 2 if text[at] in words.WORDY_SURNAMES else 1
    ends = [
        end
        for end in range(at + surname + 1, at + surname + 3)
        if end <= len(text)
        and (end >= at + surname + shortest or _is_verb(text, end))
        and not _is_verb(text, end - 1)
        and _is_given(text[at + surname : end])
        and _is_edge(text, end)
        and not (text[end - 1] in _KIN and text[end : end + 1] == text[end - 1])
    ]
    return ends[0] if len(ends) == 1 else 0


def _is_verb(text: str, at: int) -> bool:
    """Whether a verb of two characters or more starts here: what stands before it is no part of it (林瑶|来到)."""
    return at < len(text) and text.startswith(_words_from(text[at]), at)


def _words_from(first: str) -> tuple[str, ...]:
    """The words of the patterns that begin like a surname and are none: 仇人, 劳燕分飞."""
    return _words().get(first, ("\0",))


@cache
def _words() -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for verbs in VERBS.values():
        for verb in verbs:
            if len(verb) > 1:
                found.setdefault(verb[0], set()).add(verb)
    return {first: tuple(sorted(verbs)) for first, verbs in found.items()}


def _is_given(given: str) -> bool:
    """Whether characters can be a given name; before another one, a few particles are names as well (若曦, 听澜)."""
    if given[0] in _KIN and given[:1] != given[1:] and given not in _HONORIFICS:
        return False
    if "氏" in given[:-1] or (len(given) > 1 and given[-1] == "氏"):
        return False
    rest = given[1:] if len(given) > 1 and given[0] in _POETIC else given
    return all("\u3400" <= char <= "\u9fff" for char in given) and not words.NOT_GIVEN.intersection(rest)


def _is_edge(text: str, at: int) -> bool:
    return at == len(text) or not text[at].isalnum() or text[at] in words.AFTER_NAMES


def _foreign_end(text: str, at: int) -> int:
    end = at
    while end < len(text) and text[end] in _TRANSLITERATED:
        end += 1
    is_long = 3 <= end - at <= _LONGEST_FOREIGN  # noqa: PLR2004 - shorter ones are words too often
    return end if is_long and _is_edge(text, end) else 0
