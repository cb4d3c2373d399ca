"""What is remembered of stories, across restarts: read when first asked for, written when it has changed.

It is a cache beside the ledgers, never a truth. Without it everything is found out anew by and by.
"""

from collections import OrderedDict
from collections.abc import Mapping

from fabula.claims.canonical import text_digest
from fabula.errors import StoryNotFoundError
from fabula.ledger.caches import NO_STORY
from fabula.ledger.store import LedgerStore
from fabula.serve.proxy.placing.memory import Memory
from fabula.serve.proxy.placing.shared import Shared
from fabula.serve.proxy.placing.written import (
    memory_from_json,
    memory_to_json,
    shared_from_json,
    shared_to_json,
)

KIND = "placing"
_KEPT_MEMORIES = 128


class Remembering:
    """The memories of the stories of a store. Whoever changes one says so; nobody writes but who asks for it."""

    def __init__(self, store: LedgerStore) -> None:
        self._store = store
        self._memories: OrderedDict[str, Memory] = OrderedDict()
        self._shared: Shared | None = None
        self._touched: dict[str, None] = {}
        self._written: dict[str, str] = {}

    @property
    def shared(self) -> Shared:
        """What is remembered of all stories together."""
        if self._shared is None:
            self._shared = shared_from_json(self._read(NO_STORY))
        return self._shared

    def of(self, name: str) -> Memory:
        """What is remembered of a story."""
        if name not in self._memories:
            self._memories[name] = memory_from_json(self._read(name))
        self._memories.move_to_end(name)
        return self._memories[name]

    def touch(self, name: str) -> None:
        """Note that what is remembered of a story may have changed."""
        self._touched[name] = None

    def changed(self) -> Mapping[str, str]:
        """What has changed since it was written, as it is written, by story."""
        if not self._touched:
            return {}
        bodies = {
            name: memory_to_json(self._memories[name]) for name in self._touched if name in self._memories
        }
        bodies[NO_STORY] = shared_to_json(self.shared)
        self._touched.clear()
        return {name: body for name, body in bodies.items() if self._written.get(name) != text_digest(body)}

    def write(self, bodies: Mapping[str, str]) -> None:
        """Write what ``changed`` gave; a story that is gone meanwhile is passed over.

        Raises:
            StoreError: the store does not take it; what is not written is lost with the process.
        """
        for name, body in bodies.items():
            try:
                self._store.caches.put(name, KIND, body)
            except StoryNotFoundError:
                continue
            self._written[name] = text_digest(body)

    def let_go(self) -> None:
        """Hold no more stories than were asked for lately; the others are read again when they are."""
        for name in list(self._memories)[: max(len(self._memories) - _KEPT_MEMORIES, 0)]:
            if name not in self._touched:
                del self._memories[name]
                self._written.pop(name, None)

    def _read(self, name: str) -> str:
        try:
            body = self._store.caches.get(name, KIND)
        except StoryNotFoundError:
            return ""
        self._written[name] = text_digest(body)
        return body
