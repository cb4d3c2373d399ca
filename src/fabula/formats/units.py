"""What a text consists of before it is told: headings, scene breaks, contents, prose."""

import re
from dataclasses import dataclass

from fabula.formats.headings import Heading
from fabula.formats.prose import Block, Layout

_MARKS = "*＊✱※◇◆○●☆★□■▲△❖⁂❦·•#"
_DASHES = r"\-—–─━_=~～"
_BREAK = re.compile(
    rf"[\s{_DASHES}]*(?:[{_MARKS}]|[{_DASHES}]{{2,}}|[{_DASHES}](?:\s+[{_DASHES}])+)[\s{_MARKS}{_DASHES}]*"
)


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines that belong together: a heading, a scene break, a table of contents, or prose."""

    block: Block
    heading: Heading | None = None
    is_break: bool = False
    is_contents: bool = False
    layout: Layout | None = None
    """How these lines are set, where it is not as in the rest of the text."""

    @property
    def is_prose(self) -> bool:
        """Whether the lines tell something."""
        return self.heading is None and not self.is_break and not self.is_contents


def is_break_line(line: str) -> bool:
    """Whether a line is nothing but a mark between scenes."""
    return bool(_BREAK.fullmatch(line))
