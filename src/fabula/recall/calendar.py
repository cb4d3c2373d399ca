"""Days as numbers: what senders' time stamps and people's dates mean, counted from the year 1.

Story time has numbers of its own (``fabula.claims.storytime``); these are the days of the real calendar,
on which messages are sent.
"""

import re
from datetime import UTC, date, datetime
from functools import lru_cache

MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
_MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in MONTHS)
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)?\s+({_MONTH})\b,?\s*(\d{{4}})?", re.IGNORECASE
)
_MONTH_FIRST = re.compile(
    rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*:)(?:,?\s*(\d{{4}}))?", re.IGNORECASE
)
_MONTH_ALONE = re.compile(
    rf"\b(?:in|of|during|since|last|this|late|early|mid)\s+(?:\w+\s+)?({_MONTH})\b,?\s*(\d{{4}})?",
    re.IGNORECASE,
)
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {"〇": 0, "廿": 20, "卅": 30}
_CHINESE = re.compile(
    r"(?:(\d{4}|[零〇一二三四五六七八九]{4})年)?"
    r"(\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:(\d{1,2}|初?[零〇一二三四五六七八九十廿卅]{1,3})(?:[日号]|(?<=初\w)))?"
)
_YEAR = re.compile(r"(?<![\d.])((?:19|20)\d{2})(?:年|(?![\d.]))")
_EPOCH = re.compile(r"\d{10}(?:\d{3})?(?:\.\d+)?")
_MILLISECONDS = 10**11
_TEN = 10

Days = tuple[int, int]
"""The first and the last day of a stretch of time."""


@lru_cache(maxsize=4096)
def day_sent(stamp: str) -> int | None:
    """The day that a sender's time stamp names, in any of the usual spellings; None for what is no date."""
    if _EPOCH.fullmatch(stamp.strip()):
        seconds = float(stamp)
        return datetime.fromtimestamp(seconds / 1000 if seconds > _MILLISECONDS else seconds, UTC).toordinal()
    found = dates_in(stamp, None)
    return found[0][0] if found and found[0][0] == found[0][1] else None


def dates_in(text: str, year: int | None) -> list[Days]:
    """The dates, months and years that a text names; ``year`` is meant where it names none."""
    found: list[Days | None] = [_day(int(one[1]), int(one[2]), int(one[3])) for one in _ISO.finditer(text)]
    found += [_day(_year(one[3], year), _month(one[2]), int(one[1])) for one in _DAY_FIRST.finditer(text)]
    found += [_day(_year(one[3], year), _month(one[1]), int(one[2])) for one in _MONTH_FIRST.finditer(text)]
    for one in _CHINESE.finditer(text):
        meant = _number(one[1]) if one[1] else year or 0
        month = _number(one[2])
        found.append(_day(meant, month, _number(one[3])) if one[3] else _whole_month(meant, month))
    if not any(found):
        found += [_whole_month(_year(one[2], year), _month(one[1])) for one in _MONTH_ALONE.finditer(text)]
    if not any(found):
        found += [_whole_year(int(one[1])) for one in _YEAR.finditer(text)]
    return [days for days in found if days is not None]


def year_of(day: int) -> int:
    """The year that a day lies in."""
    return date.fromordinal(max(day, 1)).year


def month_around(day: int, months: int) -> Days:
    """The whole month so many months after (before, if negative) the one that a day lies in."""
    today = date.fromordinal(max(day, 1))
    count = today.year * 12 + today.month - 1 + months
    return _whole_month(count // 12, count % 12 + 1) or (day, day)


def _year(written: str | None, year: int | None) -> int:
    return int(written) if written else (year or 0)


def _number(written: str) -> int:
    """A number in digits or characters: 三十一, 廿一, 二〇二三."""
    if written.isdecimal():
        return int(written)
    digits = [_DIGITS[char] for char in written.removeprefix("初")]
    if len(digits) == len("二〇二三"):
        return int("".join(map(str, digits)))
    number = 0
    for digit in digits:
        number = max(number, 1) * digit if digit == _TEN else number + digit
    return number


def _month(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name[:3].casefold()))


def _day(year: int, month: int, day: int) -> Days | None:
    try:
        number = date(year, month, day).toordinal()
    except ValueError:
        return None
    return number, number


def _whole_month(year: int, month: int) -> Days | None:
    first = _day(year, month, 1)
    after = _day(year + month // 12, month % 12 + 1, 1)
    return (first[0], after[0] - 1) if first and after else None


def _whole_year(year: int) -> Days:
    return date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
