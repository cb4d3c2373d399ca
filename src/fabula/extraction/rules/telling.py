"""Turns findings into claims: names for phrases, evidence for claims, holders for what is only said."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import get_args

from fabula.claims.statements import (
    Assertion,
    Claim,
    EntityClaim,
    Identity,
    Quote,
    Scene,
    Termination,
)
from fabula.claims.text import is_ideographic
from fabula.extraction.rules.actions import (
    EFFECTS,
    EXCLUSIVE,
    PAIRS,
    SLOT_KINDS,
    Called,
    Effect,
    Ends,
    Labelled,
    Same,
    Says,
)
from fabula.extraction.rules.cast import Cast, antecedent
from fabula.extraction.rules.chinese_shapes import is_mask
from fabula.extraction.rules.chinese_words import BODY_PARTS, LONGEST_THING, NOT_BEFORE_NAMES, NOT_IN_THINGS
from fabula.extraction.rules.findings import PLAIN, Finding, Phrase
from fabula.extraction.rules.parts import is_surnamed
from fabula.ledger.records import Turn

_ON_STAGE = frozenset(["appear", "get", "receive", "arrive", "depart"])
_I, _YOU, _THEY = 1, 2, 4
_BESIDE = 6  # characters: 的真实身份就是, 原来竟就是

_PARTS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(part.name for part in fields(kind) if part.name != "evidence") for kind in get_args(Claim)
}
"""What claims of each kind have beside the words that they rest on."""

Named = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Voice:
    """Who says what is read: ``holder`` is empty for the narrator. ``me`` and ``you`` are known or empty."""

    holder: str = ""
    me: str = ""
    you: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Whose word something is, and where it stands."""

    holder: str
    evidence: tuple[Quote, ...]


@dataclass(slots=True)
class Telling:
    """The claims of one turn as they come together. ``cast`` is shared by the turns of a window."""

    turn: Turn
    cast: Cast
    claims: list[Claim] = field(default_factory=list)
    present: dict[str, None] = field(default_factory=dict)
    place: str = ""
    _said: list[tuple[object, ...]] = field(default_factory=list, init=False, repr=False)

    def take(self, finding: Finding, voice: Voice, named: tuple[Named, Named]) -> None:
        """Add what a finding says, if it is sure who and what is meant."""
        if finding.teller is not None:
            voice = Voice(self.cast.who(finding.teller))
        quote = Quote(0, finding.start, finding.end, self.turn.normal[finding.start : finding.end])
        evidence = (quote,)
        ends = self._names(finding, voice, named, evidence)
        if (
            ends is None
            or _is_odd(finding)
            or (voice.holder and finding.action in {"appear", "called", "reveal", "unmask", "confess"})
        ):
            self.cast.drop()
            return
        claims = list(self._claims(finding, ends, voice, evidence))
        if not claims and finding.action not in {"appear", "called"}:
            self.cast.drop()
            return
        if voice.holder:
            self._enter_speaker(voice.holder)
        self._add(claims)
        if not voice.holder and finding.mood == PLAIN:
            self._note_stage(finding, ends)

    def enter(self, name: str) -> None:
        """Bring somebody on stage whom the turn itself names: its speaker, its present cast."""
        known = self.cast.name_for(Phrase(name, 0, 0), "character", ())
        self._add([])
        if known:
            self.present[known] = None

    def scene(self, speaker: str, stage_place: str) -> Iterator[Scene]:
        """The scene of the turn, if it tells anything of it."""
        if self.present or self.place or speaker:
            is_new = bool(stage_place and self.place and stage_place != self.place)
            yield Scene(speaker, tuple(self.present), self.place, starts=is_new)

    def _enter_speaker(self, name: str) -> None:
        self.cast.name_for(Phrase(name, 0, 0), "character", ())

    def _add(self, claims: Iterable[Claim]) -> None:
        for claim in (*self.cast.entered(), *claims):
            said = _said(claim)
            if said not in self._said:
                self._said.append(said)
                self.claims.append(claim)

    # who is meant

    def _names(
        self, finding: Finding, voice: Voice, named: tuple[Named, Named], evidence: tuple[Quote, ...]
    ) -> dict[str, tuple[str, ...]] | None:
        ends: dict[str, tuple[str, ...]] = {}
        for slot, phrases in finding.ends.items():
            if slot == "b" and finding.action == "called":
                ends["b"] = (phrases[0].text,)
                continue
            names = [
                name
                for phrase in phrases
                for name in self._meant(phrase, finding, slot, (voice, named, evidence))
            ]
            if not names or len(set(names)) != len(names):
                return None
            ends[slot] = tuple(names)
        return ends if _is_told(finding.action, ends) else None

    def _meant(
        self,
        phrase: Phrase,
        finding: Finding,
        slot: str,
        told: tuple[Voice, tuple[Named, Named], tuple[Quote, ...]],
    ) -> tuple[str, ...]:
        voice, named, evidence = told
        if phrase.person in {_I, _YOU}:
            party = voice.me if phrase.person == _I else voice.you
            return self._named(Phrase(party, 0, 0), "character", ()) if party else ()
        if phrase.person:
            found = antecedent(phrase, named) if not voice.holder else ()
            is_pair = phrase.person == _THEY and finding.action in PAIRS
            if any(self.cast.class_of(name) not in ({"npc", ""} if is_pair else {"npc"}) for name in found):
                return ()
            return tuple(
                full
                for name in found
                if (full := self.cast.name_for(Phrase(name, 0, 0), "character", evidence))
            )
        kind = SLOT_KINDS[slot]
        if kind in {"item", "concept"} and not _can_be_had(phrase.text, self.cast):
            return ()
        if kind == "character" and phrase.text[:1] in NOT_BEFORE_NAMES and phrase.text not in self.cast:
            return ()
        return self._named(phrase, kind, evidence)

    def _named(self, phrase: Phrase, kind: str, evidence: tuple[Quote, ...]) -> tuple[str, ...]:
        name = self.cast.name_for(phrase, kind, evidence)
        return (name,) if name else ()

    # what is said of them

    def _claims(
        self, finding: Finding, ends: Mapping[str, tuple[str, ...]], voice: Voice, evidence: tuple[Quote, ...]
    ) -> Iterator[Claim]:
        for effect in EFFECTS[finding.action]:
            yield from self._of(effect, finding, ends, Told(voice.holder, evidence))

    def _of(
        self, effect: Effect, finding: Finding, ends: Mapping[str, tuple[str, ...]], told: "Told"
    ) -> Iterator[Claim]:
        if isinstance(effect, Says):
            yield from self._says(effect, finding, ends, told)
        elif finding.mood != PLAIN:
            return
        elif isinstance(effect, Called):
            self.cast.call(ends["a"][0], ends["b"][0], told.evidence)
        elif isinstance(effect, Same) and _is_plain_reveal(finding):
            yield _identity(effect, finding, ends, told.evidence)
        elif isinstance(effect, Labelled):
            for name in ends.get(effect.name, ()):
                yield EntityClaim(
                    name, SLOT_KINDS[effect.name], labels=(effect.label,), evidence=told.evidence
                )
        elif isinstance(effect, Ends):
            for subject, far in _couples(finding.action, effect, ends):
                if not effect.if_told or self._holds(subject, effect.predicate, told.holder):
                    yield Termination(
                        subject, effect.predicate, object=far, holder=told.holder, evidence=told.evidence
                    )

    def _says(
        self, effect: Says, finding: Finding, ends: Mapping[str, tuple[str, ...]], told: "Told"
    ) -> Iterator[Claim]:
        for subject, far in _couples(finding.action, effect, ends):
            yield Assertion(
                subject,
                effect.predicate,
                object=far,
                value=effect.value,
                holder=told.holder,
                modality=finding.mood.modality,
                past=finding.mood.past,
                evidence=told.evidence,
            )

    def _holds(self, subject: str, predicate: str, holder: str) -> bool:
        """Whether something is known to hold of a thing: by the view, or by what this turn said before."""
        return (not holder and self.cast.stands(subject, predicate)) or any(
            isinstance(claim, Assertion)
            and (claim.subject, claim.predicate, claim.holder) == (subject, predicate, holder)
            for claim in self.claims
        )

    def _note_stage(self, finding: Finding, ends: Mapping[str, tuple[str, ...]]) -> None:
        if finding.action not in _ON_STAGE:
            return
        for slot in ("a", "b"):
            self.present.update(dict.fromkeys(ends.get(slot, ())))
        if finding.action == "arrive":
            self.place = ends["p"][0]


def _said(claim: Claim) -> tuple[object, ...]:
    """What a claim says, whatever it rests on."""
    kind = type(claim)
    return (kind, *(getattr(claim, part) for part in _PARTS[kind]))


def _identity(
    effect: Same, finding: Finding, ends: Mapping[str, tuple[str, ...]], evidence: tuple[Quote, ...]
) -> Identity:
    """The reveal keeps the plain name: an epithet, a description or a mask is the one that goes."""
    order = ("a", "b") if "b" not in ends or effect.name == "a" else ("b", "a")
    names = [name for slot in order for name in ends.get(slot, ())]
    hidden = [_mask(phrase) for slot in order for phrase in finding.ends.get(slot, ())]
    keep = 0 if hidden[1] > hidden[0] else 1
    return Identity(names[keep], names[1 - keep], evidence)


def _is_plain_reveal(finding: Finding) -> bool:
    """Whether two are surely said to be one: one of them wears a mask, or nothing but the verb is between them.

    宝玉回头忙看是谁，原来是香菱 says who was seen, not who 宝玉 is.
    """
    phrases = sorted((phrase for slot in ("a", "b") for phrase in finding.ends.get(slot, ())), key=_start)
    if len(phrases) < 2 or not is_ideographic(phrases[0].text[0]):  # noqa: PLR2004 - a pair
        return True
    gap = phrases[-1].start - phrases[0].end
    return any(_mask(phrase) > 1 for phrase in phrases) or gap <= _BESIDE


def _start(phrase: Phrase) -> int:
    return phrase.start


def _mask(phrase: Phrase) -> int:
    """How much a phrase looks like a mask rather than like somebody's name."""
    text = phrase.text
    if is_ideographic(text[0]):
        return 2 * is_mask(text) + (not is_surnamed(text))
    return 2 * (phrase.is_epithet or text[:1].islower())


def _is_odd(finding: Finding) -> bool:
    """Whether somebody says that they are dead themselves: a figure of speech."""
    return finding.action == "die" and any(phrase.person == _I for phrase in finding.ends.get("a", ()))


def _is_told(action: str, ends: Mapping[str, tuple[str, ...]]) -> bool:
    names = [name for slot in ("a", "b") for name in ends.get(slot, ())]
    if len(set(names)) != len(names):
        return False
    if action in PAIRS:
        return len(names) == 2  # noqa: PLR2004 - a pair
    return action not in EXCLUSIVE or len(ends.get("a", ())) <= 1


def _couples(
    action: str, effect: Says | Ends, ends: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    if action in PAIRS and "b" not in ends:
        yield ends["a"][0], ends["a"][1]
        return
    for subject in ends.get(effect.subject, ()):
        yield subject, ends[effect.object][0] if effect.object else ""


def _can_be_had(text: str, cast: Cast) -> bool:
    """Whether Chinese words can name a thing or an office: short, without a verb in them, and no part of a person.

    One that the story knows already can.
    """
    if not is_ideographic(text[:1]) or cast.class_of(text) in {"item", "concept"}:
        return True
    if len(text) > LONGEST_THING or NOT_IN_THINGS.intersection(text) or text in BODY_PARTS:
        return False
    pieces = (text[start:end] for start in range(len(text)) for end in range(start + 2, len(text) + 1))
    return not any(piece in cast and cast.class_of(piece) == "npc" for piece in pieces)
