"""A model that is asked no more than a cap allows, and with less patience where it can have less."""

import pytest

from fabula.errors import ModelError
from fabula.extraction.model.allowed import Allowed, Hurried
from fabula.extraction.spending import CAP_REACHED, Cap, is_blameless
from fabula.models.chat import Ask, ChatMessage
from fabula.models.scripted import ScriptedModel

ASK = Ask((ChatMessage("user", "Well?"),), 10)


def test_nothing_is_asked_beyond_the_cap_and_that_is_no_turns_fault():
    model = Allowed(ScriptedModel(["yes", "no"]), Cap(calls=1))
    model.complete(ASK)
    with pytest.raises(ModelError) as caught:
        model.complete_hurriedly(ASK)

    assert (caught.value.code, is_blameless(caught.value)) == (CAP_REACHED, True)
    assert (model.spent.calls, model.name, model.place) == (1, "scripted", "scripted")


def test_a_model_that_knows_no_hurry_is_asked_as_ever():
    hurried = Hurried(ScriptedModel(["yes"]))

    assert (hurried.complete(ASK).text, hurried.name, hurried.place) == ("yes", "scripted", "scripted")
