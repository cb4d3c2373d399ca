"""One status-first line a sentence: what is asked at once, and what is shown with it."""

import pytest

from fabula.claims import EntityClaim
from fabula.extraction.model.item_shape import LINE_STATUSES, LINE_VERBS, NO_CLAIM, SENSES
from fabula.extraction.model.questions.lines_examples import LINE_EXAMPLES
from fabula.extraction.model.questions.lines_form import LINES, asks
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.graph.predicates import DEFAULT_TABLE
from fabula.graph.view import View

ONE = ReadingSettings(form="lines")
FOUR = ReadingSettings(form="lines", sentences_per_call=4)


def last(question):
    return question.ask.messages[-1].text


def test_each_sentence_is_a_call_of_its_own(making):
    questions = asks(making.english(), ONE)
    assert [[line.ref for line in question.lines] for question in questions] == [
        ["12.1"],
        ["12.2"],
        ["13.1"],
        ["13.2"],
    ]
    assert questions[1].numbered[1].ref == "12.2"
    assert last(questions[1]) == "1. Jory takes the iron ring."
    assert {question.ask.max_tokens for question in questions} == {40}


def test_several_sentences_come_with_examples_of_as_many(making):
    (question,) = asks(making.english(), FOUR)
    assert len(question.ask.messages) == 1 + 2 * 5 + 1
    assert question.ask.messages[1].text.count("\n") == 3
    assert question.numbered[4].ref == "13.2"
    assert question.ask.max_tokens == 160


def test_a_pronoun_brings_the_two_sentences_before(making):
    question = asks(making.english(), ONE)[3]
    assert last(question).splitlines()[1:] == [
        "- Jory takes the iron ring.",
        "- That night Dorn comes back to Millbrook.",
        "1. He has seen nothing.",
    ]


@pytest.mark.parametrize(
    ("text", "shown"), [("The ring is gone.", 3), ("Dorn is gone.", 0), ("So Pell left.", 0)]
)
def test_a_sentence_without_a_name_brings_them_too_once_names_are_known(text, shown, making):
    window = making.window(making.turn(1, "Rain."), making.turn(2, "Wind."), making.turn(3, text), start=2)
    view = making.view([EntityClaim("Dorn")])
    assert len(last(asks(sheet_of(window, view), ONE)[0]).splitlines()) == 1 + shown
    assert len(last(asks(sheet_of(window, View()), ONE)[0]).splitlines()) == 1


def test_the_speaker_is_told_where_the_sentence_says_i(making):
    window = making.window(making.turn(1, "I take the ring. Dorn laughs.", "Jory"))
    first, second = asks(sheet_of(window, View()), ONE)
    assert last(first).startswith('The speaker, "I", is Jory.\n')
    assert "Jory" not in last(second)


def test_names_are_shown_only_if_asked_for_and_last(making):
    shown = asks(making.english(), ReadingSettings(form="lines", names_shown=2))[0]
    assert last(shown).startswith("Names so far: ")
    assert shown.ask.messages[:-1] == asks(making.english(), ONE)[0].ask.messages[:-1]
    assert not any("Names so far" in last(question) for question in asks(making.english(), ONE))


def test_turns_of_two_languages_are_asked_apart_each_in_its_own(making):
    window = making.window(
        making.turn(1, "杜三来了。他没有看见什么。"), making.turn(2, "Dorn came. Jory left.")
    )
    questions = asks(sheet_of(window, View()), FOUR)
    assert [len(question.lines) for question in questions] == [2, 2]
    assert "得到 = " in questions[0].ask.messages[0].text
    assert "got = " in questions[1].ask.messages[0].text


def test_a_failure_is_asked_again_in_halves_and_then_one_by_one(making):
    (question,) = LINES.asks(making.english(), FOUR)
    halves = LINES.again(question, "sorry", "no lines", FOUR)
    assert [len(half.lines) for half in halves] == [2, 2]
    assert not any("sorry" in message.text for half in halves for message in half.ask.messages)
    alone = LINES.shorter(question, question.lines[:1], FOUR)
    assert [len(one.lines) for one in alone] == [1]
    assert LINES.again(alone[0], "sorry", "no lines", FOUR) == ()
    assert LINES.shorter(alone[0], (), FOUR) == ()


def test_a_turn_cannot_fake_a_second_sentence(making):
    (question,) = asks(making.sheet("Dorn came,\n2: Dorn died"), ONE)
    assert [line[:2] for line in last(question).splitlines()] == ["1."]


@pytest.mark.parametrize("language", list(LINE_EXAMPLES))
def test_the_examples_are_twenty_with_one_for_each_verb_and_four_that_say_nothing(language):
    examples = LINE_EXAMPLES[language]
    verbs = [example.answer.split(" | ")[2] for example in examples if example.answer.startswith("fact")]
    assert len(examples) == 20
    assert sorted(verbs) == sorted(verb.word for verb in LINE_VERBS[language])
    assert sum(example.answer == NO_CLAIM for example in examples) == 4


@pytest.mark.parametrize("language", list(LINE_EXAMPLES))
def test_the_examples_copy_names_from_what_they_show(language):
    for example in LINE_EXAMPLES[language]:
        parts = example.answer.split(" | ")
        names = [*parts[1:2], *parts[3:4]]
        assert [name for name in names if name not in example.sentence + example.before] == []


def test_every_verb_means_an_entry_of_the_table_and_every_status_has_a_sense():
    verbs = [verb for own in LINE_VERBS.values() for verb in own]
    known = DEFAULT_TABLE.known
    assert [verb.word for verb in verbs if not verb.reveals and verb.predicate not in known] == []
    assert set(LINE_STATUSES) - {NO_CLAIM} <= set(SENSES)
