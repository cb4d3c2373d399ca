"""Leaves out what players say to each other out of character, ``(OOC: ...)``: it is no story."""

import re
from collections.abc import Sequence

from fabula.extraction.model.sheet import Line
from fabula.ledger.records import Turn

# Bracketed notes of any bracket, to its end or the paragraph's; and paragraphs that begin with the mark.
_NOTE = re.compile(
    r"[(（\[【]{1,2}\s*OOC\b[^)）\]】\n]*(?:[)）\]】]{1,2}|$)|^[^\S\n]*(?:OOC|//[^\S\n]*OOC)\s*[:：][^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)


def without_notes(turn: Turn, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of a turn that say anything beside such notes; the others keep their numbers."""
    notes = [note.span() for note in _NOTE.finditer(turn.normal)]
    return tuple(line for line in lines if not notes or _says_more(turn.normal, line, notes))


def _says_more(text: str, line: Line, notes: Sequence[tuple[int, int]]) -> bool:
    """Whether a line has a letter or digit outside of all notes."""
    places = range(line.start, line.end)
    return any(text[at].isalnum() and not any(start <= at < end for start, end in notes) for at in places)
