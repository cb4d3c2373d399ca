"""Whom a mention means: links it to an entity of the view, introduces a new one, or says why it is not clear."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fabula.claims.statements import MAX_NAME, EntityClaim, Quote
from fabula.claims.text import name_key
from fabula.extraction.model.answers.found import occurs
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.model.taking.mentions import (
    bare,
    is_first_person,
    is_pronoun,
    role_of,
    shown_role,
    untitled,
)
from fabula.extraction.model.taking.placing import Spot, after, line_naming, what_was_read
from fabula.extraction.rules.parts import is_fuller, parts_of
from fabula.graph.entities import Entity, coarse_class, entity_id
from fabula.graph.view import View

PERSON = "npc"
_KEY = re.compile(r"e\d{1,4}")
_FACT_KEY = re.compile(r"f\d{1,4}")
_DRIFT = frozenset(
    frozenset(pair.split())
    for pair in ("npc org", "org place", "org concept", "place concept", "item concept", "event concept")
)
_UNNAMED = frozenset(["event", "concept"])


Mark: TypeAlias = tuple[int, View, dict[str, int]]
"""A state of the introductions."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as claims write it; ``place`` is the first turn of the window that may speak of it."""

    name: str
    entity: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class Unclear:
    """Why a mention means nobody for sure."""

    reason: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a mention is looked up as. ``kind`` is told by the item if ``told``, else only expected of it.

    ``brings_in`` lets it introduce somebody new; ``anywhere`` finds a role outside its scene too.
    """

    kind: str = ""
    told: bool = False
    brings_in: bool = True
    anywhere: bool = False


@dataclass(slots=True)
class Naming:
    """The names of one sheet while its items are linked: what is known, and what items before have brought in.

    ``scenes`` are the places of the window where a new scene starts; ``declared`` gives the kinds that entities
    are said to have, by name key; ``not_taken`` those that the graph does not take.
    """

    sheet: Sheet
    scenes: Sequence[int] = ()
    declared: Mapping[str, str] = field(default_factory=dict)
    not_taken: dict[str, str] = field(default_factory=dict)
    view: View = field(init=False)
    text: str = field(init=False)
    introduced: list[tuple[int, EntityClaim]] = field(default_factory=list)
    _since: dict[str, int] = field(default_factory=dict)
    _parts: dict[str, set[str]] | None = None

    def __post_init__(self) -> None:
        self.view = self.sheet.view
        self.text = what_was_read(self.sheet)

    def named(self, mention: str, spot: Spot, wanted: Wanted) -> Named | Unclear:
        """The entity that a mention means: by the sheet's key, alias, name, name without title, or new."""
        name = re.sub(r"['’]s$", "", mention.strip())
        if (by_key := self._by_key(name)) is not None:
            return by_key
        if is_pronoun(name):
            return self._by_pronoun(name, spot)
        if not name_key(name) or len(name) > MAX_NAME:
            return Unclear(f"{name[:40]!r} is no name: one has a letter, and at most {MAX_NAME} characters")
        if kind := self.not_taken.get(name_key(name)):
            return Unclear(f"{name!r} is of the kind {kind!r}, which the graph does not take")
        declared = self.declared.get(name_key(name), "")
        kind = wanted.kind if wanted.told else declared or wanted.kind
        looked_up = replace(wanted, kind=kind, told=wanted.told or bool(declared))
        role = "" if self._is_speaker(name) else role_of(name, self.text)
        if role and coarse_class(looked_up.kind or "character") == PERSON and not self._is_thing(role):
            return self._by_role(role, spot, looked_up)
        return self._by_name(name, spot, looked_up)

    def knows(self, mention: str) -> bool:
        """Whether a mention is somebody's name or key already, or some item's entity."""
        key = name_key(mention)
        is_known = bool(self.view.bearers(mention)) or key in self.declared or key in self.not_taken
        return is_known or mention.strip() in self.sheet.known.entities or self._is_speaker(mention)

    def entity(self, identity: str) -> Entity | None:
        """The entity behind an id, through all merges."""
        return self.view.resolve(identity)

    def written(self, entity: Entity, mention: str = "") -> str:
        """How claims write an entity: by the name used here if only it is called so, else another such, else its id.

        Should two be one only by somebody's word, each keeps so what was said of it.
        """
        used = [name for name in entity.names if mention and name_key(name) == name_key(mention)]
        for name in (*used, *entity.names):
            if len(self.view.bearers(name)) == 1:
                return name
        return entity.id

    def add(self, place: int, claim: EntityClaim) -> None:
        """Take an entity claim in: later mentions see it."""
        self.introduced.append((place, claim))
        self.view = after(self.view, self.sheet, place, (claim,))
        self._parts = None

    def mark(self) -> "Mark":
        """How far the introductions have come, to go back to if what they were for is refused."""
        return len(self.introduced), self.view, dict(self._since)

    def back_to(self, mark: "Mark") -> None:
        """Forget whoever was brought in since a mark: nothing was said of them after all."""
        count, self.view, self._since = mark
        del self.introduced[count:]
        self._parts = None

    def _by_key(self, name: str) -> Named | Unclear | None:
        known = self.sheet.known.entities
        if name in known:
            entity = self.view.resolve(known[name].id)
            return self._found(entity, "") if entity else Unclear(f"the entity {name} is not in the story")
        if self.view.bearers(name) or occurs(name, self.text):
            return None
        if _KEY.fullmatch(name):
            return Unclear(f"no entity {name} was shown: the sheet goes up to e{len(known)}")
        return Unclear(f"{name} is the key of a fact, and no name") if _FACT_KEY.fullmatch(name) else None

    def _by_pronoun(self, name: str, spot: Spot) -> Named | Unclear:
        if is_first_person(name) and spot.speaker and not is_pronoun(spot.speaker):
            return self.named(spot.speaker, spot, Wanted("character"))
        return Unclear(f"{name!r} is a pronoun and names nobody")

    def _is_speaker(self, name: str) -> bool:
        key = name_key(name)
        return any(name_key(turn.speaker) == key for turn in self.sheet.window.turns if turn.speaker)

    # by name

    def _by_name(self, name: str, spot: Spot, wanted: Wanted) -> Named | Unclear:
        bearers = self.view.bearers(name)
        own = [one for one in bearers if coarse_class(one.kind) == coarse_class(wanted.kind)]
        if not own:
            own = [one for one in bearers if not wanted.told or _may_be(one.kind, wanted.kind)]
        if len(own) > 1:
            return _several(name, own)
        if own:
            return self._found(own[0], name)
        if coarse_class(wanted.kind or "character") == PERSON and not bearers:
            short = self._by_form(name, spot)
            if short is not None:
                return short
        return self._new(name, spot, wanted)

    def _by_form(self, name: str, spot: Spot) -> Named | Unclear | None:
        """The one person who is called so without a title, or for short, or in full; never by a like spelling."""
        fitting = self._shorter_or_untitled(name) or self._fuller(name)
        if len(fitting) > 1:
            return _several(name, fitting)
        if not fitting:
            return None
        found = self._found(fitting[0], name)
        line = line_naming((name,), spot.lines)
        if line is not None and found.name != fitting[0].id:
            place = max(found.place, spot.place)
            self.add(place, EntityClaim(found.name, fitting[0].kind, (name,), evidence=spot.evidence(place)))
        return found

    def _shorter_or_untitled(self, name: str) -> list[Entity]:
        """Those of whose names this is a part; with a title only those of whom it is the whole name."""
        title, plain = untitled(name)
        people = self._people(self._index().get(plain, set()) | self._index().get(name_key(name), set()))
        fitting = [one for one in people if all(_titles_agree(name, known) for known in one.names)]
        if not title:
            return fitting
        return [one for one in fitting if plain in {untitled(known)[1] for known in one.names}]

    def _fuller(self, name: str) -> list[Entity]:
        """Those who are known by parts of this name alone."""
        parts = parts_of(name)
        people = self._people({one for part in parts for one in self._index().get(part, ())})
        return [one for one in people if all(is_fuller(name, known) for known in one.names)]

    def _people(self, identities: Iterable[str]) -> list[Entity]:
        return [one for one in map(self.view.resolve, sorted(identities)) if one is not None]

    def _index(self) -> Mapping[str, set[str]]:
        if self._parts is None:
            self._parts = {}
            people = (one for one in self.view.entities() if coarse_class(one.kind) == PERSON)
            for entity in people:
                for name in entity.names:
                    for part in _short_forms(name):
                        self._parts.setdefault(part, set()).add(entity.id)
        return self._parts

    def _new(self, name: str, spot: Spot, wanted: Wanted) -> Named | Unclear:
        if not wanted.brings_in:
            return Unclear(f"nobody and nothing is called {name!r}")
        kind = wanted.kind or "character"
        found = self._where(name, spot, kind)
        if isinstance(found, Unclear):
            return found
        place, evidence = found
        self.add(place, EntityClaim(name, kind, evidence=evidence))
        entity = next(one for one in self.view.bearers(name) if coarse_class(one.kind) == coarse_class(kind))
        self._since[entity.id] = place
        return Named(self.written(entity, name), entity.id, place)

    def _where(self, name: str, spot: Spot, kind: str) -> tuple[int, tuple[Quote, ...]] | Unclear:
        """Where a new name is first told, and by which words; what nothing names does not come in."""
        lines = (*self.sheet.before, *self.sheet.lines)
        line = None if kind in _UNNAMED else line_naming((name,), lines)
        if line is not None:
            place = max(line.place, self.sheet.window.start)
            return place, Spot((line,)).evidence(place)
        if kind in _UNNAMED or self._is_speaker(name) or occurs(name, self.text):
            return spot.place, spot.evidence(spot.place)
        return Unclear(f"nothing that was read calls anybody or anything {name!r}")

    def _found(self, entity: Entity, mention: str) -> Named:
        return Named(self.written(entity, mention), entity.id, self._since.get(entity.id, 0))

    # by role

    def _is_thing(self, role: str) -> bool:
        """Whether something is called so, and nobody."""
        classes = {coarse_class(one.kind) for one in self.view.bearers(role)}
        return bool(classes) and PERSON not in classes

    def _by_role(self, role: str, spot: Spot, wanted: Wanted) -> Named | Unclear:
        """Whoever has a role in this scene; one of another scene is somebody else, as far as anybody knows."""
        name = shown_role(role)
        bearers = [one for one in self.view.bearers(name) if coarse_class(one.kind) == PERSON]
        here = [one for one in bearers if one.last_seen >= self._scene_of(spot.place)]
        if wanted.anywhere and not here:
            here = bearers
        if len(here) > 1:
            return _several(name, here)
        if here:
            return Named(self._written_role(here[0]), here[0].id, self._since.get(here[0].id, 0))
        if not wanted.brings_in:
            return Unclear(f"nobody in this scene is called {name!r}")
        return self._new_role(role, spot, wanted.kind or "character")

    def _scene_of(self, place: int) -> int:
        """The number of the turn in which the scene of a turn starts; without any scene, that of the window."""
        turns = self.sheet.window.turns
        starts = [start for start in self.scenes if start <= place]
        if starts:
            return turns[starts[-1]].number
        return self.sheet.view.stage.since or turns[0].number

    def _written_role(self, entity: Entity) -> str:
        """By id, as another scene may have another bearer; one who has a name of their own is written by that."""
        proper = [
            name
            for name in entity.names
            if not role_of(name, self.text) and len(self.view.bearers(name)) == 1
        ]
        return proper[0] if proper else entity.id

    def _new_role(self, role: str, spot: Spot, kind: str) -> Named | Unclear:
        since = max((start for start in self.scenes if start <= spot.place), default=0)
        line = line_naming((role,), [one for one in self.sheet.lines if one.place >= since])
        if line is None:
            return Unclear(f"nothing that was read speaks of {shown_role(role)!r}")
        name, place = shown_role(role), max(line.place, self.sheet.window.start)
        quote = Quote(place - line.place, line.start, line.end, line.text)
        identity = entity_id(kind, name, introduced_by=quote.text)
        if identity in self.view.state.entities:
            words = self.sheet.window.turns[line.place].normal
            quote = Quote(place - line.place, 0, line.end, words[: line.end])
            identity = entity_id(kind, name, introduced_by=quote.text)
        self.add(place, EntityClaim(name, kind, namesake=True, evidence=(quote,)))
        self._since[identity] = place
        return Named(identity, identity, place)


def _may_be(kind: str, told: str) -> bool:
    """Whether two readers may give these kinds to one thing: an agency is an organization, a place, a group."""
    return frozenset([coarse_class(kind), coarse_class(told)]) in _DRIFT


def _several(name: str, entities: Iterable[Entity]) -> Unclear:
    shown = ", ".join(f"{one.id} ({one.name})" for one in entities)
    return Unclear(f"{name!r} may be any of {shown}; nothing here says which")


def _short_forms(name: str) -> tuple[str, ...]:
    if role_of(name, ""):
        return ()
    return (untitled(name)[1], *parts_of(name), *parts_of(bare(untitled(name)[1])))


def _titles_agree(one: str, other: str) -> bool:
    ours, theirs = untitled(one)[0], untitled(other)[0]
    return not ours or not theirs or ours == theirs
