"""The author's word: acts that stand against every reader, each of which can be undone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from fabula.claims.statements import (
    NO_PERIOD,
    Assertion,
    EntityClaim,
    Modality,
    Period,
    Retraction,
    Scene,
    Termination,
)
from fabula.claims.storytime import period_of
from fabula.errors import FactNotFoundError
from fabula.graph.view import View
from fabula.ledger.acts import ActKind
from fabula.ledger.records import Act
from fabula.operations.operation import NOTHING, Listing, NameAsked, Nothing, Says
from fabula.shapes import ActShape, act_shape
from fabula.story import Story

Predicate = Annotated[str, Says("Such as held_by, sibling_of or status.")]
FromTurn = Annotated[
    str,
    Says(
        "From which turn it holds: a number, -1 for the last, an id's start, or a tag. Empty for from here."
    ),
]
When = Annotated[str, Says("The story's own time, as it is told.")]


class ActAnswer(TypedDict):
    """The act that was done; its id undoes it."""

    act: ActShape


class ActsShape(TypedDict):
    """What the author said, in order; ``stands`` is false for what was undone."""

    acts: list[ActShape]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What is meant: a relation to an entity, or a text. Without a far end, whatever holds there."""

    subject: NameAsked
    predicate: Predicate
    object: Annotated[str, Says("The entity at the far end, by name, alias or id.")] = ""
    value: Annotated[str, Says("Or else a text at the far end.")] = ""
    attribute: Annotated[
        str, Says("Speak of this attribute of the relation instead; value is what it is.")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSlot(Slot):
    """What is meant, and by whom it is believed."""

    holder: Annotated[str, Says("Whose belief it is, where it is not canon.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedSlot(HeldSlot):
    """What is meant, and from which turn the word holds."""

    turn: FromTurn = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending(DatedSlot):
    """What stopped being true."""

    when: When = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting(Ending):
    """What is right."""

    instead: Annotated[str, Says("The far end that is wrong; empty for whatever is held.")] = ""
    fact: Annotated[str, Says("It in one sentence.")] = ""
    strength: Annotated[int | None, Says("In thousandths, negative for hostile.", least=-1000, most=1000)] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Claiming(Ending):
    """What holds from a turn on."""

    modality: Annotated[
        Literal["asserted", "planned", "hypothetical", "dreamed", "lied", "rumoured"],
        Says("How it is meant."),
    ] = "asserted"
    fact: Annotated[str, Says("It in one sentence.")] = ""
    strength: Annotated[int | None, Says("In thousandths, negative for hostile.", least=-1000, most=1000)] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Introducing:
    """Whom or what to bring in."""

    name: Annotated[str, Says("The name.")]
    kind: Annotated[str, Says("Such as character, group, place or item.")] = "character"
    aliases: Annotated[tuple[str, ...], Says("Other names.")] = ()
    summary: Annotated[str, Says("Who or what it is, in a sentence.")] = ""
    labels: Annotated[tuple[str, ...], Says("Up to five labels.")] = ()
    namesake: Annotated[bool, Says("Another bearer of a name that is taken.")] = False
    turn: FromTurn = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealing:
    """Who turns out to be whom."""

    name: Annotated[str, Says("The one whose name is kept: a name, alias or id.")]
    other: Annotated[str, Says("The one that turns out to be the same.")]
    turn: FromTurn = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staging:
    """Who is there, where, and when."""

    present: Annotated[tuple[str, ...], Says("Who is on stage: names, aliases or ids.")] = ()
    place: Annotated[str, Says("Where: a name, alias or id.")] = ""
    when: When = ""
    starts: Annotated[bool, Says("A new scene begins.")] = False
    turn: FromTurn = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """Who is whom."""

    keep: Annotated[str, Says("The one that gives the name: a name, alias or id.")]
    absorb: Annotated[str, Says("The one that is the same.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoOfThem:
    """Which two."""

    one: NameAsked
    other: NameAsked


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """Who is called what."""

    entity: NameAsked
    name: Annotated[str, Says("What it is called from now on.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """Which act."""

    act: Annotated[str, Says("The start of the act's id.")]


def introduce(told: Story, asked: Introducing) -> ActAnswer:
    """Bring somebody or something into the story by hand."""
    claim = EntityClaim(
        asked.name, asked.kind, asked.aliases, asked.summary, asked.labels, namesake=asked.namesake
    )
    return done(told.author.introduce(claim, _id(told, asked.turn)))


def claim(told: Story, asked: Claiming) -> ActAnswer:
    """Say that something holds from a turn on."""
    return done(told.author.claim(_assertion(asked, Modality(asked.modality)), _id(told, asked.turn)))


def correct(told: Story, asked: Correcting) -> ActAnswer:
    """Say what is right in place of what is held. Later text may still change it."""
    right = _assertion(asked, Modality.ASSERTED)
    return done(told.author.correct(right, asked.instead, _id(told, asked.turn)))


def end(told: Story, asked: Ending) -> ActAnswer:
    """Say that something stopped being true."""
    return done(
        told.author.end(_termination(asked, asked.holder, _period(asked.when)), _id(told, asked.turn))
    )


def retract(told: Story, asked: DatedSlot) -> ActAnswer:
    """Say that something never was true."""
    return done(told.author.retract(_retraction(asked), _id(told, asked.turn)))


def lock(told: Story, asked: DatedSlot) -> ActAnswer:
    """Let no later text change what holds. It becomes a proposal instead."""
    return done(told.author.lock(_termination(asked, asked.holder), _id(told, asked.turn)))


def unlock(told: Story, asked: HeldSlot) -> ActAnswer:
    """Let later text change what was locked: the newest lock of the slot is undone."""
    return _undone(told, ActKind.LOCK, asked, asked.holder)


def pin(told: Story, asked: Slot) -> ActAnswer:
    """Let a fact always be told to the model."""
    return done(told.author.pin(_termination(asked)))


def unpin(told: Story, asked: Slot) -> ActAnswer:
    """Let a fact be told to the model only where it matters: its newest pin is undone."""
    return _undone(told, ActKind.PIN, asked, "")


def reject(told: Story, asked: HeldSlot) -> ActAnswer:
    """Forbid what was read. The same words will not bring it back, on any branch."""
    return done(told.author.reject(_retraction(asked)))


def reveal(told: Story, asked: Revealing) -> ActAnswer:
    """Say that two turn out to be one from a turn on. Before it they stay two."""
    return done(told.author.reveal(asked.name, asked.other, _id(told, asked.turn)))


def stage(told: Story, asked: Staging) -> ActAnswer:
    """Say who is on stage from a turn on, where, and when in the story."""
    scene = Scene(present=asked.present, place=asked.place, starts=asked.starts, period=_period(asked.when))
    return done(told.author.stage(scene, _id(told, asked.turn)))


def merge(told: Story, asked: Merging) -> ActAnswer:
    """Say that two names are one, from the beginning and on every branch."""
    return done(told.author.merge(asked.keep, asked.absorb))


def unmerge(told: Story, asked: TwoOfThem) -> ActAnswer:
    """Take two merged ones apart again, by id: everything is as if they had never been one."""
    return done(told.author.unmerge(asked.one, asked.other))


def separate(told: Story, asked: TwoOfThem) -> ActAnswer:
    """Say that two are two, whatever the story seems to reveal."""
    return done(told.author.separate(asked.one, asked.other))


def rename(told: Story, asked: Renaming) -> ActAnswer:
    """Change how somebody is called. The former name stays an alias."""
    return done(told.author.rename(asked.entity, asked.name))


def undo(told: Story, asked: Undoing) -> ActAnswer:
    """Take an act back. Undoing an undo brings the act back."""
    return done(told.author.undo(asked.act))


def acts(told: Story, _asked: Nothing = NOTHING) -> Listing[Act]:
    """List what the author said, in order. What was undone is marked."""
    stand = {one.id for one in told.author.standing()}
    return Listing(
        {},
        "acts",
        told.author.acts(),
        lambda act: act.id,
        lambda rows: [act_shape(one, stands=one.id in stand or one.kind == ActKind.UNDO) for one in rows],
    )


def done(act: Act) -> ActAnswer:
    """The answer of every act."""
    return {"act": act_shape(act)}


def _undone(told: Story, kind: ActKind, asked: Slot, holder: str) -> ActAnswer:
    """Undo the newest act of a kind that speaks of a slot.

    Raises:
        FactNotFoundError: no such act stands.
    """
    view = told.view()
    view.entity(asked.subject)
    found = [
        act
        for act in told.author.standing()
        if act.kind == kind and _speaks_of(view, act.payload.get("claim", act.payload), asked, holder)
    ]
    if not found:
        raise FactNotFoundError(f"No {kind} of {asked.subject} {asked.predicate} stands.")
    return done(told.author.undo(found[-1].id))


def _speaks_of(view: View, said: Mapping[str, Any], asked: Slot, holder: str) -> bool:
    """Whether an act says something of the slot; a far end that the act does not name may be any."""
    far, value = said.get("object", ""), said.get("value", "")
    return (
        _are_one(view, said.get("subject", ""), asked.subject)
        and view.table.meaning(said["predicate"]).predicate == view.table.meaning(asked.predicate).predicate
        and (not (far and asked.object) or _are_one(view, far, asked.object))
        and (not (value and asked.value) or value == asked.value)
        and (not holder or _are_one(view, said.get("holder", ""), holder))
    )


def _are_one(view: View, name: str, other: str) -> bool:
    found = view.resolve(name)
    return found is not None and found == view.resolve(other)


def _assertion(asked: Claiming | Correcting, modality: Modality) -> Assertion:
    return Assertion(
        asked.subject,
        asked.predicate,
        asked.object,
        asked.value,
        asked.holder,
        modality,
        strength=asked.strength,
        fact=asked.fact,
        period=_period(asked.when),
        attribute=asked.attribute,
    )


def _termination(asked: Slot, holder: str = "", period: Period = NO_PERIOD) -> Termination:
    return Termination(
        asked.subject, asked.predicate, asked.object, asked.value, holder, period, attribute=asked.attribute
    )


def _retraction(asked: HeldSlot) -> Retraction:
    return Retraction(
        asked.subject,
        asked.predicate,
        asked.object,
        asked.value,
        asked.holder,
        attribute=asked.attribute,
    )


def _period(when: str) -> Period:
    return period_of(when)


def _id(told: Story, turn: str) -> str:
    return told.turn(turn).id if turn else ""
