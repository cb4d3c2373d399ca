"""Turns findings into claims: names for phrases, evidence for claims, holders for what is only said."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from fabula.claims.statements import (
    Assertion,
    Claim,
    Identity,
    Quote,
    Scene,
    Termination,
)
from fabula.extraction.rules.actions import EFFECTS, EXCLUSIVE, PAIRS, SLOT_KINDS, Called, Ends, Same, Says
from fabula.extraction.rules.cast import Cast, antecedent
from fabula.extraction.rules.findings import PLAIN, Finding, Phrase
from fabula.ledger.records import Turn

_ON_STAGE = frozenset(["appear", "get", "receive", "arrive", "depart"])
_I, _YOU = 1, 2

Named = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Voice:
    """Who says what is read: ``holder`` is empty for the narrator. ``me`` and ``you`` are known or empty."""

    holder: str = ""
    me: str = ""
    you: str = ""


@dataclass(slots=True)
class Telling:
    """The claims of one turn as they come together. ``cast`` is shared by the turns of a window."""

    turn: Turn
    cast: Cast
    claims: list[Claim] = field(default_factory=list)
    present: dict[str, None] = field(default_factory=dict)
    place: str = ""

    def take(self, finding: Finding, voice: Voice, named: tuple[Named, Named]) -> None:
        """Add what a finding says, if it is sure who and what is meant."""
        quote = Quote(0, finding.start, finding.end, self.turn.normal[finding.start : finding.end])
        evidence = (quote,)
        ends = self._names(finding, voice, named, evidence)
        if (
            ends is None
            or _is_odd(finding)
            or (voice.holder and finding.action in {"appear", "called", "reveal", "unmask"})
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
            bare = replace(claim, evidence=())
            if not any(replace(told, evidence=()) == bare for told in self.claims):
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
            names = [name for phrase in phrases for name in self._meant(phrase, slot, voice, named, evidence)]
            if not names or len(set(names)) != len(names):
                return None
            ends[slot] = tuple(names)
        return ends if _is_told(finding.action, ends) else None

    def _meant(
        self, phrase: Phrase, slot: str, voice: Voice, named: tuple[Named, Named], evidence: tuple[Quote, ...]
    ) -> tuple[str, ...]:
        if phrase.person in {_I, _YOU}:
            party = voice.me if phrase.person == _I else voice.you
            return self._named(Phrase(party, 0, 0), "character", ()) if party else ()
        if phrase.person:
            found = antecedent(phrase, named) if not voice.holder else ()
            return found if all(self.cast.class_of(name) == "npc" for name in found) else ()
        return self._named(phrase, SLOT_KINDS[slot], evidence)

    def _named(self, phrase: Phrase, kind: str, evidence: tuple[Quote, ...]) -> tuple[str, ...]:
        name = self.cast.name_for(phrase, kind, evidence)
        return (name,) if name else ()

    # what is said of them

    def _claims(
        self, finding: Finding, ends: Mapping[str, tuple[str, ...]], voice: Voice, evidence: tuple[Quote, ...]
    ) -> Iterator[Claim]:
        effect = EFFECTS[finding.action]
        if isinstance(effect, Called):
            if finding.mood == PLAIN:
                self.cast.call(ends["a"][0], ends["b"][0], evidence)
        elif isinstance(effect, Same):
            if finding.mood == PLAIN:
                yield self._identity(finding, ends, evidence)
        elif isinstance(effect, Says):
            for subject, far in _couples(finding.action, effect, ends):
                yield Assertion(
                    subject,
                    effect.predicate,
                    object=far,
                    value=effect.value,
                    holder=voice.holder,
                    modality=finding.mood.modality,
                    past=finding.mood.past,
                    evidence=evidence,
                )
        elif isinstance(effect, Ends) and finding.mood == PLAIN:
            for subject, far in _couples(finding.action, effect, ends):
                yield Termination(
                    subject, effect.predicate, object=far, holder=voice.holder, evidence=evidence
                )

    def _identity(
        self, finding: Finding, ends: Mapping[str, tuple[str, ...]], evidence: tuple[Quote, ...]
    ) -> Identity:
        """The reveal keeps the plain name: an epithet or a description is the one that goes."""
        names = [name for slot in ("a", "b") for name in ends.get(slot, ())]
        phrases = [phrase for slot in ("a", "b") for phrase in finding.ends.get(slot, ())]
        masked = [phrase.is_epithet or phrase.text[:1].islower() for phrase in phrases]
        keep = 0 if len(masked) > 1 and masked[1] and not masked[0] else 1
        return Identity(names[keep], names[1 - keep], evidence)

    def _note_stage(self, finding: Finding, ends: Mapping[str, tuple[str, ...]]) -> None:
        if finding.action not in _ON_STAGE:
            return
        for slot in ("a", "b"):
            self.present.update(dict.fromkeys(ends.get(slot, ())))
        if finding.action == "arrive":
            self.place = ends["p"][0]


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
