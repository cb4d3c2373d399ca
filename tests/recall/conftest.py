"""A story told by hand: texts with their claims, folded into a view with the index of its turns."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from fabula.claims import Claim
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Body, Turn
from fabula.recall.shelf import Shelf
from fabula.recall.turns import TurnIndex, index_turns

Telling = tuple[str, Sequence[Claim]]


class Story(NamedTuple):
    view: View
    index: TurnIndex
    turns: tuple[Turn, ...]


def line_of(texts: Sequence[str], speaker: str = "") -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for number, text in enumerate(texts, 1):
        parent = turns[-1].id if turns else ROOT
        identity = turn_id(parent, speaker, text)
        turns.append(Turn(identity, parent, number, "user", speaker, text, text_key(text)))
    return tuple(turns)


def tell_story(*told: Telling) -> Story:
    turns = line_of([text for text, _ in told])
    state = NOTHING_TOLD
    for turn, (_, claims) in zip(turns, told, strict=True):
        body = Body("body", "hand", claims=tuple(claims))
        stems = [one.stem for one in turns[: turn.number]]
        state = fold_turn(
            state, TurnClaims(turn.stem, (body,), (), lambda back, s=stems: s[-1 - back]), NO_RULES
        )
    head = turns[-1].id if turns else ""
    return Story(View(head, len(turns), head, state), index_turns(turns, Shelf()), turns)


@pytest.fixture(scope="session")
def tell() -> Callable[..., Story]:
    return tell_story


@pytest.fixture(scope="session")
def line() -> Callable[..., tuple[Turn, ...]]:
    return line_of
