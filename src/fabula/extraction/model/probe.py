"""Finding out how a model is best asked: short sentences with known answers, in one form after the other.

That an answer has the right shape proves nothing (weak models fill a schema with inventions), so a form
passes by what it gets right, and by what it leaves alone.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fabula.claims.statements import Modality
from fabula.claims.text import name_key
from fabula.errors import ModelError, ModelRefusedError, ModelUnavailableError
from fabula.extraction.model.allowed import Hurried
from fabula.extraction.model.asking import FORMS, Asking
from fabula.extraction.model.items import Answer, Item, ItemKind
from fabula.extraction.model.questions.languages import CHINESE, ENGLISH
from fabula.extraction.model.questions.lines_form import LINES
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.model.reading_settings import LEAST_PROMPT, ReadingSettings
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.reader import Window
from fabula.extraction.spending import NO_USAGE, charge_of, charged
from fabula.graph.predicates import DEFAULT_TABLE
from fabula.graph.view import View
from fabula.ledger.records import Message
from fabula.ledger.tree import chain_after
from fabula.models.chat import ChatModel, Usage
from fabula.models.patience import ran_out

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence with the fact that it states; nothing for hearsay, plans and what only fills a page."""

    text: str
    fact: Triple | None = None


ENGLISH_SENTENCES = (
    Sentence("Perrin Vale handed the amber comb to Sella Marsh.", ("amber comb", "held_by", "Sella Marsh")),
    Sentence('"Good evening," Perrin Vale said to Sella Marsh.'),
    Sentence("By nightfall Sella Marsh reached Harrow Ford.", ("Sella Marsh", "located_in", "Harrow Ford")),
    Sentence("People whisper that Sella Marsh stole the miller's bell."),
    Sentence("Perrin Vale wedded Sella Marsh in the spring.", ("Perrin Vale", "spouse_of", "Sella Marsh")),
    Sentence("Sella Marsh shook the rain from her cloak and laughed."),
    Sentence("Old Dunstan died before the doctor came.", ("Old Dunstan", "status", "dead")),
    Sentence("Perrin Vale hopes to join the River Guard one day."),
)
CHINESE_SENTENCES = (
    Sentence("裴远把琥珀梳子递给了沈小满。", ("琥珀梳子", "held_by", "沈小满")),
    Sentence("“晚上好。”裴远对沈小满说。"),
    Sentence("天黑时，沈小满到了柳叶渡。", ("沈小满", "located_in", "柳叶渡")),
    Sentence("听说沈小满偷了磨坊的铜铃。"),
    Sentence("春天里，裴远娶了沈小满。", ("裴远", "spouse_of", "沈小满")),
    Sentence("沈小满抖了抖斗篷上的雨，笑了起来。"),
    Sentence("老邓在大夫赶到之前死了。", ("老邓", "status", "dead")),
    Sentence("裴远盼着有一天能加入河防营。"),
)

SENTENCES = {ENGLISH: ENGLISH_SENTENCES, CHINESE: CHINESE_SENTENCES}

LEAST_RIGHT = 3
"""How many of the four facts a form has to find."""

MOST_INVENTED = 1
"""How many facts it may state that the sentences do not."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a form did: facts found, facts that are none, whether the endpoint took the question, or was too slow."""

    form: str
    right: int = 0
    invented: int = 0
    taken: bool = True
    silent: bool = False

    @property
    def word(self) -> str:
        """The trial as ``trials_in`` reads it."""
        result = "silent" if self.silent else f"{self.right}/{self.invented}" if self.taken else "refused"
        return f"{self.form}={result}"

    @property
    def passes(self) -> bool:
        """Whether the form is good enough to be kept to."""
        return self.right >= LEAST_RIGHT and self.invented <= MOST_INVENTED


Keep = Callable[[Sequence[Trial]], None]
"""Told of all trials so far as each of them ends; and before the first one."""

_TRIAL = re.compile(r"(\w+)=(?:(silent)|(refused)|(\d+)/(\d+))")


def in_a_word(trials: Sequence[Trial]) -> str:
    """Trials as a text to keep; no form is called so."""
    return "? " + " ".join(trial.word for trial in trials)


def trials_in(word: str) -> tuple[Trial, ...]:
    """The trials in a text that ``in_a_word`` made; none in any other."""
    found = _TRIAL.findall(word) if word.startswith("? ") else []
    return tuple(
        Trial(form, int(right or 0), int(invented or 0), taken=bool(right), silent=bool(silent))
        for form, silent, _, right, invented in found
        if form in FORMS
    )


def _nobody(_trials: Sequence[Trial]) -> None:
    """Keep nothing."""


@dataclass(frozen=True, slots=True)
class Probed:
    """The form that a model is best asked in, how each that was tried did, and what that cost."""

    form: str
    trials: tuple[Trial, ...]
    usage: Usage


def probed(
    model: ChatModel,
    settings: ReadingSettings,
    language: str = "",
    *,
    known: Sequence[Trial] = (),
    keep: Keep = _nobody,
) -> Probed:
    """The first form that passes, from the strongest on; else the best, and of equals the weakest hold.

    Where an answer takes too long, only the form that asks the least is tried after that, with all patience.
    ``known`` are trials that need not be made again; ``keep`` is told of all as they come.

    Raises:
        ModelError: no answer came, or the endpoint takes a question in no form; what was spent is charged to it.
    """
    probing = _Probing(model, settings, CHINESE if language == CHINESE else ENGLISH, known)
    try:
        keep(tuple(known))
        trials: tuple[Trial, ...] = ()
        for trial in probing.trials():
            trials = (*trials, trial)
            keep(trials)
    except ModelError as error:
        charged(error, probing.usage + charge_of(error))
        raise
    best = max(reversed(trials), key=lambda one: (one.passes, one.taken, one.right - one.invented))
    return Probed(best.form, trials, probing.usage)


@dataclass(slots=True)
class _Probing:
    """The forms under trial; ``usage`` is what that has cost so far."""

    model: ChatModel
    settings: ReadingSettings
    language: str
    known: Sequence[Trial] = ()
    usage: Usage = NO_USAGE
    refusals: list[ModelRefusedError] = field(default_factory=list)

    def trials(self) -> Iterator[Trial]:
        """How each form does, up to the first one that passes.

        Raises:
            ModelError: no answer came, or every form was refused.
        """
        known = {trial.form: trial for trial in self.known}
        is_taken = is_slow = False
        for name in FORMS:
            if is_slow and name != LINES.name:
                trial = known.get(name) or Trial(name, taken=False, silent=True)
            else:
                trial = known.get(name) or self._tried(name)
            is_taken, is_slow = is_taken or trial.taken, is_slow or trial.silent
            yield trial
            if trial.passes:
                return
        if self.refusals and not is_taken:
            raise self.refusals[-1]

    def _tried(self, form: str) -> Trial:
        """How a form does, where that can be told: one that asks much is given up for being slow."""
        try:
            return self._trial(form)
        except ModelRefusedError as error:
            self.usage += charge_of(error)
            self.refusals.append(error)
            charged(error, NO_USAGE)
            return Trial(form, taken=False)
        except ModelUnavailableError as error:
            if form == LINES.name or not ran_out(error):
                raise
            self.usage += charge_of(error)
            return Trial(form, taken=False, silent=True)

    def _trial(self, form: str) -> Trial:
        sentences = SENTENCES[self.language]
        most = min(self.settings.most_prompt_tokens, LEAST_PROMPT)
        settings = replace(self.settings, language=self.language, most_prompt_tokens=most)
        model = self.model if form == LINES.name else Hurried(self.model)
        asking = Asking(model, FORMS[form], settings, is_last=False)
        answer = asking.about(_sheet(sentences, self.language))
        self.usage += asking.usage
        return _judged(form, answer, sentences)


def _sheet(sentences: Sequence[Sentence], language: str) -> Sheet:
    turns = tuple(chain_after(None, [Message(one.text, "assistant") for one in sentences]))
    return sheet_of(Window(turns, 0), View(), language=language)


def _judged(form: str, answer: Answer, sentences: Sequence[Sentence]) -> Trial:
    wanted = {_key(one.fact) for one in sentences if one.fact}
    stated = {_key(_triple(item)) for item in answer.items if _is_stated(item)}
    return Trial(form, len(stated & wanted), len(stated - wanted))


def _is_stated(item: Item) -> bool:
    return item.kind is ItemKind.FACT and item.modality is Modality.ASSERTED and not item.holder


def _triple(item: Item) -> Triple:
    meaning = DEFAULT_TABLE.meaning(item.predicate)
    far = item.object or item.value
    near, far = (far, item.name) if meaning.reversed else (item.name, far)
    return near, meaning.predicate.name, far


def _key(triple: Triple) -> Triple:
    near, predicate, far = name_key(triple[0]), triple[1], name_key(triple[2])
    if DEFAULT_TABLE.meaning(predicate).predicate.symmetric and far < near:
        near, far = far, near
    return near, predicate, far
