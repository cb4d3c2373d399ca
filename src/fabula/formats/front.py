"""The title page: the few short lines before a story begins."""

import re
from collections.abc import Sequence

from fabula.formats.headings import title_like
from fabula.formats.units import Unit

_MOST_LINES = 15
_WIDEST = 80
_LONGEST = 120
_QUOTE = re.compile(r"[\"“”「」『』]")
_SENTENCE = re.compile(r"[.!?。！？…]\s*$")
_CREDIT = re.compile(
    r"(?:by|title|author|translated|illustrated|edited|书名|書名|作者|译者|譯者|编者)\b.*|.*[\s　]著$|.*[:：]\s*\S+$",
    re.IGNORECASE,
)
_TITLE_FIELD = re.compile(r"(?:title|书名|書名)\s*[:：]\s*(.+)", re.IGNORECASE)
_BOOK_TITLE = re.compile(r"[《〖【]([^》〗】]+)[》〗】]")


def split_front(units: Sequence[Unit]) -> tuple[list[str], list[Unit]]:
    """The lines of the title page, and the units that are told.

    Before a first heading, a few short lines are the title page whatever they say. Otherwise only lines at
    the very top that read as a title or a credit are; words of the story are never taken for them.
    """
    first = next((index for index, unit in enumerate(units) if unit.heading is not None), None)
    before = [unit for unit in units[: first or 0] if unit.is_prose]
    if first is not None and _is_title_page(before):
        return _lines(before), list(units[first:])
    end = 0
    while end < len(units) and units[end].is_prose and _is_title_block(units, end, first is not None):
        end += 1
    if not _lines(units[end:]):
        return [], list(units)
    return _lines(units[:end]), list(units[end:])


def title_of(front: Sequence[str]) -> str:
    """What the title page calls the story; empty if it says nothing."""
    for pattern in (_TITLE_FIELD, _BOOK_TITLE):
        for line in front:
            match = pattern.fullmatch(line)
            if match:
                return match.group(1).strip()
    return next((line for line in front if not _CREDIT.fullmatch(line) and not _SENTENCE.search(line)), "")


def _lines(units: Sequence[Unit]) -> list[str]:
    return [line.strip() for unit in units if unit.is_prose for line in unit.block.lines]


def _is_title_page(units: Sequence[Unit]) -> bool:
    lines = _lines(units)
    if any(sum(map(len, unit.block.lines)) > _LONGEST for unit in units):
        return False
    sentences = sum(bool(_SENTENCE.search(line)) for line in lines)
    short = all(len(line) <= _WIDEST and not _QUOTE.search(line) for line in lines)
    return bool(lines) and len(lines) <= _MOST_LINES and short and sentences * 3 <= len(lines)


def _is_title_block(units: Sequence[Unit], index: int, has_chapters: bool) -> bool:
    """Whether lines at the top are a title or credit. Without chapters only capitals, 《》 or a credit below say so."""
    lines = [line.strip() for line in units[index].block.lines]
    if not _is_title_page(units[index : index + 1]) or any(map(_SENTENCE.search, lines)):
        return False
    if all(_CREDIT.fullmatch(line) or _BOOK_TITLE.fullmatch(line) for line in lines):
        return True
    following = [line.strip() for unit in units[index + 1 : index + 2] for line in unit.block.lines[:1]]
    credited = any(map(_CREDIT.fullmatch, [*lines[1:], *following]))
    return all(map(title_like, lines)) and (has_chapters or credited or "".join(lines).isupper())
