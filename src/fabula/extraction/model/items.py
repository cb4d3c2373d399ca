"""What a model said, item by item, before anybody checks whom it means and whether it is so."""

from dataclasses import dataclass, field
from enum import StrEnum

from fabula.claims.statements import Modality
from fabula.ledger.records import Refusal


class ItemKind(StrEnum):
    """What an item tells: who is there, what holds, what stopped, what never was, what happened, ..."""

    ENTITY = "entity"
    FACT = "fact"
    END = "end"
    NEVER = "never"
    EVENT = "event"
    SAME = "same"
    SCENE = "scene"


class Change(StrEnum):
    """How a fact stands to what is known: the model's word, which ``reconcile`` checks."""

    NEW = "new"
    SAME = "same"
    CORRECTION = "correction"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a model said. Names are as written; ``at`` is a line's ref (``12.1``).

    ``name`` is the entity, the subject or the event; of SAME, ``name`` is the one to keep and ``object`` the
    other. ``known`` is a key of the sheet that it speaks of (``f3`` changes that fact). Numbers are
    thousandths. ``roles`` are an event's (role, name) pairs. ``perceivers`` None means that nothing was said.
    ``raw`` is how the model wrote it, ``repaired`` what had to be mended to understand it.
    """

    kind: ItemKind
    at: str = ""
    raw: str = ""
    name: str = ""
    predicate: str = ""
    object: str = ""
    value: str = ""
    known: str = ""
    change: Change = Change.NEW
    modality: Modality = Modality.ASSERTED
    holder: str = ""
    perceivers: tuple[str, ...] | None = None
    strength: int | None = None
    confidence: int | None = None
    importance: int | None = None
    sentence: str = ""
    when: str = ""
    past: bool = False
    entity_kind: str = ""
    aliases: tuple[str, ...] = ()
    summary: str = ""
    labels: tuple[str, ...] = ()
    roles: tuple[tuple[str, str], ...] = ()
    speaker: str = ""
    present: tuple[str, ...] = ()
    place: str = ""
    starts: bool = False
    repaired: str = ""


class Fault(StrEnum):
    """What was wrong with an answer as a whole; recognised, counted and told to people."""

    EMPTY = "empty"
    PROSE = "prose"
    SCHEMA_ECHO = "schema_echo"
    PROMPT_ECHO = "prompt_echo"
    LOOP = "loop"
    CUT = "cut"
    THINKING = "thinking"
    FENCED = "fenced"
    BROKEN_JSON = "broken_json"
    MISSING_LINES = "missing_lines"


@dataclass(frozen=True, slots=True)
class Refused(Refusal):
    """An item that was not taken. ``at`` is the line that it cites, as in ``Item``; empty where nobody can tell."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's answer, understood. ``nothing`` says that it said outright that nothing changed.

    ``faults`` lists what was wrong, also where items could be saved. ``silent`` are the refs of lines that
    it had to speak of one by one and did not.
    """

    items: tuple[Item, ...] = ()
    refused: tuple[Refused, ...] = ()
    faults: tuple[Fault, ...] = ()
    nothing: bool = False
    silent: tuple[str, ...] = field(default=())

    @property
    def is_usable(self) -> bool:
        """Whether it holds anything that means something: items, or the word that there are none."""
        return bool(self.items) or self.nothing

    @property
    def is_answer(self) -> bool:
        """Whether it speaks of the sentences at all, be it that nothing of it can be taken."""
        return self.is_usable or (bool(self.refused) and Fault.PROSE not in self.faults)
