"""Whether two texts share a word: by its stem where a script has spaces, by its characters where it has none."""

import re
from collections.abc import Iterator

from fabula.claims.text import is_dense, is_ideographic
from fabula.extraction.rules.listed import word_set

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GLUE = word_set(
    """a an the of to in on at by for from with into onto over under up down out off about as than then so and or but nor if
    is are was were be been being am do does did done doing has have had having will would shall should may might can could
    must it its he him his she her hers they them their theirs we us our i me my you your this that these those there here
    who whom whose which what when where while because after before since until during between among against toward towards
    through across near not no never now again also still just only very too once already both each one two another other
    others some any all own same such more most back away together himself herself themselves itself says said yes s t"""
)
_GLUE_CHINESE = frozenset(
    "的了是在和与跟同他她它们这那有被把将从到向对为以于之其也都就又还已经曾后前中里上下时候个位名一两人自己现目而且并及着过得地不没"
)
_STEM = 4
_SHORTEST = 3


def content_of(text: str) -> frozenset[str]:
    """The words of a text that say something: small letters; of scripts without spaces the single characters."""
    return frozenset(_content(text))


def shares_a_word(text: str, other: str) -> bool:
    """Whether two texts have a content word in common; a text without any shares with every other."""
    wanted, there = content_of(text), content_of(other)
    return not wanted or any(is_among(word, there) for word in wanted)


def is_among(word: str, words: frozenset[str]) -> bool:
    """Whether a word stands among others in some form: burn, burnt."""
    if word in words:
        return True
    if is_dense(word[0]) or len(word) < _SHORTEST:
        return False
    return any(_is_akin(word, other) for other in words)


def _is_akin(one: str, other: str) -> bool:
    least = min(len(one), len(other))
    if least < _SHORTEST or is_dense(other[0]):
        return False
    shared = next((at for at in range(least) if one[at] != other[at]), least)
    # "burn" is whole in "burning"; "promise" and "promote" have only their beginning in common.
    longest = max(len(one), len(other))
    return 2 * shared >= longest if shared == least else shared >= _STEM and 5 * shared >= 3 * longest


def _content(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text.casefold()):
        word = re.sub(r"['’]s$", "", match.group())
        if any(map(is_dense, word)):
            yield from (char for char in word if char not in _GLUE_CHINESE and is_dense(char))
            yield from (part for part in re.findall(r"[a-z0-9]+", word) if part not in _GLUE)
        elif word not in _GLUE:
            yield word


def is_chinese(text: str) -> bool:
    """Whether a text has any ideograph."""
    return any(map(is_ideographic, text))
