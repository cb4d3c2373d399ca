"""What has to go when a turn is purged: everything that its words reached. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fabula.ledger.records import Snapshot, Turn


@dataclass(frozen=True, slots=True)
class Erasure:
    """The rows to erase, by id: the turns, the extractions that read them, the acts that quote them."""

    turns: tuple[str, ...]
    bodies: tuple[str, ...]
    acts: tuple[str, ...]


_TELLING = 12  # characters from which a text inside another one is no chance: "No." stands in many words


def erasure_of(snapshot: Snapshot, targets: Iterable[str]) -> Erasure:
    """What goes with the words of ``targets``: the same text elsewhere in the story goes too.

    Turns that were purged before are listed again, so that a purge can be finished; nothing new goes with them.
    """
    turns = {turn.id: turn for turn in snapshot.turns}
    keys = {turns[target].key for target in targets if target in turns}
    gone = {turn.id for turn in snapshot.turns if turn.key in keys}
    fresh = {turn for turn in gone if not turns[turn].purged}
    texts = [turns[turn].normal for turn in sorted(fresh)]
    return Erasure(tuple(sorted(gone)), _bodies(snapshot, turns, fresh), _acts(snapshot, texts))


def _bodies(snapshot: Snapshot, turns: Mapping[str, Turn], gone: set[str]) -> tuple[str, ...]:
    windows = {body.id: (body.back, body.ahead) for body in snapshot.bodies}
    shown: set[str] = set()
    for binding in snapshot.bindings:
        back, ahead = windows.get(binding.body, (0, 0))
        if _reaches_up(turns, binding.turn, back, gone) or (
            ahead and _is_within(turns, binding.turn, ahead, gone)
        ):
            shown.add(binding.body)
    return tuple(sorted(shown))


def _reaches_up(turns: Mapping[str, Turn], turn: str, back: int, gone: set[str]) -> bool:
    for _ in range(back + 1):
        if turn in gone:
            return True
        if turn not in turns:
            return False
        turn = turns[turn].parent
    return False


def _is_within(turns: Mapping[str, Turn], turn: str, ahead: int, gone: set[str]) -> bool:
    return any(_reaches_up_to(turns, one, ahead, turn) for one in gone)


def _reaches_up_to(turns: Mapping[str, Turn], turn: str, back: int, target: str) -> bool:
    return _reaches_up(turns, turn, back, {target})


def _acts(snapshot: Snapshot, texts: Iterable[str]) -> tuple[str, ...]:
    gone = tuple(texts)
    return tuple(act.id for act in snapshot.acts if _repeats(act.payload, gone))


def _repeats(payload: Mapping[str, Any], texts: Iterable[str]) -> bool:
    quotes = payload.get("quotes", ())
    said = tuple(_strings(payload))
    return any(quote in text for text in texts for quote in quotes) or any(
        text == word or (len(text) >= _TELLING and text in word) for text in texts for word in said
    )


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
