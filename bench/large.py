"""A large story made of figures: so many turns, facts and entities, for what must be measured at size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.claims.statements import Assertion, Claim, EntityClaim, Quote
from fabula.extraction.reader import Window, body_of
from fabula.graph.view import View
from fabula.ledger.records import Body, Message, StoryRow, Turn
from fabula.ledger.store import LedgerStore
from fabula.story import Story

CREATED = "2026-01-01T00:00:00+00:00"
KINDS = ("character", "item", "place", "faction", "concept")
WORDS = (
    "The rain came down on the harbour, and nobody spoke of the silver key while the lamp burned low. "
    "She counted the bells, lost count, and began again; he only turned the ring on his finger."
)


@dataclass(frozen=True)
class Size:
    """How large a story is, in all."""

    turns: int = 2_000
    facts: int = 28_800
    entities: int = 10_000


@dataclass
class Inventor:
    """Reads into each turn its share of entities and facts, the same at every run."""

    size: Size

    identity = "bench/large/1"
    batch = 500
    look_back = 0

    def read(self, window: Window, known: View) -> Sequence[Body]:  # noqa: ARG002 - the protocol's shape
        fresh = range(window.start, len(window.turns))
        return [
            body_of(window, at, self.identity, claims=tuple(self.claims(window.turns[at]))) for at in fresh
        ]

    def claims(self, turn: Turn) -> Iterator[Claim]:
        """Whom a turn brings in and what it says of them and of those whom earlier turns brought in."""
        quote = (Quote(0, 0, 24, turn.normal[:24]),)
        met = self.share(self.size.entities, turn.number)
        for number in met:
            yield EntityClaim(name(number), kind=KINDS[number % len(KINDS)], evidence=quote)
        for number in self.share(self.size.facts, turn.number):
            one, other = number * 7919 % met.stop, number * 104_729 % max(met.stop - 1, 1)
            if number % 3:
                far = name(other + (other >= one))
                yield Assertion(name(one), ("knows", "trusts")[number % 2], object=far, evidence=quote)
            else:
                yield Assertion(name(one), "status", value=f"seen {number} times", evidence=quote)

    def share(self, total: int, turn: int) -> range:
        """Which of so many fall to a turn."""
        return range(total * (turn - 1) // self.size.turns, total * turn // self.size.turns)


def name(number: int) -> str:
    """What the entity of a number is called."""
    return f"Somebody {number}"


def tell_large(store: LedgerStore, story: str, size: Size) -> Story:
    """A story of that size, told into a store and read."""
    store.create(StoryRow(story, CREATED))
    told = Story(store, story, clock=lambda: CREATED)
    told.take_in(
        [(Message(f"Turn {n}. {WORDS}", "assistant", f"Voice {n % 7}"), ()) for n in range(size.turns)]
    )
    told.extract(Inventor(size))
    return told
