"""Views kept by what they are made of, so that standing elsewhere costs only what differs."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from fabula.claims.canonical import digest
from fabula.graph.fold import FOLD_VERSION, TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES, Rules, rules_of
from fabula.graph.state import NOTHING_TOLD, State
from fabula.graph.view import View
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.records import Act, Body, Stem

_KEPT_STATES = 256
_MILESTONE = 128
_BODIES_AT_ONCE = 512


class Views:
    """The views of one story. A state is kept under the digest of everything that was folded into it.

    ``fold(turn) = H(fold(parent), selected bodies, acts that hold from here, rules, fold version)``:
    never the turn id alone, so a late extraction changes later views and nothing has to be invalidated.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._forgotten = ledger.forgotten
        self._states: OrderedDict[str, State] = OrderedDict()
        self._milestones: OrderedDict[str, State] = OrderedDict()
        self._digests: dict[str, str] = {}
        self._deepest = 0
        self._rules = NO_RULES
        self._acts_read = 0

    def view(self, tip: str) -> View:
        """What holds at a turn, as told up to it. Call ``ledger.heads()`` first to see others' writes."""
        rules = self._current_rules()
        if tip == ROOT:
            return View(rules=rules)
        line = self._ledger.line(tip)
        self._drop_changed()
        self._digest_down_to(line)
        return View(tip, len(line), self._digests[tip], self._folded(line, rules), rules)

    def keep(self, view: View) -> None:
        """Keep a view that was grown from one of these (``digest_after``): it is found where the ledger says the same."""
        self._keep(view.digest, view.state, is_milestone=view.number % _MILESTONE == 0)

    def forget(self) -> None:
        """Drop every kept view: something was purged, and what was folded may repeat it."""
        self.__dict__.update(Views(self._ledger).__dict__)

    def _current_rules(self) -> Rules:
        if self._forgotten != self._ledger.forgotten:
            self.__dict__.update(Views(self._ledger).__dict__)
        if self._acts_read != len(self._ledger.acts):
            before = self._rules.digest
            self._rules = rules_of(self._ledger.standing)
            self._acts_read = len(self._ledger.acts)
            if self._rules.digest != before:
                self._digests.clear()
        return self._rules

    def _drop_changed(self) -> None:
        changed = self._ledger.take_changed()
        first = min((self._ledger.stem(turn).number for turn in changed), default=self._deepest + 1)
        if first <= self._deepest:
            stem = self._ledger.stem
            self._digests = {turn: kept for turn, kept in self._digests.items() if stem(turn).number < first}
            self._deepest = first - 1

    def _digest_down_to(self, line: Line) -> None:
        place = len(line)
        while place and line[place - 1].id not in self._digests:
            place -= 1
        above = self._digests[line[place - 1].id] if place else ground_of(self._rules)
        for stem in line[place:]:
            above = self._digests[stem.id] = self._digest_of(stem.id, above)
        self._deepest = max(self._deepest, len(line))

    def _digest_of(self, turn: str, above: str) -> str:
        return digest_after(above, turn, self._ledger.selected(turn), self._ledger.acts_at(turn))

    def _folded(self, line: Line, rules: Rules) -> State:
        place = len(line)
        state = None
        while place and (state := self._kept(self._digests[line[place - 1].id])) is None:
            place -= 1
        state = state or NOTHING_TOLD
        for start in range(place, len(line), _BODIES_AT_ONCE):
            end = min(start + _BODIES_AT_ONCE, len(line))
            bodies = self._bodies_of(line[start:end])
            present = self._present_in(line[start:end])
            for at in range(start, end):
                told = self._told(line, at, bodies, present)
                state = fold_turn(state, told, rules)
                self._keep(self._digests[line[at].id], state, is_milestone=(at + 1) % _MILESTONE == 0)
        return state

    def _told(
        self, line: Line, at: int, bodies: Mapping[str, Body], present: Mapping[str, tuple[str, ...] | None]
    ) -> TurnClaims:
        stem = line[at]
        chosen = sorted(self._ledger.selected(stem.id).items())
        return TurnClaims(
            stem=stem,
            bodies=tuple(bodies[body] for _, body in chosen if body in bodies),
            acts=tuple(self._ledger.acts_at(stem.id)),
            earlier=lambda back: line[max(at - back, 0)],
            present=present.get(stem.id),
        )

    def _present_in(self, stems: Sequence[Stem]) -> Mapping[str, tuple[str, ...] | None]:
        """Who was there, as the turns themselves say of which anything was read."""
        read = [stem.id for stem in stems if self._ledger.selected(stem.id)]
        return {turn.id: turn.present for turn in self._ledger.turns(read)} if read else {}

    def _bodies_of(self, stems: Sequence[Stem]) -> Mapping[str, Body]:
        wanted = {body for stem in stems for body in self._ledger.selected(stem.id).values()}
        return self._ledger.bodies(sorted(wanted)) if wanted else {}

    def _kept(self, key: str) -> State | None:
        state = self._states.get(key)
        if state is not None:
            self._states.move_to_end(key)
            return state
        return self._milestones.get(key)

    def _keep(self, key: str, state: State, *, is_milestone: bool) -> None:
        self._states[key] = state
        if is_milestone:
            self._milestones[key] = state
        for kept in (self._states, self._milestones):
            while len(kept) > _KEPT_STATES:
                kept.popitem(last=False)


def ground_of(rules: Rules) -> str:
    """The digest of what holds before the first turn."""
    return digest([FOLD_VERSION, rules.digest])


def digest_after(above: str, turn: str, selected: Mapping[str, str], acts: Sequence[Act]) -> str:
    """The digest of what holds after a turn: ``selected`` are the ids of its bodies by reader, ``above`` what held."""
    if not selected and not acts:
        return above
    bodies = [list(pair) for pair in sorted(selected.items())]
    return digest([above, turn, bodies, [act.id for act in acts]])
