"""The chat client over real HTTP, against the scripted server."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from fabula.errors import InvalidInputError, ModelDeniedError, ModelRefusedError, ModelUnavailableError
from fabula.models.chat import Ask, ChatMessage, Force, Shape, Tool, ToolCall, Usage
from fabula.models.openai import OpenAI
from fabula.models.patience import Patience, ran_out
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import (
    answer,
    calls,
    denied,
    models,
    says,
    schema_echo,
    silence,
    status,
    truncated,
)

KEY = "sk-proj-0123456789abcdef"
QUICK = Patience(connect=10, read=10, total=30, first_pause=0.01, longest_pause=0.02)
ASK = Ask((ChatMessage("system", "You keep records."), ChatMessage("user", "1. 林瑶笑了。")), 200)
SCHEMA = {"type": "object", "properties": {"claims": {"type": "array"}}}
TOLD = {"prompt_tokens": 30, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 16}}
NO_BOUND = status(
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    code="unsupported_parameter",
    param="max_tokens",
)
NO_TEMPERATURE = status(
    400,
    "Unsupported value: does not support 0 with this model.",
    code="unsupported_value",
    param="temperature",
)


def complete(server, *asks):
    with OpenAI(server.url, "qwen3", key=KEY, patience=QUICK) as model:
        return [model.complete(ask) for ask in asks or (ASK,)]


def replies(*script, asks=(ASK,)):
    with ScriptedServer(script) as server:
        return complete(server, *asks), server.requests


def test_a_model_answers_and_tells_what_it_cost():
    (reply,), (request,) = replies(answer("1 none", usage=TOLD, reasoning="Nothing happens."))
    assert (reply.text, reply.finish, reply.usage) == ("1 none", "stop", Usage(1, 30, 4, 16))
    assert (request.path, request.key, request.body["messages"][1]["content"]) == (
        "/v1/chat/completions",
        KEY,
        "1. 林瑶笑了。",
    )


def test_a_model_has_a_name_and_a_place_and_shows_no_key():
    model = OpenAI("http://localhost:11434/v1/", "qwen3", key=KEY)
    assert (model.name, model.place) == ("qwen3", "http://localhost:11434/v1")
    assert repr(model) == "OpenAI('http://localhost:11434/v1', 'qwen3')"


def test_tools_are_called():
    tools = (Tool("upsert", "Write claims.", SCHEMA),)
    ask = Ask(ASK.messages, 200, Shape(Force.TOOL, tools=tools))
    (reply,), (request,) = replies(calls("upsert", '{"claims": []}'), asks=[ask])
    assert (reply.calls, reply.finish) == ((ToolCall("upsert", '{"claims": []}'),), "tool_calls")
    assert request.body["tool_choice"] == "required"


def test_a_schema_that_comes_back_as_the_answer_is_handed_on_as_text():
    ask = Ask(ASK.messages, 200, Shape(Force.SCHEMA, "claims", SCHEMA))
    (reply,), _ = replies(schema_echo(), asks=[ask])
    assert '"properties"' in reply.text


def test_an_answer_that_was_cut_says_so():
    (reply,), _ = replies(truncated("1 fact | Lin"))
    assert reply.is_cut


def test_tries_in_vain_count_as_calls():
    (reply,), requests = replies(status(503), answer("ok", usage=TOLD))
    assert (reply.usage, len(requests)) == (Usage(2, 30, 4, 16), 2)


def test_an_endpoint_with_another_word_for_the_bound_is_asked_in_its_words_from_then_on():
    (first, second), requests = replies(NO_BOUND, answer("1"), answer("2"), asks=[ASK, ASK])
    assert (first.text, first.usage.calls, second.text, second.usage.calls) == ("1", 2, "2", 1)
    assert ["max_tokens" in request.body for request in requests] == [True, False, False]
    assert [request.body.get("max_completion_tokens") for request in requests] == [None, 200, 200]


def test_an_endpoint_that_takes_no_temperature_is_sent_none_from_then_on():
    _, requests = replies(NO_TEMPERATURE, answer("1"), answer("2"), asks=[ASK, ASK])
    assert ["temperature" in request.body for request in requests] == [True, False, False]


def test_both_can_be_learnt_in_one_question():
    (reply,), requests = replies(NO_BOUND, NO_TEMPERATURE, answer("1"))
    assert (reply.usage.calls, len(requests)) == (3, 3)
    assert {"max_tokens", "temperature"} & requests[-1].body.keys() == set()


def test_what_did_not_help_is_not_remembered():
    script = [NO_TEMPERATURE, status(400, "No."), answer("2")]
    with ScriptedServer(script) as server, OpenAI(server.url, "qwen3", patience=QUICK) as model:
        with pytest.raises(ModelRefusedError):
            model.complete(ASK)
        model.complete(ASK)
    assert ["temperature" in request.body for request in server.requests] == [True, False, True]


@pytest.mark.parametrize("step", [NO_BOUND, NO_TEMPERATURE])
def test_an_endpoint_that_is_never_content_is_asked_twice_at_most(step):
    with ScriptedServer([step] * 3) as server, pytest.raises(ModelRefusedError):
        complete(server)
    assert len(server.requests) == 2


def test_a_body_of_another_shape_is_no_answer():
    with ScriptedServer([says({"result": "hello"})]) as server, pytest.raises(ModelUnavailableError):
        complete(server)


def test_the_key_is_not_in_an_error():
    with ScriptedServer([denied()]) as server, pytest.raises(ModelDeniedError) as caught:
        complete(server)
    assert "Incorrect API key provided: ***" in str(caught.value)
    assert KEY not in str(caught.value)


def test_models_are_listed_in_the_order_of_the_endpoint():
    with ScriptedServer([models("qwen3", "gemma", "qwen3")]) as server, OpenAI(server.url, "m") as model:
        assert model.models() == ("qwen3", "gemma")


@pytest.mark.parametrize("body", [{}, {"data": None}, {"data": [7, {"id": 7}]}, {"data": {"a": 1}}])
def test_a_list_of_models_that_is_none_is_empty(body):
    with ScriptedServer([says(body)]) as server, OpenAI(server.url, "m") as model:
        assert model.models() == ()


def test_one_model_may_be_asked_from_several_threads():
    with (
        ScriptedServer() as server,
        OpenAI(server.url, "qwen3", patience=QUICK) as model,
        ThreadPoolExecutor(4) as pool,
    ):
        texts = [reply.text for reply in pool.map(model.complete, [ASK] * 8)]
    assert texts == ["ok"] * 8


@pytest.mark.parametrize("name", ["", "  "])
def test_a_model_without_a_name_is_refused(name):
    with pytest.raises(InvalidInputError, match="Which model"):
        OpenAI("http://localhost:1/v1", name)


def test_a_silence_is_known_as_slowness_and_a_hurried_question_is_given_up_like_it():
    with ScriptedServer([silence(), silence()]) as server:
        model = OpenAI(server.url, "m", patience=Patience(read=0.2, retries=0))
        for complete in (model.complete, model.complete_hurriedly):
            with pytest.raises(ModelUnavailableError) as caught:
                complete(Ask((ChatMessage("user", "Well?"),), 10))
            assert ran_out(caught.value)
