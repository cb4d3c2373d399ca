"""Whether two texts say the same: surely, by their words or by how near they are for an embedding; else not."""

import re
import unicodedata
from collections.abc import Sequence

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.rules.listed import word_set
from fabula.models.nearness import Nearest

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FILLERS = word_set("a an the is are was were be been his her its their my your our 的 了 是 着 地 得 也")
_TURNING = word_set(
    """no not never none without nothing nobody cannot can't isn't wasn't doesn't don't didn't won't un longer stopped
    left right north south east west up down in out before after first last old new young alive dead love loves
    hate hates loved hated like likes dislike dislikes more less friend enemy black white true false yes
    不 没 无 非 未 别 左 右 东 西 南 北 上 下 前 后 老 新 生 死 爱 恨 喜 厌 多 少 黑 白 真 假 男 女"""
)
"""Words that turn a text round, or stand in pairs of opposites: where one has them and the other has not, never the same."""

_LEAST_WORDS, _LEAST_CHARACTERS, _LEAST_OTHERS = 4, 6, 4

_TOKENS = {
    (
        "status",
        "dead",
    ): "dead died deceased killed slain is_dead passed_away 死 死了 已死 死亡 已故 去世 身亡 丧命",
    ("status", "alive"): "alive living is_alive 活着 还活着 在世 活",
    ("status", "missing"): "missing lost vanished disappeared 失踪 不见了 下落不明",
    ("gender", "female"): "female woman girl f 女 女性 女子 女人",
    ("gender", "male"): "male man boy m 男 男性 男子 男人",
}
_VALUES = {
    (predicate, name_key(word.replace("_", " "))): value
    for (predicate, value), words in _TOKENS.items()
    for word in words.split()
}


def known_token(predicate: str, value: str) -> str:
    """A value that every story has, under its one token in whatever language it was told; others as they are."""
    return _VALUES.get((predicate, name_key(value).rstrip(".。")), value)


def same_words(one: str, other: str) -> bool:
    """Whether two texts have the same words in the same order, small words and marks aside."""
    ours, theirs = _words(one), _words(other)
    return bool(ours) and ours == theirs


def says_the_same(text: str, known: str, others: Sequence[str], nearest: Nearest | None) -> bool:
    """Whether a text surely says what a known one says.

    Without an embedding only the same words do. With one, longer texts do if the known one is the nearest of all
    ``others`` (texts that say something else) by more than these differ among themselves: a rank and a margin,
    measured on each model by what it makes of this story. Words that turn the sense, and numbers, must agree.
    """
    if same_words(text, known):
        return True
    if nearest is None or not (_is_long(text) and _is_long(known)) or _turning(text) != _turning(known):
        return False
    pool = tuple(dict.fromkeys((known, *(one for one in others if one not in (text, known)))))
    if len(pool) <= _LEAST_OTHERS:
        return False
    ranked = nearest(text, pool)
    scores = [score for _, score in ranked]
    return bool(ranked) and ranked[0][0] == known and scores[0] - scores[1] > scores[1] - scores[-1]


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    found: list[str] = []
    for word in _WORD.findall(folded):
        found += list(word) if any(map(is_ideographic, word)) else [word]
    kept = [word for word in found if word not in _FILLERS]
    return kept or found


def _turning(text: str) -> list[str]:
    return sorted(word for word in _words(text) if word in _TURNING or any(char.isdigit() for char in word))


def _is_long(text: str) -> bool:
    words = _words(text)
    ideographs = sum(is_ideographic(word[0]) for word in words)
    return ideographs >= _LEAST_CHARACTERS or len(words) - ideographs >= _LEAST_WORDS
