"""A story told by hand, for tests: texts with their claims, folded into a view with the index of its turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from fabula.claims import Claim
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Body, Stem, Turn
from fabula.recall.shelf import Shelf
from fabula.recall.turns import TurnIndex, index_turns

Telling = tuple[str, Sequence[Claim]]


@dataclass(frozen=True, slots=True)
class HandTold:
    """The view of a story, the index of its turns, and the turns."""

    view: View
    index: TurnIndex
    turns: tuple[Turn, ...]


def line_of(texts: Sequence[str], speaker: str = "") -> tuple[Turn, ...]:
    """Turns with these texts, one after the other from the first."""
    turns: list[Turn] = []
    for number, text in enumerate(texts, 1):
        parent = turns[-1].id if turns else ROOT
        identity = turn_id(parent, speaker, text)
        turns.append(Turn(identity, parent, number, "user", speaker, text, text_key(text)))
    return tuple(turns)


def tell_story(*told: Telling) -> HandTold:
    """The story in which each text says just the claims that stand beside it."""
    turns = line_of([text for text, _ in told])
    state = NOTHING_TOLD
    for turn, (_, claims) in zip(turns, told, strict=True):
        body = Body("body", "hand", claims=tuple(claims))
        earlier = partial(_earlier, turns, turn.number)
        state = fold_turn(state, TurnClaims(turn.stem, (body,), (), earlier), NO_RULES)
    head = turns[-1].id if turns else ""
    return HandTold(View(head, len(turns), head, state), index_turns(turns, Shelf()), turns)


def _earlier(turns: Sequence[Turn], number: int, back: int) -> Stem:
    return turns[number - 1 - back].stem
