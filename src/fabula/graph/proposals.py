"""What later text says against locked facts: which of it waits for the author, and what accepting or declining it means."""

from dataclasses import replace

from fabula.claims.canonical import digest
from fabula.claims.statements import Assertion, Retraction, Termination
from fabula.errors import AmbiguousNameError, FactNotFoundError
from fabula.graph import authoring
from fabula.graph.authoring import Payload
from fabula.graph.disputed import Versions
from fabula.graph.facts import Fact, SlotKey
from fabula.graph.relation_attributes import MARK
from fabula.graph.rules import ENDS, OPENS, TAKES_BACK
from fabula.graph.state import Proposal
from fabula.graph.statements import effect_of as of_claim
from fabula.graph.told import Told
from fabula.graph.versions import as_version, disputes
from fabula.graph.view import View
from fabula.ledger.acts import ActKind

_ID_DIGITS = 16
_KINDS = {OPENS: ActKind.ASSERT, ENDS: ActKind.END, TAKES_BACK: ActKind.RETRACT}


def undecided(view: View) -> tuple[Proposal, ...]:
    """What waits for the author, oldest first: it still says something else than what is locked and holds."""
    found = (_as_it_stands(one, view) for one in view.proposals)
    return tuple(one for one in found if disputes(_versions(one, view), one.told))


def identity_of(proposal: Proposal) -> str:
    """What a proposal is called: the same on every branch that has its turn."""
    origin = proposal.told.origin
    return digest([list(proposal.slot), origin.turn, origin.place])[:_ID_DIGITS]


def proposal_of(view: View, identity: str) -> Proposal:
    """The undecided proposal whose id starts so.

    Raises:
        FactNotFoundError: none does.
        AmbiguousNameError: several do.
    """
    found = [one for one in undecided(view) if identity_of(one).startswith(identity)] if identity else []
    if not found:
        raise FactNotFoundError(
            f"No proposal {identity!r} waits here: it was decided, or what it met is not locked."
        )
    if len(found) > 1:
        ids = [identity_of(one) for one in found]
        raise AmbiguousNameError(f"Several proposals start with {identity!r}.", ids)
    return found[0]


def effect_of(proposal: Proposal) -> str:
    """What a proposal would do: ``opens`` something, ``ends`` what is locked, or ``takes_back``."""
    return of_claim(proposal.told.claim)


def against(proposal: Proposal, view: View) -> tuple[Fact, ...]:
    """The locked facts that a proposal met, as they hold in the view."""
    return tuple(fact for fact in _versions(proposal, view) if fact.is_current and fact.locked)


def proposed(proposal: Proposal) -> Fact | None:
    """The fact that would hold; None where something would only end."""
    return as_version(proposal.slot, proposal.told) if effect_of(proposal) == OPENS else None


def accepted(proposal: Proposal, then: View) -> tuple[ActKind, Payload]:
    """The act that lets a proposal hold from its turn on, in which ``then`` stands. What was locked may change after it."""
    return _KINDS[effect_of(proposal)], _payload(proposal.slot, proposal.told, then)


def declined(proposal: Proposal, view: View) -> Payload:
    """The payload that forbids what a proposal says: neither its words nor those of its likes will bring it back."""
    told = proposal.told
    likes = [one.told for one in undecided(view) if _says(one) == _says(proposal)]
    quotes = [piece.quote for one in likes for piece in one.evidence if piece.quote]
    return {
        "subject": told.subject,
        "predicate": told.predicate,
        "object": told.object,
        "value": told.value,
        "quotes": list(dict.fromkeys(quotes)),
        **({} if effect_of(proposal) == OPENS else {"effect": effect_of(proposal)}),
    }


def _payload(slot: SlotKey, told: Told, then: View) -> Payload:
    name, _, attribute = told.predicate.partition(MARK)
    ends = told.subject, name, told.object, told.value
    if isinstance(told.claim, Assertion):
        claim = replace(
            told.claim,
            subject=told.subject,
            predicate=name,
            object=told.object,
            value=told.value,
            holder=slot.holder,
            attribute=attribute,
            evidence=(),
        )
        return authoring.asserted(then, claim)
    if isinstance(told.claim, Termination):
        ending = Termination(*ends, slot.holder, told.claim.period, attribute=attribute)
        return authoring.ended(then, ending)
    return authoring.retracted(then, Retraction(*ends, slot.holder, attribute=attribute))


def _as_it_stands(proposal: Proposal, view: View) -> Proposal:
    """The proposal with the ids that its ends go by now."""
    slot, told = proposal.slot, proposal.told
    key = SlotKey(
        view.canon(slot.holder),
        slot.modality,
        view.canon(slot.subject),
        slot.predicate,
        view.canon(slot.object),
    )
    moved = replace(told, subject=view.canon(told.subject), object=view.canon(told.object))
    return replace(proposal, slot=key, told=moved)


def _versions(proposal: Proposal, view: View) -> Versions:
    slot = view.state.slots.get(proposal.slot)
    return slot.versions if slot else ()


def _says(proposal: Proposal) -> tuple[str, ...]:
    told = proposal.told
    return (*proposal.slot, effect_of(proposal), told.predicate, told.object, told.value)
