"""Trying out how a model is best asked: what passes, what does not, and what that costs."""

import json
from dataclasses import replace

import pytest

from fabula.errors import ModelRefusedError, ModelUnavailableError
from fabula.extraction.model.item_shape import LINE_VERBS
from fabula.extraction.model.probe import (
    CHINESE_SENTENCES,
    ENGLISH_SENTENCES,
    Trial,
    in_a_word,
    probed,
    trials_in,
)
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.spending import charge_of
from fabula.models.chat import Force, Usage
from fabula.models.chat_form import tokens_of_ask
from fabula.models.scripted import ScriptedModel

AUTO = ReadingSettings(form="auto")
VERBS = {
    "en": {"held_by": "got", "located_in": "went to", "spouse_of": "married", "status": "died"},
    "zh": {"held_by": "得到", "located_in": "到了", "spouse_of": "成亲", "status": "死了"},
}
REFUSED = ModelRefusedError("Not so.")


def items(sentences):
    """What a good model says of the sentences, as items."""
    told = [(f"{number}.1", one.fact) for number, one in enumerate(sentences, start=1) if one.fact]
    return [
        {"at": at, "is": "fact", "s": near, "p": predicate, ("v" if predicate == "status" else "o"): far}
        for at, (near, predicate, far) in told
    ]


def inventions(sentences):
    """Facts with the sentence's own names that no sentence states: of the right shape, and wrong."""
    names = ("Perrin Vale", "Sella Marsh") if sentences is ENGLISH_SENTENCES else ("裴远", "沈小满")
    predicates = ("enemy of", "ally of", "sibling of", "knows", "fears", "likes")
    return [{"at": "2.1", "is": "fact", "s": names[0], "p": one, "o": names[1]} for one in predicates]


def line_of(sentence, language):
    """What a good model says of one sentence, as a line."""
    if sentence.fact is None:
        return "1 none"
    near, predicate, far = sentence.fact
    verb = VERBS[language][predicate]
    name = far if predicate == "held_by" else near
    end = near if predicate == "held_by" else far
    return f"1 fact | {name} | {verb}" if predicate == "status" else f"1 fact | {name} | {verb} | {end}"


def model(structured, language="en"):
    """Asked for lines it is good; asked for an object it says what ``structured`` has for the form."""
    sentences = CHINESE_SENTENCES if language == "zh" else ENGLISH_SENTENCES

    def say(ask):
        if "number fact |" not in ask.messages[0].text:
            said = structured(ask.shape.force, sentences)
            return (
                said if isinstance(said, Exception) else json.dumps({"nothing_changed": False, "items": said})
            )
        last = ask.messages[-1].text
        return next(line_of(one, language) for one in sentences if last.endswith(one.text))

    return ScriptedModel(say)


def good(_force, sentences):
    return items(sentences)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_strongest_form_that_passes_is_taken_and_no_other_tried(language):
    asked = model(good, language)
    found = probed(asked, AUTO, language)

    assert (found.form, found.trials) == ("schema", (Trial("schema", 4, 0),))
    assert (found.usage.calls, len(asked.asks)) == (1, 1)


def test_a_form_that_the_endpoint_refuses_is_passed_over():
    found = probed(model(lambda force, s: REFUSED if force is Force.SCHEMA else items(s)), AUTO)

    assert found.form == "tool"
    assert [trial.taken for trial in found.trials] == [False, True]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_model_that_fills_schemas_with_inventions_is_asked_for_lines(language):
    found = probed(model(lambda _, s: [*items(s), *inventions(s)], language), AUTO, language)

    assert found.form == "lines"
    assert found.trials[-1] == Trial("lines", 4, 0)
    assert all(trial.right == 4 and trial.invented > 1 for trial in found.trials[:-1])


def test_a_model_that_finds_too_little_in_objects_is_asked_for_lines():
    assert probed(model(lambda _, s: items(s)[:2]), AUTO).form == "lines"


def test_rumours_and_plans_that_are_told_as_such_are_no_inventions():
    plan = {"at": "8.1", "is": "plan", "s": "Perrin Vale", "p": "member of", "o": "River Guard"}
    found = probed(model(lambda _, s: [*items(s), plan]), AUTO)

    assert found.trials == (Trial("schema", 4, 0),)


def test_where_nothing_passes_the_best_form_is_taken():
    def say(ask):
        some = items(ENGLISH_SENTENCES)[: 2 if ask.shape.force is Force.JSON else 1]
        lines = "number fact |" in ask.messages[0].text
        return "1 none" if lines else json.dumps({"items": some})

    found = probed(ScriptedModel(say), AUTO)

    assert found.form == "json"
    assert [trial.right for trial in found.trials] == [1, 1, 2, 1, 0]


def test_of_forms_that_do_equally_badly_the_weakest_hold_is_taken():
    assert probed(ScriptedModel(lambda _: "What a lovely story."), AUTO).form == "lines"


def test_an_endpoint_that_takes_no_form_has_none():
    with pytest.raises(ModelRefusedError):
        probed(ScriptedModel(lambda _: REFUSED), AUTO)


def test_an_endpoint_that_goes_away_is_charged_for_what_it_answered():
    gone = ModelUnavailableError("gone")
    script = [json.dumps({"items": items(ENGLISH_SENTENCES)[:1]}), gone]
    asked = ScriptedModel(script)
    with pytest.raises(ModelUnavailableError) as caught:
        probed(asked, AUTO)

    spent = charge_of(caught.value)
    assert spent == Usage(1, tokens_of_ask(asked.asks[0]), spent.completion)


def test_a_language_without_sentences_of_its_own_is_tried_in_english():
    asked = model(good)
    found = probed(asked, replace(AUTO, language="fr"), "fr")

    assert found.form == "schema"
    assert "Language: English" in asked.asks[0].messages[-1].text


def test_the_verbs_of_these_lines_are_those_that_models_are_shown():
    for language, verbs in VERBS.items():
        assert {*verbs.values()} <= {verb.word for verb in LINE_VERBS[language]}


SLOW = ModelUnavailableError("http://localhost:1/v1 was silent for 100 s. Allow more time.")


def test_where_an_answer_takes_too_long_only_the_form_that_asks_least_is_tried_after_it():
    asked = model(lambda _force, _: SLOW)
    found = probed(asked, AUTO)

    assert found.form == "lines"
    assert [trial.silent for trial in found.trials] == [True, True, True, True, False]
    assert sum(bool(ask.shape.schema) for ask in asked.asks) == 1


def test_an_endpoint_that_is_too_slow_for_the_least_question_is_an_error():
    with pytest.raises(ModelUnavailableError):
        probed(ScriptedModel(lambda _: SLOW), AUTO)


def test_trials_are_told_as_they_come_and_need_not_be_made_again():
    told = []
    first = probed(
        model(lambda force, s: items(s)[:1] if force is Force.SCHEMA else items(s)), AUTO, keep=told.append
    )
    asked = model(good)
    again = probed(asked, AUTO, known=told[1])

    assert told == [(), first.trials[:1], first.trials]
    assert (again.trials, len(asked.asks)) == (first.trials, 1)


def test_trials_survive_as_a_word():
    trials = (Trial("schema", 2, 5), Trial("tool", taken=False), Trial("json", taken=False, silent=True))

    assert trials_in(in_a_word(trials)) == trials
    assert trials_in("schema") == trials_in("? nonsense=1/2") == ()
