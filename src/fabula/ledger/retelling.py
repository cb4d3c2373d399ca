"""Changing one turn of a line: what follows is told again under new ancestors, and all of it goes along."""

from fabula.ledger.align import DELETE, EDIT, INSERT, Alignment, Keep, Step, Write
from fabula.ledger.following import Followed, retell
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Message, Stem


def edit_turn(ledger: Ledger, branch: str, turn: Stem, message: Message) -> Followed:
    """The branch with other words in one turn's place; the turns after it stay as they are."""
    line = ledger.line(ledger.head(branch))
    before, after = line[: turn.number - 1], line[turn.number :]
    steps: tuple[Step, ...] = (Write(message, turn), *(Keep(stem) for stem in after))
    return retell(ledger, branch, line=line, alignment=Alignment(line, len(before), steps), happened=EDIT)


def delete_turn(ledger: Ledger, branch: str, turn: Stem) -> Followed:
    """The branch without one turn; it stays in the tree."""
    line = ledger.line(ledger.head(branch))
    steps = tuple(Keep(stem) for stem in line[turn.number :])
    return retell(
        ledger,
        branch,
        line=line,
        alignment=Alignment(line, turn.number - 1, steps, removed=(turn,)),
        happened=DELETE,
    )


def insert_turn(ledger: Ledger, branch: str, after: Stem | None, message: Message) -> Followed:
    """The branch with a new turn between two (``after`` None: before the first)."""
    line = ledger.line(ledger.head(branch))
    place = after.number if after else 0
    steps: tuple[Step, ...] = (Write(message), *(Keep(stem) for stem in line[place:]))
    return retell(ledger, branch, line=line, alignment=Alignment(line, place, steps), happened=INSERT)
