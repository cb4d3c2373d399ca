"""One story's ledger: what is in the store, read once, kept fresh, and added to by whole acts."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fabula.errors import AmbiguousNameError, BranchNotFoundError, ConflictError, TurnNotFoundError
from fabula.ledger.acts import SCOPES, STORY, ActKind, standing
from fabula.ledger.ids import ROOT, act_id
from fabula.ledger.lines import Line, Lines
from fabula.ledger.records import Act, Body, Candidate, Changes, Heads, Stem, Turn
from fabula.ledger.store import LedgerStore

_ACT_TRIES = 20
_KEPT_WORDS = 50_000
_KEPT_TIPS = 8
_KEPT_KEYS = 4096
_SHORTEST_PREFIX = 4
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Ledger:
    """Reads and writes one story. Every write is one act: whole, or refused without a trace.

    ``clock`` gives the time stamps of head moves and acts; ``by`` says in their log who made them.
    """

    def __init__(self, store: LedgerStore, story: str, *, clock: Callable[[], str], by: str = "") -> None:
        self.store = store
        self.story = story
        self.clock = clock
        self.by = by
        self.version = -1
        self._lines = Lines(store, story)
        self._words: dict[str, Turn] = {}
        self._outlines: dict[str, Body] = {}
        self._read_tips: dict[str, list[str]] = {}
        self._selected: dict[str, dict[str, str]] = {}
        self._acts: list[Act] = []
        self._carried: dict[str, list[str]] = {}
        self._bound: dict[str, list[str]] = {}
        self._standing: tuple[Act, ...] = ()
        self._at_turn: dict[str, list[Act]] = {}
        self._changed: set[str] = set()
        self._keyed: dict[str, Sequence[Stem]] = {}
        self._candidates: Sequence[Candidate] | None = None
        self._asked_at = -1
        self.purged: dict[str, str] = {}
        self.forgotten = 0

    # reading

    def heads(self) -> Heads:
        """Where branches and tags point now. Whatever others wrote meanwhile is read in as well."""
        heads = self.store.heads(self.story)
        if heads.version != self.version:
            self._read_log()
        return heads

    def head(self, branch: str) -> str:
        """The turn that a branch points at; the root while nothing has been told on the starting branch.

        Raises:
            BranchNotFoundError: the story has no such branch.
        """
        heads = self.heads()
        if branch in heads.branches:
            return heads.branches[branch]
        if branch == heads.branch:
            return ROOT
        known = ", ".join(sorted(heads.branches)) or "none yet"
        raise BranchNotFoundError(f"Story {self.story!r} has no branch {branch!r}; it has: {known}.")

    def before(self, branch: str, head: str) -> str | None:
        """What a move from ``head`` names as its start: nothing, where the branch is still to be made."""
        return None if head == ROOT and branch not in self.heads().branches else head

    def line(self, tip: str) -> Line:
        """The turns from the first one to ``tip``."""
        return self._lines.line(tip)

    def stem(self, turn: str) -> Stem:
        """One turn without its words."""
        return self._lines.stem(turn)

    def turns(self, ids: Iterable[str]) -> tuple[Turn, ...]:
        """The turns with these ids, with their words, in the order asked for."""
        wanted = tuple(ids)
        unread = [turn for turn in wanted if turn not in self._words]
        if unread:
            if len(self._words) > _KEPT_WORDS:
                self._words.clear()
                unread = list(wanted)
            self._words.update(self.store.turns(self.story, unread))
        missing = [turn for turn in unread if turn not in self._words]
        if missing:
            raise TurnNotFoundError(f"Story {self.story!r} holds no turn {missing[0][:12]}.")
        return tuple(self._words[turn] for turn in wanted)

    def with_key(self, keys: Iterable[str]) -> Mapping[str, Sequence[Stem]]:
        """The turns that have each of these text keys, as of the version that was read last; or later ones, too."""
        self._forget_asked()
        unknown = [key for key in dict.fromkeys(keys) if key not in self._keyed]
        if unknown:
            self._keyed.update(dict.fromkeys(unknown, ()))
            self._keyed.update(self.store.with_key(self.story, unknown))
        return self._keyed

    def candidates(self) -> Sequence[Candidate]:
        """The replies that nothing has echoed yet, as of the version that was read last; or later ones, too."""
        self._forget_asked()
        if self._candidates is None:
            self._candidates = self.store.candidates(self.story)
        return self._candidates

    def _forget_asked(self) -> None:
        if self._asked_at != self.version or len(self._keyed) > _KEPT_KEYS:
            self._keyed, self._candidates, self._asked_at = {}, None, self.version

    def find(self, reference: str | int, tip: str) -> Stem:
        """The turn that a number along the line to ``tip``, an id, or the start of an id means.

        Digits alone are a number if the line has so many turns. Negative numbers count from the end.

        Raises:
            TurnNotFoundError: nothing fits.
            AmbiguousNameError: several ids start so.
        """
        text = str(reference).strip()
        line = self.line(tip)
        number = int(text) if _NUMBER.fullmatch(text) else 0
        if 1 <= abs(number) <= len(line):
            return line[number - 1 if number > 0 else number]
        if len(text) >= _SHORTEST_PREFIX:
            found = self.store.with_prefix(self.story, text.casefold())
            if len(found) > 1:
                ids = [stem.id[:12] for stem in found]
                raise AmbiguousNameError(f"Several turns start with {text!r}: {', '.join(ids)}.", ids)
            if found:
                return found[0]
        numbers = f"a number from 1 to {len(line)} along the branch, or " if line else ""
        raise TurnNotFoundError(
            f"No turn {text!r}: give {numbers}at least {_SHORTEST_PREFIX} characters of an id."
        )

    def selected(self, turn: str) -> Mapping[str, str]:
        """The bodies that count for a turn, by lane."""
        return self._selected.get(turn, {})

    def bodies(self, ids: Iterable[str]) -> Mapping[str, Body]:
        """The extraction bodies with these ids."""
        return self.store.bodies(self.story, ids)

    def outlines(self, ids: Iterable[str]) -> Mapping[str, Body]:
        """The bodies with these ids without claims and refusals: who read what with what success. Remembered."""
        wanted = sorted(set(ids))
        unknown = [identity for identity in wanted if identity not in self._outlines]
        self._outlines.update(self.store.outlines(self.story, unknown) if unknown else {})
        return {identity: self._outlines[identity] for identity in wanted if identity in self._outlines}

    def bound(self, turns: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """The ids of all bodies that speak of each of these turns, whether they count or not."""
        found = self.store.bindings(self.story, turns)
        return {turn: tuple(row.body for row in rows) for turn, rows in found.items()}

    def read_up_to(self, extractor: str, line: Line) -> int:
        """How many turns from the start of a line this extractor is known to have nothing left to read in."""
        for tip in self._read_tips.get(extractor, ()):
            number = self.stem(tip).number
            if number <= len(line) and line[number - 1].id == tip:
                return number
        return 0

    def note_read(self, extractor: str, line: Line) -> None:
        """Remember that this extractor has nothing left to read on a line; what is read stays read."""
        if line:
            tips = [tip for tip in self._read_tips.get(extractor, ()) if tip != line[-1].parent]
            self._read_tips[extractor] = [line[-1].id, *tips][:_KEPT_TIPS]

    def forget_read(self) -> None:
        """Forget what was remembered: somebody reads on purpose what was read before."""
        self._read_tips.clear()

    @property
    def acts(self) -> Sequence[Act]:
        """Every act of the story log, undone ones too, as far as it has been read."""
        return self._acts

    @property
    def standing(self) -> tuple[Act, ...]:
        """The acts that are not undone."""
        return self._standing

    def acts_at(self, turn: str) -> Sequence[Act]:
        """The standing acts that hold from this turn on, made here or carried here."""
        return self._at_turn.get(turn, ())

    def acts_bound_to(self, turn: str) -> Sequence[str]:
        """The ids of all acts made or carried at a turn, undone ones too: what goes along with it."""
        return self._bound.get(turn, ())

    def take_changed(self) -> frozenset[str]:
        """The turns of which something else counts than when this was last asked."""
        changed, self._changed = frozenset(self._changed), set()
        return changed

    # writing

    def commit(self, changes: Changes) -> None:
        """Write one act whole, or nothing; the caches follow."""
        version = self.store.commit(self.story, changes)
        if version == self.version + 1 and not self._is_logged(changes):
            self.version = version
        else:
            self._read_log()
        self._lines.learn([turn.stem for turn in changes.turns if turn.id not in self.purged])
        self._outline(changes.bodies)

    def act(self, kind: ActKind, payload: Mapping[str, Any], turn: str = "") -> Act:
        """Append one author's act to the story log; ``turn`` is where it holds from, under scope ``turn``.

        Another writer's act that came first is read and this one follows it.
        """
        scope = SCOPES[kind]
        for _ in range(_ACT_TRIES):
            self.heads()
            act = self._next_act(kind, scope, "" if scope == STORY else turn, payload)
            try:
                self.commit(Changes(acts=(act,)))
            except ConflictError:
                continue
            return act
        raise ConflictError("The story log is being written by too many at once; try again.")

    def _next_act(self, kind: ActKind, scope: str, turn: str, payload: Mapping[str, Any]) -> Act:
        previous = self._acts[-1].id if self._acts else ""
        identity = act_id(previous, kind.value, scope, turn, payload)
        seq = len(self._acts) + 1
        return Act(seq, identity, kind.value, scope, turn, payload, by=self.by, at=self.clock())

    def _outline(self, bodies: Iterable[Body]) -> None:
        for body in bodies:
            self._outlines.setdefault(body.id, body.outline)

    def _is_logged(self, changes: Changes) -> bool:
        """Whether the log may have gained something by these changes; once words are purged, they may return."""
        logged = (changes.selections, changes.acts, changes.carried, changes.tombstones, self.purged)
        return any(logged)

    def _read_log(self) -> None:
        log = self.store.log(self.story, max(self.version, 0))
        if log.tombstones and self.version > 0:
            self.forget()
            log = self.store.log(self.story)
        for selection in log.selections:
            self._selected.setdefault(selection.turn, {})[selection.lane] = selection.body
            self._changed.add(selection.turn)
            if selection.replaces is not None:
                self._read_tips.clear()
        for carried in log.carried:
            self._carried.setdefault(carried.act, []).append(carried.turn)
            self._bound.setdefault(carried.turn, []).append(carried.act)
            self._changed.add(carried.turn)
        for stone in log.tombstones:
            self.purged[stone.turn] = stone.key
        for act in log.acts:
            self._acts.append(act)
            if act.turn:
                self._bound.setdefault(act.turn, []).append(act.id)
        if log.acts or log.carried:
            self._sort_acts()
        self.version = log.version

    def _sort_acts(self) -> None:
        before = self._at_turn
        self._standing = standing(self._acts)
        self._at_turn = {}
        for act in self._standing:
            if act.scope != STORY:
                for turn in dict.fromkeys((act.turn, *self._carried.get(act.id, ()))):
                    self._at_turn.setdefault(turn, []).append(act)
        touched = before.keys() | self._at_turn.keys()
        self._changed.update(turn for turn in touched if before.get(turn) != self._at_turn.get(turn))

    def forget(self) -> None:
        """Drop every cache: something was purged, and what was read may name it.

        ``forgotten`` counts how often, for those who keep what they made of it.
        """
        fresh = Ledger(self.store, self.story, clock=self.clock, by=self.by)
        fresh.forgotten = self.forgotten + 1
        self.__dict__.update(fresh.__dict__)
