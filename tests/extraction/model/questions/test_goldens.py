"""Every form's whole question, word for word, in two languages."""

import json

import pytest

from fabula.extraction.model.questions.lines_form import LINES
from fabula.extraction.model.questions.structured_form import JSON, PLAIN, SCHEMA, TOOL
from fabula.extraction.model.reading_settings import ReadingSettings

FORMS = {form.name: form for form in (SCHEMA, TOOL, JSON, PLAIN, LINES)}


def form_of(settings):
    return FORMS[settings.form]


def whole(question):
    """A question as people read it: its messages, and what holds the answer to a shape."""
    ask = question.ask
    parts = [f"=== {message.role}\n{message.text}" for message in ask.messages]
    if ask.shape.schema:
        parts.append(f"=== schema {ask.shape.name}\n{json.dumps(ask.shape.schema, indent=1)}")
    parts += [
        f"=== tool {tool.name}: {tool.description}\n{json.dumps(tool.parameters, indent=1)}"
        for tool in ask.shape.tools
    ]
    if ask.grammar:
        parts.append(f"=== grammar\n{ask.grammar}")
    lines = ", ".join(line.ref for line in question.lines)
    return "\n\n".join([f"lines {lines}; {ask.shape.force}; at most {ask.max_tokens} tokens", *parts]) + "\n"


def last_only(question):
    return question.ask.messages[-1].text


@pytest.mark.parametrize("language", ["english", "chinese"])
@pytest.mark.parametrize("form", list(FORMS))
def test_a_question_reads_as_recorded(form, language, making, golden):
    sheet = getattr(making, language)()
    settings = ReadingSettings(form=form)
    first, *rest = form_of(settings).asks(sheet, settings)
    more = "".join(f"\n=== next call\n{last_only(question)}\n" for question in rest)
    golden(f"reading/{form}-{language}.txt", whole(first) + more)


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_lines_by_four_with_names_and_a_grammar_read_as_recorded(language, making, golden):
    sheet = getattr(making, language)()
    settings = ReadingSettings(form="lines", sentences_per_call=4, names_shown=10, grammar=True)
    questions = form_of(settings).asks(sheet, settings)
    golden(f"reading/lines-by-four-{language}.txt", "\n".join(map(whole, questions)))


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_the_shorter_question_reads_as_recorded(language, making, golden):
    settings = ReadingSettings()
    form = form_of(settings)
    question = form.asks(getattr(making, language)(), settings)[0]
    golden(f"reading/shorter-{language}.txt", whole(form.shorter(question, (), settings)[0]))
