"""The port for caches: what some part of the program found out and can find out again, kept beside the ledgers.

Never a truth: whatever is here may be gone, old, or of a form that nobody reads any more, and then it is not
there. It is no part of a story: no archive holds it, no version grows by it, nobody is told of it. A purge
erases what its story has here; but whoever keeps a cache keeps no words in it, as it may be written again.
"""

from typing import Protocol

NO_STORY = ""
"""Stands, in place of a story's name, for what belongs to the store as a whole."""

MOST_CHARACTERS = 1_000_000
"""The longest body that is kept."""


class CacheStore(Protocol):
    """Keeps one body a story and kind. An unknown story raises ``StoryNotFoundError``."""

    def get(self, story: str, kind: str) -> str:
        """What was put last; empty if nothing was, or if it is gone."""
        ...

    def put(self, story: str, kind: str, body: str) -> None:
        """Keep a body in place of the one before; one that is longer than ``MOST_CHARACTERS`` is not kept."""
        ...

    def forget(self, story: str) -> int:
        """Erase all that is kept of a story and return how much there was."""
        ...
