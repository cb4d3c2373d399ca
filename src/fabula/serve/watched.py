"""A store whose commits are told: the same answers, and an event for every write that came through it."""

from collections.abc import Iterable
from typing import Any, cast

from fabula.ledger.records import Changes, Log
from fabula.ledger.store import LedgerStore
from fabula.serve.channels import Channels
from fabula.serve.happenings import happenings, purged


class Watched:
    """Hands everything on to a store, and tells ``channels`` what was written, once it is."""

    def __init__(self, store: LedgerStore, channels: Channels) -> None:
        self._store = store
        self._channels = channels

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the store has, as it is
        return getattr(self._store, name)

    def commit(self, story: str, changes: Changes) -> int:
        """Write all of ``changes`` or nothing, tell what it means, and return the story's new version."""
        with self._channels.committing(story) as tell:
            version = self._store.commit(story, changes)
            tell(version, happenings(changes, self._effective(story, changes, version)))
        return version

    def purge(self, story: str, turns: Iterable[str], bodies: Iterable[str], acts: Iterable[str]) -> int:
        """Erase the words of ``turns`` for good, tell it, and return the story's new version."""
        gone = tuple(turns)
        with self._channels.committing(story) as tell:
            version = self._store.purge(story, gone, bodies, acts)
            tell(version, purged(gone))
        return version

    def _effective(self, story: str, changes: Changes, version: int) -> Log | None:
        """What the log gained, asked for only where it may differ from what was to be written."""
        if not changes.selections and not changes.tombstones:
            return None
        return self._store.log(story, version - 1)


def watched(store: LedgerStore, **settings: Any) -> tuple[LedgerStore, Channels]:
    """A store whose writes are told, and the channels that tell them; ``settings`` are those of ``Channels``."""
    channels = Channels(lambda story: store.heads(story).version, **settings)
    # Whatever else the port asks for is handed on unseen, so that the port can grow without this module.
    return cast("LedgerStore", Watched(store, channels)), channels
