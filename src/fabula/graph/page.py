"""A turn under the fold: the state so far, and whom its words mean by a name. The only thing here that changes."""

from collections.abc import Callable, Iterable, Sequence

from fabula.claims.statements import Quote
from fabula.claims.text import name_key
from fabula.graph.entities import Entity, coarse_class
from fabula.graph.facts import Evidence, SlotKey
from fabula.graph.names import lead_of
from fabula.graph.predicates import DEFAULT_TABLE, PredicateTable
from fabula.graph.rules import NO_RULES, Rules
from fabula.graph.state import Fold, Problem, Slot, State
from fabula.graph.told import Origin
from fabula.ledger.records import Act, Stem


class Page:
    """What is being folded: the parts of a state, whose maps are replaced and never changed.

    ``earlier(back)`` is the stem that many turns back; ``act`` is the author's act under way, if it is one;
    ``place`` counts what the turn says. ``present`` is who the turn says was there, None if it does not say.
    """

    def __init__(
        self,
        state: State,
        turn: Stem,
        *,
        earlier: Callable[[int], Stem],
        rules: Rules = NO_RULES,
        table: PredicateTable = DEFAULT_TABLE,
        present: tuple[str, ...] | None = None,
    ) -> None:
        self.turn = turn
        self.present = present
        self.earlier = earlier
        self.rules = rules
        self.table = table
        self.act: Act | None = None
        self.locks = False
        self.place = 0
        self.entities = state.entities
        self.names = state.names
        self.leads = state.leads
        self.merged = state.merged
        self.slots = state.slots
        self.touching = state.touching
        self.problems = state.problems
        self.proposals = state.proposals
        self.stage = state.stage
        self.clock = state.clock
        self._folds = state.folds
        self._touched: set[SlotKey] = set()

    def folded(self) -> State:
        """The state with what the page says so far."""
        return State(
            entities=self.entities,
            names=self.names,
            leads=self.leads,
            merged=self.merged,
            slots=self.slots,
            touching=self.touching,
            problems=self.problems,
            proposals=self.proposals,
            stage=self.stage,
            clock=self.clock,
            folds=self._folds.push_front(Fold(self.turn.number, frozenset(self._touched))),
        )

    @property
    def origin(self) -> Origin:
        """Where in the telling the claim under way stands."""
        return Origin(self.turn.number, self.place, self.turn.id)

    def canon(self, identity: str) -> str:
        """The id that stands for this one now, through the author's merges and the story's reveals."""
        while True:
            onward = self.rules.canon.get(identity) or self.merged.get(identity)
            if onward is None:
                return identity
            identity = onward

    def bearers(self, name: str) -> tuple[str, ...]:
        """Everybody whom a name or an id may mean, in the order of meeting."""
        found = self.names.get(name_key(name), ())
        if not found:
            own = self.canon(name)
            return (own,) if own in self.entities else ()
        if len(found) == 1:
            return (self.canon(found[0]),)
        return tuple(dict.fromkeys(self.canon(identity) for identity in found))

    def refer(self, name: str, kind: str = "") -> str:
        """The entity that a name means here: one of the expected class first, then who came first."""
        bearers = self.bearers(name)
        if len(bearers) > 1 and kind:
            wanted = coarse_class(kind)
            entities = self.entities
            bearers = (*(one for one in bearers if coarse_class(entities[one].kind) == wanted), *bearers)
        return bearers[0] if bearers else ""

    def are_separate(self, one: str, other: str) -> bool:
        """Whether the author said of these two, or of any two that they stand for, that they are two."""
        pair = {one, other}
        return any({self.canon(identity) for identity in apart} == pair for apart in self.rules.separate)

    def put_entity(self, entity: Entity) -> None:
        """Let an entity stand in the state, under all its names."""
        for name in entity.names:
            key = name_key(name)
            bearers = self.names.get(key, ())
            if entity.id not in bearers:
                self.names = self.names.insert(key, (*bearers, entity.id))
                self.leads = self.leads.insert(lead_of(key))
        self.entities = self.entities.insert(entity.id, entity)

    def put_slot(self, key: SlotKey, slot: Slot) -> None:
        """Let a slot stand in the state."""
        self._touched.add(key)
        self.slots = self.slots.insert(key, slot)

    def drop_slot(self, key: SlotKey) -> None:
        """Take a slot out of the state."""
        self._touched.add(key)
        self.slots = self.slots.remove(key)

    def see(self, identities: Iterable[str]) -> None:
        """Note that somebody was spoken of in this turn."""
        for identity in identities:
            entity = self.entities[identity]
            if entity.last_seen < self.turn.number:
                self.entities = self.entities.insert(identity, entity.seen_in(self.turn.number))

    def evidence(self, quotes: Sequence[Quote]) -> tuple[Evidence, ...]:
        """The words that a claim rests on, with the turns where they stand on this line; or the author's act."""
        if self.act is not None:
            return (Evidence(self.turn.id, self.turn.number, act=self.act.id),)
        told = ((self.earlier(quote.back), quote) for quote in quotes)
        return tuple(
            Evidence(stem.id, stem.number, quote.text, quote.start, quote.end) for stem, quote in told
        )

    def trouble(self, about: str, reason: str) -> None:
        """Keep what could not be taken, for people to see."""
        problem = Problem(self.turn.number, about, reason)
        self.problems = self.problems.push_front(problem)
