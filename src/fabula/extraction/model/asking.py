"""Asking a model about a sheet until the answer is of use, or the ways of asking are used up."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fabula.errors import ModelError
from fabula.extraction.model.answer import lines_answer, reasons_for_retry, structured_answer
from fabula.extraction.model.checks import checked
from fabula.extraction.model.forms import Form, Question
from fabula.extraction.model.items import Answer, Fault
from fabula.extraction.model.lines_form import LINES
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.model.sheet import Line, Sheet
from fabula.extraction.model.structured_form import JSON, PLAIN, SCHEMA, TOOL
from fabula.extraction.spending import charge_of, charged
from fabula.models.chat import ChatModel, Usage

FORMS: dict[str, Form] = {form.name: form for form in (SCHEMA, TOOL, JSON, PLAIN, LINES)}
"""Every way of asking, by name, from the strongest hold on the answer to the weakest model's."""


@dataclass(slots=True)
class Asking:
    """One sheet's conversation with a model: ``usage`` and ``faults`` count what it took.

    ``is_last`` says that nobody will ask about less: then even the shorter question is tried.
    """

    model: ChatModel
    form: Form
    settings: ReadingSettings
    is_last: bool = True
    usage: Usage = Usage()
    faults: Counter[Fault] = field(default_factory=Counter)

    def about(self, sheet: Sheet) -> Answer:
        """The checked answer about every line of the sheet.

        Raises:
            ModelError: no answer came; what was spent until then is charged to it.
        """
        try:
            return _together(map(self._answered, self.form.asks(sheet, self.settings)))
        except ModelError as error:
            raise charged(error, self.usage + charge_of(error)) from None

    def _answered(self, question: Question) -> Answer:
        answer, reply = self._put(question)
        if not answer.is_usable or _is_all_refused(answer, self.form):
            answer = self._better(answer, self._again(question, reply, answer))
        left = _unanswered(answer, question)
        if left and (self.is_last or answer.is_usable):
            answer = _joined(answer, self._each(self.form.shorter(question, left, self.settings)), left)
        return answer

    def _again(self, question: Question, reply: str, answer: Answer) -> Answer:
        return self._each(self.form.again(question, reply, reasons_for_retry(answer), self.settings))

    def _each(self, questions: Sequence[Question]) -> Answer:
        return _together(self._put(question)[0] for question in questions)

    def _put(self, question: Question) -> tuple[Answer, str]:
        reply = self.model.complete(question.ask)
        self.usage += reply.usage
        if self.form is LINES:
            answer = lines_answer(reply, question.numbered, question.sheet)
        else:
            answer = structured_answer(reply, question.sheet)
        self.faults.update(answer.faults)
        said = reply.text or " ".join(call.arguments for call in reply.calls)
        return checked(answer, question.sheet), said

    def _better(self, first: Answer, second: Answer) -> Answer:
        return second if second.is_usable or not first.is_usable else first


def _is_all_refused(answer: Answer, form: Form) -> bool:
    """Whether a model that can mend its answer gave nothing but items that cannot be taken."""
    return form is not LINES and bool(answer.refused) and not answer.items


def _unanswered(answer: Answer, question: Question) -> tuple[Line, ...]:
    """The lines that an answer does not speak of and should: all of one that is of no use."""
    if not answer.is_usable:
        return () if answer.refused else question.lines
    if answer.silent:
        return tuple(line for line in question.lines if line.ref in answer.silent)
    if Fault.CUT in answer.faults:
        spoken = {line.ref for item in answer.items if (line := question.sheet.line(item.at))}
        last = max((at for at, line in enumerate(question.lines) if line.ref in spoken), default=-1)
        return question.lines[last + 1 :]
    return ()


def _together(answers: Iterable[Answer]) -> Answer:
    """Answers about different lines as one."""
    whole = Answer()
    is_first = True
    for one in answers:
        whole = one if is_first else _sum(whole, one)
        is_first = False
    return whole


def _joined(answer: Answer, more: Answer, lines: Sequence[Line]) -> Answer:
    """An answer with what was found about the lines that it left out; those still silent stay so."""
    if not more.is_usable and not more.refused:
        silent = dict.fromkeys((*answer.silent, *(line.ref for line in lines)))
        return Answer(answer.items, answer.refused, answer.faults, answer.nothing, tuple(silent))
    rest = Answer(answer.items, answer.refused, answer.faults, answer.nothing)
    return _sum(rest, more)


def _sum(one: Answer, other: Answer) -> Answer:
    items = tuple(dict.fromkeys((*one.items, *other.items)))
    return Answer(
        items=items,
        refused=(*one.refused, *other.refused),
        faults=tuple(dict.fromkeys((*one.faults, *other.faults))),
        nothing=not items and (one.nothing or other.nothing),
        silent=tuple(dict.fromkeys((*one.silent, *other.silent))),
    )
