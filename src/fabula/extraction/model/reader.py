"""The extractor that reads with a language model: asks about a window, and takes what stands the checks."""

from collections.abc import Callable, Sequence

from fabula.errors import ModelError, ModelRefusedError
from fabula.extraction.model.allowed import Allowed
from fabula.extraction.model.asking import FORMS, Asking
from fabula.extraction.model.bodies import Heard, bodies_of
from fabula.extraction.model.probe import Probed, Trial, in_a_word, probed, trials_in
from fabula.extraction.model.questions.forms import Form
from fabula.extraction.model.questions.sheets import sheet_of, split
from fabula.extraction.model.reading_settings import AUTO, ReadingSettings
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.reader import Window
from fabula.extraction.spending import NO_USAGE, Cap, blameless, charge_of, charged
from fabula.graph.view import View
from fabula.ledger.records import Body
from fabula.models.chat import Ask, ChatModel, Usage
from fabula.models.nearness import Nearest
from fabula.models.patience import ran_out
from fabula.models.remembered import ForgetfulMemory, FormMemory

VERSION = "model/1"
USUAL = ReadingSettings(form=AUTO)
"""How a model is read with where nobody says otherwise."""

_SLOW_TRIAL = (
    "This was while finding out how the model is best asked: --form lines asks the least at once, "
    "and --timeout SECONDS waits longer."
)


class ModelReader:
    """Reads windows of turns with a language model. Safe on weak ones: what does not stand the checks is refused.

    With the form ``auto`` the first reading tries which form the model is best asked in, unless ``memory``
    knows; ``form`` and ``probed`` tell afterwards. ``on_trial`` is told before each trial which have been made.
    """

    def __init__(
        self,
        model: ChatModel,
        settings: ReadingSettings = USUAL,
        *,
        memory: FormMemory | None = None,
        nearest: Nearest | None = None,
    ) -> None:
        self.model = model
        self.settings = settings
        self.form = "" if settings.form == AUTO else settings.form
        self.probed: Probed | None = None
        self.on_trial: Callable[[Sequence[Trial]], None] | None = None
        self._model = Allowed(model)
        self._memory = memory or ForgetfulMemory()
        self._nearest = nearest

    @property
    def identity(self) -> str:
        """The model and the settings that change its answers; where it answers does not count."""
        by_meaning = " by meaning" if self._nearest else ""
        return f"{VERSION} {self.model.name} {self.settings.mark[:8]}{by_meaning}"

    @property
    def batch(self) -> int:
        """How many turns are asked about at once."""
        return self.settings.batch

    @property
    def look_back(self) -> int:
        """How many turns before them are shown as read already."""
        return self.settings.look_back

    def allow(self, cap: Cap) -> None:
        """Let the next readings spend no more than that: the question that would begin beyond it is not asked."""
        self._model = Allowed(self.model, cap)

    def asks(self, window: Window, known: View) -> Sequence[Ask]:
        """The questions that a reading of this window would begin with; nothing is asked.

        While nobody knows which form the model is best asked in, they are of the strongest one.
        """
        form = FORMS[self.form or self._remembered() or next(iter(FORMS))]
        sheet = self._sheet(window, known)
        parts = self._fitting(sheet, form) if _has_words(sheet) else ()
        return [question.ask for part in parts for question in form.asks(part, self.settings)]

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn, in order.

        Raises:
            ModelError: no answer came; ``fabula.extraction.spending.charge_of`` tells what it cost, and
                ``is_blameless`` whether the turns have nothing to do with it: no form suits the model, or a cap.
        """
        sheet = self._sheet(window, known)
        heard = self._heard(sheet) if _has_words(sheet) else Heard()
        return bodies_of(heard, window, known, self.identity, nearest=self._nearest)

    def _sheet(self, window: Window, known: View) -> Sheet:
        settings = self.settings
        return sheet_of(
            window,
            known,
            language=settings.language,
            most_entities=settings.most_entities,
            most_facts=settings.most_facts,
        )

    def _fitting(self, sheet: Sheet, form: Form) -> Sequence[Sheet]:
        """The sheet, or its parts where it is too long for one question."""
        if len(sheet.lines) <= 1 or form.fits(sheet, self.settings):
            return (sheet,)
        return [part for half in split(sheet) for part in self._fitting(half, form)]

    def _heard(self, sheet: Sheet) -> Heard:
        """What the model says of a sheet, in the form that is known to suit it or is found out now."""
        if self.form:
            return self._asked(sheet, self.form, NO_USAGE)
        spent = NO_USAGE
        if form := self._remembered():
            try:
                heard = self._asked(sheet, form, spent)
            except ModelRefusedError as error:
                # What is remembered may be of an earlier server at this place.
                self._keep("")
                spent = charge_of(error)
            else:
                self.form = form
                return heard
        spent = self._find_form(sheet.language, spent)
        return self._asked(sheet, self.form, spent)

    def _asked(self, sheet: Sheet, form: str, spent: Usage) -> Heard:
        heard = Heard(usage=spent)
        is_last = len(sheet.window.fresh) == 1
        for part in self._fitting(sheet, FORMS[form]):
            asking = Asking(self._model, FORMS[form], self.settings, is_last=is_last)
            try:
                heard.take(part, asking.about(part), asking)
            except ModelError as error:
                charged(error, heard.usage + charge_of(error))
                raise
        return heard

    def _find_form(self, language: str, spent: Usage) -> Usage:
        """Find out how the model is best asked, keep it in mind, and tell what has been spent by then."""
        try:
            self.probed = self._tried_out(language)
        except ModelError as error:
            if isinstance(error, ModelRefusedError):
                self._keep("")
            told = error if not ran_out(error) else type(error)(f"{error} {_SLOW_TRIAL}")
            raise charged(blameless(told), spent + charge_of(error)) from None
        if not any(trial.right for trial in self.probed.trials):
            self._keep("")
            raise charged(blameless(ModelError(self._hopeless())), spent + self.probed.usage)
        self.form = self.probed.form
        self._keep(self.form)
        return spent + self.probed.usage

    def _tried_out(self, language: str) -> Probed:
        known = trials_in(self._memory.recall(self.model.place, self.model.name))
        return probed(self._model, self.settings, language, known=known, keep=self._note_trials)

    def _note_trials(self, trials: Sequence[Trial]) -> None:
        if trials:
            self._keep(in_a_word(trials))
        if self.on_trial:
            self.on_trial(trials)

    def _hopeless(self) -> str:
        tried = ", ".join(trial.form for trial in self.probed.trials) if self.probed else ""
        return (
            f"{self.model.name} could not be read with: of some plain sentences it got nothing right, "
            f"in whatever form it was asked ({tried}). Take another model; --form NAME forces a form."
        )

    def _remembered(self) -> str:
        known = self._memory.recall(self.model.place, self.model.name)
        return known if known in FORMS else ""

    def _keep(self, form: str) -> None:
        self._memory.keep(self.model.place, self.model.name, form)


def _has_words(sheet: Sheet) -> bool:
    """Whether there is anything to ask about: dots and dashes tell nothing, and system texts are no story."""
    told = (line.text for line in sheet.lines if sheet.window.turns[line.place].role != "system")
    return any(char.isalnum() for text in told for char in text)
