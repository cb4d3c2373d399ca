"""Titles that stand on a line of their own below a chapter's number."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from fabula.claims.text import is_ideographic
from fabula.formats.headings import title_like
from fabula.formats.units import Unit

_QUOTES = "\"'“”‘’*_ "
_MOST_LINES = 2


def with_titles(units: Sequence[Unit]) -> list[Unit]:
    """The units with each title joined to the heading above it.

    A book either has such titles or has none: they count only where at least half of the headings of one
    depth are followed by one. So a chapter that opens with a shout keeps it as its first words.
    """
    bare: Counter[int] = Counter()
    titled: Counter[int] = Counter()
    for unit, after in pairwise(units):
        if unit.heading is not None and unit.heading.bare:
            bare[unit.heading.depth] += 1
            titled[unit.heading.depth] += _is_title(after) and not _is_quoted(after)
    having = {depth for depth in bare if titled[depth] * 2 >= bare[depth] and titled[depth]}
    found: list[Unit] = []
    for unit in units:
        above = found[-1].heading if found else None
        if above is not None and above.bare and above.depth in having and _is_title(unit):
            found[-1] = replace(found[-1], heading=replace(above, text=_joined(above.text, unit), bare=False))
        else:
            found.append(unit)
    return found


def _is_title(unit: Unit) -> bool:
    lines = unit.block.lines
    return (
        unit.is_prose and len(lines) <= _MOST_LINES and all(title_like(line.strip(_QUOTES)) for line in lines)
    )


def _is_quoted(unit: Unit) -> bool:
    return unit.block.lines[0].strip()[0] in _QUOTES


def _joined(above: str, unit: Unit) -> str:
    title = " ".join(line.strip() for line in unit.block.lines)
    plain = above[-1].isalnum() and not is_ideographic(above[-1])
    return f"{above}: {title}" if plain else f"{above} {title}"
