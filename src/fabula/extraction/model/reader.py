"""The extractor that reads with a language model: asks about a window, and takes what stands the checks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fabula.claims.canonical import digest
from fabula.claims.statements import Assertion, Claim, Modality, Termination
from fabula.errors import ModelError, ModelRefusedError
from fabula.extraction.model.asking import FORMS, Asking
from fabula.extraction.model.faults import explained
from fabula.extraction.model.items import Answer, Fault
from fabula.extraction.model.languages import language_of
from fabula.extraction.model.link import linked
from fabula.extraction.model.probe import Probed, probed
from fabula.extraction.model.reading_settings import AUTO, ReadingSettings
from fabula.extraction.model.reconcile import reconciled
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.model.sheets import sheet_of, split
from fabula.extraction.reader import Window, body_of
from fabula.extraction.rules import Rules
from fabula.extraction.spending import charge_of, charged, counts_of
from fabula.graph.view import View
from fabula.ledger.records import Body, Refusal, Status
from fabula.models.chat import Ask, ChatModel, Usage
from fabula.models.remembered import ForgetfulMemory, FormMemory

VERSION = "model/1"
USUAL = ReadingSettings()


class ModelReader:
    """Reads windows of turns with a language model. Safe on weak ones: what does not stand the checks is refused.

    With the form ``auto`` the first reading tries which form the model is best asked in, unless ``memory``
    knows; ``form`` and ``probed`` tell afterwards.
    """

    def __init__(
        self, model: ChatModel, settings: ReadingSettings = USUAL, *, memory: FormMemory | None = None
    ) -> None:
        self.model = model
        self.settings = settings
        self.form = "" if settings.form == AUTO else settings.form
        self.probed: Probed | None = None
        self._memory = memory or ForgetfulMemory()
        self._rules = Rules()

    @property
    def identity(self) -> str:
        """The model and the settings that change its answers; where it answers does not count."""
        return f"{VERSION} {self.model.name} {self.settings.mark[:8]}"

    @property
    def batch(self) -> int:
        """How many turns are asked about at once."""
        return self.settings.batch

    @property
    def look_back(self) -> int:
        """How many turns before them are shown as read already."""
        return self.settings.look_back

    def asks(self, window: Window, known: View) -> Sequence[Ask]:
        """The questions that a reading of this window would begin with; nothing is asked.

        While nobody knows which form the model is best asked in, they are of the strongest one.
        """
        form = FORMS[self.form or self._remembered() or next(iter(FORMS))]
        settings = replace(self.settings, form=form.name)
        return [
            question.ask for sheet in self._sheets(window, known) for question in form.asks(sheet, settings)
        ]

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn, in order.

        Raises:
            ModelError: no answer came; ``fabula.extraction.spending.charge_of`` tells what it cost.
        """
        usage = self._choose_form(window)
        reading = _Reading(window, known, self.identity)
        for sheet in self._sheets(window, known):
            try:
                answer, cost, faults = self._asked(sheet)
            except ModelError as error:
                raise charged(error, usage + charge_of(error)) from None
            usage += cost
            reading.take(sheet, answer, faults)
        return reading.bodies(usage, self._rules)

    def _asked(self, sheet: Sheet) -> tuple[Answer, Usage, Counter[Fault]]:
        settings = replace(self.settings, form=self.form)
        asking = Asking(self.model, FORMS[self.form], settings, is_last=len(sheet.window.fresh) == 1)
        try:
            answer = asking.about(sheet)
        except ModelRefusedError:
            if self.settings.form == AUTO:
                # What was remembered may be of an earlier server at this place: find out anew next time.
                self._memory.keep(self.model.place, self.model.name, "")
                self.form = ""
            raise
        return answer, asking.usage, asking.faults

    def _sheets(self, window: Window, known: View) -> Sequence[Sheet]:
        settings = self.settings
        sheet = sheet_of(
            window,
            known,
            language=settings.language,
            most_entities=settings.most_entities,
            most_facts=settings.most_facts,
        )
        return self._fitting(sheet) if sheet.lines else ()

    def _fitting(self, sheet: Sheet) -> Sequence[Sheet]:
        """The sheet, or its parts where it is too long for one question."""
        form = FORMS[self.form or self._remembered() or next(iter(FORMS))]
        if len(sheet.lines) == 1 or form.fits(sheet, self.settings):
            return (sheet,)
        return [part for half in split(sheet) for part in self._fitting(half)]

    def _choose_form(self, window: Window) -> Usage:
        """Find out how to ask, if that is not known yet, and what finding out cost."""
        self.form = self.form or self._remembered()
        if self.form:
            return Usage()
        language = self.settings.language or language_of("\n".join(turn.normal for turn in window.fresh))
        self.probed = probed(self.model, self.settings, language)
        self.form = self.probed.form
        self._memory.keep(self.model.place, self.model.name, self.form)
        return self.probed.usage

    def _remembered(self) -> str:
        known = self._memory.recall(self.model.place, self.model.name)
        return known if known in FORMS else ""


@dataclass
class _Reading:
    """What has been taken for each fresh turn of a window."""

    window: Window
    known: View
    identity: str

    def __post_init__(self) -> None:
        self.claims: dict[int, list[Claim]] = {}
        self.refused: dict[int, list[Refusal]] = {}
        self.silent: set[int] = set()
        self.asked: set[int] = set()
        self.failed: set[int] = set()
        self.faults: Counter[Fault] = Counter()
        self.shown: list[object] = []

    def take(self, sheet: Sheet, answer: Answer, faults: Mapping[Fault, int]) -> None:
        """Take in what came of one sheet."""
        places = sorted({line.place for line in sheet.lines})
        self.asked.update(places)
        self.faults.update(faults)
        self.shown.append([sheet.known.entities.keys(), [fact.id for fact in sheet.known.facts.values()]])
        if not answer.is_usable and not answer.refused:
            self.failed.update(places)
            self._refuse(places[0], Refusal("", explained(answer)))
            return
        taken = reconciled(linked(answer.items, sheet), sheet)
        for place, claim in taken.claims:
            self.claims.setdefault(place, []).append(claim)
        for place, refusal in taken.refused:
            self._refuse(place, refusal)
        for refusal in answer.refused:
            self._refuse(places[0], refusal)
        self.silent.update(line.place for line in sheet.lines if line.ref in answer.silent)

    def bodies(self, usage: Usage, rules: Rules) -> Sequence[Body]:
        """The bodies, the whole cost on the first; ``rules`` tell where silence is suspicious."""
        places = range(self.window.start, len(self.window.turns))
        rich = self._rich(rules) if any(not self.claims.get(place) for place in places) else set()
        bodies = [self._body(place, is_rich=place in rich) for place in places]
        counts = counts_of(usage) | {f"fault_{fault.value}": n for fault, n in sorted(self.faults.items())}
        return [replace(bodies[0], usage=counts), *bodies[1:]]

    def _body(self, place: int, *, is_rich: bool) -> Body:
        body = body_of(
            self.window,
            place,
            self.identity,
            status=self._status(place, is_rich=is_rich),
            claims=self.claims.get(place, ()),
            refused=self.refused.get(place, ()),
        )
        return replace(body, known=digest(repr(self.shown))[:16])

    def _status(self, place: int, *, is_rich: bool) -> Status:
        if self.claims.get(place):
            return Status.OK
        if place in self.failed:
            return Status.FAILED
        return Status.SUSPICIOUS if is_rich or place in self.silent else Status.EMPTY

    def _rich(self, rules: Rules) -> set[int]:
        """The places of turns in which the rules find something that holds: a reader that found nothing missed it."""
        read = rules.read(self.window, self.known)
        places = range(self.window.start, len(self.window.turns))
        return {
            place
            for place, body in zip(places, read, strict=True)
            if any(map(_is_news, body.claims)) and self.window.turns[place].role != "system"
        }

    def _refuse(self, place: int, refusal: Refusal) -> None:
        self.refused.setdefault(place, []).append(refusal)


def _is_news(claim: Claim) -> bool:
    if isinstance(claim, Assertion):
        return claim.modality is Modality.ASSERTED and not claim.holder
    return isinstance(claim, Termination)
