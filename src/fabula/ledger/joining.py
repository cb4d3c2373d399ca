"""Taking another story's lines into this one, and letting them go again. The other story stays as it is."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabula.errors import ConflictError, HeadMovedError, InvalidInputError, NotFoundError
from fabula.ledger.acts import ActKind
from fabula.ledger.grafting import Graft
from fabula.ledger.ids import ROOT
from fabula.ledger.join_plan import Joining, JoinPlan, chained, signed
from fabula.ledger.joined import joined_stories, joints, told_in
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Changes, HeadMove, Snapshot

_TRIES = 5


@dataclass(frozen=True, slots=True)
class Unjoined:
    """What became of a join's branches: ``removed`` and ``moved_back``, or ``kept`` as they were told on since."""

    story: str
    removed: tuple[str, ...]
    moved_back: tuple[str, ...]
    kept: tuple[str, ...]
    undone: int


def join(ledger: Ledger, other: str, branch: str, *, after: str = "", preview: bool = False) -> Joining:
    """Take another story of the same store in: its turns, readings, provisional replies, tags and author's acts.

    ``branch`` goes on where the other story continues it; every other line gets a branch. ``after`` is the turn
    that the other story goes on from, where they have no words in common. ``preview`` writes nothing.

    Raises:
        StoryNotFoundError: there is no such story.
        InvalidInputError: it is this one, or nothing has been told in it.
        ConflictError: it is joined already, or words that were purged there stand here. Nothing was changed.
    """
    for _ in range(_TRIES - 1):
        planned = _planned(ledger, other, branch, after)
        try:
            return _written(ledger, planned, preview=preview)
        except (ConflictError, HeadMovedError):
            continue  # somebody wrote meanwhile: planned anew
    return _written(ledger, _planned(ledger, other, branch, after), preview=preview)


def unjoin(ledger: Ledger, other: str) -> Unjoined:
    """Undo a join: its branches go, unless they were told on since; its acts are undone; turns stay in the tree.

    Raises:
        NotFoundError: no such story is joined into this one.
    """
    heads = ledger.heads()
    joint = joints(ledger.acts).get(other)
    if joint is None:
        raise NotFoundError(f"No story {other!r} is joined into {ledger.story!r}.")
    removed = [name for name, tip in joint.made.items() if _is_free(heads.branches, name, tip, heads.branch)]
    back = [name for name, (_, tip) in joint.moved.items() if heads.branches.get(name) == tip]
    kept = [name for name in (*joint.made, *joint.moved) if name in heads.branches]
    gone = [act.id for act in ledger.standing if act.id in joint.acts]
    moves = [
        *(_move(ledger, name, joint.made[name], None) for name in removed),
        *(_move(ledger, name, joint.moved[name][1], joint.moved[name][0]) for name in back),
    ]
    undos = chained(ledger, [signed(ledger, ActKind.UNDO, {"act": act}) for act in (*gone, joint.act)])
    ledger.commit(Changes(acts=undos, moves=tuple(moves)))
    left = tuple(sorted({*kept} - {*removed, *back}))
    return Unjoined(other, tuple(sorted(removed)), tuple(sorted(back)), left, len(gone))


def _is_free(branches: Mapping[str, str], name: str, tip: str, start: str) -> bool:
    return branches.get(name) == tip and name != start


def _written(ledger: Ledger, planned: Joining, *, preview: bool) -> Joining:
    if not preview:
        ledger.commit(planned.changes)
    return planned


def _planned(ledger: Ledger, other: str, branch: str, after: str) -> Joining:
    ledger.head(branch)
    snapshot = ledger.store.snapshot(other)
    _check(ledger, snapshot)
    return JoinPlan(ledger, snapshot, Graft(ledger, snapshot, branch=branch, after=after), branch).joining()


def _check(ledger: Ledger, other: Snapshot) -> None:
    name = other.story.name
    if name == ledger.story:
        raise InvalidInputError("A story cannot be joined into itself: name another one.")
    if not any(head != ROOT for head in other.branches.values()):
        raise InvalidInputError(f"Nothing has been told in {name!r}: there is nothing to join.")
    joined = joined_stories(ledger.store)
    if name in joined:
        raise ConflictError(f"{name!r} is joined into {joined[name]!r} already; unjoin it there first.")
    if told_in(ledger.story, joined) == name:
        raise ConflictError(f"{ledger.story!r} is joined into {name!r}: unjoin it there first.")
    purged = [stone.key for stone in other.tombstones]
    standing_here = ledger.store.with_key(ledger.story, purged) if purged else {}
    turns = [stem.id for stems in standing_here.values() for stem in stems if stem.id not in ledger.purged]
    if turns:
        raise ConflictError(
            f"Words that were purged in {name!r} stand in {ledger.story!r}, at {len(turns)} turns "
            f"(the first is {turns[0][:12]}): purge them here as well, then join. Nothing was changed."
        )


def _move(ledger: Ledger, branch: str, before: str, after: str | None) -> HeadMove:
    return HeadMove(branch, before, after, ledger.by, ledger.clock(), "unjoin")
