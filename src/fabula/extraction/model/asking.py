"""Asking a model about a sheet until the answer is of use, or the ways of asking are used up."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from fabula.errors import ModelError
from fabula.extraction.model.answers.answer import lines_answer, reasons_for_retry, structured_answer
from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.items import Answer, Fault
from fabula.extraction.model.questions.forms import Form, Question
from fabula.extraction.model.questions.lines_form import LINES
from fabula.extraction.model.questions.structured_form import JSON, PLAIN, SCHEMA, TOOL
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.model.sheet import Line, Sheet
from fabula.extraction.spending import NO_USAGE, charge_of, charged
from fabula.models.chat import ChatModel, Reply, Usage

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
    usage: Usage = NO_USAGE
    faults: Counter[Fault] = field(default_factory=Counter)

    def about(self, sheet: Sheet) -> Answer:
        """The checked answer about every line of the sheet; ``silent`` are those of which nothing came.

        Raises:
            ModelError: no answer came; what was spent until then is charged to it.
        """
        try:
            return _together(map(self._answered, self.form.asks(sheet, self.settings)))
        except ModelError as error:
            charged(error, self.usage + charge_of(error))
            raise

    def _answered(self, question: Question) -> Answer:
        """The answer to a question: asked again if it was of no use, and once more about what it left out."""
        answer, said = self._put(question)
        if not answer.is_usable and (self.form is not LINES or not answer.is_answer):
            reason = reasons_for_retry(answer)
            answer = _better(answer, self._each(self.form.again(question, said, reason, self.settings)))
        left = self._left_out(answer, question)
        more = Answer()
        if left and (self.is_last or answer.is_answer):
            more = self._each(self.form.shorter(question, left, self.settings))
            left = self._left_out(more, question._replace(lines=left))
        return replace(_sum(answer, more), silent=tuple(line.ref for line in left))

    def _each(self, questions: Iterable[Question]) -> Answer:
        return _together(self._put(question)[0] for question in questions)

    def _put(self, question: Question) -> tuple[Answer, str]:
        reply = self.model.complete(question.ask)
        self.usage += reply.usage
        answer = checked(self._understood(reply, question), question.sheet)
        self.faults.update(answer.faults)
        return answer, _said(reply)

    def _understood(self, reply: Reply, question: Question) -> Answer:
        if self.form is not LINES:
            return structured_answer(reply, question.sheet)
        answer = lines_answer(reply, question.numbered, question.sheet)
        is_silence = len(answer.silent) == len(question.lines)
        return replace(answer, nothing=not (is_silence or answer.items or answer.refused))

    def _left_out(self, answer: Answer, question: Question) -> tuple[Line, ...]:
        """The lines of a question that an answer should speak of and does not; all, if it is of no use."""
        if not answer.is_answer:
            return question.lines
        if self.form is LINES:
            return tuple(line for line in question.lines if line.ref in answer.silent)
        return _after_the_last(answer, question) if Fault.CUT in answer.faults else ()


def _said(reply: Reply) -> str:
    return reply.text or "\n".join(f"{call.name} {call.arguments}" for call in reply.calls)


def _after_the_last(answer: Answer, question: Question) -> tuple[Line, ...]:
    """The lines after the last one of which an answer that was cut off speaks."""
    if answer.nothing:
        return ()
    spoken = {line for item in answer.items if (line := question.sheet.line(item.at))}
    places = [place for place, line in enumerate(question.lines, start=1) if line in spoken]
    return question.lines[max(places, default=0) :]


def _better(first: Answer, second: Answer) -> Answer:
    """The second answer if it is one, else the first. What was refused of either is kept."""
    refused = tuple(dict.fromkeys((*first.refused, *second.refused)))
    if second.is_answer or first.is_answer:
        return replace(second if second.is_answer else first, refused=refused)
    return replace(first, refused=refused, faults=tuple(dict.fromkeys((*first.faults, *second.faults))))


def _together(answers: Iterable[Answer]) -> Answer:
    """Answers about different lines as one."""
    return reduce(_sum, answers, Answer())


def _sum(one: Answer, other: Answer) -> Answer:
    items = tuple(dict.fromkeys((*one.items, *other.items)))
    return Answer(
        items=items,
        refused=tuple(dict.fromkeys((*one.refused, *other.refused))),
        faults=tuple(dict.fromkeys((*one.faults, *other.faults))),
        nothing=not items and (one.nothing or other.nothing),
        silent=tuple(dict.fromkeys((*one.silent, *other.silent))),
    )
