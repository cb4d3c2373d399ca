"""The port: what a ledger needs of a store. One file per adapter, one shipped contract for all.

A store keeps rows and answers small questions; it never scores, folds or interprets. Every driver
error leaves as a ``StoreError``; a busy database as ``StoreUnavailableError``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from fabula.ledger.caches import CacheStore
from fabula.ledger.receipts import ReceiptStore
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    Changes,
    HeadMove,
    Heads,
    Log,
    Snapshot,
    Stem,
    StoryRow,
    Turn,
)


class LedgerStore(Protocol):
    """Keeps the stories of one place. Reads of a story that is not there raise ``StoryNotFoundError``."""

    def stories(self) -> Sequence[StoryRow]:
        """Every story, by name."""
        ...

    def create(self, story: StoryRow) -> None:
        """Make an empty story; one that is there already is left alone."""
        ...

    def commit(self, story: str, changes: Changes) -> int:
        """Write all of ``changes`` or nothing, and return the story's new version.

        Turns, bodies, bindings, carried acts and tombstones that exist already are left alone; a text
        under a tombstone is not kept. Unknown ids in ``dropped`` are ignored.

        Raises:
            HeadMovedError: a move's ``before`` is not the branch's head (nor its absence).
            BranchExistsError: a tag is set that exists with another turn.
            ConflictError: an act's ``seq`` is not the next one.
            InvalidInputError: a turn's parent, a move's, tag's or candidate's turn is unknown.
        """
        ...

    def heads(self, story: str) -> Heads:
        """Branches and tags with the turns they point at, and the story's version."""
        ...

    def log(self, story: str, since: int = 0) -> Log:
        """What was selected, done, carried and purged after version ``since``."""
        ...

    def ancestry(self, story: str, tip: str, limit: int) -> Sequence[Stem]:
        """At most ``limit`` turns from ``tip`` (included) towards the root, newest first.

        Raises:
            TurnNotFoundError: the story holds no such turn.
        """
        ...

    def turns(self, story: str, ids: Iterable[str]) -> Mapping[str, Turn]:
        """The turns among ``ids`` that the story holds, with their words."""
        ...

    def children(self, story: str, parents: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that follow each of ``parents``, by id; parents without any are left out."""
        ...

    def with_key(self, story: str, keys: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that have each of these text keys, by (number, id); keys without any are left out."""
        ...

    def with_prefix(self, story: str, prefix: str, limit: int = 10) -> Sequence[Stem]:
        """At most ``limit`` turns whose id starts with ``prefix``, by id."""
        ...

    def bodies(self, story: str, ids: Iterable[str]) -> Mapping[str, Body]:
        """The extraction bodies among ``ids`` that the story holds."""
        ...

    def outlines(self, story: str, ids: Iterable[str] | None = None) -> Mapping[str, Body]:
        """The same bodies, or all of them by id, without claims and refusals: who read, with what success."""
        ...

    def bindings(self, story: str, turns: Iterable[str]) -> Mapping[str, Sequence[Binding]]:
        """What is bound to each of ``turns``, by body id; turns that nobody has read are left out."""
        ...

    def candidates(self, story: str) -> Sequence[Candidate]:
        """The replies that were delivered and that nothing has echoed yet, by (parent, id)."""
        ...

    def acts(self, kinds: Iterable[str]) -> Mapping[str, Sequence[Act]]:
        """The author's acts of some kinds in every story, by story, in their order; stories without any are left out."""
        ...

    def moves(self, story: str) -> Sequence[HeadMove]:
        """Every move of every head, in the order in which they were made."""
        ...

    def snapshot(self, story: str) -> Snapshot:
        """Every row of a story, read in one transaction."""
        ...

    def purge(self, story: str, turns: Iterable[str], bodies: Iterable[str], acts: Iterable[str]) -> int:
        """Erase the words of ``turns`` for good and return the story's new version.

        Each turn keeps id, parent, number and key and becomes ``purged``; its speaker, text, present
        cast, time and metadata go, its text from every turn with the same key, its candidates with the
        same key, the given bodies with their bindings and selections, and the payloads of the given
        acts (replaced by an empty one), and every receipt and cache of the story. Afterwards no byte of the text
        is left in the store's files.
        """
        ...

    @property
    def location(self) -> str:
        """Where the stories are kept: a path, beside which stands what is derived, or ``:memory:``."""
        ...

    @property
    def receipts(self) -> ReceiptStore:
        """The receipts of the stories, which a purge of any turn takes along."""
        ...

    @property
    def caches(self) -> CacheStore:
        """What can be found out again, beside the stories; a purge of any turn takes its story's along."""
        ...

    def close(self) -> None:
        """Let go of files and connections; the store is not used again."""
        ...
