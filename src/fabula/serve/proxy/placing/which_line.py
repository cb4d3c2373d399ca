"""Which branch of a story a history stands on, and how the branch is made to stand where it ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from fabula.errors import HeadMovedError
from fabula.ledger.align import Alignment, align
from fabula.ledger.branches import Branches
from fabula.ledger.following import Followed, follow
from fabula.ledger.lines import Line
from fabula.ledger.records import Message
from fabula.serve.proxy.placing.library import Library
from fabula.serve.proxy.placing.request import USER

_TRIES = 5
_OPENING = 4
_WORTH_A_BRANCH = 2  # turns that stand nowhere else


@dataclass(frozen=True, slots=True)
class Stand:
    """A branch, what came of following it, and the line before."""

    branch: str
    followed: Followed
    before: Line


def stand_on(
    library: Library, name: str, window: Sequence[Message], *, asides: Sequence[str], chat: str = ""
) -> Stand:
    """Let the branch that fits best stand where a history ends.

    A line that is left for another one that was known before gets a branch of its own: it was no mistake.

    Raises:
        HeadMovedError: others move the branch all the time; nothing was changed.
    """
    for _ in range(_TRIES - 1):
        try:
            return _stand_on(library, name, window, asides=asides, chat=chat)
        except HeadMovedError:
            library.look()
    return _stand_on(library, name, window, asides=asides, chat=chat)


def _stand_on(
    library: Library, name: str, window: Sequence[Message], *, asides: Sequence[str], chat: str
) -> Stand:
    branch = _branch(library, name, window, asides=asides, chat=chat)
    ledger, before = library.ledger(name), library.line(name, branch)
    is_whole = bool(chat) and _is_unanswered(library, name, before)
    followed = follow(ledger, branch, window, asides=asides, complete=is_whole)
    if _returned(followed, before):
        Branches(ledger).make(_free_branch(library, name, branch), before[-1].id)
    memory = library.memory(name)
    memory.branch = branch
    if chat:
        memory.hold_chat(chat, branch)
    library.moved(name, followed.line)
    return Stand(branch, followed, before)


def _is_unanswered(library: Library, name: str, line: Line) -> bool:
    """Whether a line holds the person's first words alone. A front end that tells its chats apart shows all of them."""
    turns = library.ledger(name).turns(stem.id for stem in line[:_OPENING])
    return len(line) <= _OPENING and all(turn.role == USER for turn in turns)


def _branch(
    library: Library, name: str, window: Sequence[Message], *, asides: Sequence[str], chat: str
) -> str:
    memory, current = library.memory(name), library.branch(name)
    if chat in memory.chats:
        return memory.chats[chat]
    branch = _best_branch(library, name, window, current=current, asides=asides)
    if chat and branch in memory.chats.values():
        free = _free_branch(library, name, branch)
        Branches(library.ledger(name)).make(free, library.ledger(name).head(branch))
        library.moved(name, ())
        return free
    return branch


def _best_branch(
    library: Library, name: str, window: Sequence[Message], *, current: str, asides: Sequence[str]
) -> str:
    """The branch whose line explains a history best; of equal ones the current one."""
    branches = sorted(library.heads(name).branches, key=lambda one: (one != current, one))
    if branches in ([], [current]):
        return current
    ranks: list[tuple[tuple[int, int], int, str]] = []
    for place, branch in enumerate(branches):
        alignment = _aligned(library, name, library.line(name, branch), window, asides)
        fits = alignment.matched and not alignment.removed and not alignment.residues
        if fits and branch == current:
            return current
        ranks.append((alignment.rank, place, branch))
    return min(ranks)[2]


def _aligned(
    library: Library, name: str, line: Line, window: Sequence[Message], asides: Sequence[str]
) -> Alignment:
    ledger = library.ledger(name)
    return align(window, line, lambda turn: ledger.turns([turn])[0].normal, asides=asides)


def _returned(followed: Followed, before: Line) -> bool:
    """Whether a branch went back to turns that it had left, and leaves some behind that stand nowhere else."""
    line = followed.line
    shared = next(
        (place for place, (one, other) in enumerate(zip(before, line, strict=False)) if one.id != other.id),
        min(len(before), len(line)),
    )
    written = {stem.id for stem in followed.written}
    known = len(line) > shared and line[shared].id not in written
    keys = {stem.key for stem in line[shared:]}
    left = [stem for stem in before[shared:] if stem.key not in keys]
    return known and len(left) >= _WORTH_A_BRANCH


def _free_branch(library: Library, name: str, branch: str) -> str:
    taken = library.heads(name).branches
    number = 2
    while f"{branch}-{number}" in taken:
        number += 1
    return f"{branch}-{number}"
