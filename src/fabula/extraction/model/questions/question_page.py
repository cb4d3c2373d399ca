"""The user message of the structured forms: what is known, what was read already, and the lines to read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from fabula.claims.statements import THOUSAND
from fabula.extraction.model.questions.languages import language_of, name_of_language
from fabula.extraction.model.questions.plain_words import on_one_line
from fabula.extraction.model.sheet import Line, Sheet
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.ledger.records import Turn

KNOWN_ENTITIES = "Known names:"
KNOWN_FACTS = "Known facts (use {key} to speak of that fact):"
BEFORE = "Already read, write nothing about it:"
FRESH = "Read now:"

_MOST_HEADER = 120
_MOST_SHOWN = 160
_MOST_ALIASES = 4


@dataclass(frozen=True, slots=True)
class Told:
    """One turn as it is shown: a header line and its numbered sentences, each of them one line."""

    header: str
    lines: tuple[tuple[str, str], ...]

    def shown(self) -> tuple[str, ...]:
        """The lines of text."""
        return (self.header, *(f"{ref} {on_one_line(text)}" for ref, text in self.lines))


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that changes from question to question, in the order in which it is shown."""

    fresh: tuple[Told, ...]
    before: tuple[Told, ...] = ()
    entities: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    language: str = "English"

    def text(self) -> str:
        """The message."""
        parts = [
            *_block(KNOWN_ENTITIES, self.entities),
            *_block(KNOWN_FACTS.format(key=_key(self.facts)), self.facts),
            *_block(BEFORE, [line for told in self.before for line in told.shown()]),
            *_block(FRESH, [line for told in self.fresh for line in told.shown()]),
            f"Language: {self.language}",
        ]
        return "\n".join(parts)


def page_of(sheet: Sheet, language: str = "") -> Page:
    """The page of a sheet; a pinned ``language`` holds for all of it, else each turn keeps its own."""
    return Page(
        fresh=_told(sheet, sheet.lines),
        before=_told(sheet, sheet.before),
        entities=tuple(_entity_line(key, one) for key, one in sheet.known.entities.items()),
        facts=tuple(_fact_line(key, one, sheet.view) for key, one in sheet.known.facts.items()),
        language=name_of_language(language) if language else _languages(sheet),
    )


def header_of(number: str, role: str, speaker: str = "") -> str:
    """The line above a turn: ``#12 [user]: Mira``, without the colon where nobody knows who speaks."""
    mark = f"#{number} [{on_one_line(role, _MOST_HEADER)}]"
    return f"{mark}: {on_one_line(speaker, _MOST_HEADER)}" if speaker else mark


def shown_fact(fact: Fact, view: View) -> str:
    """A fact in plain words and with names; what it says is its slot's, whatever sentence the story has for it."""
    words = on_one_line(phrase(replace(fact, sentence=""), view), _MOST_SHOWN)
    return words if fact.strength is None else f"{words} (strength {fact.strength / THOUSAND:g})"


def _key(facts: Sequence[str]) -> str:
    """The key of the last fact that is shown, so that none is named that is not there."""
    return facts[-1].partition(" ")[0] if facts else ""


def _block(title: str, lines: Sequence[str]) -> Iterable[str]:
    return (title, *lines) if lines else ()


def _told(sheet: Sheet, lines: Sequence[Line]) -> tuple[Told, ...]:
    turns = groupby(lines, key=lambda line: line.place)
    return tuple(_one_told(sheet.window.turns[place], list(own)) for place, own in turns)


def _one_told(turn: Turn, lines: Sequence[Line]) -> Told:
    header = header_of(str(turn.number), turn.role, turn.speaker)
    return Told(header, tuple((line.ref, line.text) for line in lines))


def _entity_line(key: str, entity: Entity) -> str:
    also = ", ".join(on_one_line(alias, _MOST_HEADER) for alias in entity.aliases[:_MOST_ALIASES])
    words = f"{key} {on_one_line(entity.name, _MOST_HEADER)} ({on_one_line(entity.kind, _MOST_HEADER)}"
    return f"{words}; also {also})" if also else f"{words})"


def _fact_line(key: str, fact: Fact, view: View) -> str:
    return f"{key} {shown_fact(fact, view)}"


def _languages(sheet: Sheet) -> str:
    """The language of the batch, or what each turn is in where they differ."""
    turns = [(told.header.split(" ")[0], _language_of(told)) for told in _told(sheet, sheet.lines)]
    codes = {code for _, code in turns}
    if len(codes) <= 1:
        return name_of_language(sheet.language)
    return ", ".join(f"{header} {name_of_language(code)}" for header, code in turns)


def _language_of(told: Told) -> str:
    return language_of("\n".join(text for _, text in told.lines))
