"""Caches that live and die with the process."""

from collections.abc import Callable, MutableMapping
from contextlib import AbstractContextManager

from fabula.ledger.caches import MOST_CHARACTERS, NO_STORY
from fabula.stores.memory_story import MemoryStory


class MemoryCaches:
    """The caches of the stories that ``held`` gives, and ``own`` ones, one caller at a time under ``lock``."""

    def __init__(
        self,
        lock: AbstractContextManager[bool],
        held: Callable[[str], MemoryStory],
        own: MutableMapping[str, str],
    ) -> None:
        self._lock = lock
        self._held = held
        self._own = own

    def get(self, story: str, kind: str) -> str:
        """What was put last; empty if nothing was, or if it is gone."""
        with self._lock:
            return self._of(story).get(kind, "")

    def put(self, story: str, kind: str, body: str) -> None:
        """Keep a body in place of the one before; one that is longer than ``MOST_CHARACTERS`` is not kept."""
        with self._lock:
            self._of(story).update({kind: body} if len(body) <= MOST_CHARACTERS else {})

    def forget(self, story: str) -> int:
        """Erase all that is kept of a story and return how much there was."""
        with self._lock:
            kept = self._of(story)
            count = len(kept)
            kept.clear()
            return count

    def _of(self, story: str) -> MutableMapping[str, str]:
        return self._own if story == NO_STORY else self._held(story).caches
