"""Taking in a whole telling, such as a chat file: exact, in portions, visible only when it is complete."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from fabula.errors import ConflictError
from fabula.ledger.carry import paired
from fabula.ledger.carrying import carried_over
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import Changes, HeadMove, Message, Turn
from fabula.ledger.tree import chain_after, turn_after

_PORTION = 1000

Told = tuple[Message, Sequence[Message]]
"""One place in the telling: the version that stands, and every other version of it."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What came of a whole telling: turns on its line, how many were new, and other versions that were new."""

    turns: int
    written: int
    versions: int
    head: str
    moved: bool


def take_in(
    ledger: Ledger, branch: str, telling: Sequence[Told], progress: Callable[[int], None] = lambda _: None
) -> TakenIn:
    """Write a whole telling onto a branch; a telling that is there already adds nothing.

    The head moves last, so an interrupted call leaves the branch as it was, and the next one goes on
    from what is written. A branch that has gone on after the telling's end stays where it is.

    Raises:
        ConflictError: the branch tells something else, without one turn in common; nothing was changed.
        HeadMovedError: somebody moved the branch meanwhile; the turns stay, unseen.
    """
    head = ledger.head(branch)
    old = ledger.line(head)
    turns = chain_after(None, (message for message, _ in telling))
    if old and turns and not {stem.key for stem in old} & {turn.key for turn in turns}:
        raise ConflictError(
            f"Branch {branch!r} of story {ledger.story!r} tells something else: not one turn is the same. "
            "Give this telling a story or a branch of its own. Nothing was changed."
        )
    versions = tuple(_versions(telling, turns))
    fresh = _unknown(ledger, turns)
    fresh_versions = _unknown(ledger, versions)
    done = len(turns) - len(fresh)
    for portion in _portions((*fresh, *fresh_versions)):
        ledger.commit(Changes(turns=tuple(portion)))
        done += len(portion)
        progress(done)
    line = tuple(turn.stem for turn in turns)
    moved = bool(line) and line[-1].id not in {stem.id for stem in old}
    if moved:
        _move(ledger, branch, old, line)
    return TakenIn(len(turns), len(fresh), len(fresh_versions), line[-1].id if line else head, moved)


def _move(ledger: Ledger, branch: str, old: Line, new: Line) -> None:
    before = ledger.before(branch, old[-1].id if old else ROOT)
    move = HeadMove(branch, before, new[-1].id, by=ledger.by, at=ledger.clock(), why="import")
    ledger.commit(replace(carried_over(ledger, (old, new), paired(old, new)), moves=(move,)))


def _versions(telling: Sequence[Told], turns: Sequence[Turn]) -> Iterator[Turn]:
    for place, (_, versions) in enumerate(telling):
        parent = turns[place - 1].stem if place else None
        for version in versions:
            turn = turn_after(parent, version)
            if turn.id != turns[place].id:
                yield turn


def _unknown(ledger: Ledger, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    known = ledger.store.turns(ledger.story, [turn.id for turn in turns])
    return tuple(turn for turn in {turn.id: turn for turn in turns}.values() if turn.id not in known)


def _portions(turns: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    for start in range(0, len(turns), _PORTION):
        yield turns[start : start + _PORTION]
