"""A turn under the fold: the state so far, and whom its words mean by a name. The only thing here that changes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from fabula.claims.statements import Quote
from fabula.claims.text import name_key
from fabula.graph.entities import Entity, coarse_class
from fabula.graph.facts import Evidence
from fabula.graph.predicates import PredicateTable
from fabula.graph.rules import Rules
from fabula.graph.state import Problem, State
from fabula.graph.versions import Origin
from fabula.ledger.records import Act, Stem


@dataclass(slots=True)
class Page:
    """What is being folded into ``state``, whose maps are replaced and never changed.

    ``earlier(back)`` is the stem that many turns back; ``act`` is the author's act under way, if it is one;
    ``place`` counts what the turn says.
    """

    state: State
    turn: Stem
    earlier: Callable[[int], Stem]
    rules: Rules
    table: PredicateTable
    act: Act | None = None
    locks: bool = False
    place: int = 0

    @property
    def origin(self) -> Origin:
        """Where in the telling the claim under way stands."""
        return Origin(self.turn.number, self.place, self.turn.id)

    def canon(self, identity: str) -> str:
        """The id that stands for this one now, through the author's merges and the story's reveals."""
        while True:
            onward = self.rules.canon.get(identity) or self.state.merged.get(identity)
            if onward is None:
                return identity
            identity = onward

    def bearers(self, name: str) -> tuple[str, ...]:
        """Everybody whom a name or an id may mean, in the order of meeting."""
        found = self.state.names.get(name_key(name), ())
        if not found:
            own = self.canon(name)
            return (own,) if own in self.state.entities else ()
        if len(found) == 1:
            return (self.canon(found[0]),)
        return tuple(dict.fromkeys(self.canon(identity) for identity in found))

    def refer(self, name: str, kind: str = "") -> str:
        """The entity that a name means here: one of the expected class first, then who came first."""
        bearers = self.bearers(name)
        if len(bearers) > 1 and kind:
            wanted = coarse_class(kind)
            entities = self.state.entities
            bearers = (*(one for one in bearers if coarse_class(entities[one].kind) == wanted), *bearers)
        return bearers[0] if bearers else ""

    def are_separate(self, one: str, other: str) -> bool:
        """Whether the author said of these two, or of any two that they stand for, that they are two."""
        pair = {one, other}
        return any({self.canon(identity) for identity in apart} == pair for apart in self.rules.separate)

    def put_entity(self, entity: Entity) -> None:
        """Let an entity stand in the state, under all its names."""
        names = self.state.names
        for name in entity.names:
            key = name_key(name)
            bearers = names.get(key, ())
            if entity.id not in bearers:
                names = names.insert(key, (*bearers, entity.id))
        self.state = replace(self.state, names=names, entities=self.state.entities.insert(entity.id, entity))

    def see(self, identities: Iterable[str]) -> None:
        """Note that somebody was spoken of in this turn."""
        for identity in identities:
            entity = self.state.entities[identity]
            if entity.last_seen < self.turn.number:
                seen = replace(entity, last_seen=self.turn.number)
                self.state = replace(self.state, entities=self.state.entities.insert(identity, seen))

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
        self.state = replace(self.state, problems=self.state.problems.push_front(problem))
