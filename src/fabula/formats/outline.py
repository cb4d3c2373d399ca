"""The headings that hold in a text, among all the lines that could be one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabula.formats.contents import Outline, without_contents
from fabula.formats.doubtful import decided
from fabula.formats.headings import Heading, Trust, heading, is_contents, names_page, title_like
from fabula.formats.prose import Block, Layout
from fabula.formats.titles import with_titles
from fabula.formats.units import Unit, is_break_line

_LONG_FIRST_LINE = 50
_MANY = 3


def outline(found: Sequence[Block], how: Layout) -> Outline:
    """The units of a text, with the headings that hold and the titles that belong to them."""
    units = [unit for block in found for unit in _units(block, how)]
    return settled(units)


def settled(units: Sequence[Unit]) -> Outline:
    """The same units with doubtful headings decided, titles joined to their headings and contents taken out."""
    return without_contents(with_titles(decided(units)))


def _units(block: Block, how: Layout) -> Iterator[Unit]:
    if how is Layout.LINES:
        for index, line in enumerate(block.lines):
            yield _unit(Block(block.at + index, (line,), touching=index > 0))
        return
    if _is_contents_block(block):
        yield Unit(block, is_contents=True)
        return
    yield from _cut(block)


def _unit(block: Block) -> Unit:
    if all(map(is_break_line, block.lines)):
        return Unit(block, is_break=True)
    if len(block.lines) > 1:
        return Unit(block)
    if is_contents(block.lines[0]):
        return Unit(block, is_contents=True)
    return Unit(block, heading(block.lines[0]))


def _cut(block: Block) -> Iterator[Unit]:
    """The block with the headings and marks at its top set apart."""
    first = _unit(replace(block, lines=block.lines[:1]))
    rest = Block(block.at + 1, block.lines[1:], touching=True)
    if first.is_prose or not rest.lines:
        yield _unit(block)
    elif first.heading is None:
        yield first
        yield from _cut(rest)
    elif _goes_on(first.heading, block):
        yield Unit(block, replace(first.heading, text=" ".join(line.strip() for line in block.lines)))
    elif first.heading.trust is Trust.SURE or (len(rest.lines) == 1 and title_like(rest.lines[0])):
        yield first
        yield from _cut(rest)
    else:
        yield Unit(block)


def _goes_on(first: Heading, block: Block) -> bool:
    """Whether a heading with a long title wraps into the lines after it."""
    return not first.bare and len(block.lines) <= _MANY and len(block.lines[0]) >= _LONG_FIRST_LINE


def _is_contents_block(block: Block) -> bool:
    if len(block.lines) < _MANY or not any(map(_may_list, block.lines[:2])):
        return False
    candidates = sum(_may_list(line) for line in block.lines)
    return candidates * 5 >= len(block.lines) * 4


def _may_list(line: str) -> bool:
    return heading(line) is not None or is_contents(line) or names_page(line)
