"""An extractor for tests: it reads a plain notation out of brackets, and nothing else. No model, no guessing.

What stands in brackets is one statement, and the bracket is its evidence::

    [Mira holds silver key]        holds from here on; the predicate is the first word that the table knows
    [Mira trusts Finn +800]        with a strength in thousandths
    [Mira mood: calm]              an attribute
    [!Mira holds silver key]       stopped being true
    [~Mira holds silver key]       never was true
    [Mira = stranger]              the two are one; the first name is kept
    [Mira says: Finn holds key]    whose belief it is (also: thinks)
    [dream: Finn holds key]        how it was said: dream, plan, maybe, lie, rumour
    [past: Finn holds key]         told of an earlier time
    [new: silver key (item)]       somebody or something appears; "[new: Mira aka the widow]" with another name
    [another: Tom]                 a namesake, told apart by these words
    [scene: Mira, Finn @ harbour]  a new scene; "[here: ...]" goes on with the old one
    [as before]                    what the turn before it in the window says, said again

Anything else in brackets is refused, so that tests can see refusals too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabula.claims.statements import (
    NARRATOR,
    Assertion,
    Claim,
    EntityClaim,
    Identity,
    Modality,
    Quote,
    Retraction,
    Scene,
    Termination,
)
from fabula.errors import InvalidInputError
from fabula.extraction.reader import Window, body_of
from fabula.graph.predicates import DEFAULT_TABLE
from fabula.graph.view import View
from fabula.ledger.records import Body, Refusal, Turn

_BRACKET = re.compile(r"\[([^\[\]]+)\]")
_PREFIX = re.compile(r"(?:(?P<holder>[^:]+?) (?:says|thinks)|(?P<mood>dream|plan|maybe|lie|rumour|past)): ")
_ENTITY = re.compile(r"(?P<how>new|another): (?P<name>.+?)(?: aka (?P<alias>.+?))?(?: \((?P<kind>\w+)\))?")
_SCENE = re.compile(r"(?P<how>scene|here): ?(?P<cast>[^@]*?)(?: ?@ (?P<place>.+))?")
_STRENGTH = re.compile(r" (?P<strength>[+-]\d+)$")
_VALUE = re.compile(r"(?P<subject>.+) (?P<predicate>\S+): (?P<value>.+)")
_AS_BEFORE = "as before"
_MOODS = {
    "dream": Modality.DREAMED,
    "plan": Modality.PLANNED,
    "maybe": Modality.HYPOTHETICAL,
    "lie": Modality.LIED,
    "rumour": Modality.RUMOURED,
}


@dataclass(slots=True)
class ScriptedReader:
    """Reads bracketed statements. ``seen`` lists the numbers of the turns of every window it was shown.

    ``kinds`` says what names stand for where the predicate does not; ``wide`` quotes the whole text around
    a bracket; statements in ``overlooks`` are not noticed. ``edition`` makes another reader of it.
    """

    batch: int = 1
    look_back: int = 0
    kinds: Mapping[str, str] = field(default_factory=dict)
    edition: str = ""
    wide: bool = False
    overlooks: frozenset[str] = frozenset()
    seen: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def identity(self) -> str:
        """The name under which its bodies are kept."""
        settings = [self.edition, "wide" if self.wide else "", *sorted(self.overlooks)]
        return " ".join(filter(None, ("scripted/1", f"{self.batch}+{self.look_back}", *settings)))

    @property
    def read_turns(self) -> list[int]:
        """The numbers of the turns that were read, in the order of reading, look-backs left out."""
        return [number for numbers in self.seen for number in numbers]

    def read(self, window: Window, known: View) -> Sequence[Body]:  # noqa: ARG002 - it believes the words alone
        """One body for every fresh turn."""
        self.seen.append(tuple(turn.number for turn in window.fresh))
        return [self._body(window, at) for at in range(window.start, len(window.turns))]

    def _body(self, window: Window, at: int) -> Body:
        claims: list[Claim] = []
        refused: list[Refusal] = []
        for words, quotes in self._statements(window.turns, at):
            try:
                claims.extend(_with_evidence(claim, quotes) for claim in self._claims(words))
            except InvalidInputError as error:
                refused.append(Refusal(words, str(error)))
        return body_of(window, at, self.identity, claims=claims, refused=refused)

    def _statements(self, turns: Sequence[Turn], at: int) -> Iterator[tuple[str, tuple[Quote, ...]]]:
        for words, quote in self._brackets(turns[at]):
            if words != _AS_BEFORE:
                yield words, (quote,)
            elif at:
                for said, earlier in self._brackets(turns[at - 1]):
                    yield said, (replace(earlier, back=1), quote)

    def _brackets(self, turn: Turn) -> Iterator[tuple[str, Quote]]:
        text = turn.normal
        for found in _BRACKET.finditer(text):
            words = found[1].strip()
            start, end = (0, len(text)) if self.wide else found.span()
            if words not in self.overlooks:
                yield words, Quote(0, start, end, text[start:end])

    def _claims(self, words: str) -> Iterator[Claim]:
        if entity := _ENTITY.fullmatch(words):
            aliases = (entity["alias"],) if entity["alias"] else ()
            kind = entity["kind"] or self.kinds.get(entity["name"], "character")
            yield EntityClaim(entity["name"], kind, aliases, namesake=entity["how"] == "another")
        elif scene := _SCENE.fullmatch(words):
            yield from self._scene(scene)
        elif " = " in words:
            name, _, other = words.partition(" = ")
            yield Identity(name, other)
        else:
            yield from self._statement(words)

    def _scene(self, scene: re.Match[str]) -> Iterator[Claim]:
        cast = tuple(filter(None, (name.strip() for name in scene["cast"].split(","))))
        yield from (self._entity(name, "character") for name in cast)
        if scene["place"]:
            yield self._entity(scene["place"], "place")
        yield Scene(present=cast, place=scene["place"] or "", starts=scene["how"] == "scene")

    def _statement(self, words: str) -> Iterator[Claim]:
        kind = {"!": Termination, "~": Retraction}.get(words[0], Assertion)
        rest = words if kind is Assertion else words[1:]
        holder, modality, past = NARRATOR, Modality.ASSERTED, False
        while prefix := _PREFIX.match(rest):
            holder = prefix["holder"] or holder
            modality = _MOODS.get(prefix["mood"] or "", modality)
            past = past or prefix["mood"] == "past"
            rest = rest[prefix.end() :]
        if holder:
            yield self._entity(holder, "character")
        if kind is Assertion:
            stated = _assertion(rest)
            yield from self._ends(stated)
            yield replace(stated, holder=holder, modality=modality, past=past)
            return
        subject, predicate, far, value = _parts(rest)
        yield kind(subject, predicate, object=far, value=value, holder=holder)

    def _ends(self, stated: Assertion) -> Iterator[Claim]:
        meaning = DEFAULT_TABLE.meaning(stated.predicate)
        kinds = (meaning.predicate.subject_kind, meaning.predicate.object_kind)
        near, far = reversed(kinds) if meaning.reversed and stated.object else kinds
        yield self._entity(stated.subject, near)
        if stated.object:
            yield self._entity(stated.object, far)

    def _entity(self, name: str, kind: str) -> EntityClaim:
        return EntityClaim(name, self.kinds.get(name, kind))


def _assertion(words: str) -> Assertion:
    strength = _STRENGTH.search(words)
    subject, predicate, far, value = _parts(_STRENGTH.sub("", words))
    return Assertion(
        subject, predicate, object=far, value=value, strength=int(strength["strength"]) if strength else None
    )


def _parts(words: str) -> tuple[str, str, str, str]:
    """Subject, predicate, object and value of a statement; the object or the value is empty, or both."""
    if valued := _VALUE.fullmatch(words):
        return valued["subject"], valued["predicate"], "", valued["value"]
    tokens = words.split()
    known = (at for at in range(1, len(tokens)) if DEFAULT_TABLE.meaning(tokens[at]).predicate.english)
    at = next(known, 1)
    if len(tokens) <= at:
        raise InvalidInputError(f"A statement has a subject, a predicate and perhaps an object: {words!r}.")
    return " ".join(tokens[:at]), tokens[at], " ".join(tokens[at + 1 :]), ""


def _with_evidence(claim: Claim, quotes: tuple[Quote, ...]) -> Claim:
    return replace(claim, evidence=quotes)
