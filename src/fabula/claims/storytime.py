"""Story time as numbers: what can be sorted in the ways in which stories name their days.

A moment is minutes on one scale per story: counted days ("day 4", 第四天) from the story's start, dates
from the year 1. A story that uses both mixes scales, so readers should keep to one of them. Custom
calendars can come in by giving ``Period`` its numbers directly.
"""

import re
from collections.abc import Mapping

from fabula.claims.statements import NO_PERIOD, Period

MINUTES_PER_DAY = 24 * 60
_MONTHS_PER_YEAR, _DAYS_PER_MONTH = 12, 31

_WORD = r"[a-z]+(?:-[a-z]+)?"
_DAY = re.compile(rf"\bday\s+(?:the\s+)?(\d{{1,6}}|{_WORD})\b", re.IGNORECASE)
_NTH_DAY = re.compile(rf"\b(?:(\d{{1,6}})(?:st|nd|rd|th)|({_WORD}))\s+day\b(?!\s+of\b)", re.IGNORECASE)
_CHINESE_DAY = re.compile(r"第\s*(\d{1,6}|[零〇一二两三四五六七八九十百]+)\s*[天日]")
_DATE = re.compile(r"(?<!\d)(\d{1,4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?(?!\d)")
_CHINESE_DATE = re.compile(
    r"(?<![\d过過了])(\d{1,4})年(?![前后後来來间間内內多以之])(?:(\d{1,2})月)?(?:(\d{1,2})[日号])?"
)
_YEAR = re.compile(r"\b(?:year|anno|a\.?d\.?)\s+(\d{1,4})\b", re.IGNORECASE)

_ONES = [
    ("zero", "zeroth"),
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("ten", "tenth"),
    ("eleven", "eleventh"),
    ("twelve", "twelfth"),
    *((f"{stem}teen", f"{stem}teenth") for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
]
_TENS = [
    (f"{stem}y", f"{stem}ieth")
    for stem in ("twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")
]
_CARDINALS = {word: number for number, (word, _) in enumerate(_ONES)}
_CARDINALS |= {word: 10 * number for number, (word, _) in enumerate(_TENS, start=2)}
_ORDINALS = {word: number for number, (_, word) in enumerate(_ONES)}
_ORDINALS |= {word: 10 * number for number, (_, word) in enumerate(_TENS, start=2)}
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
    number = None
    if match := _DAY.search(label):
        number = _number(match[1])
    if number is None and (match := _NTH_DAY.search(label)):
        number = int(match[1]) if match[1] else _in_words(match[2], _ORDINALS)
    if number is None and (match := _CHINESE_DAY.search(label)):
        number = _number(match[1])
    return None if number is None else (number * MINUTES_PER_DAY, (number + 1) * MINUTES_PER_DAY)


def _date(label: str) -> tuple[int, int] | None:
    if match := _DATE.search(label):
        minute = int(match[4] or 0) * 60 + int(match[5] or 0)
        return _day_of(int(match[1]), int(match[2]), int(match[3]), minute if match[4] else None)
    if match := _CHINESE_DATE.search(label):
        year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
        if month and day:
            return _day_of(year, month, day)
        return _whole_month(year, month) if month else _whole_year(year)
    return None


def _day_of(year: int, month: int, day: int, minute: int | None = None) -> tuple[int, int] | None:
    """A day, or the minute of one; None where no calendar has it."""
    if not (1 <= month <= _MONTHS_PER_YEAR and 1 <= day <= _DAYS_PER_MONTH):
        return None
    start = _minutes(year, month, day)
    return (start, start + MINUTES_PER_DAY) if minute is None else (start + minute, start + minute + 1)


def _whole_month(year: int, month: int) -> tuple[int, int] | None:
    is_month = 1 <= month <= _MONTHS_PER_YEAR
    return (_minutes(year, month, 1), _minutes(year, month + 1, 1)) if is_month else None


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
    in_english = _in_words(word, _CARDINALS | _ORDINALS)
    return _chinese_number(word) if in_english is None else in_english


def _in_words(word: str, last: Mapping[str, int]) -> int | None:
    """A number in English words, such as "twenty-first"; ``last`` has what its last word may be."""
    tens, _, ones = word.casefold().rpartition("-")
    if ones not in last or (tens and tens not in _CARDINALS):
        return None
    return _CARDINALS.get(tens, 0) + last[ones]


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
