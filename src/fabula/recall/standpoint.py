"""From where a recall looks: what may be seen from there, and how much a fact counts there."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from fabula.graph.facts import Fact, SlotKey, Standing
from fabula.graph.view import View
from fabula.recall.facts import NO_INDEX, FactIndex
from fabula.recall.rank import OUTLIVED, standing_of
from fabula.recall.scope import Given
from fabula.recall.words import Passage


class Standpoint:
    """A view, at a moment of its story perhaps, through the eyes of somebody perhaps.

    What was superseded behind somebody's back still holds as far as they know. ``within`` are the places of
    the turns to stay within, if only what was told there may be seen.
    """

    def __init__(
        self, view: View, index: FactIndex, given: Given, within: Collection[int] | None = None
    ) -> None:
        self._view = view
        self._index = index
        self._knower = given.knower
        self._is_strict = given.strict
        self._within = within
        self._is_plain = not given.knower and view.moment is None
        self._names = frozenset(view.state.entities[given.knower].names) if given.knower else frozenset()
        self._last_known = self._latest_known() if given.knower else {}

    @property
    def sees_all(self) -> bool:
        """Whether nothing that the view was told is kept from sight, and nothing holds here but what holds now."""
        return self._is_plain and self._within is None

    def sees(self, fact: Fact) -> bool:
        """Whether a fact may be told: known there, told by then, and told where the search stays."""
        if self._within is not None and fact.opened - 1 not in self._within:
            return False
        return self._is_plain or (self._is_known(fact) and self._is_told(fact))

    def hears(self, passage: Passage) -> bool:
        """Whether they were there for a turn; where nobody said who was, what was read from it decides."""
        if self._within is not None and passage.number - 1 not in self._within:
            return False
        if not self._knower or passage.speaker in self._names:
            return True
        if passage.present is not None:
            return not self._names.isdisjoint(passage.present)
        spoken = [self._index.facts[place] for place in self._index.spoken.get(passage.id, ())]
        return all(map(self._is_known, spoken)) if spoken else not self._is_strict

    def holds(self, fact: Fact) -> bool:
        """Whether a fact holds there, as far as is known."""
        if self._knower:
            last = self._last_known.get(fact.slot)
            is_beside = last in fact.disputes and fact.is_current and self._is_known(fact)
            return last == fact.id or is_beside
        return fact.is_current if self._view.moment is None else self._view.holds(fact)

    def share(self, fact: Fact) -> float:
        """How much a fact counts: what holds wholly, what held, was only said or only believed less."""
        if self._is_plain:
            return standing_of(fact)
        if self._knower and fact.holder == self._knower and fact.is_current:
            return 1.0
        share = standing_of(fact)
        if self.holds(fact):
            return share if fact.is_current else share / OUTLIVED
        return share * OUTLIVED if fact.is_current else share

    def _is_known(self, fact: Fact) -> bool:
        if not self._knower or fact.holder == self._knower:
            return True
        if fact.holder:
            return False
        return self._view.can_know(fact, self._knower, strict=self._is_strict)

    def _is_told(self, fact: Fact) -> bool:
        """Whether it was told by the moment at which the view stands, or holds there."""
        return self._view.moment is None or fact.opened <= self._view.reached or self._view.holds(fact)

    def _latest_known(self) -> Mapping[SlotKey, str]:
        """The version of every slot that somebody knows last of, unless they know that it ended."""
        known: dict[SlotKey, Fact] = {}
        for fact in self._index.facts:
            if self._is_known(fact) and self._is_told(fact):
                known[fact.slot] = fact
        return {slot: fact.id for slot, fact in known.items() if not self._saw_it_end(fact)}

    def _saw_it_end(self, fact: Fact) -> bool:
        """Whether it ended where they could learn of it: an end has no audience, so who is in it knows."""
        ended = fact.standing is Standing.ENDED
        return ended and (self._knower in (fact.subject, fact.object) or fact.audience is None)


def looking(view: View, given: Given, within: Collection[int] | None = None) -> Standpoint:
    """The standpoint for facts alone, for which no index of the view has to be made."""
    return Standpoint(view, replace(NO_INDEX, facts=view.told()), given, within)
