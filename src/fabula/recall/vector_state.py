"""What is told of a story's vectors: how far a head is embedded, what is not well, what a repair did."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from fabula.recall.vector_store import TextKind

Status: TypeAlias = Literal["ok", "degraded", "off"]
"""``degraded``: some texts have no vector, or the embedder is away; ``off``: there is no embedder."""

NO_EMBEDDER = "No embedder: what is asked is found by names and words alone."


@dataclass(frozen=True, slots=True)
class Counts:
    """How many texts a head has, how many have a vector, how many only one of another embedder (stale)."""

    texts: int = 0
    present: int = 0
    stale: int = 0

    @property
    def missing(self) -> int:
        """How many have no vector of this embedder, the stale ones among them."""
        return self.texts - self.present

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.texts + other.texts, self.present + other.present, self.stale + other.stale)


@dataclass(frozen=True, slots=True)
class VectorState:
    """How far a head is embedded. ``space`` is the embedder's, ``recorded`` the one last used on this story.

    ``said`` puts into a sentence what is not well and what to do; empty when all is.
    """

    status: Status
    space: str = ""
    recorded: str = ""
    counts: Mapping[TextKind, Counts] = field(default_factory=dict)
    said: str = ""

    @property
    def total(self) -> Counts:
        """All kinds together."""
        return sum(self.counts.values(), Counts())


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did: texts embedded, vectors of equal texts taken over, texts that the embedder refused."""

    embedded: int = 0
    reused: int = 0
    refused: int = 0

    def __add__(self, other: "Repaired") -> "Repaired":
        return Repaired(
            self.embedded + other.embedded, self.reused + other.reused, self.refused + other.refused
        )


def state_of(space: str, recorded: str, counts: Mapping[TextKind, Counts]) -> VectorState:
    """The state of a head, with its status and what is to be said of it."""
    missing = VectorState("ok", counts=counts).total.missing
    parts = []
    if recorded and recorded != space:
        parts.append(
            f"This story was embedded with {recorded!r} and is opened with {space!r}: the two cannot be compared."
        )
    if missing:
        texts = "1 text has" if missing == 1 else f"{missing} texts have"
        parts.append(f"{texts} no vector yet and can be found by names and words alone.")
    if parts:
        parts.append("Run `fabula vectors STORE --repair`.")
    return VectorState("degraded" if parts else "ok", space, recorded, counts, " ".join(parts))
