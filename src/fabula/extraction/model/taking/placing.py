"""Where an item stands in what was read: its lines, the turn that its claims hang off, and where names occur."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fabula.claims.statements import Claim, Quote
from fabula.extraction.model.answers.found import occurs
from fabula.extraction.model.sheet import Line, Sheet
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.view import View
from fabula.ledger.records import Body

_REF = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Spot:
    """The lines that an item cites; ``place`` is the place of the latest one's turn in the window."""

    lines: tuple[Line, ...]

    @property
    def place(self) -> int:
        """The place of the turn that it hangs off."""
        return max(line.place for line in self.lines)

    @property
    def order(self) -> tuple[int, int]:
        """Where it stands in the telling."""
        return max((line.place, line.start) for line in self.lines)

    @property
    def speaker(self) -> str:
        """Whose words they are; empty where they are several people's or nobody's."""
        speakers = {line.speaker for line in self.lines}
        return speakers.pop() if len(speakers) == 1 else ""

    @property
    def text(self) -> str:
        """Their words."""
        return "\n".join(line.text for line in self.lines)

    def evidence(self, place: int) -> tuple[Quote, ...]:
        """The lines as quotes of a claim that hangs off the turn at ``place``."""
        return tuple(Quote(place - line.place, line.start, line.end, line.text) for line in self.lines)


def spot_of(at: str, sheet: Sheet) -> Spot | None:
    """The lines that an item cites, such as ``12.1`` or ``12.1, 12.3``; a sheet of one line needs no citing."""
    cited = [line for ref in _REF.findall(at) if (line := sheet.line(ref)) is not None]
    if not at.strip() and len(sheet.lines) == 1:
        cited = [*sheet.lines]
    unique = sorted(set(cited), key=lambda line: (line.place, line.start))
    return Spot(tuple(unique)) if unique else None


def line_naming(names: Iterable[str], lines: Sequence[Line]) -> Line | None:
    """The first line in which one of the names occurs."""
    wanted = tuple(names)
    return next((line for line in lines if any(occurs(name, line.text) for name in wanted)), None)


def what_was_read(sheet: Sheet) -> str:
    """The words of the whole window."""
    return "\n".join(turn.normal for turn in sheet.window.turns)


def after(view: View, sheet: Sheet, place: int, claims: Sequence[Claim]) -> View:
    """The view once the turn at ``place`` says these claims as well."""
    turns = sheet.window.turns
    told = TurnClaims(
        turns[place].stem,
        (Body(id="", extractor="", claims=tuple(claims)),),
        (),
        lambda back: turns[max(place - back, 0)].stem,
    )
    turn = turns[place]
    return replace(
        view,
        turn=turn.id,
        number=turn.number,
        state=fold_turn(view.state, told, view.rules, view.table),
    )
