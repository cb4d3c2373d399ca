"""Makes the material of one question from a window of turns and what is known; makes it smaller and splits it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from fabula.extraction.model.questions.cutting import lines_of
from fabula.extraction.model.questions.known import Mentions, first_of, known_to_show
from fabula.extraction.model.questions.languages import language_of
from fabula.extraction.model.questions.out_of_story import without_notes
from fabula.extraction.model.sheet import Line, Sheet
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Turn

MOST_BEFORE = 12
"""The most lines of the look-back; the nearest ones."""


def sheet_of(
    window: Window, view: View, *, language: str = "", most_entities: int = 60, most_facts: int = 60
) -> Sheet:
    """The material for the fresh turns of a window; ``view`` is what holds just before the first of them.

    Without a ``language`` it is that of the fresh turns together. Turns without words, and what players note
    out of character, have no lines.
    """
    lines = _lines(window, range(window.start, len(window.turns)))
    before = _lines(window, range(window.start))[-MOST_BEFORE:]
    mentions = Mentions(_said(lines, window.fresh), _said(before, window.turns[: window.start]))
    known = known_to_show(mentions, view, most_entities, most_facts)
    spoken = language or language_of("\n".join(line.text for line in lines))
    return Sheet(window, before, lines, known, view, spoken)


def smaller(sheet: Sheet, most_entities: int, most_facts: int, most_before: int = MOST_BEFORE) -> Sheet:
    """The sheet with less of what is known and of the look-back: the most relevant and the nearest stay."""
    before = sheet.before[-most_before:] if most_before else ()
    return replace(sheet, known=first_of(sheet.known, most_entities, most_facts), before=before)


def split(sheet: Sheet) -> tuple[Sheet, ...]:
    """The sheet in two, between turns where it has several; a sheet of one line stays whole.

    The second one has the lines just before it as its look-back. What is known is chosen again for each.
    """
    if len(sheet.lines) <= 1:
        return (sheet,)
    cut = _middle(sheet.lines)
    earlier = (*sheet.before, *sheet.lines[:cut])[-MOST_BEFORE:]
    parts = (sheet.before, sheet.lines[:cut]), (earlier, sheet.lines[cut:])
    return tuple(_part(sheet, before, lines) for before, lines in parts)


def language_of_turn(sheet: Sheet, line: Line) -> str:
    """The language of the turn that a line stands in, as far as the sheet has it."""
    return language_of("\n".join(one.text for one in sheet.lines if one.place == line.place))


def _part(sheet: Sheet, before: tuple[Line, ...], lines: tuple[Line, ...]) -> Sheet:
    turns = sheet.window.turns
    mentions = Mentions(
        _said(lines, [turns[place] for place in sorted({line.place for line in lines})]), _said(before, ())
    )
    known = known_to_show(mentions, sheet.view, len(sheet.known.entities), len(sheet.known.facts))
    return replace(sheet, before=before, lines=lines, known=known)


def _middle(lines: Sequence[Line]) -> int:
    """The start of a turn that is nearest to the middle; the middle itself inside of one turn."""
    half = len(lines) // 2
    sizes = [len(list(group)) for _, group in groupby(lines, key=lambda line: line.place)]
    starts = [sum(sizes[:count]) for count in range(1, len(sizes))]
    return min(starts, key=lambda start: (abs(start - half), start)) if starts else half


def _lines(window: Window, places: range) -> tuple[Line, ...]:
    return tuple(
        line
        for place in places
        for line in without_notes(window.turns[place], lines_of(window.turns[place], place))
    )


def _said(lines: Sequence[Line], turns: Sequence[Turn]) -> str:
    """Everything that names somebody: the words, the speakers, those said to be there."""
    people = [name for turn in turns for name in (turn.speaker, *(turn.present or ()))]
    return "\n".join((*(line.text for line in lines), *people))
