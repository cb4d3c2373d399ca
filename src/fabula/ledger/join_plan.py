"""What taking another story in comes to: one set of changes, and what a person is told of it. Writes nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fabula.claims.canonical import digest
from fabula.ledger.acts import STORY, ActKind, standing
from fabula.ledger.carry import Pair, carried_bindings
from fabula.ledger.erasure import erasure_of
from fabula.ledger.grafting import Graft
from fabula.ledger.ids import ROOT, act_id
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import (
    Act,
    Binding,
    Body,
    Candidate,
    CarriedAct,
    Changes,
    HeadMove,
    Selection,
    Snapshot,
    Tag,
    Tombstone,
)

MADE, MOVED, STANDS = "made", "moved", "stands"
"""What becomes of a branch: a new one here, one of ours that goes on, or a line that stood here before."""


@dataclass(frozen=True, slots=True)
class JoinedBranch:
    """A branch there, the branch here on which its line stands, and how it came there.

    ``turns`` counts its line as it stands here, ``new`` those that this story did not hold.
    """

    theirs: str
    branch: str
    how: str
    turns: int
    new: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of the other story that did not come along, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Joining:
    """What a join does: ``turns``, ``readings`` and ``acts`` count what is new here."""

    story: str
    branches: tuple[JoinedBranch, ...]
    turns: int
    readings: int
    acts: int
    left_out: tuple[LeftOut, ...]
    changes: Changes = field(repr=False)


class JoinPlan:
    """What a join writes: one commit, so that it is all there or nothing of it."""

    def __init__(self, ledger: Ledger, other: Snapshot, graft: Graft, branch: str) -> None:
        self._ledger = ledger
        self._other = other
        self._graft = graft
        self._branch = branch
        self._heads = ledger.heads()
        self._left: list[LeftOut] = []
        self._moves: list[HeadMove] = []
        self._made: dict[str, str] = {}
        self._moved: dict[str, tuple[str, str]] = {}
        self._lines: dict[str, Line] = {}
        self._known = {name: ledger.line(head) for name, head in self._heads.branches.items()}

    def joining(self) -> Joining:
        """The whole."""
        branches = tuple(self._branches())
        bindings, selections, bodies = self._readings()
        acts = self._acts()
        along_acts = chained(self._ledger, acts)
        carried = self._carried(dict(zip((act.id for act in acts), along_acts, strict=True)))
        mark = {
            "story": self._other.story.name,
            "made": self._made,
            "moved": {branch: list(turns) for branch, turns in self._moved.items()},
            "acts": [act.id for act in along_acts],
        }
        join = signed(self._ledger, ActKind.JOIN, mark)
        along = self._graft.carried
        changes = Changes(
            turns=self._graft.new,
            bodies=bodies,
            bindings=(*(row for one in along for row in one.bindings), *bindings),
            selections=(*(row for one in along for row in one.selections), *selections),
            acts=chained(self._ledger, [*acts, join]),
            carried=(*(row for one in along for row in one.carried), *carried),
            moves=tuple(self._moves),
            tags=tuple(self._tags()),
            candidates=tuple(self._candidates()),
            tombstones=tuple(self._tombstones()),
        )
        self._count_lost()
        return Joining(
            self._other.story.name,
            branches,
            len(self._graft.new),
            len(selections),
            len(along_acts),
            tuple(self._left),
            changes,
        )

    # branches

    def _branches(self) -> Iterator[JoinedBranch]:
        start = self._other.story.branch
        new = {turn.id for turn in self._graft.new}
        for theirs in sorted(self._other.branches, key=lambda name: (name != start, name)):
            tip = self._graft.stands.get(self._other.branches[theirs])
            if tip is None:
                self._left.append(LeftOut(f"branch {theirs}", "nothing of it has a place here"))
                continue
            line = self._lines[theirs] = self._graft.line(tip)
            branch, how = self._branch_for(theirs, line)
            yield JoinedBranch(theirs, branch, how, len(line), sum(stem.id in new for stem in line))

    def _branch_for(self, theirs: str, line: Line) -> tuple[str, str]:
        for name, known in sorted(self._known.items()):
            if len(known) >= len(line) and known[len(line) - 1].id == line[-1].id:
                return name, STANDS
        head = self._heads.branches.get(self._branch, ROOT)
        if not self._moved and (head == ROOT or head in {stem.id for stem in line}):
            self._moved[self._branch] = (head, line[-1].id)
            self._place(self._branch, self._ledger.before(self._branch, head), line)
            return self._branch, MOVED
        name = self._free(theirs)
        self._made[name] = line[-1].id
        self._place(name, None, line)
        return name, MADE

    def _place(self, branch: str, before: str | None, line: Line) -> None:
        ledger = self._ledger
        self._known[branch] = line
        self._moves.append(HeadMove(branch, before, line[-1].id, ledger.by, ledger.clock(), "join"))

    def _free(self, name: str) -> str:
        taken = {*self._heads.branches, *self._heads.tags, *self._made, self._heads.branch}
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name}-{number}"
        return free

    # what hangs off the turns

    def _readings(self) -> tuple[tuple[Binding, ...], tuple[Selection, ...], tuple[Body, ...]]:
        """What was read there, where it is true here: at the same turns, and where the same words were shown."""
        gone = set(self._spoiled())
        bodies = {body.id: body for body in self._other.bodies if body.id not in gone}
        selected: dict[str, dict[str, str]] = {}
        for row in self._other.selections:
            if row.body in bodies:
                selected.setdefault(row.turn, {})[row.lane] = row.body
        bindings = {
            (row.turn, row.body): row
            for row in self._other.bindings
            if row.body in bodies and self._is_same(row.turn)
        }
        chosen = {
            (turn, lane): Selection(turn, body, None, lane)
            for turn, lanes in sorted(selected.items())
            if self._is_same(turn)
            for lane, body in sorted(lanes.items())
        }
        for theirs, line in sorted(self._lines.items()):
            carried, selections = carried_bindings(self._pairs(theirs), line, selected, bodies)
            bindings.update(((row.turn, row.body), row) for row in carried)
            for row in selections:
                chosen.setdefault((row.turn, row.lane), row)
        own = self._ledger.selected
        new = tuple(row for (turn, lane), row in chosen.items() if lane not in own(turn))
        used = {body for _, body in bindings}
        return tuple(bindings.values()), new, tuple(body for name, body in bodies.items() if name in used)

    def _is_same(self, turn: str) -> bool:
        stem = self._graft.stands.get(turn)
        return stem is not None and stem.id == turn

    def _pairs(self, theirs: str) -> list[Pair]:
        found = (
            (turn, self._graft.stands.get(turn.id)) for turn in self._graft.told(self._other.branches[theirs])
        )
        line = self._lines[theirs]
        return [
            (turn.stem, stem)
            for turn, stem in found
            if stem is not None and stem.number <= len(line) and line[stem.number - 1].id == stem.id
        ]

    def _spoiled(self) -> Iterable[str]:
        """The readings of words that are purged here."""
        keys = set(self._ledger.purged.values())
        buried = [turn.id for turn in self._other.turns if turn.key in keys and not turn.purged]
        return erasure_of(self._other, buried).bodies if buried else ()

    def _acts(self) -> list[Act]:
        """The author's acts that stand there and can stand here, with their turns here."""
        known = {(act.kind, act.turn, digest(act.payload)) for act in self._ledger.standing}
        along: list[Act] = []
        for act in standing(self._other.acts):
            turn = self._graft.stands.get(act.turn) if act.turn else None
            here = replace(act, turn=turn.id if turn else "")
            if reason := self._why_not(act, here, known):
                self._left.append(LeftOut(f"act {act.id[:12]} ({act.kind})", reason))
            else:
                along.append(here)
        return along

    @staticmethod
    def _why_not(act: Act, here: Act, known: set[tuple[str, str, str]]) -> str:
        if act.kind == ActKind.JOIN:
            return "what is joined there is told here through it"
        if act.turn and not here.turn:
            return "its turn has no place here"
        if (act.kind, here.turn, digest(act.payload)) in known:
            return "it holds here already"
        return ""

    def _carried(self, ours: Mapping[str, Act]) -> Iterator[CarriedAct]:
        for row in self._other.carried:
            stem = self._graft.stands.get(row.turn)
            if row.act in ours and stem is not None:
                yield CarriedAct(ours[row.act].id, stem.id)

    def _tags(self) -> Iterator[Tag]:
        taken = {*self._heads.branches, *self._heads.tags, *self._made}
        for tag in self._other.tags:
            stem = self._graft.stands.get(tag.turn or "")
            if stem is None or tag.name in taken:
                reason = "its turn has no place here" if stem is None else "its name is taken here"
                self._left.append(LeftOut(f"tag {tag.name}", reason))
            else:
                yield Tag(tag.name, stem.id)

    def _candidates(self) -> Iterator[Candidate]:
        for one in self._other.candidates:
            stem = self._graft.stands.get(one.parent)
            if stem is not None or one.parent == ROOT:
                above = stem.id if stem else ROOT
                identity = digest([above, one.role, one.speaker, one.text])
                yield Candidate(identity, above, one.role, one.speaker, one.text, one.at)

    def _tombstones(self) -> Iterator[Tombstone]:
        for stone in self._other.tombstones:
            if stem := self._graft.stands.get(stone.turn):
                yield Tombstone(stem.id, stone.key)

    def _count_lost(self) -> None:
        lost = sum(turn.id not in self._graft.stands for turn in self._other.turns)
        if lost:
            self._left.append(LeftOut(f"{lost} turns", "they are versions of turns that have no place here"))


def chained(ledger: Ledger, acts: Sequence[Act]) -> tuple[Act, ...]:
    """Acts behind the last one of a story: each is numbered and named anew, by the one before it."""
    previous = ledger.acts[-1].id if ledger.acts else ""
    found: list[Act] = []
    for seq, act in enumerate(acts, len(ledger.acts) + 1):
        previous = act_id(previous, act.kind, act.scope, act.turn, act.payload)
        found.append(replace(act, seq=seq, id=previous))
    return tuple(found)


def signed(ledger: Ledger, kind: ActKind, payload: Mapping[str, Any]) -> Act:
    """An act of whoever writes now, still to be chained."""
    return Act(0, "", kind.value, STORY, "", payload, ledger.by, ledger.clock())
