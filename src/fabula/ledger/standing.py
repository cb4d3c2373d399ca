"""What a person means by a turn, as seen from a branch: a number, an id or the start of one, a tag, the turn itself."""

from fabula.errors import TurnNotFoundError
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Turn


def turn_meant(ledger: Ledger, branch: str, turn: Turn | str | int | None) -> str:
    """The id of the turn that is meant; nothing means the branch's latest one, 0 what is before the first.

    Raises:
        TurnNotFoundError: there is no such turn.
        AmbiguousNameError: several ids start so.
    """
    head = ledger.head(branch)
    if turn is None:
        return head
    if isinstance(turn, Turn):
        return ledger.stem(turn.id).id
    if str(turn).strip() == "0":
        return ROOT
    tags = ledger.heads().tags
    return tags[turn] if isinstance(turn, str) and turn in tags else ledger.find(turn, head).id


def turn_on_line(ledger: Ledger, branch: str, turn: Turn | str | int) -> Turn:
    """The turn that is meant, if it is one of the branch's line.

    Raises:
        TurnNotFoundError: it is not.
    """
    found = ledger.turns([turn_meant(ledger, branch, turn)])[0]
    line = ledger.line(ledger.head(branch))
    if found.number > len(line) or line[found.number - 1].id != found.id:
        raise TurnNotFoundError(f"Turn {found.id[:12]} is not on branch {branch!r}.")
    return found


def turn_back(ledger: Ledger, branch: str, to: Turn | str | int) -> Turn | None:
    """The turn to go back to on a branch: a negative number is so many turns back; None is before the first.

    Raises:
        TurnNotFoundError: it is not on the branch.
    """
    if isinstance(to, int) and to < 0:
        to = max(len(ledger.line(ledger.head(branch))) + to, 0)
    return None if turn_meant(ledger, branch, to) == ROOT else turn_on_line(ledger, branch, to)
