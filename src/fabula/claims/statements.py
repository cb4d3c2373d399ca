"""What a turn can say: pure, relative values that name things and never hold an id.

A *body* (see ``fabula.ledger.extractions``) is a list of these. Evidence counts turns back from the
turn that the body is bound to, so one body serves every branch on which the same words stand.
Strength and confidence are integer thousandths: equal on every machine.
"""

from dataclasses import dataclass
from enum import StrEnum

from fabula.claims.text import checked_text, is_dense, name_key
from fabula.errors import InvalidInputError

NARRATOR = ""
"""The holder of canon: the story's own truth."""

KINDS = ("character", "group", "faction", "organization", "place", "item", "concept", "event")
"""The kinds of entity that every story knows; further kinds are plain words."""

MAX_NAME = 120
MAX_LABELS = 5
MIN_SUMMARY, MAX_SUMMARY = 4, 400
MIN_FACT, MAX_FACT = 8, 400
MAX_PREDICATE = 48
THOUSAND = 1000


class Modality(StrEnum):
    """How something was said; only ``asserted`` can become canon."""

    ASSERTED = "asserted"
    PLANNED = "planned"
    HYPOTHETICAL = "hypothetical"
    DREAMED = "dreamed"
    LIED = "lied"
    RUMOURED = "rumoured"


@dataclass(frozen=True, slots=True)
class Quote:
    """The words that a claim rests on.

    ``back`` counts turns back from the bound turn (0 = itself); ``start`` and ``end`` are code points
    over that turn's normal text; ``text`` is exactly what stands there.
    """

    back: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Period:
    """Story time: a label as told, and sortable ends where they can be derived (larger is later)."""

    label: str = ""
    start: int | None = None
    end: int | None = None

    @property
    def over(self) -> int | None:
        """The first minute after it, where it can be sorted; without an end it lasts one minute."""
        if self.start is None:
            return None
        return self.start + 1 if self.end is None else self.end

    def is_before(self, moment: int | None) -> bool:
        """Whether it is over by a moment; where either cannot be sorted, or the two overlap, it is not."""
        return self.over is not None and moment is not None and self.over <= moment


NO_PERIOD = Period()


@dataclass(frozen=True, slots=True)
class EntityClaim:
    """Someone or something appears, or is told more of. An existing name and kind stay as they are.

    ``namesake`` says that this is deliberately another bearer of a name that is already taken.
    """

    name: str
    kind: str = "character"
    aliases: tuple[str, ...] = ()
    summary: str = ""
    labels: tuple[str, ...] = ()
    namesake: bool = False
    evidence: tuple[Quote, ...] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *self.aliases):
            _check_name(name)
        _check_texts(self.kind, self.summary, *self.labels)
        _check_length("summary", self.summary, MIN_SUMMARY, MAX_SUMMARY)
        if len(self.labels) > MAX_LABELS:
            raise InvalidInputError(f"An entity takes at most {MAX_LABELS} labels.")


@dataclass(frozen=True, slots=True)
class Assertion:
    """Something holds from here on. The far end is an entity's name (``object``) or a text (``value``).

    With ``attribute`` it speaks of the relation itself: that ``attribute`` of (subject, predicate, object)
    is ``value``.

    ``holder`` is whose belief it is, empty for the narrator. ``past`` tells of an earlier time: it
    becomes a closed version and never closes the present. ``strength`` is -1000..1000 or None,
    ``confidence`` and ``importance`` 0..1000 or None, all in thousandths.

    ``contradicts`` says that it disagrees with what its slot holds, and that nothing tells which of the two is
    wrong: it closes nothing, and both stand, disputed.
    """

    subject: str
    predicate: str
    object: str = ""
    value: str = ""
    holder: str = NARRATOR
    modality: Modality = Modality.ASSERTED
    audience: tuple[str, ...] | None = None
    strength: int | None = None
    confidence: int | None = None
    fact: str = ""
    period: Period = NO_PERIOD
    past: bool = False
    evidence: tuple[Quote, ...] = ()
    attribute: str = ""
    importance: int | None = None
    contradicts: bool = False

    def __post_init__(self) -> None:
        _check_slot(self.subject, self.predicate, self.object)
        _check_texts(self.value, self.holder, self.fact, self.period.label, *(self.audience or ()))
        _check_attribute(self.attribute)
        if self.attribute and not (self.object and self.value):
            raise InvalidInputError(
                "An attribute of a relation needs the relation's object and the attribute's value."
            )
        if not self.attribute and bool(self.object) == bool(self.value):
            raise InvalidInputError(
                "An assertion has an object (an entity's name) or a value (a text), not both."
            )
        _check_range("strength", self.strength, -THOUSAND)
        _check_range("confidence", self.confidence, 0)
        _check_range("importance", self.importance, 0)
        _check_length("fact", self.fact, MIN_FACT, MAX_FACT)


@dataclass(frozen=True, slots=True)
class Termination:
    """Something stopped being true here. Without object and value it ends whatever holds in the slot."""

    subject: str
    predicate: str
    object: str = ""
    value: str = ""
    holder: str = NARRATOR
    period: Period = NO_PERIOD
    evidence: tuple[Quote, ...] = ()
    attribute: str = ""

    def __post_init__(self) -> None:
        _check_slot(self.subject, self.predicate, self.object)
        _check_texts(self.value, self.holder, self.period.label)
        _check_attribute(self.attribute)


@dataclass(frozen=True, slots=True)
class Retraction:
    """Something told earlier never was true. Without object and value it takes back the whole slot."""

    subject: str
    predicate: str
    object: str = ""
    value: str = ""
    holder: str = NARRATOR
    evidence: tuple[Quote, ...] = ()
    attribute: str = ""

    def __post_init__(self) -> None:
        _check_slot(self.subject, self.predicate, self.object)
        _check_texts(self.value, self.holder)
        _check_attribute(self.attribute)


@dataclass(frozen=True, slots=True)
class Identity:
    """A reveal: two names turn out to be one; ``name`` is the one to keep."""

    name: str
    other: str
    evidence: tuple[Quote, ...] = ()

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_name(self.other)


@dataclass(frozen=True, slots=True)
class Scene:
    """Who speaks and who is there in this turn, and where, as far as the words tell.

    ``speaker`` is set only when the turn itself names none. ``starts`` says that a new scene begins.
    ``period`` is the story time in which it plays, as far as it is told.
    """

    speaker: str = ""
    present: tuple[str, ...] = ()
    place: str = ""
    starts: bool = False
    evidence: tuple[Quote, ...] = ()
    period: Period = NO_PERIOD

    def __post_init__(self) -> None:
        _check_texts(self.speaker, self.place, self.period.label, *self.present)


Claim = EntityClaim | Assertion | Termination | Retraction | Identity | Scene


def _check_name(name: str) -> None:
    if not name_key(checked_text(name, "name")):
        raise InvalidInputError(f"A name needs a letter or a sign beside quotation marks: {name[:40]!r}.")
    if len(name) > MAX_NAME:
        raise InvalidInputError(f"A name has at most {MAX_NAME} characters: {name[:40]!r}...")


def _check_slot(subject: str, predicate: str, object_name: str) -> None:
    _check_name(subject)
    if object_name:
        _check_name(object_name)
    _check_texts(predicate)
    if not predicate[:1].isalpha() or "#" in predicate:
        raise InvalidInputError(f"A predicate starts with a letter and has no '#': {predicate[:60]!r}.")
    if len(predicate) > MAX_PREDICATE:
        raise InvalidInputError(f"A predicate has at most {MAX_PREDICATE} characters: {predicate[:60]!r}.")


def _check_attribute(attribute: str) -> None:
    _check_texts(attribute)
    if "#" in attribute or len(attribute) > MAX_PREDICATE:
        raise InvalidInputError(
            f"An attribute has at most {MAX_PREDICATE} characters and no '#': {attribute[:60]!r}."
        )


def _check_length(what: str, text: str, least: int, most: int) -> None:
    """A text that is there says something: the lower bound is for scripts that spell sounds out."""
    if len(text) > most:
        raise InvalidInputError(f"A {what} has at most {most} characters, not {len(text)}.")
    if text and len(text.strip()) < least and not any(map(is_dense, text)):
        raise InvalidInputError(f"A {what} has at least {least} characters, or none: {text!r}.")


def _check_texts(*texts: str) -> None:
    for text in texts:
        checked_text(text)


def _check_range(what: str, value: int | None, least: int) -> None:
    if isinstance(value, float):
        raise InvalidInputError(f"A {what} is a whole number of thousandths, not {value}.")
    if value is not None and not least <= value <= THOUSAND:
        raise InvalidInputError(f"A {what} lies between {least} and {THOUSAND} thousandths, not at {value}.")
