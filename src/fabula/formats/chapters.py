"""The units of a text as lines of a telling: one paragraph one turn, with its chapter on the first of each."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fabula.formats.headings import Depth, Heading
from fabula.formats.parsed import Line
from fabula.formats.prose import Layout, paragraphs
from fabula.formats.sentences import pieces
from fabula.formats.units import Unit
from fabula.ledger.records import Message

_PICTURE = re.compile(
    r"\[(?:Illustration|Picture|插图|插圖)[^\]]*\]|!\[[^\]]*\]\([^)]*\)", re.IGNORECASE | re.DOTALL
)
_THE_END = re.compile(
    r"[*_\s（(【\[—-]*(?:the end\.?|finis\.?|fin\.?|end|全[书書文]完|[完终終]|完结|完結|全[书書][终終]|おわり)[*_\s）)】\]—-]*",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Telling:
    """The lines of a text, and what of it was left out."""

    lines: list[Line] = field(default_factory=list)
    chapters: int = 0
    ending: str = ""
    left_out: list[str] = field(default_factory=list)

    def meta(self) -> dict[str, Any]:
        """What is worth remembering of the file, without what is empty."""
        found = {"chapters": self.chapters, "ending": self.ending, "left_out": self.left_out}
        return {key: value for key, value in found.items() if value}


@dataclass(slots=True)
class _Place:
    """Where in the book the next paragraph stands, and what its turn has to carry."""

    part: Heading | None = None
    chapter: Heading | None = None
    number: int | None = None
    paragraph: int = 0
    pending: dict[str, Any] = field(default_factory=dict)


def tell(units: Sequence[Unit], how: Layout, *, indents: bool = False, depth: int | None = None) -> Telling:
    """The lines of a text cut into units; ``depth`` is that of its chapters, if it is known.

    A chapter's first paragraph carries ``meta["chapter"] = {"number", "title"}``; ``number`` is the printed
    one (None for a prologue), or counts the headings where none is printed. A part is carried likewise, a
    heading below a chapter is ``meta["section"]``, and ``meta["break"]`` follows a mark between scenes.
    """
    depth = _chapter_depth(units) if depth is None else depth
    numbers = _numbers(units, depth)
    unique = all(count == 1 for number, count in Counter(numbers).items() if number is not None)
    telling, place, ahead = Telling(), _Place(), iter(numbers)
    for unit in units:
        if unit.is_break:
            place.pending["break"] = True
        elif unit.heading is not None:
            _enter(place, unit.heading, depth, ahead)
            telling.chapters += unit.heading.depth == depth
        else:
            for _, text in paragraphs(unit.block, unit.layout or how, indents=indents):
                _add(telling, place, text, unique)
    _take_ending(telling)
    return telling


def _chapter_depth(units: Sequence[Unit]) -> int:
    """Which headings are chapters: those that say so, else the deepest there are."""
    depths = {
        unit.heading.depth for unit in units if unit.heading is not None and unit.heading.number is not None
    }
    return Depth.CHAPTER if Depth.CHAPTER in depths or not depths else max(depths)


def _numbers(units: Sequence[Unit], depth: int) -> list[int | None]:
    printed = [
        unit.heading.number for unit in units if unit.heading is not None and unit.heading.depth == depth
    ]
    return printed if any(printed) else list(range(1, len(printed) + 1))


def _enter(place: _Place, found: Heading, depth: int, numbers: Iterator[int | None]) -> None:
    place.pending.pop("break", None)
    if found.depth > depth and found.number is None and depth != Depth.CHAPTER:
        place.chapter, place.number, place.paragraph = found, None, 0
        place.pending["chapter"] = {"number": None, "title": found.text}
    elif found.depth > depth:
        place.pending["section"] = found.text
    elif found.depth == depth:
        place.chapter, place.number, place.paragraph = found, next(numbers), 0
        place.pending["chapter"] = {"number": place.number, "title": found.text}
    else:
        place.part, place.chapter, place.number, place.paragraph = found, None, None, 0
        place.pending["part"] = {"number": found.number, "title": found.text}


def _add(telling: Telling, place: _Place, text: str, unique: bool) -> None:
    if _PICTURE.fullmatch(text):
        telling.left_out.append(text)
        return
    place.paragraph += 1
    cut = pieces(text)
    for index, piece in enumerate(cut):
        meta = place.pending if index == 0 else {"continued": True}
        where = _where(place, unique) + (f" ({index + 1} of {len(cut)})" if len(cut) > 1 else "")
        telling.lines.append(Line(Message(piece, "assistant", meta=meta), where=where))
    place.pending = {}


def _where(place: _Place, unique: bool) -> str:
    words = [f"paragraph {place.paragraph}"]
    if place.chapter is not None:
        named = place.number is None
        words.insert(0, place.chapter.text if named else f"chapter {place.number}")
    if place.part is not None and (place.chapter is None or not unique):
        part = place.part
        words.insert(0, part.text if part.number is None else f"part {part.number}")
    return ", ".join(words)


def _take_ending(telling: Telling) -> None:
    if len(telling.lines) > 1 and _THE_END.fullmatch(telling.lines[-1].message.text):
        telling.ending = telling.lines.pop().message.text
