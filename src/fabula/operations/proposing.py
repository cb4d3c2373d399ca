"""Proposals: what later text says against facts that the author locked, until the author accepts or declines it."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from fabula.graph.phrase import phrase
from fabula.graph.proposals import against, effect_of, identity_of, proposed, undecided
from fabula.graph.state import Proposal
from fabula.graph.view import View
from fabula.operations.authoring import ActAnswer, done
from fabula.operations.operation import AsOf, Says
from fabula.shapes import EndShape, EvidenceShape, FactShape, end_shape, evidence_shape, fact_shape
from fabula.story import Story


class ProposalShape(TypedDict):
    """What a later turn says against a fact that the author locked: predicate, and what it says instead.

    ``effect`` is what it would do: ``opens`` something (``phrase``), ``ends`` what is locked, or ``takes_back``.
    ``against`` are the locked facts; ``id`` accepts and declines it.
    """

    id: str
    number: int
    subject: EndShape
    predicate: str
    said: str
    effect: str
    phrase: str
    evidence: list[EvidenceShape]
    against: list[FactShape]


class ProposalsShape(TypedDict):
    """The proposals that wait for the author, the oldest first."""

    turn: int
    proposals: list[ProposalShape]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalsAsked(AsOf):
    """Of whom, and as of when."""

    entity: Annotated[str, Says("Only about this one, by name, alias or id; empty for all.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    """Which proposal."""

    proposal: Annotated[str, Says("The start of the proposal's id.")]


def proposals(told: Story, asked: ProposalsAsked) -> ProposalsShape:
    """List what later text says against locked facts, as far as the author has not decided."""
    view = told.view(asked.as_of or None)
    about = view.entity(asked.entity).entity.id if asked.entity else ""
    found = [one for one in undecided(view) if not about or about in (one.told.subject, one.told.object)]
    return {"turn": view.number, "proposals": [proposal_shape(one, view) for one in found]}


def accept(told: Story, asked: Deciding) -> ActAnswer:
    """Let a proposal hold from its turn on. Later text may change it again."""
    return done(told.author.accept(asked.proposal))


def decline(told: Story, asked: Deciding) -> ActAnswer:
    """Keep what is locked. The same words will not propose it again, on any branch."""
    return done(told.author.decline(asked.proposal))


def proposal_shape(one: Proposal, view: View) -> ProposalShape:
    """A proposal in a view."""
    fact, locked = proposed(one), against(one, view)
    return {
        "id": identity_of(one),
        "number": one.number,
        "subject": end_shape(one.slot.subject, view),
        "predicate": one.slot.predicate,
        "said": view.name_of(one.told.object) if one.told.object else one.told.value,
        "effect": effect_of(one),
        "phrase": phrase(fact or locked[0], view),
        "evidence": [evidence_shape(piece) for piece in one.told.evidence],
        "against": [fact_shape(each, view) for each in locked],
    }
