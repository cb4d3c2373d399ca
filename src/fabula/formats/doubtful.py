"""Headings that no line is by itself: lone numbers, and numbers with words right behind."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabula.formats.headings import Depth, Heading, Trust
from fabula.formats.units import Unit

_Style = tuple[bool, str]
_GAP = 3
_FEWEST = 2


def decided(units: Sequence[Unit]) -> list[Unit]:
    """The units with every doubtful heading decided: it is one, it is prose, or it is a break.

    A number with words right behind counts if it is the next. Lone numbers count if they count on in one
    style; under real chapters they are breaks if they are bare, and prose if words follow them.
    """
    loose = list(_loose_decided(units))
    holding = _holding(loose)
    chapters = any(unit.heading is not None and _is_chapter(unit.heading) for unit in loose)
    found = []
    for index, unit in enumerate(loose):
        if not _is_weak(unit) or (index in holding and not chapters):
            found.append(unit)
        else:
            is_break = index in holding and unit.heading is not None and unit.heading.bare
            found.append(replace(unit, heading=None, is_break=is_break))
    return found


def _loose_decided(units: Sequence[Unit]) -> Iterator[Unit]:
    last, may_restart = 0, True
    for unit in units:
        found = unit.heading
        if found is None or found.trust is Trust.WEAK:
            yield unit
            continue
        value = found.number or 0
        holds = found.trust is Trust.SURE or value == last + 1 or (may_restart and value == 1)
        if holds and found.depth < Depth.CHAPTER:
            may_restart = True
        elif holds and found.number is not None:
            last, may_restart = value, False
        yield unit if holds else replace(unit, heading=None)


def _is_chapter(found: Heading) -> bool:
    return found.depth is Depth.CHAPTER and found.number is not None and found.trust is not Trust.WEAK


def _is_weak(unit: Unit) -> bool:
    return unit.heading is not None and unit.heading.trust is Trust.WEAK


def _style(unit: Unit) -> _Style | None:
    """How a lone number is written; a book keeps to one way."""
    if unit.heading is None or unit.heading.trust is not Trust.WEAK:
        return None
    first = unit.heading.text.lstrip("（([")[0]
    return unit.heading.bare, "digits" if first.isdecimal() else "roman" if first.isascii() else "han"


def _holding(units: Sequence[Unit]) -> set[int]:
    """Where the lone numbers stand that count on, in the style that does so most often."""
    styles = dict.fromkeys(style for unit in units if (style := _style(unit)) is not None)
    best: set[int] = set()
    for style in styles:
        found = _counting(units, style)
        if len(found) >= _FEWEST and len(found) > len(best):
            best = found
    return best


def _counting(units: Sequence[Unit], style: _Style) -> set[int]:
    """Where numbers of a style count on from 1, anew after a sure heading; a misprint may skip a few."""
    found: set[int] = set()
    last, may_restart, begun = 0, True, False
    for index, unit in enumerate(units):
        if unit.heading is None:
            continue
        if unit.heading.trust is not Trust.WEAK:
            may_restart = begun = True
        elif _style(unit) == style and not _in_row(units, index, style, begun=begun):
            value = unit.heading.number or 0
            if last < value <= last + _GAP or (may_restart and value == 1):
                last, may_restart = value, False
                found.add(index)
    return found


def _in_row(units: Sequence[Unit], index: int, style: _Style, *, begun: bool) -> bool:
    """Whether numbers follow each other with nothing between: a list, or contents before the story begins."""
    after = index + 1 < len(units) and _style(units[index + 1]) == style
    before = index > 0 and _style(units[index - 1]) == style
    return after or (before and not begun)
