"""One question for an object of items: its parts, its bounds, and how it is put again."""

import json

import pytest

from fabula.claims import Assertion, EntityClaim
from fabula.extraction.model.item_shape import NOTHING_CHANGED, UPSERT
from fabula.extraction.model.questions.forms import prompt_tokens
from fabula.extraction.model.questions.lines_form import LINES
from fabula.extraction.model.questions.sheets import split
from fabula.extraction.model.questions.structured_form import JSON, PLAIN, SCHEMA, TOOL
from fabula.extraction.model.questions.structured_wording import AGAIN
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.models.chat import Force

STRUCTURED = ("schema", "tool", "json", "plain")
FORMS = {form.name: form for form in (SCHEMA, TOOL, JSON, PLAIN, LINES)}


def form_of(settings):
    return FORMS[settings.form]


def fitting(sheet, settings):
    """The sheet, or parts of it in order, each of which fits; a sheet of one line is never cut."""
    if form_of(settings).fits(sheet, settings) or len(sheet.lines) <= 1:
        return [sheet]
    return [part for half in split(sheet) for part in fitting(half, settings)]


def first(sheet, settings):
    return form_of(settings).asks(sheet, settings)[0]


def roles(question):
    return [message.role for message in question.ask.messages]


@pytest.fixture(scope="module")
def crowded(making):
    """A view with 5,000 facts about 500 people whom long names make dear to show."""
    people = [f"Hester Vane of the Upper Mill number {at}" for at in range(500)]
    claims = [Assertion(name, f"habit_{at}", value="keeps it " * 8) for name in people for at in range(10)]
    return making.view([EntityClaim(name) for name in people], claims)


@pytest.mark.parametrize("form", list(FORMS))
@pytest.mark.parametrize("most", [3500, 4500, 6000, 20000])
def test_five_thousand_known_facts_stay_within_the_bound(form, most, making, crowded):
    text = "Dorn sees Hester Vane of the Upper Mill number 7. " * 12
    settings = ReadingSettings(form=form, most_prompt_tokens=most, names_shown=10)
    for part in fitting(making.sheet(text, crowded), settings):
        for question in form_of(settings).asks(part, settings):
            assert prompt_tokens(question.ask) <= most


@pytest.mark.parametrize("form", list(FORMS))
@pytest.mark.parametrize("text", ["小豆子走了。" * 400, "他走" * 3000, "Dorn, " * 4000])
def test_a_turn_beyond_every_bound_is_cut_until_its_parts_fit(form, text, making):
    settings = ReadingSettings(form=form, most_prompt_tokens=3500, sentences_per_call=8)
    sheet = making.sheet(text)
    parts = fitting(sheet, settings)
    asked = [question for part in parts for question in form_of(settings).asks(part, settings)]
    assert [line for question in asked for line in question.lines] == list(sheet.lines)
    assert all(prompt_tokens(question.ask) <= 3500 for question in asked)


def test_what_is_known_gives_way_before_the_look_back(making, crowded):
    text = "Dorn sees Hester Vane of the Upper Mill number 7."
    question = first(making.sheet(text, crowded), ReadingSettings(most_prompt_tokens=6000))
    shown = question.ask.messages[-1].text
    assert "\ne1 " in shown
    assert "\ne60 " not in shown


@pytest.mark.parametrize("form", STRUCTURED)
def test_only_the_last_message_changes_from_question_to_question(form, making):
    settings = ReadingSettings(form=form)
    one, other = first(making.english(), settings), first(making.sheet("Dorn came."), settings)
    assert one.ask.messages[:-1] == other.ask.messages[:-1]
    assert one.ask.messages[-1] != other.ask.messages[-1]
    assert one.ask.shape == other.ask.shape


@pytest.mark.parametrize("form", STRUCTURED)
def test_roles_take_turns(form, making):
    question = first(making.english(), ReadingSettings(form=form))
    count = len(question.ask.messages)
    assert roles(question) == ["system", *["user", "assistant"] * (count // 2 - 1), "user"]


def test_each_form_holds_the_answer_in_its_own_way(making):
    shapes = {form: first(making.english(), ReadingSettings(form=form)).ask.shape for form in STRUCTURED}
    assert {form: shape.force for form, shape in shapes.items()} == {
        "schema": Force.SCHEMA,
        "tool": Force.TOOL,
        "json": Force.JSON,
        "plain": Force.NONE,
    }
    assert [tool.name for tool in shapes["tool"].tools] == [UPSERT, NOTHING_CHANGED]


def test_schemas_hold_no_patterns(making):
    for form in ("schema", "tool"):
        shape = first(making.english(), ReadingSettings(form=form)).ask.shape
        text = json.dumps([dict(shape.schema), [tool.parameters for tool in shape.tools]])
        assert "pattern" not in text
        assert "\\p" not in text


def test_a_reply_of_no_use_is_held_up_with_the_reason(making):
    settings = ReadingSettings()
    question = first(making.english(), settings)
    (again,) = form_of(settings).again(question, "I am sorry", "It is not JSON.\nAt all.", settings)
    assert [message.text for message in again.ask.messages[-2:]] == [
        "I am sorry",
        AGAIN.format(reason="It is not JSON. At all."),
    ]
    assert again.ask.messages[:-2] == question.ask.messages
    assert again.ask.max_tokens == settings.most_answer_tokens


def test_without_a_reply_the_reason_joins_the_question(making):
    settings = ReadingSettings()
    question = first(making.english(), settings)
    (again,) = form_of(settings).again(question, " \n", "It was empty.", settings)
    assert roles(again) == roles(question)
    assert again.ask.messages[-1].text.endswith("\nAn earlier answer could not be used: It was empty.")


def test_a_runaway_reply_is_clipped(making):
    settings = ReadingSettings()
    question = first(making.english(), settings)
    (again,) = form_of(settings).again(question, "again and " * 50_000, "It never ends.", settings)
    assert prompt_tokens(again.ask) <= settings.most_prompt_tokens


def test_the_shorter_question_asks_for_less_about_the_lines_that_are_left(making):
    settings = ReadingSettings()
    question = first(making.english(), settings)
    (short,) = form_of(settings).shorter(question, question.lines[2:], settings)
    assert [line.ref for line in short.lines] == ["13.1", "13.2"]
    assert "12.1 " not in short.ask.messages[-1].text.split("Read now:")[1]
    assert prompt_tokens(short.ask) < prompt_tokens(question.ask)
    assert "holder" not in json.dumps(short.ask.shape.schema)


def test_no_lines_no_question(making):
    settings = ReadingSettings()
    sheet = making.english()
    bare = type(sheet)(sheet.window, (), (), sheet.known, sheet.view)
    assert form_of(settings).asks(bare, settings) == ()
