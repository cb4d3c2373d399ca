"""What a model's answers about a window come to: claims, refusals and a status for each of its fresh turns."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeGuard

from fabula.claims.canonical import digest
from fabula.claims.statements import Assertion, Claim, EntityClaim, Modality, Termination
from fabula.extraction.model.answers.faults import explained
from fabula.extraction.model.asking import Asking
from fabula.extraction.model.items import Answer, Fault, Refused
from fabula.extraction.model.sheet import Known, Line, Sheet
from fabula.extraction.model.taking.link import linked
from fabula.extraction.model.taking.placing import after
from fabula.extraction.model.taking.reconcile import reconciled
from fabula.extraction.reader import Window, body_of
from fabula.extraction.rules import Rules
from fabula.extraction.spending import NO_USAGE, counts_of
from fabula.graph.view import View
from fabula.ledger.records import Body, Refusal, Status
from fabula.models.chat import Usage
from fabula.models.nearness import Nearest

_RULES = Rules()
_TURN = re.compile(r"\d+")


@dataclass(slots=True)
class Heard:
    """What a model said of a window, sheet by sheet, and what that took."""

    answers: list[tuple[Sheet, Answer]] = field(default_factory=list)
    usage: Usage = NO_USAGE
    faults: Counter[Fault] = field(default_factory=Counter)

    def take(self, sheet: Sheet, answer: Answer, asking: Asking) -> None:
        """Take in the answer about one more sheet, with what asking for it took."""
        self.answers.append((sheet, answer))
        self.usage += asking.usage
        self.faults.update(asking.faults)

    @property
    def counts(self) -> dict[str, int]:
        """What it took, as a body keeps it: calls and tokens, and how often which fault was met."""
        return counts_of(self.usage) | {f"fault_{one.value}": n for one, n in sorted(self.faults.items())}


def bodies_of(
    heard: Heard, window: Window, known: View, identity: str, *, nearest: Nearest | None = None
) -> Sequence[Body]:
    """One body for every fresh turn, in order; the first one bears the cost of all.

    ``nearest`` helps to see that a text says what is known in other words.
    """
    made = _Made(window, known, nearest)
    for sheet, answer in heard.answers:
        made.take(sheet, answer)
    missed = made.missed()
    shown = _digest_of_known(heard)
    bodies = [
        body_of(
            window,
            place,
            identity,
            status=made.status(place, is_rich=place in missed),
            claims=made.claims[place],
            refused=made.refused[place],
        )
        for place in made.places
    ]
    first, *others = (replace(body, known=shown) for body in bodies)
    return [replace(first, usage=heard.counts), *others]


class _Made:
    """What has been made of each fresh turn of a window, by its place there."""

    def __init__(self, window: Window, known: View, nearest: Nearest | None) -> None:
        self.window = window
        self.known = known
        self.nearest = nearest
        self.places = range(window.start, len(window.turns))
        self.claims: dict[int, list[Claim]] = {place: [] for place in self.places}
        self.refused: dict[int, list[Refusal]] = {place: [] for place in self.places}
        self.silent: set[int] = set()
        self.failed: set[int] = set()

    def take(self, sheet: Sheet, answer: Answer) -> None:
        """Take in what came of one sheet. It meets what the sheets before it told."""
        for one in answer.refused:
            self.refused[_place_of(one, sheet)].append(Refusal(one.item, one.reason))
        if not answer.is_answer:
            self._fail(sheet, explained(answer))
            return
        sheet = replace(sheet, view=self._view())
        taken = reconciled(linked(answer.items, sheet), sheet, self.nearest)
        for place, claim in taken.claims:
            self.claims[place].append(claim)
        for place, refusal in taken.refused:
            self.refused[place].append(refusal)
        self._note_silence([line for line in sheet.lines if line.ref in answer.silent])

    def status(self, place: int, *, is_rich: bool) -> Status:
        """How the reading of a turn went; ``is_rich`` says that it seems to tell something."""
        has_claims = bool(self.claims[place])
        if place in self.failed and not has_claims:
            return Status.FAILED
        if is_rich or place in self.failed or place in self.silent:
            return Status.SUSPICIOUS
        return Status.OK if has_claims else Status.EMPTY

    def missed(self) -> set[int]:
        """The places of turns that state nothing and in which rules find what neither was known nor is told elsewhere."""
        bare = [
            place
            for place, claims in self.claims.items()
            if all(isinstance(one, EntityClaim) for one in claims)
        ]
        if not bare:
            return set()
        read = dict(zip(self.places, _RULES.read(self.window, self.known), strict=True))
        return {place for place in bare if self._is_news(place, read[place].claims)}

    def _is_news(self, place: int, claims: Sequence[Claim]) -> bool:
        """Whether what claims state would change anything about those whom they name."""
        stated = [name for claim in claims if _is_stated(claim) for name in (claim.subject, claim.object)]
        if not stated or self.window.turns[place].role == "system":
            return False
        view = self._view()
        return _standing(after(view, self._bare_sheet(), place, claims), stated) != _standing(view, stated)

    def _view(self) -> View:
        """What holds by all that has been taken so far."""
        view = self.known
        for place, claims in self.claims.items():
            view = after(view, self._bare_sheet(), place, claims) if claims else view
        return view

    def _bare_sheet(self) -> Sheet:
        return Sheet(self.window, (), (), Known(), self.known)

    def _fail(self, sheet: Sheet, reason: str) -> None:
        places = sorted({line.place for line in sheet.lines})
        self.failed.update(places)
        for place in places:
            self.refused[place].append(Refusal("", reason))

    def _note_silence(self, lines: Sequence[Line]) -> None:
        for place, own in groupby(lines, key=lambda line: line.place):
            refs = ", ".join(line.ref for line in own)
            self.silent.add(place)
            self.refused[place].append(Refusal("", f"Nothing was said of {refs}."))


def _digest_of_known(heard: Heard) -> str:
    """A digest of what the model was shown of earlier facts; empty if that was nothing."""
    shown = [
        [[one.id for one in sheet.known.entities.values()], [one.id for one in sheet.known.facts.values()]]
        for sheet, _ in heard.answers
        if sheet.known.entities or sheet.known.facts
    ]
    return digest(shown)[:16] if shown else ""


def _place_of(refused: Refused, sheet: Sheet) -> int:
    """The place of the turn that a refused item cites; the sheet's first one where that cannot be told."""
    line = sheet.line(refused.at)
    number = _TURN.search(refused.at)
    ofs = [one.place for one in sheet.lines if number and one.ref.split(".")[0] == number.group()]
    return line.place if line else [*ofs, sheet.lines[0].place][0]


def _standing(view: View, names: Sequence[str]) -> set[tuple[str, str, str, str]]:
    """What holds of those who are called so."""
    entities = [one for name in names if name and (one := view.resolve(name))]
    facts = [fact for one in entities for fact in view.about(one.id) if fact.is_current]
    return {(fact.subject, fact.predicate, fact.object, fact.value) for fact in facts}


def _is_stated(claim: Claim) -> TypeGuard[Assertion | Termination]:
    if isinstance(claim, Assertion):
        return claim.modality is Modality.ASSERTED and not claim.holder
    return isinstance(claim, Termination)
