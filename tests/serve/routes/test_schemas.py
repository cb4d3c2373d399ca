"""Operations as schemas."""

import pytest
from pydantic import ValidationError

from fabula.operations import OPERATIONS
from fabula.serve.routes.schemas import HIGHEST, answer_model, asked_model, camel


def asked(name):
    return asked_model("Asked", OPERATIONS[name].parameters)


def test_what_may_be_asked_has_its_meaning_its_bounds_and_its_default():
    schema = asked("recall").model_json_schema()
    assert schema["required"] == ["cue"]
    limit = schema["properties"]["limit"]
    assert (limit["default"], limit["minimum"], limit["maximum"]) == (10, 0, 1000)
    assert limit["description"] == "At most so many hits."
    assert not schema["additionalProperties"]


def test_whole_numbers_stay_within_what_every_store_takes():
    model = asked("turns")
    assert model(last=None).last is None
    with pytest.raises(ValidationError):
        model(last=HIGHEST + 1)


def test_a_turn_may_be_a_number_but_not_a_truth_value():
    model = asked("edit")
    assert model(turn=3, text="x").turn == "3"
    with pytest.raises(ValidationError):
        model(turn=True, text="x")


def test_answers_are_models_all_the_way_down(story_shapes):
    for model in story_shapes:
        schema = model.model_json_schema()
        assert schema["description"]
        assert schema["required"]


@pytest.fixture
def story_shapes():
    return [answer_model(one) for one in OPERATIONS.values() if not one.media]


def test_what_may_be_missing_need_not_be_there():
    schema = answer_model(OPERATIONS["fork"]).model_json_schema()
    assert schema["properties"]["head"] == {"anyOf": [{"type": "string"}, {"type": "null"}], "title": "Head"}
    turn = answer_model(OPERATIONS["rewind"]).model_json_schema()["$defs"]["Turn"]
    assert "status" in turn["properties"]
    assert "status" not in turn["required"]


def test_names_of_operations_become_names_of_classes():
    assert camel("why-not") == "WhyNot"
