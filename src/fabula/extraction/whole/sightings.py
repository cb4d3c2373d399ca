"""A name where it stands in a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """The name that ``text[start:end]`` is, as the lexicon spells it."""

    start: int
    end: int
    name: str
