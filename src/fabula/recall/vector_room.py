"""The room of a story's vectors: which texts have one, making those that are missing, and search by meaning."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from fabula.errors import InvalidInputError, ModelError, StoreError
from fabula.graph.view import View
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.models.embedding import Embedder, Vector
from fabula.recall.shelf import Shelf
from fabula.recall.vector_search import VectorSearch
from fabula.recall.vector_state import NO_EMBEDDER, Counts, Repaired, VectorState, state_of
from fabula.recall.vector_store import Near, Partition, TextKind
from fabula.recall.vector_texts import Texts, entity_texts, fact_texts, turn_key, turn_text, turn_texts
from fabula.recall.vectors import VectorScores

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many texts are embedded, and of how many."""

DERIVED: tuple[TextKind, ...] = ("fact", "entity", "note")
"""The kinds of text that are made from what turns say."""

_BATCH = 16
_KEPT_BACK = 512  # how far back along a line the texts of an earlier head are looked for


def no_progress(done: int, of: int) -> None:
    """Tell nobody."""


class Vectors:
    """The vectors of one story, seen from one head: that of ``view()``."""

    def __init__(self, search: VectorSearch, ledger: Ledger, shelf: Shelf, view: Callable[[], View]) -> None:
        self._search = search
        self._ledger = ledger
        self._shelf = shelf
        self._view = view

    @property
    def embedder(self) -> Embedder | None:
        """What embeds the texts of this story, if anything does."""
        return self._search.embedder

    def state(self) -> VectorState:
        """How many texts of this head have a vector, and what is not well. Embeds nothing."""
        recorded = self._search.store.recorded(self._ledger.story)
        if self._search.embedder is None:
            return VectorState("off", recorded=recorded, said=NO_EMBEDDER)
        try:
            space = self._search.space().identity
        except ModelError as error:
            return VectorState("degraded", recorded=recorded, said=str(error))
        counts = {texts.kind: self._counted(texts, space) for texts in self._texts(self._view())}
        return state_of(space, recorded, counts)

    def repair(
        self, first: int | None = None, last: int | None = None, *, progress: Progress = no_progress
    ) -> Repaired:
        """Embed what has no vector of this embedder: of the whole head, or of the turns ``first`` to ``last``.

        Facts and entities count with the turn that brought them. What is done stays done when this is
        broken off, and others may do the same at the same time.

        Raises:
            InvalidInputError: there is no embedder.
            ModelError: the embedder gave no answer.
        """
        space = self._search.space().identity
        self._search.store.record(self._ledger.story, space)
        view = self._view()
        numbers = None if first is None and last is None else range(first or 1, (last or view.number) + 1)
        todo = [(texts, self._missing(texts, space)) for texts in self._texts(view, numbers)]
        total = sum(len(keys) for _, keys in todo)
        report, done = Repaired(), 0
        for texts, keys in todo:
            for batch in _batches(keys):
                mended = self._mended(texts, batch, space)
                if mended is None:
                    return report + self.repair(first, last, progress=progress)
                report, done = report + mended, done + len(batch)
                progress(done, total)
        return report

    def scores(self, cue: str, view: View | None = None, *, mend: int = 0) -> VectorScores:
        """How near every turn and fact of a view (this head's, if none is given) is to a cue; never an error.

        With ``mend`` up to so many texts that have no vector yet are embedded first, the latest turns before
        all others. Rank by the cosines: unrelated texts may well have 0.8.
        """
        if self._search.embedder is None:
            return VectorScores(status="off")
        try:
            return self._scored(cue, view or self._view(), mend)
        except (ModelError, StoreError, InvalidInputError):
            return VectorScores(status="degraded")

    def entities(self, cue: str, k: int = 10, view: View | None = None) -> tuple[Near, ...]:
        """The entities nearest in meaning to a cue, by id, nearest first; those without a vector are not found.

        Raises:
            InvalidInputError: there is no embedder.
            ModelError: the embedder gave no answer.
        """
        return self._nearest(self._entities(view or self._view()), cue, k)

    def facts(self, cue: str, k: int = 10, view: View | None = None) -> tuple[Near, ...]:
        """The facts (every version) nearest in meaning to a cue, by id, nearest first; as ``entities``."""
        return self._nearest(self._facts(view or self._view()), cue, k)

    @contextmanager
    def purging(self, turns: Iterable[str]) -> Iterator[None]:
        """Forget the vectors of these turns (ids) and of whatever may have been read from them; purge inside.

        Facts and entities may repeat a turn's words in ways that nobody can list, so theirs all go; they are
        derived, and ``repair`` makes those that still stand anew. It is done before the words go, while it
        can be told what they were, and once more after, as somebody may have embedded them meanwhile.
        """
        spoken = {turn_key(stem.speaker, stem.key) for stem in map(self._ledger.stem, turns)}
        self._search.forget(spoken | self._derived())
        try:
            yield
        finally:
            self._search.forget(spoken | self._derived())

    def sweep(self) -> int:
        """Forget the vectors of turns whose words the story no longer has, as after taking in another's purge.

        Reads the whole story. Returns how many vectors went.
        """
        held = self._ledger.store.snapshot(self._ledger.story).turns
        said = {turn_key(turn.speaker, turn.key) for turn in held if not turn.purged}
        strange = self._kept("turn") - said
        return self._search.forget(strange | self._derived()) if strange else 0

    # what is there

    def _texts(self, view: View, numbers: range | None = None) -> tuple[Texts, ...]:
        if numbers is None:
            return self._turns(view.turn), self._facts(view), self._entities(view)
        line = self._ledger.line(view.turn or ROOT)[max(numbers.start, 1) - 1 : max(numbers.stop, 1) - 1]
        return (
            turn_texts(line, self._ledger.purged),
            fact_texts(view, self._shelf, numbers),
            entity_texts(view, numbers),
        )

    def _turns(self, tip: str) -> Texts:
        """The texts of a line's turns; a line that has grown costs what is new."""
        line = self._ledger.line(tip or ROOT)
        forgotten = self._ledger.forgotten
        for back in range(min(len(line), _KEPT_BACK)):
            before = self._search.held(("turns", line[-1 - back].id, forgotten))
            if isinstance(before, Texts):
                if not back:
                    return before
                texts = turn_texts(line[len(line) - back :], self._ledger.purged, before)
                break
        else:
            texts = turn_texts(line, self._ledger.purged)
        return self._search.keep(("turns", tip, forgotten), texts)

    def _facts(self, view: View) -> Texts:
        return self._search.kept(("facts", view.digest), lambda: fact_texts(view, self._shelf))

    def _entities(self, view: View) -> Texts:
        return self._search.kept(("entities", view.digest), lambda: entity_texts(view))

    def _partition(self, kind: TextKind, space: str) -> Partition:
        return Partition(space, self._ledger.story, kind)

    def _missing(self, texts: Texts, space: str) -> tuple[str, ...]:
        """The keys without a vector, the latest first."""
        return self._search.missing(self._partition(texts.kind, space), texts.keys)[::-1]

    def _counted(self, texts: Texts, space: str) -> Counts:
        missing = self._missing(texts, space)
        others = [
            self._partition(texts.kind, other) for other in self._search.store.spaces() if other != space
        ]
        stale = frozenset[str]().union(*(self._search.store.known(one, missing) for one in others))
        return Counts(len(texts.keys), len(texts.keys) - len(missing), len(stale))

    def _kept(self, kind: TextKind) -> frozenset[str]:
        """The keys of every vector of a kind, in whatever space."""
        store = self._search.store
        return frozenset[str]().union(*(store.keys(self._partition(kind, space)) for space in store.spaces()))

    def _derived(self) -> frozenset[str]:
        return frozenset[str]().union(*map(self._kept, DERIVED))

    # embedding

    def _mended(self, texts: Texts, keys: Sequence[str], space: str) -> Repaired | None:
        """Give some keys their vectors; None, and nothing is kept, if something was purged meanwhile."""
        self._ledger.heads()
        forgotten = self._ledger.forgotten
        said = self._said(texts, keys)
        there = dict(self._search.store.get(space, said))
        fresh = [key for key in said if key not in there]
        made = self._search.passages([said[key] for key in fresh]) if fresh else []
        vectors = {key: vector for key, vector in zip(fresh, made, strict=True) if vector is not None}
        self._search.store.put(self._partition(texts.kind, space), there | vectors)
        self._ledger.heads()
        if self._ledger.forgotten != forgotten:
            self._search.forget(keys)
            return None
        return Repaired(len(vectors), len(there), len(fresh) - len(vectors))

    def _said(self, texts: Texts, keys: Sequence[str]) -> dict[str, str]:
        if texts.kind != "turn":
            return {key: texts.said[key] for key in keys}
        turns = self._ledger.turns(texts.bearers[key][0] for key in keys)
        words = {key: turn_text(turn) for key, turn in zip(keys, turns, strict=True)}
        return {key: text for key, text in words.items() if text}

    # searching

    def _scored(self, cue: str, view: View, mend: int) -> VectorScores:
        if not cue.strip():
            return VectorScores()
        space, vector = self._search.space().identity, self._search.cue(cue)
        every = self._turns(view.turn), self._facts(view)
        self._mend(every, space, mend)
        is_whole = not any(self._missing(texts, space) for texts in every)
        turns, facts = (self._near(texts, vector, space) for texts in every)
        return VectorScores(turns, facts, "ok" if is_whole else "degraded")

    def _mend(self, every: Sequence[Texts], space: str, most: int) -> None:
        for texts in every if most > 0 else ():
            batch = self._missing(texts, space)[:most]
            most -= len(batch)
            if batch:
                self._mended(texts, batch, space)

    def _near(self, texts: Texts, vector: Vector, space: str) -> dict[str, float]:
        partition = self._partition(texts.kind, space)
        return texts.scored(self._search.store.cosines(partition, vector, texts.keys))

    def _nearest(self, texts: Texts, cue: str, k: int) -> tuple[Near, ...]:
        partition = self._partition(texts.kind, self._search.space().identity)
        found = self._search.store.nearest(partition, self._search.cue(cue), k, texts.keys)
        return tuple(Near(one, near.score) for near in found for one in texts.bearers[near.key])[:k]


def _batches(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(keys), _BATCH):
        yield keys[start : start + _BATCH]
