"""Which stories are joined into which. The mark is an act of the story that took the other in, and can be undone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fabula.ledger.acts import ActKind, standing
from fabula.ledger.records import Act
from fabula.ledger.store import LedgerStore

MARKS = (ActKind.JOIN, ActKind.UNDO)
"""The kinds of acts from which follows what is joined."""


@dataclass(frozen=True, slots=True)
class Joint:
    """What a join left in the story that took ``story`` in, by which it can be undone.

    ``made`` are the branches that it made, with the turns they pointed at; ``moved`` those that it moved on, with the
    turns before and after; ``acts`` the author's acts that came along.
    """

    act: str
    story: str
    made: Mapping[str, str]
    moved: Mapping[str, tuple[str, str]]
    acts: tuple[str, ...] = ()


def joint_of(act: Act) -> Joint:
    """What a join's act says."""
    payload = act.payload
    return Joint(
        act.id,
        str(payload["story"]),
        dict(payload["made"]),
        {branch: (before, after) for branch, (before, after) in payload["moved"].items()},
        tuple(payload["acts"]),
    )


def joints(acts: Iterable[Act]) -> Mapping[str, Joint]:
    """The joins that stand among a story's acts, by the name of the story that was taken in."""
    found = (joint_of(act) for act in standing(acts) if act.kind == ActKind.JOIN)
    return {joint.story: joint for joint in found}


def joined_stories(store: LedgerStore) -> Mapping[str, str]:
    """Every story of a store that is joined into another one, with the name of that."""
    marked = store.acts(MARKS)
    return {story: name for name in sorted(marked) for story in joints(marked[name])}


def told_in(name: str, joined: Mapping[str, str]) -> str:
    """The story in which a story is told from now on: itself, or what it is joined into, however often."""
    seen = {name}
    while (onward := joined.get(name)) is not None and onward not in seen:
        name = onward
        seen.add(name)
    return name
