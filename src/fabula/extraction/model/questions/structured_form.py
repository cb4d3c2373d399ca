"""Asks for one JSON object about the whole sheet; held to it by a schema, a tool, JSON mode or nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fabula.extraction.model.questions.forms import Question, prompt_tokens
from fabula.extraction.model.questions.item_schema import NAME, answer_schema, tools
from fabula.extraction.model.questions.languages import CHINESE
from fabula.extraction.model.questions.plain_words import on_one_line
from fabula.extraction.model.questions.question_page import page_of
from fabula.extraction.model.questions.sheets import MOST_BEFORE, smaller
from fabula.extraction.model.questions.structured_examples import Example
from fabula.extraction.model.questions.structured_examples_en import ENGLISH as ENGLISH_EXAMPLES
from fabula.extraction.model.questions.structured_examples_zh import CHINESE as CHINESE_EXAMPLES
from fabula.extraction.model.questions.structured_wording import AGAIN, ONCE_MORE, instruction
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.model.sheet import Line, Sheet
from fabula.models.chat import Ask, ChatMessage, Force, Shape
from fabula.models.tokens import QUARTERS, clipped

_SHORT_KNOWN = 10
_SHORT_BEFORE = 4
_MOST_REASON = 300
_MOST_REPLY = 600
_TOKENS_A_LINE = 80
_TOKENS_AN_ANSWER = 240
# Examples may take this part of the prompt's bound; the rest is for the story.
_EXAMPLES_SHARE = 0.65
_LEAST_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class StructuredForm:
    """One of the four forms whose answer is an object of items; they differ in what holds a model to it."""

    name: str
    force: Force

    def ask(self, sheet: Sheet, settings: ReadingSettings) -> Ask:
        """One question about the whole sheet; known facts, then the look-back give way to the bound."""
        fixed = _fixed(self, settings, _examples_in(sheet, settings), short=False)
        return self._within(fixed, sheet, settings)

    def asks(self, sheet: Sheet, settings: ReadingSettings) -> tuple[Question, ...]:
        """The one question about a sheet; none about a sheet without lines."""
        return (Question(self.ask(sheet, settings), sheet.lines, sheet),) if sheet.lines else ()

    def again(
        self, question: Question, reply: str, reason: str, settings: ReadingSettings
    ) -> tuple[Question, ...]:
        """The question with the reply, as much of it as has room, and what was wrong with it."""
        said = on_one_line(reason, _MOST_REASON)
        room = settings.most_prompt_tokens - prompt_tokens(question.ask) - _MOST_REASON
        shown = clipped(reply.strip(), min(room, _MOST_REPLY) * QUARTERS) if room > 0 else ""
        messages = (
            _with_complaint(question.ask.messages, shown, said)
            if shown
            else _with_note(question.ask.messages, said)
        )
        ask = replace(question.ask, messages=messages, max_tokens=settings.most_answer_tokens)
        return (question._replace(ask=ask),)

    def shorter(
        self, question: Question, lines: Sequence[Line], settings: ReadingSettings
    ) -> tuple[Question, ...]:
        """One question for facts, ends and hearsay alone, with little of what is known."""
        part = replace(question.sheet, lines=tuple(lines) or question.lines)
        part = smaller(part, _SHORT_KNOWN, _SHORT_KNOWN, _SHORT_BEFORE)
        fixed = _fixed(self, settings, _examples_in(part, settings), short=True)
        return (Question(self._within(fixed, part, settings), part.lines, part),)

    def fits(self, sheet: Sheet, settings: ReadingSettings) -> bool:
        """Whether the lines fit in the prompt's bound without what is known and read."""
        fixed = _fixed(self, settings, _examples_in(sheet, settings), short=False)
        bare = _with_page(fixed, smaller(sheet, 0, 0, 0), settings)
        return prompt_tokens(bare) <= settings.most_prompt_tokens

    def _within(self, fixed: Ask, sheet: Sheet, settings: ReadingSettings) -> Ask:
        asks = (_with_page(fixed, one, settings) for one in _ever_smaller(sheet, settings))
        last = fixed
        for ask in asks:
            last = ask
            if prompt_tokens(ask) <= settings.most_prompt_tokens:
                break
        return last


SCHEMA = StructuredForm("schema", Force.SCHEMA)
TOOL = StructuredForm("tool", Force.TOOL)
JSON = StructuredForm("json", Force.JSON)
PLAIN = StructuredForm("plain", Force.NONE)


@lru_cache(maxsize=64)
def _fixed(form: StructuredForm, settings: ReadingSettings, examples: str, *, short: bool) -> Ask:
    """What every question of a form shares: its shape, the instruction and as many examples as have room."""
    answer = "tool" if form.force is Force.TOOL else "object"
    system = ChatMessage("system", instruction(settings.types, answer, short=short))
    ask = Ask((system,), settings.most_answer_tokens, _shape(form, settings, short=short))
    wanted = [one for one in _EXAMPLES[examples] if one.is_short or not short]
    for place, example in enumerate(wanted):
        longer = replace(ask, messages=(*ask.messages, *_shown(example, form)))
        most = int(settings.most_prompt_tokens * _EXAMPLES_SHARE)
        if place >= _LEAST_EXAMPLES and prompt_tokens(longer) > most:
            break
        ask = longer
    return ask


def _shape(form: StructuredForm, settings: ReadingSettings, *, short: bool) -> Shape:
    if form.force is Force.SCHEMA:
        return Shape(form.force, NAME, answer_schema(settings.types, short=short))
    if form.force is Force.TOOL:
        return Shape(form.force, NAME, tools=tools(settings.types, short=short))
    return Shape(form.force, NAME if form.force is Force.JSON else "")


def _shown(example: Example, form: StructuredForm) -> tuple[ChatMessage, ChatMessage]:
    answer = example.call if form.force is Force.TOOL else example.answer
    return ChatMessage("user", example.page.text()), ChatMessage("assistant", answer)


def _examples_in(sheet: Sheet, settings: ReadingSettings) -> str:
    language = settings.language or sheet.language
    return language if language in _EXAMPLES else "en"


def _ever_smaller(sheet: Sheet, settings: ReadingSettings) -> Iterator[Sheet]:
    """The sheet within the settings, then with half of what is known and so on, then with less of the look-back."""
    entities = min(settings.most_entities, len(sheet.known.entities))
    facts = min(settings.most_facts, len(sheet.known.facts))
    yield smaller(sheet, entities, facts)
    while entities or facts:
        entities, facts = entities * 3 // 4, facts * 3 // 4
        yield smaller(sheet, entities, facts)
    for before in range(min(len(sheet.before), MOST_BEFORE) - 1, -1, -1):
        yield smaller(sheet, 0, 0, before)


def _with_page(fixed: Ask, sheet: Sheet, settings: ReadingSettings) -> Ask:
    page = page_of(sheet, settings.language).text()
    most = min(settings.most_answer_tokens, _TOKENS_AN_ANSWER + _TOKENS_A_LINE * len(sheet.lines))
    return replace(fixed, messages=(*fixed.messages, ChatMessage("user", page)), max_tokens=most)


def _with_complaint(messages: tuple[ChatMessage, ...], reply: str, reason: str) -> tuple[ChatMessage, ...]:
    complaint = ChatMessage("user", AGAIN.format(reason=reason))
    return (*messages, ChatMessage("assistant", reply), complaint)


def _with_note(messages: tuple[ChatMessage, ...], reason: str) -> tuple[ChatMessage, ...]:
    """The reason at the end of the question itself: two messages of one role in a row break some templates."""
    last = messages[-1]
    return (*messages[:-1], replace(last, text=f"{last.text}\n{ONCE_MORE.format(reason=reason)}"))


_EXAMPLES: dict[str, tuple[Example, ...]] = {"en": ENGLISH_EXAMPLES, CHINESE: CHINESE_EXAMPLES}
