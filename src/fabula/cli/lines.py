"""What stands beside the turns of a line: how far they are read, their versions, and the names on them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from fabula.cli.show import styled
from fabula.ledger.records import Status, Turn
from fabula.story import Story

MARKS = {
    Status.OK: ("•", "green"),
    Status.EMPTY: ("·", "dim"),
    Status.PENDING: ("…", "yellow"),
    Status.SUSPICIOUS: ("?", "yellow"),
    Status.FAILED: ("!", "bold red"),
    Status.RATE_LIMITED: ("~", "yellow"),
    Status.QUARANTINED: ("x", "red"),
}
"""One sign for each status, with its colour."""

_MEANINGS = {
    Status.OK: "read",
    Status.EMPTY: "nothing in it",
    Status.PENDING: "not read yet",
    Status.SUSPICIOUS: "doubtful",
    Status.FAILED: "failed",
    Status.RATE_LIMITED: "rate limited",
    Status.QUARANTINED: "kept out",
}
_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Beside:
    """One turn with what a log shows beside it; ``place`` counts its version among ``versions``, from 1."""

    turn: Turn
    status: Status
    place: int
    versions: int
    branches: tuple[str, ...]
    tags: tuple[str, ...]


def beside(story: Story, turns: Sequence[Turn]) -> list[Beside]:
    """The turns with what stands beside them, in a few questions to the store however many they are."""
    read = dict(zip((turn.id for turn in turns), story.statuses(turns), strict=True))
    siblings = _siblings(story, turns)
    branches, tags = _by_turn(story.branches.all()), _by_turn(story.branches.tags())
    return [
        Beside(
            turn,
            read[turn.id],
            siblings[turn.parent].index(turn.id) + 1,
            len(siblings[turn.parent]),
            branches.get(turn.id, ()),
            tags.get(turn.id, ()),
        )
        for turn in turns
    ]


def legend(lines: Sequence[Beside]) -> Iterator[Text]:
    """One line that explains the marks which occur, and only those."""
    met = {one.status for one in lines}
    parts = [f"{MARKS[status][0]} {meaning}" for status, meaning in _MEANINGS.items() if status in met]
    if any(one.versions > 1 for one in lines):
        parts.append("1/2 the first of two versions")
    if any(one.branches for one in lines):
        parts.append("(branch)")
    if any(one.tags for one in lines):
        parts.append("[tag]")
    if parts:
        yield styled(("   ".join(parts), "dim"))


def _siblings(story: Story, turns: Sequence[Turn]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    parents = [turn.parent for turn in turns]
    for start in range(0, len(parents), _AT_ONCE):
        children = story.store.children(story.name, parents[start : start + _AT_ONCE])
        found.update({parent: [stem.id for stem in stems] for parent, stems in children.items()})
    return found


def _by_turn(names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(names):
        found[names[name]] = (*found.get(names[name], ()), name)
    return found
