"""Gold events of a storysim story: what they claim, how an author says it, and the triples of a view.

Gold gives a pair of people one bond at a time. Fabula's table lets spouses be allies or sworn siblings as
well, so the bonds that its own exclusion groups do not close are ended by hand before a new one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import fabula
from fabula.claims.statements import Assertion, Claim, EntityClaim, Identity, Quote, Termination
from fabula.errors import AlreadyToldError, FactNotFoundError
from fabula.extraction.reader import Window, body_of
from fabula.graph.facts import Fact
from fabula.graph.view import View
from fabula.ledger.records import Body, Turn

Event = Mapping[str, Any]
Triple = tuple[str, str, str]

KINDS = {"a": "character", "b": "character", "i": "item", "p": "place", "f": "organization", "r": "concept"}
BONDS = {
    "ally": ("ally_of", "ally", "stance"),
    "feud": ("enemy_of", "enemy", "stance"),
    "swear": ("sworn_sibling_of", "sworn_sibling", ""),
    "marry": ("spouse_of", "spouse", "marriage"),
    "part": ("divorced_from", "divorced", "marriage"),
}
"""For an event: Fabula's predicate, gold's token, and the group in which the predicates exclude each other."""

BOND_TOKENS = {predicate: token for predicate, token, _ in BONDS.values()}
_READ = {
    "find": "ai", "give": "bi", "take": "bi", "move": "ap", "role": "ar", "join": "af", "leave": "a",
    "die": "a", "reveal": "a",
}  # fmt: skip
"""The arguments that an event's claims name. What else an event carries (the giver, ...) claims nothing."""


def is_fact(event: Event | None) -> bool:
    """Whether an event happened: rumours, plans, dreams and flashbacks never count."""
    return event is not None and bool(event["asserted"])


def claims_of(event: Event, evidence: tuple[Quote, ...] = ()) -> Iterator[Claim]:
    """What an asserted event claims, in order: who and what is there, what ends, what holds from now on."""
    kind, args = event["type"], event["args"]
    for letter in _READ.get(kind, "ab"):
        yield EntityClaim(args[letter], kind=KINDS[letter], evidence=evidence)
    if kind in BONDS:
        yield from _bond(kind, args["a"], args["b"], evidence)
    elif kind in ("find", "give", "take"):
        yield Assertion(args["i"], "held_by", object=args["a" if kind == "find" else "b"], evidence=evidence)
    elif kind == "move":
        yield Assertion(args["a"], "located_in", object=args["p"], evidence=evidence)
    elif kind == "role":
        yield Assertion(args["r"], "role_held_by", object=args["a"], evidence=evidence)
    elif kind in ("join", "leave"):
        yield Termination(args["a"], "member_of", evidence=evidence)
        if kind == "join":
            yield Assertion(args["a"], "member_of", object=args["f"], evidence=evidence)
    elif kind == "die":
        yield Assertion(args["a"], "status", value="dead", evidence=evidence)
    else:
        yield EntityClaim(args["e"], evidence=evidence)
        yield Identity(args["a"], args["e"], evidence=evidence)


def _bond(kind: str, one: str, other: str, evidence: tuple[Quote, ...]) -> Iterator[Claim]:
    predicate, _, group = BONDS[kind]
    for rival, _, its_group in BONDS.values():
        if rival != predicate and (not group or its_group != group):
            yield Termination(one, rival, object=other, evidence=evidence)
    yield Assertion(one, predicate, object=other, evidence=evidence)


@dataclass(slots=True)
class Pen:
    """Says gold events as an author's acts, and takes them back. ``unsaid`` counts what the API refuses."""

    story: fabula.Story
    acts: dict[str, list[str]] = field(default_factory=dict)
    unsaid: dict[str, int] = field(default_factory=dict)

    def say(self, message: Mapping[str, Any], turn: Turn) -> None:
        """Speak a message's event from its turn on."""
        event = message["event"]
        for claim in claims_of(event) if is_fact(event) else ():
            self._say(claim, message["id"], turn.id)

    def take_back(self, message_id: str) -> None:
        """Undo what was said for a message, the last first."""
        for act in reversed(self.acts.pop(message_id, [])):
            self.story.author.undo(act)

    def _say(self, claim: Claim, message_id: str, turn: str) -> None:
        author, view = self.story.author, self.story.view(turn)
        try:
            if isinstance(claim, EntityClaim):
                if view.resolve(claim.name) is not None:
                    return
                act = author.introduce(claim, turn)
            elif isinstance(claim, Termination):
                act = author.end(claim, turn)
            elif isinstance(claim, Assertion):
                act = author.claim(claim, turn)
            elif isinstance(claim, Identity) and view.entity(claim.name) != view.entity(claim.other):
                act = author.merge(claim.name, claim.other)
            else:
                return
        except (FactNotFoundError, AlreadyToldError) as error:
            self.unsaid[error.code] = self.unsaid.get(error.code, 0) + 1
        else:
            self.acts.setdefault(message_id, []).append(act.id)


@dataclass(frozen=True, slots=True)
class GoldReader:
    """An extractor that knows a story's gold events by speaker and text; the whole text is the evidence."""

    events: Mapping[tuple[str, str], Event | None]
    identity: str
    batch: int = 1
    look_back: int = 0

    def read(self, window: Window, known: View) -> Sequence[Body]:  # noqa: ARG002 - the protocol's shape
        """One body for every fresh turn."""
        places = range(window.start, len(window.turns))
        return [body_of(window, at, self.identity, claims=self._claims(window.turns[at])) for at in places]

    def _claims(self, turn: Turn) -> tuple[Claim, ...]:
        event = self.events[turn.speaker, turn.text]
        quote = Quote(0, 0, len(turn.normal), turn.normal)
        return tuple(claims_of(event, (quote,))) if event is not None and is_fact(event) else ()


def gold_reader(story: Mapping[str, Any]) -> GoldReader:
    """The reader for one story of a file, whatever messages its operations bring."""
    told = story.get("messages") or story["base"]
    later = [op["message"] for op in story.get("ops", ()) if "message" in op]
    events = {(message["name"], message["text"]): message["event"] for message in [*told, *later]}
    return GoldReader(events, f"gold/1+{story['id']}")


def triples_of(view: View) -> set[Triple]:
    """The current canon of a view as gold writes it."""
    facts = {triple for fact in view.facts() if (triple := triple_of(view, fact)) is not None}
    aliases = {(alias, "alias_of", one.name) for one in view.entities("character") for alias in one.aliases}
    return facts | aliases


def triple_of(view: View, fact: Fact) -> Triple | None:
    """One fact as gold writes it; None for a predicate that gold does not have."""
    near, far = view.name_of(fact.subject), view.name_of(fact.object) if fact.object else fact.value
    if fact.predicate in BOND_TOKENS:
        first, last = sorted((near, far))
        return first, BOND_TOKENS[fact.predicate], last
    return {
        "held_by": (far, "owns", near),
        "located_in": (near, "located_in", far),
        "member_of": (near, "member_of", far),
        "role_held_by": (far, "holds_role", near),
        "status": (near, "is", far),
    }.get(fact.predicate)


def triple_told(event: Event) -> Triple | None:
    """The triple that an asserted event makes true; None for one that only ends something."""
    kind, args = event["type"], event["args"]
    if kind in BONDS:
        first, last = sorted((args["a"], args["b"]))
        return first, BONDS[kind][1], last
    owner = args.get("b") if kind in ("give", "take") else args.get("a", "")
    shapes = {
        "find": ("owns", "i"), "give": ("owns", "i"), "take": ("owns", "i"), "move": ("located_in", "p"),
        "role": ("holds_role", "r"), "join": ("member_of", "f"),
    }  # fmt: skip
    if kind in shapes:
        token, letter = shapes[kind]
        return str(owner), token, args[letter]
    return (args["a"], "is", "dead") if kind == "die" else None
