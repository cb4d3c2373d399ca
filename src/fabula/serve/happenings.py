"""What a commit means to those who listen: its rows as events. Ids and counts, never a word of the story."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from fabula.ledger.records import Act, Candidate, Changes, HeadMove, Log, Tag

Happening: TypeAlias = tuple[str, dict[str, Any]]
"""The kind of an event, and what it says."""

MOST_IDS = 50
"""How many ids one event lists; ``count`` tells how many there are."""


def happenings(changes: Changes, effective: Log | None = None) -> Iterator[Happening]:
    """The events of a commit, in the order in which a reader wants to hear of them.

    ``effective`` is what the log gained by it: of two readings of one turn only one may count.
    """
    chosen = changes.selections if effective is None else effective.selections
    buried = changes.tombstones if effective is None else effective.tombstones
    yield from _some("turns-added", [turn.id for turn in changes.turns])
    yield from (_moved(move) for move in changes.moves)
    yield from (_tagged(tag) for tag in changes.tags)
    if changes.branch is not None:
        yield "start-moved", {"branch": changes.branch}
    yield from _some("extracted", [selection.turn for selection in chosen])
    yield from (_acted(act) for act in changes.acts)
    yield from _some("acts-carried", [carried.turn for carried in changes.carried])
    yield from (_offered(one) for one in changes.candidates)
    yield from _some("replies-dropped", changes.dropped)
    yield from purged([stone.turn for stone in buried])


def purged(turns: Sequence[str]) -> Iterator[Happening]:
    """The event of words that are gone for good."""
    return _some("purged", turns)


def _some(kind: str, ids: Sequence[str]) -> Iterator[Happening]:
    listed = list(dict.fromkeys(ids))
    if listed:
        yield kind, {"count": len(listed), "ids": listed[:MOST_IDS]}


def _moved(move: HeadMove) -> Happening:
    said = {"branch": move.branch, "before": move.before, "after": move.after, "by": move.by, "why": move.why}
    if move.before is None:
        return "branch-made", said
    return ("branch-removed" if move.after is None else "head-moved"), said


def _tagged(tag: Tag) -> Happening:
    return ("tag-removed" if tag.turn is None else "tag-set"), {"tag": tag.name, "turn": tag.turn}


def _acted(act: Act) -> Happening:
    said = {
        "seq": act.seq,
        "act": act.id,
        "kind": act.kind,
        "scope": act.scope,
        "turn": act.turn,
        "by": act.by,
    }
    return "act-made", said


def _offered(one: Candidate) -> Happening:
    return "reply-offered", {"candidate": one.id, "parent": one.parent}
