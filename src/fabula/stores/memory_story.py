"""One story in memory: its rows in dictionaries and lists, written as planned."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from fabula.ledger.ids import ROOT, text_key
from fabula.ledger.receipts import KeptReceipt
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    CarriedAct,
    Changes,
    HeadMove,
    Log,
    Selection,
    Snapshot,
    Stem,
    StoryRow,
    Tag,
    Tombstone,
    Turn,
)
from fabula.stores.plan import Plan, Standing, named_turns, without_words

Row = TypeVar("Row")


@dataclass(slots=True)
class MemoryStory:
    """One story's rows; what the log tells carries the version at which it was written."""

    row: StoryRow
    turns: dict[str, Turn] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    keys: dict[str, list[str]] = field(default_factory=dict)
    bodies: dict[str, Body] = field(default_factory=dict)
    bound: dict[str, dict[str, Binding]] = field(default_factory=dict)
    selections: list[tuple[int, Selection]] = field(default_factory=list)
    selected: dict[tuple[str, str], str] = field(default_factory=dict)
    acts: list[tuple[int, Act]] = field(default_factory=list)
    carried: dict[CarriedAct, tuple[int, CarriedAct]] = field(default_factory=dict)
    moves: list[HeadMove] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    candidates: dict[str, Candidate] = field(default_factory=dict)
    tombstones: dict[str, tuple[int, Tombstone]] = field(default_factory=dict)
    buried: set[str] = field(default_factory=set)
    receipts: list[KeptReceipt] = field(default_factory=list)
    caches: dict[str, str] = field(default_factory=dict)

    def log(self, since: int) -> Log:
        """What was written to the log after version ``since``, in order."""
        return Log(
            self.row.version,
            _after(since, self.selections),
            _after(since, self.acts),
            _after(since, self.carried.values()),
            _after(since, self.tombstones.values()),
        )

    def ancestry(self, tip: str, limit: int) -> tuple[Stem, ...]:
        """The line from ``tip`` towards the root, newest first."""
        line: list[Stem] = []
        while tip != ROOT and len(line) < limit:
            line.append(self.turns[tip].stem)
            tip = self.turns[tip].parent
        return tuple(line)

    def stems(self, ids: Iterable[str]) -> tuple[Stem, ...]:
        """These turns without their words."""
        return tuple(self.turns[turn].stem for turn in ids)

    def pending(self) -> tuple[Candidate, ...]:
        """The candidates, by (parent, id)."""
        return tuple(sorted(self.candidates.values(), key=lambda row: (row.parent, row.id)))

    def snapshot(self) -> Snapshot:
        """Every row, each kind in its canonical order."""
        return Snapshot(
            story=self.row,
            turns=tuple(sorted(self.turns.values(), key=lambda turn: (turn.number, turn.id))),
            bodies=tuple(by_name(self.bodies).values()),
            bindings=tuple(row for rows in by_name(self.bound).values() for row in by_name(rows).values()),
            selections=tuple(sorted(_after(0, self.selections), key=lambda row: (row.turn, row.lane))),
            acts=_after(0, self.acts),
            carried=tuple(sorted(self.carried, key=lambda row: (row.act, row.turn))),
            moves=tuple(self.moves),
            tags=tuple(Tag(name, turn) for name, turn in by_name(self.tags).items()),
            candidates=self.pending(),
            tombstones=tuple(stone for _, stone in by_name(self.tombstones).values()),
            branches=by_name(self.heads),
        )

    def standing(self, changes: Changes) -> Standing:
        """What the story holds of what ``changes`` touch; but for the turns simply what it holds."""
        known = {turn for turn in named_turns(changes) if turn in self.turns}
        return Standing(known, self.buried, self.heads, self.tags, self.selected, len(self.acts))

    def apply(self, changes: Changes, planned: Plan) -> None:
        """Write what was planned. Nothing in here can fail, so nothing is ever half written."""
        version = self._advance(changes.branch)
        self._bury(planned.bury, version)
        for turn in planned.turns:
            self._add(turn)
        for body in changes.bodies:
            self.bodies.setdefault(body.id, body)
        for binding in changes.bindings:
            self.bound.setdefault(binding.turn, {}).setdefault(binding.body, binding)
        self._write_log(changes, planned, version)
        self._point(changes, planned)

    def purge(self, turns: frozenset[str], bodies: frozenset[str], acts: frozenset[str]) -> None:
        """Erase the words of the turns, the bodies with what hangs on them, the payloads of the acts."""
        version = self._advance(None)
        keys = frozenset(self.turns[turn].key for turn in turns if turn in self.turns)
        for key in keys:
            for turn in self.keys[key]:
                # What is purged again is told again: whoever reads the log must forget again.
                self.tombstones.pop(turn, None)
        self._bury(keys, version)
        for body in bodies:
            self.bodies.pop(body, None)
        kept = {turn: _without(bodies, rows) for turn, rows in self.bound.items()}
        self.bound = {turn: rows for turn, rows in kept.items() if rows}
        self.selections = [(n, row) for n, row in self.selections if row.body not in bodies]
        self.selected = {(row.turn, row.lane): row.body for _, row in self.selections}
        self.acts = [(n, replace(act, payload={}) if act.id in acts else act) for n, act in self.acts]

    def _advance(self, branch: str | None) -> int:
        start = self.row.branch if branch is None else branch
        self.row = replace(self.row, version=self.row.version + 1, branch=start)
        return self.row.version

    def _add(self, turn: Turn) -> None:
        self.turns[turn.id] = turn
        self.children.setdefault(turn.parent, []).append(turn.id)
        self.keys.setdefault(turn.key, []).append(turn.id)

    def _bury(self, keys: frozenset[str], version: int) -> None:
        if not keys:
            return
        for turn in sorted(turn for key in keys for turn in self.keys.get(key, ())):
            self.turns[turn] = without_words(self.turns[turn])
            self.tombstones.setdefault(turn, (version, Tombstone(turn, self.turns[turn].key)))
        self.candidates = {one: row for one, row in self.candidates.items() if text_key(row.text) not in keys}
        self.buried |= keys
        self.receipts.clear()  # any of them may repeat the words
        self.caches.clear()

    def _write_log(self, changes: Changes, planned: Plan, version: int) -> None:
        for selection in planned.selections:
            self.selections.append((version, selection))
            self.selected[selection.turn, selection.lane] = selection.body
        self.acts += [(version, act) for act in changes.acts]
        for carried in changes.carried:
            self.carried.setdefault(carried, (version, carried))
        for stone in planned.tombstones:
            self.tombstones.setdefault(stone.turn, (version, stone))
            self.buried.add(stone.key)

    def _point(self, changes: Changes, planned: Plan) -> None:
        self.moves += changes.moves
        _repoint(self.heads, planned.heads)
        _repoint(self.tags, planned.tags)
        for dropped in changes.dropped:
            self.candidates.pop(dropped, None)
        for candidate in planned.candidates:
            self.candidates.setdefault(candidate.id, candidate)


def by_name(rows: Mapping[str, Row]) -> dict[str, Row]:
    """The same rows in the order of their names."""
    return {name: rows[name] for name in sorted(rows)}


def _after(since: int, rows: Iterable[tuple[int, Row]]) -> tuple[Row, ...]:
    return tuple(row for version, row in rows if version > since)


def _without(bodies: frozenset[str], rows: Mapping[str, Binding]) -> dict[str, Binding]:
    return {body: row for body, row in rows.items() if body not in bodies}


def _repoint(places: dict[str, str], changed: Mapping[str, str | None]) -> None:
    for name, turn in changed.items():
        if turn is None:
            places.pop(name, None)
        else:
            places[name] = turn
