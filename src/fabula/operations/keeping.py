"""Keeping: whether the ledger is sound, how large everything is, and the story as an archive."""

from collections import Counter
from collections.abc import Mapping
from typing import TypedDict

from fabula.graph.proposals import undecided
from fabula.ledger.joined import joined_stories
from fabula.ledger.provisional import is_provisional
from fabula.ledger.records import StoryRow
from fabula.ledger.store import LedgerStore
from fabula.ledger.verify import Verdict
from fabula.operations.operation import Nothing
from fabula.story import Story


class DamageShape(TypedDict):
    """One place where the ledger does not agree with its own hashes."""

    kind: str
    id: str
    what: str


class VerdictShape(TypedDict):
    """Whether the ledger is sound, how much was hashed, and the ids of purged turns."""

    sound: bool
    turns: int
    bodies: int
    acts: int
    purged: list[str]
    damages: list[DamageShape]


class StatsShape(TypedDict):
    """How much of everything there is: entities by kind, turns by how far they are read."""

    story: str
    branch: str
    turns: int
    turns_in_tree: int
    branches: int
    tags: int
    entities: dict[str, int]
    facts: int
    fact_versions: int
    refused: int
    proposals: int
    readings: dict[str, int]
    acts: int
    purged: int
    provisional: int


def verify(told: Story, _asked: Nothing) -> VerdictShape:
    """Hash everything again and name what is damaged."""
    return verdict_shape(told.verify())


def verdict_shape(verdict: Verdict) -> VerdictShape:
    """A verdict with every damage."""
    return {
        "sound": verdict.is_sound,
        "turns": verdict.turns,
        "bodies": verdict.bodies,
        "acts": verdict.acts,
        "purged": list(verdict.purged),
        "damages": [{"kind": one.kind, "id": one.id, "what": one.what} for one in verdict.damages],
    }


def stats(told: Story, _asked: Nothing) -> StatsShape:
    """Count turns, branches, entities, facts and readings."""
    view, turns = told.view(), told.turns()
    kinds = Counter(entity.kind for entity in view.entities())
    read = Counter(status.value for status in told.statuses(turns))
    snapshot = told.store.snapshot(told.name)
    return {
        "story": told.name,
        "branch": told.branch,
        "turns": len(turns),
        "turns_in_tree": len(snapshot.turns),
        "branches": len(snapshot.branches),
        "tags": len(snapshot.tags),
        "entities": dict(sorted(kinds.items())),
        "facts": len(view.facts()),
        "fact_versions": len(view.told()),
        "refused": len(view.problems),
        "proposals": len(undecided(view)),
        "readings": dict(sorted(read.items())),
        "acts": len(snapshot.acts),
        "purged": len(snapshot.tombstones),
        "provisional": len(snapshot.candidates),
    }


def export(told: Story, _asked: Nothing) -> bytes:
    """Give the story as an archive: everything in it, the same bytes for the same story on every machine."""
    return b"".join(told.export())


class StoryRowShape(TypedDict):
    """A story: when it was made, the branch where new handles start, and its branches.

    ``joined_into`` names the story that took it in, and in which it is told from then on. ``provisional`` says that
    it is but somebody's first words to a model, which no answer has followed yet: perhaps it is no story.
    """

    name: str
    created: str
    branch: str
    branches: list[str]
    joined_into: str
    provisional: bool


class StoriesShape(TypedDict):
    """The stories of a store, by name."""

    stories: list[StoryRowShape]


def story_row_shape(
    row: StoryRow, store: LedgerStore, joined: Mapping[str, str] | None = None
) -> StoryRowShape:
    """A story of a store; ``joined`` says which stories are joined into which, if that is known already."""
    joined = joined_stories(store) if joined is None else joined
    heads = store.heads(row.name)
    return {
        "name": row.name,
        "created": row.created,
        "branch": heads.branch,
        "branches": sorted(heads.branches),
        "joined_into": joined.get(row.name, ""),
        "provisional": is_provisional(store, row.name),
    }
