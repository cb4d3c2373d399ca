"""Stories in Markdown: headings to chapters, marks between scenes, and the YAML block at the top."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from fabula.errors import FormatError
from fabula.formats.chapters import tell
from fabula.formats.contents import without_contents
from fabula.formats.front import split_front, title_of
from fabula.formats.headings import Depth, Heading, Trust, heading, title_like
from fabula.formats.parsed import Parsed
from fabula.formats.prose import Block, Layout, blocks, layout
from fabula.formats.titles import with_titles
from fabula.formats.units import Unit, is_break_line

_YAML = re.compile(r"\A\s*---\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_YAML_PAIR = re.compile(r"^([\w-]+)[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|(?=[^\s#]))(.*?)[ \t]*#*[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_QUOTED = re.compile(r" {0,3}> ?")
_LISTED = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+\S")
_HARD_BREAK = re.compile(r"(?: {2,}|\\)\n(?=[ \t]*\S)")
_KEPT_BREAK = "\x00"  # no decoded text holds it

_Level = tuple[int, Unit]


def parse_markdown(text: str) -> Parsed:
    """The story of a Markdown file: one paragraph one turn.

    Chapters are the highest level of headings that stands more than once and has text under it; a single
    heading above them is the title, several are parts, those below are sections. Emphasis and links stay
    as written.

    Raises:
        FormatError: nothing is left to tell.
    """
    body, yaml = _without_yaml(text)
    body = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), body)
    body = _HARD_BREAK.sub(_KEPT_BREAK + "\n", body)
    levelled = [found for block in _fenced(blocks(body)) for found in _units(block)]
    title, units = _ranked(levelled)
    outlined = without_contents(with_titles(units))
    front, told = split_front(outlined.units)
    laid_out = tuple(_laid_out(unit) for unit in told)
    how = layout([unit.block for unit in laid_out if unit.is_prose and unit.layout is None])
    telling = tell(laid_out, how, depth=Depth.CHAPTER)
    if not telling.lines:
        raise FormatError("There is no story in this file: it holds headings at most.")
    about: dict[str, Any] = {"front": front, "contents": list(outlined.contents), "front_matter": yaml}
    return Parsed(
        format="markdown",
        title=yaml.get("title", "") or title or title_of(front),
        lines=tuple(telling.lines),
        troubles=outlined.troubles,
        meta=telling.meta() | {key: value for key, value in about.items() if value},
    )


def _without_yaml(text: str) -> tuple[str, dict[str, str]]:
    match = _YAML.match(text)
    pairs = _YAML_PAIR.findall(match.group(1) or "") if match else []
    if match is None or not pairs:
        return text, {}
    return "\n" * match.group().count("\n") + text[match.end() :], {
        key: value.strip("\"'") for key, value in pairs
    }


def _fenced(found: Sequence[Block]) -> Iterator[Block]:
    """The blocks, with a fenced one in one piece although it holds blank lines."""
    held: list[Block] = []
    for block in found:
        held.append(block)
        if sum(bool(_FENCE.match(line)) for part in held for line in part.lines) % 2 == 0:
            yield held[0] if len(held) == 1 else Block(held[0].at, _spaced(held))
            held = []
    yield from held


def _spaced(held: Sequence[Block]) -> tuple[str, ...]:
    lines = list(held[0].lines)
    for before, after in pairwise(held):
        lines += [""] * (after.at - before.at - len(before.lines)) + list(after.lines)
    return tuple(lines)


def _units(block: Block) -> Iterator[_Level]:
    """The block's headings with their level, its marks and its prose (level 0)."""
    if _FENCE.match(block.lines[0]):
        yield 0, Unit(block)
        return
    prose: list[str] = []
    at = block.at
    for number, line in enumerate(block.lines, start=block.at):
        plain = line.removesuffix(_KEPT_BREAK)
        if len(prose) == 1 and _underlines(plain, prose[0]):
            yield (1 if "=" in plain else 2), _heading(at, prose.pop().removesuffix(_KEPT_BREAK))
            continue
        sign = _sign(number, plain)
        if sign is None:
            at = at if prose else number
            prose.append(line)
            continue
        if prose:
            yield 0, Unit(Block(at, tuple(prose)))
            prose = []
        yield sign
    if prose:
        yield 0, Unit(Block(at, tuple(prose)))


def _sign(number: int, line: str) -> _Level | None:
    """The heading or mark that a line is by itself."""
    atx = _ATX.fullmatch(line)
    if atx and atx.group(2):
        return len(atx.group(1)), _heading(number, atx.group(2))
    return (0, Unit(Block(number, (line,)), is_break=True)) if is_break_line(line) else None


def _underlines(line: str, above: str) -> bool:
    """Whether a line makes the one above a heading; dashes below a sentence are meant as a break."""
    match = _UNDERLINE.fullmatch(line)
    if match is None or _LISTED.match(above):
        return False
    return "=" in line or title_like(above) or heading(above) is not None


def _heading(at: int, line: str) -> Unit:
    words = line.strip().strip("*_").strip()
    seen = heading(words)
    number = seen.number if seen is not None else None
    bare = seen is not None and seen.bare and number is not None
    return Unit(Block(at, (line,)), Heading(Depth.CHAPTER, number, words, Trust.SURE, bare=bare))


def _ranked(levelled: Sequence[_Level]) -> tuple[str, list[Unit]]:
    """The title, and the units with their headings as parts, chapters and sections."""
    chapter = _chapter_level(levelled)
    above = [index for index, (level, _) in enumerate(levelled) if 0 < level < chapter]
    title = ""
    if len(above) == 1 and not any(level for level, _ in levelled[: above[0]]):
        found = levelled[above[0]][1].heading
        title = found.text if found is not None else ""
        levelled = [*levelled[: above[0]], *levelled[above[0] + 1 :]]
    return title, [_at_depth(unit, level - chapter) if level else unit for level, unit in levelled]


def _chapter_level(levelled: Sequence[_Level]) -> int:
    """The highest level that stands more than once, at least half with text right below; below all if none does."""
    with_text: dict[int, int] = {}
    count: dict[int, int] = {}
    for index, (level, _) in enumerate(levelled):
        if level:
            count[level] = count.get(level, 0) + 1
            following = next((after for after, unit in levelled[index + 1 :] if not unit.is_break), 1)
            with_text[level] = with_text.get(level, 0) + (following == 0)
    several = [level for level in sorted(count) if count[level] > 1 and with_text[level] * 2 >= count[level]]
    if several:
        return several[0]
    return max(count, default=0) + (len(count) == 1 and sum(count.values()) == 1)


def _at_depth(unit: Unit, below: int) -> Unit:
    if unit.heading is None:
        return unit
    depth = (
        Depth.CHAPTER if below == 0 else Depth.SECTION if below > 0 else Depth(max(0, Depth.CHAPTER + below))
    )
    return replace(unit, heading=replace(unit.heading, depth=depth))


def _keeps_lines(block: Block) -> bool:
    """Whether a block's line breaks are meant: code, a list, a hard break."""
    if _FENCE.match(block.lines[0]) or any(map(_LISTED.match, block.lines)):
        return True
    return any(line.endswith(_KEPT_BREAK) for line in block.lines)


def _laid_out(unit: Unit) -> Unit:
    """The unit without quotation marks of Markdown, its line breaks kept where they are meant."""
    if not unit.is_prose:
        return unit
    lines = unit.block.lines
    if all(map(_QUOTED.match, lines)):
        lines = tuple(_QUOTED.sub("", line) for line in lines)
        lines = tuple(line for line in lines if line.strip())
    block = replace(unit.block, lines=lines)
    if not _keeps_lines(block):
        return replace(unit, block=block)
    plain = tuple(line.removesuffix(_KEPT_BREAK) for line in lines)
    return replace(unit, block=replace(block, lines=plain), layout=Layout.BLOCKS)
