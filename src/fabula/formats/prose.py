"""Lines of a text file to paragraphs: which line breaks are the writer's, and which only wrap."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from textwrap import dedent

from fabula.claims.text import is_ideographic

_CLOSED = re.compile(r"[.!?:。！？：…~～—][\"'”’」』》）)*_]*$|[”’」』】）)\"*]$")
_INDENT = re.compile(r"(?:　|\t|[ \u00a0]{2,})")
_ANY_INDENT = re.compile(r"[　\t \u00a0]")
_SPOKEN = re.compile(r"\s*[^\s:：][^:：]{0,30}[:：]\s*\S")
_WIDEST_WRAP = 120
_NARROWEST_WRAP, _NARROWEST_IDEOGRAPHIC = 40, 18


class Layout(StrEnum):
    """How a file sets its paragraphs apart."""

    WRAPPED = "wrapped"
    """Blank lines between paragraphs; a line break inside one only wraps."""
    LINES = "lines"
    """Every line is a paragraph."""
    BLOCKS = "blocks"
    """Blank lines between paragraphs; a line break inside one is meant (verse)."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank one between them. ``at`` is the first line's number, from 1."""

    at: int
    lines: tuple[str, ...]
    touching: bool = False
    """Whether the block was cut off from the one before it: no blank line between."""


def blocks(text: str) -> tuple[Block, ...]:
    """The runs of lines that are not blank."""
    found = []
    run: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            run.append(line.rstrip())
        elif run:
            found.append(Block(number - len(run), tuple(run)))
            run = []
    return tuple(found)


def layout(found: Sequence[Block]) -> Layout:
    """How these blocks' line breaks are meant, by the shape of those that have several lines."""
    several = [block for block in found if len(block.lines) > 1]
    inner = [line for block in several for line in block.lines[:-1]]
    if not inner:
        return Layout.LINES
    lines = [line for block in several for line in block.lines]
    indented = sum(bool(_INDENT.match(line)) for line in lines)
    closed = sum(bool(_CLOSED.search(line)) for line in inner)
    ideographic = is_mostly_ideographic(inner)
    if closed * 10 >= len(inner) * 6 or (ideographic and indented * 10 >= len(lines) * 7):
        return Layout.LINES
    if _wraps(found, inner, _NARROWEST_IDEOGRAPHIC if ideographic else _NARROWEST_WRAP):
        return Layout.WRAPPED
    among = sum(map(len, lines)) * 2 > sum(len(line) for block in found for line in block.lines)
    loose = ideographic and (among or indented * 10 >= len(lines) * 3)
    spoken = sum(bool(_SPOKEN.match(line)) for line in lines) * 10 >= len(lines) * 8
    return Layout.LINES if loose or spoken else Layout.BLOCKS


def paragraphs(block: Block, how: Layout, *, indents: bool = False) -> Iterator[tuple[int, str]]:
    """The paragraphs of a block, each with the number of its first line.

    ``indents`` says that an indented line begins a paragraph even without a blank line before it.
    """
    if how is Layout.LINES:
        yield from ((block.at + index, line.strip()) for index, line in enumerate(block.lines))
        return
    if how is Layout.BLOCKS or _is_verse(block.lines):
        yield block.at, dedent("\n".join(block.lines)).strip()
        return
    starts = [
        index for index, line in enumerate(block.lines) if index == 0 or (indents and _ANY_INDENT.match(line))
    ]
    for start, end in pairwise([*starts, len(block.lines)]):
        yield block.at + start, joined(block.lines[start:end])


def starts_by_indent(found: Sequence[Block]) -> bool:
    """Whether paragraphs of wrapped lines begin with an indented line, so that blank lines may be missing."""
    several = [block for block in found if len(block.lines) > 1]
    marked = [
        block
        for block in several
        if _ANY_INDENT.match(block.lines[0]) and not all(map(_ANY_INDENT.match, block.lines))
    ]
    return bool(several) and len(marked) * 2 >= len(several)


def joined(lines: Sequence[str]) -> str:
    """Wrapped lines as one: a space between words, none between ideographs or after a hyphen or dash."""
    text = lines[0].strip()
    for line in lines[1:]:
        after = line.strip()
        text += after if _touch(text, after) else f" {after}"
    return text


def is_mostly_ideographic(lines: Sequence[str]) -> bool:
    """Whether the text is written without spaces between words."""
    sample = "".join(lines[:400])
    letters = [char for char in sample if char.isalpha()]
    return sum(map(is_ideographic, letters)) * 2 > len(letters)


def _touch(before: str, after: str) -> bool:
    last, first = before[-1:], after[:1]
    if last in "-—" or first == "—":
        return True
    return _is_wide(last) and _is_wide(first)


def _is_wide(char: str) -> bool:
    return (
        is_ideographic(char)
        or "\u3000" <= char <= "\u303f"
        or "\uff00" <= char <= "\uffef"
        or char in "“”‘’…"
    )


def _wraps(found: Sequence[Block], inner: Sequence[str], narrowest: int) -> bool:
    """Whether the lines are cut at a width: no line is long, and those inside paragraphs are nearly full."""
    widths = sorted(len(line) for block in found for line in block.lines)
    widest = widths[len(widths) * 95 // 100]
    full = sum(len(line.strip()) * 10 >= widest * 7 for line in inner)
    return narrowest <= widest <= _WIDEST_WRAP and full * 2 >= len(inner)


def _is_verse(lines: Sequence[str]) -> bool:
    """Whether an indented block is verse: its lines do not fill its width."""
    if len(lines) < 2 or not all(map(_INDENT.match, lines)):  # noqa: PLR2004
        return False
    widths = [len(line.strip()) for line in lines]
    full = sum(width * 4 >= max(widths) * 3 for width in widths[:-1])
    return max(widths) <= 45 or full * 5 < 4 * len(widths[:-1])  # noqa: PLR2004
