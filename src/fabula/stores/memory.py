"""A store that lives and dies with the process: the plain reference for every other one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import RLock

from fabula.errors import StoryNotFoundError, TurnNotFoundError
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
from fabula.stores.caches_memory import MemoryCaches
from fabula.stores.free_json import from_json, to_json
from fabula.stores.memory_story import MemoryStory, by_name
from fabula.stores.plan import check_words, plan
from fabula.stores.receipts_memory import MemoryReceipts


class MemoryStore:
    """Keeps stories in dictionaries under one lock; nothing outlives the process."""

    def __init__(self) -> None:
        # Reentrant: the ids asked for may be read from this very store while it answers.
        self._lock = RLock()
        self._stories: dict[str, MemoryStory] = {}
        self._caches: dict[str, str] = {}

    def stories(self) -> Sequence[StoryRow]:
        """Every story, by name."""
        with self._lock:
            return tuple(held.row for held in by_name(self._stories).values())

    def create(self, story: StoryRow) -> None:
        """Make an empty story; one that is there already is left alone."""
        with self._lock:
            self._stories.setdefault(story.name, MemoryStory(replace(story, version=0)))

    def commit(self, story: str, changes: Changes) -> int:
        """Write all of ``changes`` or nothing, and return the story's new version."""
        check_words(changes)
        kept = _as_kept(changes)
        with self._lock:
            held = self._held(story)
            held.apply(kept, plan(kept, held.standing(kept)))
            return held.row.version

    def heads(self, story: str) -> Heads:
        """Branches and tags with the turns they point at, and the story's version."""
        with self._lock:
            held = self._held(story)
            return Heads(held.row.version, held.row.branch, by_name(held.heads), by_name(held.tags))

    def log(self, story: str, since: int = 0) -> Log:
        """What was selected, done, carried and purged after version ``since``."""
        with self._lock:
            return self._held(story).log(since)

    def ancestry(self, story: str, tip: str, limit: int) -> Sequence[Stem]:
        """At most ``limit`` turns from ``tip`` (included) towards the root, newest first."""
        with self._lock:
            held = self._held(story)
            if tip not in held.turns:
                raise TurnNotFoundError(f"Story {story!r} holds no turn {tip[:12]}.")
            return held.ancestry(tip, limit)

    def turns(self, story: str, ids: Iterable[str]) -> Mapping[str, Turn]:
        """The turns among ``ids`` that the story holds, with their words."""
        with self._lock:
            turns = self._held(story).turns
            return {one: turns[one] for one in dict.fromkeys(ids) if one in turns}

    def children(self, story: str, parents: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that follow each of ``parents``, by id; parents without any are left out."""
        with self._lock:
            held = self._held(story)
            asked = [one for one in dict.fromkeys(parents) if one in held.children]
            return {one: held.stems(sorted(held.children[one])) for one in asked}

    def with_key(self, story: str, keys: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that have each of these text keys, by (number, id); keys without any are left out."""
        with self._lock:
            held = self._held(story)
            asked = [one for one in dict.fromkeys(keys) if one in held.keys]
            found = {one: held.stems(held.keys[one]) for one in asked}
            return {
                one: tuple(sorted(stems, key=lambda stem: (stem.number, stem.id)))
                for one, stems in found.items()
            }

    def with_prefix(self, story: str, prefix: str, limit: int = 10) -> Sequence[Stem]:
        """At most ``limit`` turns whose id starts with ``prefix``, by id."""
        with self._lock:
            held = self._held(story)
            found = sorted(turn for turn in held.turns if turn.startswith(prefix))
            return held.stems(found[: max(limit, 0)])

    def bodies(self, story: str, ids: Iterable[str]) -> Mapping[str, Body]:
        """The extraction bodies among ``ids`` that the story holds."""
        with self._lock:
            bodies = self._held(story).bodies
            return {one: bodies[one] for one in dict.fromkeys(ids) if one in bodies}

    def outlines(self, story: str, ids: Iterable[str] | None = None) -> Mapping[str, Body]:
        """The same bodies, or all of them by id, without claims and refusals."""
        with self._lock:
            asked = sorted(self._held(story).bodies) if ids is None else ids
            return {one: body.outline for one, body in self.bodies(story, asked).items()}

    def bindings(self, story: str, turns: Iterable[str]) -> Mapping[str, Sequence[Binding]]:
        """What is bound to each of ``turns``, by body id; turns that nobody has read are left out."""
        with self._lock:
            bound = self._held(story).bound
            asked = [one for one in dict.fromkeys(turns) if one in bound]
            return {one: tuple(by_name(bound[one]).values()) for one in asked}

    def candidates(self, story: str) -> Sequence[Candidate]:
        """The replies that were delivered and that nothing has echoed yet, by (parent, id)."""
        with self._lock:
            return self._held(story).pending()

    def acts(self, kinds: Iterable[str]) -> Mapping[str, Sequence[Act]]:
        """The author's acts of some kinds in every story, by story, in their order."""
        asked = set(kinds)
        with self._lock:
            found = {
                name: tuple(act for _, act in held.acts if act.kind in asked)
                for name, held in by_name(self._stories).items()
            }
            return {name: acts for name, acts in found.items() if acts}

    def moves(self, story: str) -> Sequence[HeadMove]:
        """Every move of every head, in the order in which they were made."""
        with self._lock:
            return tuple(self._held(story).moves)

    def snapshot(self, story: str) -> Snapshot:
        """Every row of a story, read in one transaction."""
        with self._lock:
            return self._held(story).snapshot()

    def purge(self, story: str, turns: Iterable[str], bodies: Iterable[str], acts: Iterable[str]) -> int:
        """Erase the words of ``turns`` for good and return the story's new version."""
        erased = frozenset(turns), frozenset(bodies), frozenset(acts)
        with self._lock:
            held = self._held(story)
            held.purge(*erased)
            return held.row.version

    @property
    def location(self) -> str:
        """Nowhere that lasts."""
        return ":memory:"

    @property
    def receipts(self) -> MemoryReceipts:
        """The receipts of the stories."""
        return MemoryReceipts(self._lock, self._held)

    @property
    def caches(self) -> MemoryCaches:
        """What can be found out again."""
        return MemoryCaches(self._lock, self._held, self._caches)

    def close(self) -> None:
        """Let go of everything; the stories are gone."""
        with self._lock:
            self._stories.clear()

    def _held(self, story: str) -> MemoryStory:
        try:
            return self._stories[story]
        except KeyError:
            raise StoryNotFoundError(f"There is no story {story!r} in this store.") from None


def _as_kept(changes: Changes) -> Changes:
    """The changes with their free JSON as a file would give it back, safe from later edits by the caller."""
    return replace(
        changes,
        turns=tuple(
            replace(turn, meta=from_json(to_json(turn.meta))) if turn.meta else turn for turn in changes.turns
        ),
        bodies=tuple(
            replace(body, usage=from_json(to_json(body.usage))) if body.usage else body
            for body in changes.bodies
        ),
        acts=tuple(replace(act, payload=from_json(to_json(act.payload))) for act in changes.acts),
    )
