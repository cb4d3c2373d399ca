"""Search by meaning in one story: an embedder, the store of its vectors, and what was asked lately."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import RLock
from typing import TypeVar, cast

from fabula.errors import InvalidInputError, ModelError, ModelRefusedError
from fabula.models.embedding import Embedder, Purpose, Space, Vector
from fabula.recall.grid import snapped
from fabula.recall.vector_store import Partition, Stamp, VectorStore

T = TypeVar("T")

_KEPT_CUES = 256
_KEPT_VALUES = 24


class VectorSearch:
    """What the handles on one story share; several threads may use it. Works without an embedder as well."""

    def __init__(self, store: VectorStore, embedder: Embedder | None = None) -> None:
        self.store = store
        self.embedder = embedder
        self._lock = RLock()
        self._cues: OrderedDict[tuple[str, str], Vector] = OrderedDict()
        self._values: OrderedDict[Hashable, object] = OrderedDict()
        self._known: dict[Partition, set[str]] = {}
        self._missing: OrderedDict[int, tuple[tuple[str, ...], Stamp, Partition, tuple[str, ...]]] = (
            OrderedDict()
        )
        self._stamp = Stamp()

    def space(self) -> Space:
        """The space of the embedder's vectors.

        Raises:
            InvalidInputError: there is no embedder.
            ModelError: it cannot be asked.
        """
        return self._embedder().space

    def cue(self, text: str) -> Vector:
        """The vector of what is asked; kept, as the same is often asked again.

        Raises:
            ModelError: the embedder gave no answer.
        """
        asked = (self.space().identity, text)
        with self._lock:
            if asked in self._cues:
                self._cues.move_to_end(asked)
                return self._cues[asked]
        vector = self._checked([text], "cue")[0]
        with self._lock:
            self._cues[asked] = vector
            if len(self._cues) > _KEPT_CUES:
                self._cues.popitem(last=False)
        return vector

    def passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """A vector for each text to be found, None where the embedder refuses just that text.

        Raises:
            ModelError: the embedder gave no answer.
        """
        try:
            return list(self._checked(texts, "passage"))
        except ModelRefusedError:
            if len(texts) == 1:
                return [None]
        return [self.passages([text])[0] for text in texts]

    def missing(self, partition: Partition, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The keys among these that have no vector. The same tuple asked with again costs nothing."""
        stamp = self.store.stamp()
        with self._lock:
            if stamp.forgotten != self._stamp.forgotten:
                self._known.clear()
            self._stamp = stamp
            held = self._missing.get(id(keys))
            if held is not None and held[0] is keys and held[1:3] == (stamp, partition):
                return held[3]
            known = self._known.setdefault(partition, set())
            unsure = [key for key in keys if key not in known]
            known |= self.store.known(partition, unsure) if unsure else frozenset()
            missing = tuple(key for key in unsure if key not in known)
            self._missing[id(keys)] = keys, stamp, partition, missing
            if len(self._missing) > _KEPT_VALUES:
                self._missing.popitem(last=False)
            return missing

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under a key, made now if it is not there."""
        found = self.held(key)
        return cast("T", found) if found is not None else self.keep(key, make())

    def held(self, key: Hashable) -> object | None:
        """What is kept under a key, if anything is."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: T) -> T:
        """Keep a value under a key as long as it is in use."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > _KEPT_VALUES:
                self._values.popitem(last=False)
        return value

    def forget(self, keys: Iterable[str]) -> int:
        """Erase the vectors of these keys, and everything that is kept in memory."""
        with self._lock:
            self._cues.clear()
            self._values.clear()
            self._known.clear()
            self._missing.clear()
        return self.store.forget(keys)

    def _embedder(self) -> Embedder:
        if self.embedder is None:
            raise InvalidInputError(
                "Nothing embeds texts here: open the story with an embedder, such as fabula.models.bundled.Bundled()."
            )
        return self.embedder

    def _checked(self, texts: Sequence[str], purpose: Purpose) -> list[Vector]:
        embedder = self._embedder()
        try:
            vectors = [snapped(vector) for vector in embedder.embed(texts, purpose)]
        except InvalidInputError as error:
            raise ModelError(
                f"The embedder {embedder.space.identity!r} gave no usable vector: {error}"
            ) from error
        if [len(vector) for vector in vectors] != [embedder.space.dims] * len(texts):
            raise ModelError(
                f"The embedder {embedder.space.identity!r} gave other vectors than it was asked for: "
                f"{len(vectors)} for {len(texts)} texts, or of other dimensions than {embedder.space.dims}."
            )
        return vectors
