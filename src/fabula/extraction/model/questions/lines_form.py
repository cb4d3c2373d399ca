"""Asks for one status-first line a sentence: the form that models of three billion parameters and fewer follow.

Built as measured: examples in the question's own shape, plain numbers from 1, verbs suggested and not
enforced, a look-back only where the sentence needs one, and nothing that varies before the last message.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from fabula.extraction.model.questions.forms import Question, prompt_tokens
from fabula.extraction.model.questions.known import named_in
from fabula.extraction.model.questions.languages import ENGLISH, language_of
from fabula.extraction.model.questions.lines_examples import LINE_EXAMPLES, LineExample
from fabula.extraction.model.questions.lines_grammar import line_grammar
from fabula.extraction.model.questions.lines_wording import (
    BEFORE,
    FIRST_PERSON,
    NAMES,
    PRONOUNS,
    SPEAKER,
    line_instruction,
)
from fabula.extraction.model.questions.plain_words import on_one_line
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.model.sheet import Line, Sheet
from fabula.models.chat import Ask, ChatMessage

TOKENS_A_SENTENCE = 40
"""The bound of an answer for each sentence; the median is twelve, the largest sane one 22."""

_MOST_BEFORE = 2
_MOST_NAME = 60
_PRONOUN = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|we|us|our)\b|[他她它们咱]", re.IGNORECASE
)
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine)\b|我(?!们)")
_NAME_INSIDE = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]")


class Call(NamedTuple):
    """What one call is made of: the lines, their language, and how many sentences the examples show at once."""

    sheet: Sheet
    lines: tuple[Line, ...]
    language: str
    size: int


@dataclass(frozen=True, slots=True)
class LinesForm:
    """The form ``lines``: a few sentences a call, so a sheet may need several."""

    name: str = "lines"

    def asks(self, sheet: Sheet, settings: ReadingSettings) -> tuple[Question, ...]:
        """The calls that cover the sheet: neighbours of one language, ``sentences_per_call`` at a time."""
        return tuple(_questions(sheet, sheet.lines, settings, settings.sentences_per_call))

    def again(
        self, question: Question, _reply: str, _reason: str, settings: ReadingSettings
    ) -> tuple[Question, ...]:
        """Half of the sentences at a time, in fresh conversations without a word of the failure; none for one.

        Small models do not mend a line that is held up to them: of eight, none was.
        """
        half = len(question.lines) // 2
        return tuple(_questions(question.sheet, question.lines, settings, half)) if half else ()

    def shorter(
        self, question: Question, lines: Sequence[Line], settings: ReadingSettings
    ) -> tuple[Question, ...]:
        """Each line alone, if there are several: that found half of what was missed; a line alone is not asked again."""
        if len(question.lines) == 1:
            return ()
        return tuple(_questions(question.sheet, lines or question.lines, settings, 1))

    def fits(self, sheet: Sheet, settings: ReadingSettings) -> bool:
        """Whether every call stays within the prompt's bound."""
        return all(
            prompt_tokens(question.ask) <= settings.most_prompt_tokens
            for question in self.asks(sheet, settings)
        )


LINES = LinesForm()
asks = LINES.asks


def _questions(
    sheet: Sheet, lines: Sequence[Line], settings: ReadingSettings, size: int
) -> Iterator[Question]:
    languages = _languages(sheet, settings)
    for language, own in groupby(lines, key=lambda line: languages[line.place]):
        run = list(own)
        for start in range(0, len(run), size):
            yield from _bounded(Call(sheet, tuple(run[start : start + size]), language, size), settings)


def _bounded(call: Call, settings: ReadingSettings) -> Iterator[Question]:
    """The call, in halves if it is too long; a line alone goes without its look-back then."""
    ask = _ask(call, settings, _before(call))
    if prompt_tokens(ask) <= settings.most_prompt_tokens:
        yield Question(ask, call.lines, call.sheet)
    elif len(call.lines) == 1:
        yield Question(_ask(call, settings, ()), call.lines, call.sheet)
    else:
        half = len(call.lines) // 2
        yield from _bounded(call._replace(lines=call.lines[:half]), settings)
        yield from _bounded(call._replace(lines=call.lines[half:]), settings)


def _languages(sheet: Sheet, settings: ReadingSettings) -> dict[int, str]:
    """The language of each turn by its place; the pinned one, if there is one, for all."""
    turns = groupby(sheet.lines, key=lambda line: line.place)
    return {
        place: settings.language or language_of("\n".join(line.text for line in own)) for place, own in turns
    }


def _ask(call: Call, settings: ReadingSettings, before: Sequence[str]) -> Ask:
    sentences = [on_one_line(line.text) for line in call.lines]
    message = _message(sentences, before, call.language, _more(call, settings))
    also = [*map(on_one_line, before), *(on_one_line(line.speaker) for line in call.lines)]
    return Ask(
        (*_fixed(call.language, call.size), ChatMessage("user", message)),
        TOKENS_A_SENTENCE * len(call.lines),
        grammar=line_grammar(sentences, also, call.language) if settings.grammar else "",
    )


@lru_cache(maxsize=64)
def _fixed(language: str, size: int) -> tuple[ChatMessage, ...]:
    """The instruction and the examples, ``size`` sentences in each as in the questions."""
    examples = LINE_EXAMPLES.get(language, LINE_EXAMPLES[ENGLISH])
    groups = [examples[start : start + size] for start in range(0, len(examples), size)]
    turns = [message for group in groups for message in _shown(group, language)]
    return ChatMessage("system", line_instruction(language)), *turns


def _shown(group: Sequence[LineExample], language: str) -> tuple[ChatMessage, ChatMessage]:
    before = [example.before for example in group if example.before]
    answers = "\n".join(f"{at} {example.answer}" for at, example in enumerate(group, start=1))
    question = _message([example.sentence for example in group], before, language)
    return ChatMessage("user", question), ChatMessage("assistant", answers)


def _message(sentences: Sequence[str], before: Sequence[str], language: str, more: Sequence[str] = ()) -> str:
    pronouns = PRONOUNS.get(language, PRONOUNS[ENGLISH])
    title = (BEFORE.format(pronouns=pronouns),) if before else ()
    shown = (f"- {on_one_line(text)}" for text in before)
    numbered = (f"{at}. {on_one_line(text)}" for at, text in enumerate(sentences, start=1))
    return "\n".join((*more, *title, *shown, *numbered))


def _more(call: Call, settings: ReadingSettings) -> list[str]:
    """The names known, if they are asked for; and who "I" is, where a sentence says it and the speaker is known."""
    names = [on_one_line(one.name, _MOST_NAME) for one in call.sheet.known.entities.values()]
    shown = names[: settings.names_shown]
    speakers = dict.fromkeys(line.speaker for line in call.lines if _FIRST_PERSON.search(line.text))
    pronoun = FIRST_PERSON.get(call.language, FIRST_PERSON[ENGLISH])
    said = (SPEAKER.format(pronoun=pronoun, name=on_one_line(name, _MOST_NAME)) for name in speakers if name)
    return [*([NAMES.format(names=", ".join(shown))] if shown else ()), *said]


def _before(call: Call) -> list[str]:
    """The two sentences before the first, if any needs them: it has a pronoun, or nobody's name."""
    if not any(_needs_more(line, call.sheet) for line in call.lines):
        return []
    every = (*call.sheet.before, *call.sheet.lines)
    place = next((at for at, line in enumerate(every) if line.ref == call.lines[0].ref), 0)
    return [line.text for line in every[max(place - _MOST_BEFORE, 0) : place]]


def _needs_more(line: Line, sheet: Sheet) -> bool:
    """Whether one cannot tell of whom a sentence speaks. While no name is known, a pronoun alone says so."""
    if _PRONOUN.search(line.text):
        return True
    if not sheet.view.state.entities or _NAME_INSIDE.search(line.text):
        return False
    return not named_in(line.text, sheet.view)
