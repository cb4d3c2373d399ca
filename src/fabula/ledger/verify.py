"""Checking a ledger against its own hashes: what is damaged, by name. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabula.ledger.carry import fits
from fabula.ledger.ids import ROOT, act_id, text_key, turn_id
from fabula.ledger.records import Body, Snapshot, Stem, Turn


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that is not what its id says: the kind of row, its id, and what is wrong."""

    kind: str
    id: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id[:12]}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``verify`` found. ``purged`` turns have no words on purpose and are no damage."""

    turns: int
    bodies: int
    acts: int
    purged: tuple[str, ...]
    damages: tuple[Damage, ...]

    @property
    def is_sound(self) -> bool:
        """Whether everything is what its id says."""
        return not self.damages


def verify(snapshot: Snapshot) -> Verdict:
    """Re-hash every row of a story and name what does not fit."""
    turns = {turn.id: turn for turn in snapshot.turns}
    bodies = {body.id: body for body in snapshot.bodies}
    damages = (
        *_turn_damages(turns, {stone.turn for stone in snapshot.tombstones}),
        *_binding_damages(snapshot, turns, bodies),
        *_act_damages(snapshot, turns),
        *_pointer_damages(snapshot, turns),
    )
    purged = tuple(turn.id for turn in snapshot.turns if turn.purged)
    return Verdict(len(turns), len(bodies), len(snapshot.acts), purged, damages)


def _turn_damages(turns: Mapping[str, Turn], buried: Collection[str]) -> Iterator[Damage]:
    for turn in turns.values():
        parent = turns.get(turn.parent)
        if parent is None and turn.parent != ROOT:
            yield Damage("turn", turn.id, f"its parent {turn.parent[:12]} is missing")
        if turn.number != (parent.number + 1 if parent else 1):
            yield Damage("turn", turn.id, f"its number {turn.number} does not follow its parent's")
        if turn.purged != (turn.id in buried):
            yield Damage("turn", turn.id, _whether_purged(turn))
        if turn.purged:
            continue
        if text_key(turn.text) != turn.key:
            yield Damage("turn", turn.id, "its text is not the one that was told")
        elif turn_id(turn.parent, turn.speaker, turn.text) != turn.id:
            yield Damage("turn", turn.id, "its parent or speaker is not the one that was told")


def _whether_purged(turn: Turn) -> str:
    if turn.purged:
        return "it has no words, and nobody purged it"
    return "it was purged, and its words are still there"


def _binding_damages(
    snapshot: Snapshot, turns: Mapping[str, Turn], bodies: Mapping[str, Body]
) -> Iterator[Damage]:
    after = _children(turns)
    for binding in snapshot.bindings:
        turn, body = turns.get(binding.turn), bodies.get(binding.body)
        if turn is None:
            yield Damage("binding", binding.body, f"it speaks of turn {binding.turn[:12]}, which is missing")
        elif body is None:
            yield Damage("binding", binding.body, "its extraction body is missing")
        else:
            yield from _body_damages(turn, body, turns, after)
    bound = {(binding.turn, binding.body) for binding in snapshot.bindings}
    counting = {selection.turn for selection in snapshot.selections}
    for binding in snapshot.bindings:
        if binding.turn not in counting:
            yield Damage(
                "binding", binding.body, f"turn {binding.turn[:12]} was read, and no reading of it counts"
            )
    for selection in snapshot.selections:
        if (selection.turn, selection.body) not in bound:
            yield Damage("selection", selection.body, f"it is not bound to turn {selection.turn[:12]}")


def _body_damages(
    turn: Turn, body: Body, turns: Mapping[str, Turn], after: Mapping[str, Sequence[Stem]]
) -> Iterator[Damage]:
    back = _back(turn, turns, body.back)
    if not any(fits(body, window, body.back) for window in _onward(back, body.ahead, after)):
        yield Damage("body", body.id, f"it did not read what stands at turn {turn.number}")
    for claim in body.claims:
        for quote in claim.evidence:
            source = _back(turn, turns, quote.back)[0]
            told = turns[source.id]
            if not told.purged and told.normal[quote.start : quote.end] != quote.text:
                yield Damage("body", body.id, f"its quote {quote.text[:30]!r} is not in turn {told.number}")


def _back(turn: Turn, turns: Mapping[str, Turn], count: int) -> list[Stem]:
    newest_first = [turn.stem]
    while len(newest_first) <= count and newest_first[-1].parent in turns:
        newest_first.append(turns[newest_first[-1].parent].stem)
    return newest_first[::-1]


def _onward(window: list[Stem], count: int, after: Mapping[str, Sequence[Stem]]) -> Iterator[list[Stem]]:
    """The window with each way of going on from it for so many turns: what a batch may have read."""
    if not count:
        yield window
        return
    for stem in after.get(window[-1].id, ()):
        yield from _onward([*window, stem], count - 1, after)


def _children(turns: Mapping[str, Turn]) -> dict[str, list[Stem]]:
    children: dict[str, list[Stem]] = {}
    for turn in turns.values():
        children.setdefault(turn.parent, []).append(turn.stem)
    return children


def _act_damages(snapshot: Snapshot, turns: Mapping[str, Turn]) -> Iterator[Damage]:
    previous = ""
    for place, act in enumerate(snapshot.acts, start=1):
        if act.seq != place:
            yield Damage("act", act.id, f"act {place} of the story log is missing")
        is_erased = not act.payload and bool(snapshot.tombstones)
        if not is_erased and act_id(previous, act.kind, act.scope, act.turn, act.payload) != act.id:
            yield Damage("act", act.id, "it is not what the author did")
        if act.turn and act.turn not in turns:
            yield Damage("act", act.id, f"it holds from turn {act.turn[:12]}, which is missing")
        previous = act.id
    known = {act.id for act in snapshot.acts}
    for carried in snapshot.carried:
        if carried.act not in known or carried.turn not in turns:
            yield Damage("carried act", carried.act, f"act or turn {carried.turn[:12]} is missing")


def _pointer_damages(snapshot: Snapshot, turns: Mapping[str, Turn]) -> Iterator[Damage]:
    for branch, head in sorted(snapshot.branches.items()):
        if head != ROOT and head not in turns:
            yield Damage("branch", branch, f"its head {head[:12]} is missing")
    for tag in snapshot.tags:
        if tag.turn and tag.turn not in turns:
            yield Damage("tag", tag.name, f"its turn {tag.turn[:12]} is missing")
    yield from _head_log_damages(snapshot)


def _head_log_damages(snapshot: Snapshot) -> Iterator[Damage]:
    heads: dict[str, str | None] = {}
    for move in snapshot.moves:
        if heads.get(move.branch) != move.before:
            yield Damage("head log", move.branch, "a move does not start where the one before it ended")
        heads[move.branch] = move.after
    for branch, head in sorted(snapshot.branches.items()):
        if heads.get(branch) != head:
            yield Damage("head log", branch, "its last move does not end at the head")
    for branch, head_moved_to in sorted(heads.items()):
        if head_moved_to is not None and branch not in snapshot.branches:
            yield Damage("branch", branch, "it was never ended, and it is gone")
