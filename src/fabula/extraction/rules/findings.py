"""What a pattern found in a sentence, before anybody knows who is meant."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabula.claims.statements import Modality


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that mean someone or something. ``start`` and ``end`` count in the turn's normal text.

    ``person`` is 1, 2 or 3 for a pronoun, 4 for "they", and 0 for a name. ``is_sure`` says that the form
    alone makes it a name; a phrase that is not needs to be known, or named elsewhere.
    """

    text: str
    start: int
    end: int
    person: int = 0
    is_sure: bool = True
    is_epithet: bool = False


@dataclass(frozen=True, slots=True)
class Mood:
    """How a sentence puts what it says."""

    modality: Modality = Modality.ASSERTED
    past: bool = False


PLAIN = Mood()


@dataclass(frozen=True, slots=True)
class Finding:
    """An action with its slots filled. A slot has two phrases where two are named together.

    ``teller`` is who is told to have said so, where the narrator only hands it on.
    """

    action: str
    ends: Mapping[str, tuple[Phrase, ...]]
    start: int
    end: int
    mood: Mood = PLAIN
    teller: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as read: what was found, and every phrase that names somebody, in order."""

    findings: tuple[Finding, ...] = ()
    named: tuple[Phrase, ...] = ()
