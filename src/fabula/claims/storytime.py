"""Story time as numbers: what can be sorted in the ways in which stories name their days.

A moment is minutes on one scale per story: counted days ("day 4", 第四天) from the story's start, dates
from the year 1. A story that uses both mixes scales, so readers should keep to one of them. Custom
calendars can come in by giving ``Period`` its numbers directly.
"""

import re

from fabula.claims.statements import NO_PERIOD, Period

MINUTES_PER_DAY = 24 * 60
_MONTHS_PER_YEAR, _DAYS_PER_MONTH = 12, 31

_DAY = re.compile(r"\bday\s+(?:the\s+)?(\d{1,6}|[a-z]+)\b|\b(\d{1,6})(?:st|nd|rd|th)\s+day\b", re.IGNORECASE)
_CHINESE_DAY = re.compile(r"第\s*(\d{1,6}|[零〇一二两三四五六七八九十百]+)\s*[天日]")
_DATE = re.compile(r"(?<!\d)(\d{1,4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?(?!\d)")
_CHINESE_DATE = re.compile(r"(\d{1,4})年(?:(\d{1,2})月)?(?:(\d{1,2})[日号])?")
_YEAR = re.compile(r"\b(?:year|anno|a\.?d\.?)\s+(\d{1,4})\b", re.IGNORECASE)

_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}


def period_of(label: str) -> Period:
    """The period that a label names, with numbers where it is a counted day, a date or a year.

    ``end`` is the first minute after it. A label that cannot be sorted keeps its words alone.
    """
    start = _start(label)
    if start is None:
        return Period(label) if label else NO_PERIOD
    return Period(label, *start)


def _start(label: str) -> tuple[int, int] | None:
    return _counted_day(label) or _date(label) or _year(label)


def _counted_day(label: str) -> tuple[int, int] | None:
    match = _DAY.search(label)
    number = _number(match[1] or match[2]) if match else None
    if number is None and (chinese := _CHINESE_DAY.search(label)):
        number = _number(chinese[1])
    return None if number is None else (number * MINUTES_PER_DAY, (number + 1) * MINUTES_PER_DAY)


def _date(label: str) -> tuple[int, int] | None:
    if match := _DATE.search(label):
        year, month, day = int(match[1]), int(match[2]), int(match[3])
        if match[4]:
            minute = _minutes(year, month, day) + int(match[4]) * 60 + int(match[5])
            return minute, minute + 1
        return _minutes(year, month, day), _minutes(year, month, day + 1)
    if match := _CHINESE_DATE.search(label):
        year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
        if day:
            return _minutes(year, month, day), _minutes(year, month, day + 1)
        return (_minutes(year, month, 1), _minutes(year, month + 1, 1)) if month else _whole_year(year)
    return None


def _year(label: str) -> tuple[int, int] | None:
    match = _YEAR.search(label)
    return _whole_year(int(match[1])) if match else None


def _whole_year(year: int) -> tuple[int, int]:
    return _minutes(year, 1, 1), _minutes(year + 1, 1, 1)


def _minutes(year: int, month: int, day: int) -> int:
    """Minutes that sort as dates do; every month counts 31 days, so differences are not exact."""
    days = (year * _MONTHS_PER_YEAR + month - 1) * _DAYS_PER_MONTH + day - 1
    return days * MINUTES_PER_DAY


def _number(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    if word.casefold() in _WORDS:
        return _WORDS.index(word.casefold())
    return _chinese_number(word)


def _chinese_number(word: str) -> int | None:
    total = digit = 0
    for char in word:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            return None
    return total + digit
