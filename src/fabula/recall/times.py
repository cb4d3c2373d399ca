"""The time lane: what was told on the days, or in the sessions and chapters, of which the cue speaks.

Days are relative to the story's now: the day on which its latest turn was sent, or that its clock shows.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabula.claims.storytime import MINUTES_PER_DAY, period_of
from fabula.graph.view import View
from fabula.recall.calendar import Days, dates_in, month_around, year_of
from fabula.recall.words import Passage

AFTERWARDS = 14
"""For how many days something is still told of: what happened in May may be told in June."""

_COUNTED = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "several": 4, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {"两": 2, "几": 3, "〇": 0}
_UNITS = {
    "day": 1,
    "night": 1,
    "week": 7,
    "month": 30,
    "year": 365,
    "天": 1,
    "日": 1,
    "周": 7,
    "星期": 7,
    "月": 30,
    "年": 365,
}
_NUMBER = "|".join(_COUNTED)
_AGO = re.compile(
    rf"\b(\d{{1,4}}|{_NUMBER})(?:\s+of)?\s+(day|night|week|month|year)s?\s+(?:ago|earlier|before|back)\b",
    re.IGNORECASE,
)
_CHINESE_AGO = re.compile(
    r"(\d{1,4}|[一二两三四五六七八九十几]{1,3})\s*个?(天|日|周|星期|月|年)(?:之前|以前|前)"
)
_WORDS_FOR_DAYS = (
    (re.compile(r"\bday before yesterday\b|(?<!大)前[天日晚]", re.IGNORECASE), 2),
    (re.compile(r"大前天"), 3),
    (re.compile(r"\byesterday\b|\blast (?:night|evening)\b|昨[天日晚夜]", re.IGNORECASE), 1),
    (
        re.compile(
            r"\btoday\b|\btonight\b|\bthis (?:morning|evening|afternoon)\b|今[天日晚早夜]", re.IGNORECASE
        ),
        0,
    ),
)
_WEEK = re.compile(r"\b(last|this) week(?:end)?\b|(上|这)(?:个)?(?:周|星期)", re.IGNORECASE)
_MONTH = re.compile(r"\b(last|this) month\b|(上|这)个?月", re.IGNORECASE)
_YEAR = re.compile(r"\b(last|this) year\b|([去今])年", re.IGNORECASE)
_PART = re.compile(
    rf"\b(?:session|chapter|episode|part|act|book|scene)\s+(\d{{1,4}}|{_NUMBER})\b|第\s*(\d{{1,4}}|[零〇一二两三四五六七八九十百]+)\s*[章回集幕节卷场次]",
    re.IGNORECASE,
)
_LAST_NUMBER = re.compile(r"(\d+)\D*$")


@dataclass(frozen=True, slots=True)
class When:
    """The time that a cue speaks of: days of the calendar, days of the story, numbers of sessions or chapters."""

    days: tuple[Days, ...] = ()
    story: tuple[Days, ...] = ()
    parts: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.days or self.story or self.parts)


NO_TIME = When()
SOME_DAY = 730_000
"""Any day far enough from the first one: to see whether a cue speaks of time at all."""


def when_in(cue: str, *, today: int | None, story_day: int | None) -> When:
    """The time that a cue speaks of, if any; ``today`` and ``story_day`` are what "yesterday" goes back from."""
    parts = tuple(number for one in _PART.finditer(cue) if (number := _count(one[1] or one[2])) is not None)
    days = list(dates_in(cue, year_of(today) if today else None))
    if today is not None:
        days += _relative(cue, today)
    story: list[Days] = []
    period = period_of(cue)
    if period.start is not None and period.over is not None:
        story.append((period.start // MINUTES_PER_DAY, (period.over - 1) // MINUTES_PER_DAY))
    if story_day is not None:
        story += _relative(cue, story_day)
    return When(tuple(dict.fromkeys(days)), tuple(dict.fromkeys(story)), parts)


def clock_of(view: View) -> list[tuple[int, int]]:
    """Turn numbers with the day of story time that was told there, oldest first."""
    return sorted((number, minutes // MINUTES_PER_DAY) for number, minutes in view.state.clock)


def turns_told(passages: Iterable[Passage], when: When, clock: Sequence[tuple[int, int]]) -> dict[int, float]:
    """The turns of that time by place: 1 within it, less the longer after it they were told."""
    scores: dict[int, float] = {}
    numbers = [number for number, _ in clock]
    parts = _Parts()
    for place, passage in enumerate(passages):
        told = [_within(passage.day, when.days)]
        if when.story and clock:
            at = bisect_right(numbers, passage.number)
            told.append(_within(clock[at - 1][1] if at else None, when.story))
        if when.parts and parts.number_of(passage.part) in when.parts:
            told.append(1.0)
        if (score := max(told)) > 0:
            scores[place] = score
    return scores


def places_within(passages: Iterable[Passage], session: int | None) -> frozenset[int] | None:
    """The places of the turns of a session or chapter; None where none is asked for."""
    if session is None:
        return None
    return frozenset(turns_told(passages, When(parts=(session,)), ()))


class _Parts:
    """Which session or chapter a line is in: by the number in its label, else by counting labels."""

    def __init__(self) -> None:
        self.label = ""
        self.count = 0

    def number_of(self, label: str) -> int:
        if label and label != self.label:
            self.label = label
            self.count += 1
        written = _LAST_NUMBER.search(self.label)
        return int(written[1]) if written else self.count


def _within(day: int | None, spans: Sequence[Days]) -> float:
    if day is None:
        return 0.0
    return max((_share(day, first, last) for first, last in spans), default=0.0)


def _share(day: int, first: int, last: int) -> float:
    if day < first:
        return 0.0
    return 1.0 if day <= last else max(0.0, 1.0 - (day - last) / (AFTERWARDS + 1))


def _relative(cue: str, today: int) -> Iterator[Days]:
    for one in (*_AGO.finditer(cue), *_CHINESE_AGO.finditer(cue)):
        count, unit = _count(one[1]), _UNITS[one[2].casefold()]
        if count is not None:
            middle, slack = today - count * unit, unit // 2 if unit > 1 else 0
            yield middle - slack, middle + slack
    for pattern, back in _WORDS_FOR_DAYS:
        if pattern.search(cue):
            yield today - back, today - back
    for one in _WEEK.finditer(cue):
        monday = today - (today - 1) % 7
        back = 7 if (one[1] or "").casefold() == "last" or one[2] == "上" else 0
        yield monday - back, monday - back + 6
    for one in _MONTH.finditer(cue):
        yield month_around(today, -1 if (one[1] or "").casefold() == "last" or one[2] == "上" else 0)
    for one in _YEAR.finditer(cue):
        back = 365 if (one[1] or "").casefold() == "last" or one[2] == "去" else 0
        yield today - back - 365, today - back


def _count(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    if word.casefold() in _COUNTED:
        return _COUNTED[word.casefold()]
    total = digit = 0
    for char in word:
        if char in "百十":
            total, digit = total + (digit or 1) * (100 if char == "百" else 10), 0
        elif char in _DIGITS:
            digit = _DIGITS[char]
        else:
            return None
    return total + digit
