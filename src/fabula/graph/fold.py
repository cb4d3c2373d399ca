"""The fold: one more turn's claims and acts, taken into what was told before. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabula.claims.codec import claim_from_json
from fabula.claims.statements import Claim, EntityClaim, Identity, Scene
from fabula.graph.cast import meet, reveal, set_stage, stand_in
from fabula.graph.page import Page
from fabula.graph.predicates import DEFAULT_TABLE, TABLE_VERSION, PredicateTable
from fabula.graph.rules import Rules
from fabula.graph.state import State
from fabula.graph.statements import take_statement
from fabula.ledger.acts import ActKind
from fabula.ledger.records import Act, Body, Stem

FOLD_VERSION = f"fold/4+{TABLE_VERSION}"


@dataclass(frozen=True, slots=True)
class TurnClaims:
    """What hangs off one turn, ready to be folded. ``earlier(back)`` is the stem that many turns back.

    ``present`` is who the turn says was there, None if it does not say.
    """

    stem: Stem
    bodies: tuple[Body, ...]
    acts: tuple[Act, ...]
    earlier: Callable[[int], Stem]
    present: tuple[str, ...] | None = None


def fold_turn(state: State, told: TurnClaims, rules: Rules, table: PredicateTable = DEFAULT_TABLE) -> State:
    """The state after one more turn: first what readers found in it, then what the author says from it on."""
    if not told.bodies and not told.acts:
        return state
    page = Page(state, told.stem, earlier=told.earlier, rules=rules, table=table, present=told.present)
    for body in told.bodies:
        for claim in _scene_first(body.claims):
            _take(page, claim)
    for act in told.acts:
        page.act, page.locks = act, act.kind == ActKind.LOCK
        for identity, name, kind in act.payload.get("ends", ()):
            stand_in(page, identity, name, kind)
        for claim in _claims_of(act):
            _take(page, claim)
    return page.folded()


def _take(page: Page, claim: Claim) -> None:
    page.place += 1
    if isinstance(claim, EntityClaim):
        meet(page, claim)
    elif isinstance(claim, Identity):
        reveal(page, claim)
    elif isinstance(claim, Scene):
        set_stage(page, claim)
    else:
        take_statement(page, claim)


def _scene_first(claims: Sequence[Claim]) -> Sequence[Claim]:
    """The claims of a body; a scene that rests on no words of the turn is that of the whole turn.

    It is set before anything is told, and whom it names are met before it.
    """
    if not any(isinstance(claim, Scene) and not claim.evidence for claim in claims):
        return claims
    return sorted(claims, key=_turn_of_speech)


def _turn_of_speech(claim: Claim) -> int:
    if isinstance(claim, EntityClaim):
        return 0
    return 1 if isinstance(claim, Scene) and not claim.evidence else 2


def _claims_of(act: Act) -> Iterator[Claim]:
    """What an act says: what a correction takes back comes before what it puts in its place."""
    for part in ("instead", "claim"):
        if part in act.payload:
            yield claim_from_json(act.payload[part])
