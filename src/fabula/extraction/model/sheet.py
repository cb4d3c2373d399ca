"""What a model is shown of a story: numbered lines of the turns to read, and a slice of what is known."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fabula.extraction.reader import Window
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.view import View

_REF = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Line:
    """One numbered sentence. ``ref`` is ``12.1``: the first of turn 12; ``text`` stands at ``start:end``.

    ``place`` is the place of its turn in the window, and ``start`` counts in that turn's normal text.
    """

    ref: str
    place: int
    start: int
    end: int
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """The slice of what holds that the model is shown, under short keys: ``e1`` and so on, ``f1`` and so on."""

    entities: Mapping[str, Entity] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """One question's material. ``before`` are lines of the look-back, read already; ``lines`` are to be read.

    ``view`` is what holds just before the first fresh turn; ``language`` is the story's, as an ISO code.
    """

    window: Window
    before: tuple[Line, ...]
    lines: tuple[Line, ...]
    known: Known
    view: View
    language: str = "en"

    @cached_property
    def _by_ref(self) -> Mapping[str, Line]:
        return {line.ref: line for line in self.lines}

    def line(self, ref: str) -> Line | None:
        """The line that a model means by ``12.1``, ``#12.1`` or ``12`` (if turn 12 has one line, or by place)."""
        found = _REF.search(ref)
        if found is None:
            return None
        number = found.group()
        if number in self._by_ref:
            return self._by_ref[number]
        ofs = [line for line in self.lines if line.ref.split(".")[0] == number]
        return ofs[0] if len(ofs) == 1 else None
