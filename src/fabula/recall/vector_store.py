"""The port: what search by meaning needs of a store of vectors. One shipped contract for all adapters.

Vectors are kept by what was embedded (a hash of the text), never by where it stands, so that reading
again, forks, branches and swipes cost no embedding. No text is kept. Everything in such a store can be
made again from the ledger.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from fabula.models.embedding import Vector

TextKind: TypeAlias = Literal["turn", "fact", "entity", "note"]
"""What a text is to the story: a turn's words, a fact's phrase, an entity in a line, a note."""


@dataclass(frozen=True, slots=True)
class Partition:
    """The vectors of one space (by its identity), one story and one kind of text."""

    space: str
    story: str
    kind: TextKind


@dataclass(frozen=True, slots=True)
class Near:
    """A text that was found, by its key, and the cosine of the angle to what was asked: six digits, from -1 to 1."""

    key: str
    score: float


@dataclass(frozen=True, slots=True)
class Stamp:
    """How often a store was written to, and how often something was forgotten in it."""

    written: int = 0
    forgotten: int = 0


class VectorStore(Protocol):
    """Keeps the vectors of the stories of one place; several threads may use one.

    Every driver error leaves as a ``StoreError``; a busy file as ``StoreUnavailableError``. Components are
    kept on a grid (``fabula.recall.grid``), so that nearness is the same number on every machine.
    """

    def spaces(self) -> Mapping[str, int]:
        """How many vectors are kept in each space that has any, by the space's identity."""
        ...

    def known(self, partition: Partition, keys: Iterable[str]) -> frozenset[str]:
        """The keys among these that have a vector."""
        ...

    def keys(self, partition: Partition) -> frozenset[str]:
        """Every key that has a vector."""
        ...

    def get(self, space: str, keys: Iterable[str]) -> Mapping[str, Vector]:
        """The vectors of these keys in a space, of whatever story and kind; keys without one are left out."""
        ...

    def put(self, partition: Partition, rows: Mapping[str, Vector]) -> None:
        """Keep vectors, all or none; a key that has one keeps it.

        Raises:
            InvalidInputError: a vector has other dimensions than those of its space, or none, or is not finite.
        """
        ...

    def nearest(
        self, partition: Partition, vector: Vector, k: int, among: tuple[str, ...] | None = None
    ) -> tuple[Near, ...]:
        """The ``k`` keys nearest to a vector, or all there are; nearest first, ties by key. Exact.

        With ``among`` only these keys are looked at; a tuple that is asked with again may be looked up faster.

        Raises:
            InvalidInputError: the vector has other dimensions than those of the space.
        """
        ...

    def cosines(self, partition: Partition, vector: Vector, among: tuple[str, ...]) -> list[float | None]:
        """For each of these keys the cosine to a vector, six digits, or None where it has no vector. Exact.

        Raises:
            InvalidInputError: the vector has other dimensions than those of the space.
        """
        ...

    def forget(self, keys: Iterable[str]) -> int:
        """Erase the vectors of these keys in every space, story and kind, and return how many there were.

        Afterwards no byte of them is left in the store's files.
        """
        ...

    def recorded(self, story: str) -> str:
        """The identity of the space that a story was last embedded in; empty if it never was."""
        ...

    def record(self, story: str, space: str) -> None:
        """Note in which space a story is embedded from now on."""
        ...

    def stamp(self) -> Stamp:
        """Changes with every write, whoever made it; cheap to ask."""
        ...

    def close(self) -> None:
        """Let go of files; the store is not used again."""
        ...
