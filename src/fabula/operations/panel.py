"""What the panel asks beside the operations of every face: whole pages of the story, and the line at a glance."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, TypedDict

from fabula.claims.text import name_key
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.proposals import undecided
from fabula.graph.state import Stage
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.operations.asking import named
from fabula.operations.beside import beside, line_of, siblings_of
from fabula.operations.explaining import explain, explain_receipt
from fabula.operations.operation import AsOf, NameAsked, Nothing, Operation, Says
from fabula.operations.pairing import together_asked
from fabula.operations.proposing import ProposalShape, proposal_shape
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

RECENT_TURNS = 200
MILESTONE = 128
"""Views of the latest turns, and of every so many before them, cost little: they are kept by whoever folds them."""

MOST_TURNS = 200


class SceneShape(TypedDict):
    """A scene as the author or a reader set it: from which turn, where, and when in the story."""

    turn: int
    place: str
    time: str
    present: list[str]


class LineShape(TypedDict):
    """A branch as a line, one entry a turn: how far it is read, and how many versions it has. Asks no view."""

    story: str
    branch: str
    turns: int
    statuses: list[str]
    versions: list[int]
    tags: dict[str, int]


class PulseShape(TypedDict):
    """What each turn of a line opened and closed, one entry a turn, and the latest scenes, oldest first."""

    turns: int
    opened: list[int]
    closed: list[int]
    scenes: list[SceneShape]


class PassageShape(TypedDict):
    """Some turns; ``last`` is the number of the line's last one. Asks no view, so the words come at once."""

    last: int
    turns: list[LineTurnShape]
    provisional: list[ReplyShape]


class MarginShape(TypedDict):
    """Every version that one of some turns opened, closed or speaks for, and what they propose, as of the line's end."""

    last: int
    facts: list[FactShape]
    proposals: list[ProposalShape]


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
class LineAsked:
    """How much of the line."""

    brief: Annotated[bool, Says("Only how many turns it has, which costs the same however many.")] = False


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


def line(told: Story, asked: LineAsked) -> LineShape:
    """Show a branch as a line: how far each turn is read, how many versions it has, and the tags."""
    if asked.brief:
        turns = told.head.number if told.head else 0
        return {
            "story": told.name,
            "branch": told.branch,
            "turns": turns,
            "statuses": [],
            "versions": [],
            "tags": {},
        }
    stems = line_of(told)
    number = {stem.id: stem.number for stem in stems}
    return {
        "story": told.name,
        "branch": told.branch,
        "turns": len(stems),
        "statuses": [one.value for one in told.statuses(stems)],
        "versions": [len(found) for found in siblings_of(told, stems)],
        "tags": {name: number[turn] for name, turn in sorted(told.branches.tags().items()) if turn in number},
    }


def pulse(told: Story, _asked: Nothing) -> PulseShape:
    """Show what each turn of the line opened and closed, and where scenes begin."""
    view = told.view()
    opened, closed = _changes(view)
    return {"turns": view.number, "opened": opened, "closed": closed, "scenes": _scenes(told, view)}


def passage(told: Story, asked: PassageAsked) -> PassageShape:
    """Show some turns with what stands beside them: at most 200, the last of those that are asked for."""
    first, last, end = _range(told, asked)
    turns = told.turns(first, last) if last >= first else ()
    waiting = told.candidates() if last == end else ()
    return {
        "last": end,
        "turns": [line_turn(one) for one in beside(told, turns)],
        "provisional": [reply_shape(one) for one in waiting],
    }


def margin(told: Story, asked: PassageAsked) -> MarginShape:
    """Show what memory made of some turns: at most 200, the last of those that are asked for."""
    first, last, end = _range(told, asked)
    view = told.view()
    wanted = {
        fact.id: fact.subject
        for slot in view.state.slots.values()
        for fact in slot.versions
        if _touches(fact, first, last)
    }
    # Asked entity by entity, so that the marks of pins come along without going through the whole story.
    subjects = sorted(set(wanted.values()))
    facts = {fact.id: fact for one in subjects for fact in view.about(one) if fact.id in wanted}
    in_order = sorted(facts.values(), key=lambda fact: (fact.opened, fact.place, fact.slot, fact.id))
    open_ones = [one for one in undecided(view) if first <= one.number <= last]
    return {
        "last": end,
        "facts": [fact_shape(fact, view) for fact in in_order],
        "proposals": [proposal_shape(one, view) for one in open_ones],
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
    entities = named(view.entities(), words)
    facts = [fact for fact in reversed(view.told()) if words in name_key(phrase(fact, view))]
    return {
        "entities": [entity_shape(one) for one in entities[: asked.limit]],
        "facts": [fact_shape(fact, view) for fact in facts[: asked.limit]],
        "turns": [turn_shape(turn) for turn in _saying(told, view, words, asked.limit)],
    }


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


def _range(told: Story, asked: PassageAsked) -> tuple[int, int, int]:
    end = told.head.number if told.head else 0
    last = min(asked.last or end, end)
    return max(asked.first, last - MOST_TURNS + 1), last, end


def _scenes(told: Story, view: View) -> list[SceneShape]:
    """The scenes from the last one back: each tells where it began, and the turn before that is in another.

    Of those long ago only some are asked after, at turns whose views are at hand anyway.
    """
    found: list[SceneShape] = []
    recent = view.number - RECENT_TURNS
    while view.number and len(found) < MOST_SCENES:
        stage = view.stage
        since = max(stage.since, 1)
        found.append(_scene(since, stage, view))
        before = since - 1 if since > recent else (since - 1) // MILESTONE * MILESTONE
        if before < 1:
            break
        view = told.view(before)
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
            Operation("line", line, "/line", viewless=True),
            Operation("pulse", pulse, "/pulse"),
            Operation("passage", passage, "/passage", viewless=True),
            Operation("margin", margin, "/margin"),
            Operation("moment", moment, "/moment"),
            Operation("knowledge", knowledge, "/knowledge"),
            Operation("find", find, "/find"),
            Operation("together", together_asked, "/together"),
            Operation("explain", explain, "/explain", settled=False, too=True),
            Operation("explain-receipt", explain_receipt, "/explain-receipt", settled=False),
        )
    }
)
"""What only the panel asks, by name. Over HTTP these stand beside the others."""
