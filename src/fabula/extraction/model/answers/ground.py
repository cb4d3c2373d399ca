"""What an item is held against: the sentences that were read, who spoke them, and whom the view knows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fabula.claims.text import name_key
from fabula.extraction.model.answers.found import found, places
from fabula.extraction.model.items import Answer, Item, ItemKind
from fabula.extraction.model.sheet import Line, Sheet
from fabula.extraction.rules.parts import parts_of
from fabula.graph.entities import Entity, coarse_class
from fabula.graph.names import Mention, find_names
from fabula.graph.relation_attributes import MARK

SYSTEM = "system"
ANYTHING_AT = "located_in"
"""What is so of anybody and anything, and so tells nothing of a kind."""


@dataclass(frozen=True)
class Ground:
    """One question's material as the checks use it.

    ``declared`` are the kinds that the answer itself gives, ``used`` the keys of names and the turns in which it tells
    anything of them,
    ``related`` the pairs of keys between which it tells something.
    """

    sheet: Sheet
    declared: Mapping[str, str] = field(default_factory=dict)
    used: frozenset[tuple[str, str]] = frozenset()
    related: frozenset[frozenset[str]] = frozenset()

    @classmethod
    def of(cls, answer: Answer, sheet: Sheet) -> "Ground":
        """The ground for the items of one answer."""
        entities = (item for item in answer.items if item.kind is ItemKind.ENTITY and item.entity_kind)
        declared = {name_key(item.name): item.entity_kind for item in entities if item.name}
        related = (item for item in answer.items if item.kind is ItemKind.FACT and item.name and item.object)
        return cls(
            sheet,
            declared,
            frozenset(
                (name_key(name), turn_in(item.at)) for item in answer.items for name in _used(item) if name
            ),
            frozenset(frozenset([name_key(item.name), name_key(item.object)]) for item in related),
        )

    @cached_property
    def read(self) -> tuple[Line, ...]:
        """Every line of the story that was shown, the look-back first; no word of a system text."""
        return tuple(line for line in (*self.sheet.before, *self.sheet.lines) if not self.is_system(line))

    @cached_property
    def fresh(self) -> tuple[Line, ...]:
        """The lines that were to be read, without system texts."""
        return tuple(line for line in self.sheet.lines if not self.is_system(line))

    @cached_property
    def text(self) -> str:
        """All that was read, a line each."""
        return "\n".join(line.text for line in self.read)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Who speaks in what was read, and who is said to be there."""
        present = (name for turn in self.sheet.window.turns for name in turn.present or ())
        return tuple(dict.fromkeys([*(line.speaker for line in self.read if line.speaker), *present]))

    def is_system(self, line: Line) -> bool:
        """Whether a line stands in a system text: a card, an instruction, what was injected."""
        turns = self.sheet.window.turns
        return 0 <= line.place < len(turns) and turns[line.place].role == SYSTEM

    def single(self, line: Line) -> tuple[Line, ...]:
        """The lines of which a line that reads as several is made, or the line itself."""
        found = (self.sheet.line(ref) for ref in line.ref.split(", "))
        return tuple(one for one in found if one is not None) or (line,)

    def turn_text(self, line: Line) -> str:
        """The normal text of the turn in which a line stands, in which its offsets count."""
        turns = self.sheet.window.turns
        return turns[line.place].normal if 0 <= line.place < len(turns) else line.text

    def turn_of(self, line: Line) -> tuple[Line, ...]:
        """The lines that were shown of the turn in which a line stands."""
        return tuple(one for one in self.read if one.place == line.place)

    def around(self, line: Line) -> str:
        """A line and its neighbours within the turn."""
        here = self.turn_of(line)
        first = next((at for at, one in enumerate(here) if one.start == line.start), 0)
        near = here[max(first - 1, 0) : first + len(self.single(line)) + 1]
        return "\n".join((line.text, *(one.text for one in near)))

    def speaks(self, name: str) -> bool:
        """Whether this one speaks a turn of the window."""
        return any(turn.speaker and self._is_by(name, turn.speaker) for turn in self.sheet.window.turns)

    def _is_by(self, name: str, speaker: str) -> bool:
        return name_key(name) == name_key(speaker) or self.is_same(name, speaker)

    def are_related(self, one: str, other: str) -> bool:
        """Whether anything is told between the two: by the view, or by the answer itself."""
        if frozenset([name_key(one), name_key(other)]) in self.related:
            return True
        ours, theirs = self.bearer(one), self.bearer(other)
        if ours is None or theirs is None or ours.id == theirs.id:
            return False
        return any(
            {fact.subject, fact.object} == {ours.id, theirs.id} for fact in self.sheet.view.about(ours.id)
        )

    def is_guessed(self, name: str) -> bool:
        """Whether all that is known of the kind of this one is the end of one predicate at which it was told."""
        entity = self.bearer(name)
        if entity is None or name_key(name) in self.declared or self.speaks(name):
            return False
        table = self.sheet.view.table
        facts = self.sheet.view.about(entity.id)
        told: set[str] = set()
        for fact in facts:
            meaning = table.meaning(fact.predicate.partition(MARK)[0]).predicate
            kind = meaning.subject_kind if fact.subject == entity.id else meaning.object_kind
            is_expected = meaning.english and meaning.name != ANYTHING_AT
            if is_expected and coarse_class(kind) == coarse_class(entity.kind):
                told.add(meaning.name)
        return bool(facts) and len(told) <= 1

    def role_of(self, line: Line) -> str:
        """The role of the turn in which a line stands."""
        turns = self.sheet.window.turns
        return turns[line.place].role if 0 <= line.place < len(turns) else ""

    def earlier(self, line: Line) -> tuple[Line, ...]:
        """The lines that were read before this one."""
        return self.read[: self.read.index(line)] if line in self.read else self.read

    def bearer(self, name: str) -> Entity | None:
        """The one whom the view knows by this name, if it is only one."""
        bearers = self.sheet.view.bearers(name)
        return bearers[0] if len(bearers) == 1 else None

    def classes(self, name: str) -> frozenset[str]:
        """The coarse kinds that a name is known to have: by the view, by speaking, else by this answer's word."""
        known = frozenset(coarse_class(entity.kind) for entity in self.sheet.view.bearers(name))
        if known:
            return known
        if name_key(name) in {name_key(one) for one in self.people}:
            return frozenset(["npc"])
        declared = self.declared.get(name_key(name))
        return frozenset([coarse_class(declared)]) if declared else frozenset()

    def is_same(self, one: str, other: str) -> bool:
        """Whether two names mean the same one."""
        ours, theirs = self.bearer(one), self.bearer(other)
        return name_key(one) == name_key(other) or (
            ours is not None and theirs is not None and ours.id == theirs.id
        )

    def spelled(self, name: str, text: str) -> str:
        """The name as it stands in a text, itself or without title; empty where it does not stand there."""
        return found(name, text)

    def is_told_in(self, name: str, text: str) -> bool:
        """Whether a text names this one: by this name, by another one it is known by, or by a part of it."""
        return any(found(one, text) for one in self._names_of(name))

    def is_speaker(self, name: str, line: Line) -> bool:
        """Whether this one speaks the line."""
        return bool(line.speaker) and (
            name_key(name) == name_key(line.speaker) or self.is_same(name, line.speaker)
        )

    def cover(self, name: str, text: str) -> str:
        """The one longer known name inside of which this one always stands in the text, or the empty string."""
        spans = list(places(name, text))
        around: set[str] = set()
        for start, end in spans:
            longer = [
                text[m.start : m.end] for m in self._known_in(text) if m.start <= start and end <= m.end
            ]
            wider = [one for one in longer if len(one) > end - start]
            if not wider:
                return ""
            around.update(wider)
        return around.pop() if len(around) == 1 else ""

    def persons_in(self, lines: tuple[Line, ...]) -> tuple[str, ...]:
        """The people who are named or speak in these lines, each once, as known."""
        named: dict[str, None] = {}
        for line in lines:
            for name in (line.speaker, *self._mentioned(line.text)):
                if name and "npc" in self.classes(name):
                    entity = self.bearer(name)
                    named.setdefault(entity.name if entity else name)
        return tuple(named)

    def _mentioned(self, text: str) -> Iterator[str]:
        yield from (text[mention.start : mention.end] for mention in self._known_in(text))
        yield from (name for name in self.declared if found(name, text))

    def _known_in(self, text: str) -> tuple[Mention, ...]:
        return find_names(text, self.sheet.view.state.names, self.sheet.view.state.leads)

    def _names_of(self, name: str) -> tuple[str, ...]:
        entity = self.bearer(name)
        names = entity.names if entity else (name,)
        is_full = entity is not None or found(name, self.text)
        shorter = parts_of(name) if is_full else ()
        return tuple(dict.fromkeys((name, *names, *shorter)))


def turn_in(ref: str) -> str:
    """The number of the turn in a ref: ``12`` of ``12.1``."""
    return ref.strip("#[]() ").partition(".")[0]


def _used(item: Item) -> tuple[str, ...]:
    """The names of which an item tells something."""
    if item.kind in {ItemKind.ENTITY, ItemKind.SAME}:
        return ()
    roles = (name for _, name in item.roles)
    return (item.name, item.object, item.holder, item.place, *item.present, *roles)
