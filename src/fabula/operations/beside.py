"""What stands beside the turns of a line: how far they are read, their versions, and the names on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabula.ledger.ids import ROOT
from fabula.ledger.records import Status, Stem, Turn
from fabula.story import Story

_AT_ONCE = 1000
_ALL = 10_000_000


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
    siblings = siblings_of(story, turns)
    branches, tags = _by_turn(story.branches.all()), _by_turn(story.branches.tags())
    return [
        Beside(
            turn,
            read[turn.id],
            siblings[at].index(turn.id) + 1,
            len(siblings[at]),
            branches.get(turn.id, ()),
            tags.get(turn.id, ()),
        )
        for at, turn in enumerate(turns)
    ]


def line_of(story: Story) -> Sequence[Stem]:
    """The turns of the branch without their words, oldest first."""
    head = story.branches.all().get(story.branch, ROOT)
    return () if head == ROOT else tuple(reversed(story.store.ancestry(story.name, head, _ALL)))


def siblings_of(story: Story, turns: Sequence[Turn | Stem]) -> list[list[str]]:
    """The ids of the versions of each of these turns, itself included."""
    found: dict[str, list[str]] = {}
    parents = [turn.parent for turn in turns]
    for start in range(0, len(parents), _AT_ONCE):
        children = story.store.children(story.name, parents[start : start + _AT_ONCE])
        found.update({parent: [stem.id for stem in stems] for parent, stems in children.items()})
    return [found[parent] for parent in parents]


def _by_turn(names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(names):
        found[names[name]] = (*found.get(names[name], ()), name)
    return found
