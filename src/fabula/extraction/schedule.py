"""When turns are read: after every so many replies, earlier where much seems to happen, or only by hand. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.errors import InvalidInputError
from fabula.ledger.records import Turn

REPLY = "assistant"
"""The role of the turns that are counted; where none of the unread ones has it, all of them are."""

PLOT_WORDS = (
    *("suddenly", "secret", "secrets", "betray", "betrays", "betrayed", "betrayal", "reveal", "reveals"),
    *("revealed", "discover", "discovers", "discovered", "promise", "promised", "swear", "swore", "vow"),
    *("vowed", "confess", "confessed", "confession", "die", "dies", "died", "dead", "death", "kill", "kills"),
    *("killed", "wounded", "war", "attack", "attacked", "flee", "fled", "escape", "escaped", "arrive"),
    *("arrived", "leave", "left", "farewell", "marry", "married", "remember", "forgot", "destroyed", "lost"),
    *(
        "突然",
        "秘密",
        "背叛",
        "揭露",
        "真相",
        "发现",
        "承诺",
        "发誓",
        "约定",
        "坦白",
        "告白",
        "死亡",
        "杀",
        "受伤",
    ),
    *("战争", "袭击", "逃", "抵达", "到达", "离开", "告别", "成婚", "想起", "忘记", "毁灭", "失去"),
)
"""Words that plots turn on, in English and Chinese."""

SCENE_BREAKS = (
    r"(?m)^\s*(?:[*＊~#=—-]\s*){3,}$",
    r"(?mi)^\s*(?:chapter|part|act|scene)\s+[\divxlc]+\b",
    r"(?m)^\s*第[零〇一二三四五六七八九十百千\d]+[章回幕节卷]",
    r"(?i)\b(?:the next (?:day|morning|evening|night)|(?:hours|days|weeks|months|years) later|meanwhile)\b",
    r"次日|翌日|第二天|与此同时|[数几半][天日月年]后",
)
"""Patterns of a scene that ends or begins."""

STRONG_MARKS = "!?！？"
"""Marks of loud speech; two of them in a row of turns are one sign."""

_SIGNS = 2
_LOUD = 2
_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Schedule:
    """When unread turns are due: after every ``every`` replies; with ``smart`` also where two signs are met before.

    A sign is each of ``words`` that occurs, ``marks`` that occur at least twice, and with ``on_role_switch`` that
    both sides have spoken; each of ``patterns`` (regular expressions) that matches is two. ``by_hand`` makes
    nothing due.

    Raises:
        InvalidInputError: ``every`` is below 1, or a pattern is no regular expression.
    """

    every: int = 1
    smart: bool = False
    words: tuple[str, ...] = PLOT_WORDS
    patterns: tuple[str, ...] = SCENE_BREAKS
    marks: str = STRONG_MARKS
    on_role_switch: bool = True
    by_hand: bool = False

    def __post_init__(self) -> None:
        if self.every < 1:
            raise InvalidInputError(f"Turns are read after every 1 reply or more, not {self.every}.")
        for pattern in self.patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise InvalidInputError(f"{pattern!r} is no regular expression: {error}.") from error


def due(unread: Sequence[Turn], schedule: Schedule) -> str:
    """Why the unread turns are due, in a person's words; empty if they are not."""
    if schedule.by_hand or not unread:
        return ""
    replies = sum(turn.role == REPLY for turn in unread) or len(unread)
    if replies >= schedule.every:
        return f"{replies} of {schedule.every} replies"
    if not schedule.smart:
        return ""
    signs = list(_signs(unread, schedule))
    return ", ".join(name for name, _ in signs) if sum(weight for _, weight in signs) >= _SIGNS else ""


def _signs(unread: Sequence[Turn], schedule: Schedule) -> Iterator[tuple[str, int]]:
    """What speaks for reading early, each with how many signs it is worth."""
    text = "\n".join(turn.normal for turn in unread)
    for word in dict.fromkeys(schedule.words):
        if _occurs(word, text):
            yield word, 1
    for pattern in schedule.patterns:
        if found := re.search(pattern, text):
            yield " ".join(found.group().split()), _SIGNS
    if sum(text.count(mark) for mark in set(schedule.marks)) >= _LOUD:
        yield "loud speech", 1
    if schedule.on_role_switch and len({turn.role for turn in unread}) > 1:
        yield "both sides have spoken", 1


def _occurs(word: str, text: str) -> bool:
    """Whether a word stands in a text: between word ends, in scripts that have them."""
    escaped = re.escape(word)
    return bool(re.search(escaped if _CJK.search(word) else rf"(?i)\b{escaped}\b", text)) if word else False
