"""Who reads: what was given, or an extractor around a model that is found out once."""

import gc
import json
import weakref
from dataclasses import dataclass, field

import pytest

import fabula
from fabula.errors import InvalidInputError
from fabula.extraction.chosen import chosen
from fabula.extraction.model.reader import ModelReader
from fabula.extraction.rules import Rules
from fabula.models.scripted import ScriptedModel
from fabula.testing.scripted_reader import ScriptedReader

NOTHING = json.dumps({"nothing_changed": True, "items": []})


COMB = {"at": "1.1", "is": "fact", "s": "Sella Marsh", "p": "holds", "o": "amber comb"}


def say(ask):
    """A model that gets one of the probe's sentences right and finds nothing in a story."""
    is_probe = "amber comb" in ask.messages[-1].text
    return json.dumps({"nothing_changed": False, "items": [COMB]}) if is_probe else NOTHING


def probes(model):
    return sum("Old Dunstan died" in message.text for ask in model.asks for message in ask.messages)


def test_without_anybody_rules_read():
    assert isinstance(chosen(None), Rules)


def test_an_extractor_reads_as_it_is():
    extractor = ScriptedReader()

    assert chosen(extractor) is extractor


def test_a_model_is_put_into_an_extractor_that_finds_out_how_it_is_asked():
    extractor = chosen(fabula.OpenAI("http://localhost:1/v1", "m"))

    assert isinstance(extractor, ModelReader)
    assert (extractor.form, extractor.model.name) == ("", "m")


def test_one_model_is_found_out_once_however_often_it_reads():
    model = ScriptedModel(say)
    story = fabula.open(":memory:", story="told")
    story.tell("They wait.")
    story.extract(model)
    before = probes(model)
    story.tell("They wait again.")
    story.extract(model)

    assert before > 0
    assert (probes(model), len(story.readings())) == (before, 2)


def test_another_model_of_the_same_name_is_found_out_by_itself():
    first, second = (ScriptedModel(say) for _ in range(2))
    for model in (first, second):
        story = fabula.open(":memory:", story="told")
        story.tell("They wait.")
        story.extract(model)

    assert probes(second) == probes(first) > 0


def test_a_model_is_not_kept_alive_by_what_is_remembered_of_it():
    model = ScriptedModel(say)
    chosen(model)
    gone = weakref.ref(model)
    del model
    gc.collect()

    assert gone() is None


@dataclass
class Unhashable:
    """A model that can be no key."""

    name: str = "m"
    place: str = "here"
    asked: list = field(default_factory=list)

    def complete(self, ask):
        self.asked.append(ask)
        return ScriptedModel([NOTHING]).complete(ask)


def test_a_model_that_can_be_no_key_reads_as_well():
    story = fabula.open(":memory:", story="told")
    story.tell("They wait.")
    with pytest.raises(TypeError):
        hash(Unhashable())

    assert story.extract(Unhashable()).calls > 0


@pytest.mark.parametrize("wrong", ["qwen3", 7, Rules])
def test_what_cannot_read_is_refused_with_what_to_pass(wrong):
    with pytest.raises(InvalidInputError, match=r"fabula\.OpenAI\("):
        chosen(wrong)
