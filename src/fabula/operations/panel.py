"""What the panel asks beside the operations of every face: whole pages of the story, and the line at a glance."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, TypedDict

from fabula.claims.text import name_key
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.state import Stage
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.operations.beside import beside
from fabula.operations.explaining import explain, explain_receipt
from fabula.operations.operation import AsOf, NameAsked, Nothing, Operation, Says
from fabula.operations.walking import LineTurnShape, line_turn
from fabula.shapes import (
    EndShape,
    EntityShape,
    FactShape,
    ReplyShape,
    TurnShape,
    end_shape,
    entity_shape,
    fact_shape,
    reply_shape,
    turn_shape,
)
from fabula.story import Story

MOST_SCENES = 48
"""How many scenes, the latest, the line names: more have no room on a screen."""

MOST_TURNS = 200


class SceneShape(TypedDict):
    """A scene as the author or a reader set it: from which turn, where, and when in the story."""

    turn: int
    place: str
    time: str
    present: list[str]


class PulseShape(TypedDict):
    """The line at a glance, one entry a turn: what it opened and closed, how far it is read, how many versions it has.

    ``scenes`` are the latest ones, oldest first.
    """

    story: str
    branch: str
    turns: int
    opened: list[int]
    closed: list[int]
    statuses: list[str]
    versions: list[int]
    scenes: list[SceneShape]
    tags: dict[str, int]


class PassageShape(TypedDict):
    """Some turns, and every version that one of them opened, closed or speaks for; ``last`` is the line's last turn."""

    last: int
    turns: list[LineTurnShape]
    facts: list[FactShape]
    provisional: list[ReplyShape]


class MomentShape(TypedDict):
    """Who is on stage, where and when, and how much is held."""

    turn: int
    present: list[EndShape]
    place: EndShape | None
    time: str
    entities: int
    kinds: dict[str, int]


class KnowledgeShape(TypedDict):
    """What somebody can know, and what holds that they cannot know; the newest first, with how many there are."""

    turn: int
    knows: list[FactShape]
    cannot: list[FactShape]
    known: int
    unknown: int


class FoundShape(TypedDict):
    """Whom, what and which turns some words mean."""

    entities: list[EntityShape]
    facts: list[FactShape]
    turns: list[TurnShape]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageAsked:
    """Which turns."""

    first: Annotated[int, Says("The number of the first one.", least=1)] = 1
    last: Annotated[int, Says("The number of the last one; 0 for the end.", least=0)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentAsked(AsOf):
    """As of when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeAsked(AsOf):
    """Whose knowledge."""

    entity: NameAsked
    limit: Annotated[int, Says("At most so many of each.", least=1, most=200)] = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(AsOf):
    """Which words."""

    words: Annotated[str, Says("A part of a name, of a fact's sentence or of a turn.")]
    limit: Annotated[int, Says("At most so many of each.", least=1, most=50)] = 8


def pulse(told: Story, _asked: Nothing) -> PulseShape:
    """Show the whole line at a glance: what each turn changed, how far it is read, and where scenes begin."""
    view = told.view()
    turns = told.turns()
    opened, closed = _changes(view)
    line = beside(told, turns)
    number = {one.turn.id: one.turn.number for one in line}
    return {
        "story": told.name,
        "branch": told.branch,
        "turns": len(turns),
        "opened": opened,
        "closed": closed,
        "statuses": [one.status.value for one in line],
        "versions": [one.versions for one in line],
        "scenes": _scenes(told, view),
        "tags": {name: number[turn] for name, turn in sorted(told.branches.tags().items()) if turn in number},
    }


def passage(told: Story, asked: PassageAsked) -> PassageShape:
    """Show some turns with what memory made of them: at most 200, the last of those that are asked for."""
    end = told.head.number if told.head else 0
    last = min(asked.last or end, end)
    first = max(asked.first, last - MOST_TURNS + 1)
    turns = told.turns(first, last) if last >= first else ()
    view = told.view()
    waiting = told.candidates() if last == end else ()
    return {
        "last": end,
        "turns": [line_turn(one) for one in beside(told, turns)],
        "facts": [fact_shape(fact, view) for fact in view.told() if _touches(fact, first, last)],
        "provisional": [reply_shape(one) for one in waiting],
    }


def moment(told: Story, asked: MomentAsked) -> MomentShape:
    """Show who is on stage at a turn, where and when, and how many entities of each kind the story has met."""
    view = told.view(asked.as_of or None)
    stage, kinds = view.stage, dict[str, int]()
    for entity in view.state.entities.values():
        kinds[entity.kind] = kinds.get(entity.kind, 0) + 1
    return {
        "turn": view.number,
        "present": [end_shape(one, view) for one in stage.present],
        "place": end_shape(stage.place, view) if stage.place else None,
        "time": stage.time.label,
        "entities": sum(kinds.values()),
        "kinds": dict(sorted(kinds.items())),
    }


def knowledge(told: Story, asked: KnowledgeAsked) -> KnowledgeShape:
    """Show what somebody can know and what holds behind their back, the newest first."""
    view = told.view(asked.as_of or None)
    known = view.known_to(asked.entity)
    ids = {fact.id for fact in known}
    unknown = [fact for fact in view.facts() if fact.id not in ids]

    def newest(facts: tuple[Fact, ...] | list[Fact]) -> list[FactShape]:
        return [fact_shape(fact, view) for fact in reversed(facts[-asked.limit :])]

    return {
        "turn": view.number,
        "knows": newest(known),
        "cannot": newest(unknown),
        "known": len(known),
        "unknown": len(unknown),
    }


def find(told: Story, asked: Finding) -> FoundShape:
    """Find words in names, in the sentences of facts and in turns: a plain search for what one remembers to have read."""
    words = name_key(asked.words)
    view = told.view(asked.as_of or None)
    if not words:
        return {"entities": [], "facts": [], "turns": []}
    entities = [one for one in view.entities() if any(words in name_key(name) for name in one.names)]
    facts = [fact for fact in reversed(view.told()) if words in name_key(phrase(fact, view))]
    return {
        "entities": [entity_shape(one) for one in sorted(entities, key=_Key(words))[: asked.limit]],
        "facts": [fact_shape(fact, view) for fact in facts[: asked.limit]],
        "turns": [turn_shape(turn) for turn in _saying(told, view, words, asked.limit)],
    }


@dataclass(frozen=True, slots=True)
class _Key:
    """Orders entities for a search: those called so, then those whose name begins so, then as they were met."""

    words: str

    def __call__(self, one: Entity) -> tuple[int, int, str]:
        names = [name_key(name) for name in one.names]
        rank = 0 if self.words in names else 1 if any(name.startswith(self.words) for name in names) else 2
        return rank, one.first_seen, one.id


def _saying(told: Story, view: View, words: str, limit: int) -> list[Turn]:
    return [turn for turn in reversed(told.turns(1, view.number)) if words in name_key(turn.text)][:limit]


def _changes(view: View) -> tuple[list[int], list[int]]:
    opened, closed = [0] * view.number, [0] * view.number
    for slot in view.state.slots.values():
        for fact in slot.versions:
            if 1 <= fact.opened <= view.number:
                opened[fact.opened - 1] += 1
            if fact.closed is not None and 1 <= fact.closed <= view.number:
                closed[fact.closed - 1] += 1
    return opened, closed


def _scenes(told: Story, view: View) -> list[SceneShape]:
    """The scenes from the last one back: each tells where it began, and the turn before that is in another."""
    found: list[SceneShape] = []
    while view.number and len(found) < MOST_SCENES:
        stage = view.stage
        since = max(stage.since, 1)
        found.append(_scene(since, stage, view))
        if since == 1:
            break
        view = told.view(since - 1)
    return found[::-1]


def _scene(since: int, stage: Stage, view: View) -> SceneShape:
    return {
        "turn": since,
        "place": view.name_of(stage.place) if stage.place else "",
        "time": stage.time.label,
        "present": [view.name_of(one) for one in stage.present],
    }


def _touches(fact: Fact, first: int, last: int) -> bool:
    numbers = (fact.opened, *(piece.number for piece in fact.evidence if not piece.act))
    ended = fact.closed is not None and first <= fact.closed <= last
    return ended or any(first <= number <= last for number in numbers)


PANEL: Mapping[str, Operation] = MappingProxyType(
    {
        one.name: one
        for one in (
            Operation("pulse", pulse, "/pulse"),
            Operation("passage", passage, "/passage"),
            Operation("moment", moment, "/moment"),
            Operation("knowledge", knowledge, "/knowledge"),
            Operation("find", find, "/find"),
            Operation("explain", explain, "/explain", settled=False, too=True),
            Operation("explain-receipt", explain_receipt, "/explain-receipt", settled=False),
        )
    }
)
"""What only the panel asks, by name. Over HTTP these stand beside the others."""
