import pytest

from fabula.errors import ModelUnavailableError
from fabula.models.chat import Ask, ChatMessage, Force, Shape, Tool, ToolCall, Usage
from fabula.models.chat_form import Dialect, payload_of, reply_of, tokens_of_ask, usage_of
from fabula.models.tokens import tokens_of

ASK = Ask((ChatMessage("system", "You keep records."), ChatMessage("user", "1. 林瑶笑了。")), 200)
STRICT = {
    "type": "object",
    "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
    "required": ["claims"],
    "additionalProperties": False,
}
FREE = Shape()
TOOL = Tool("upsert", "Write claims.", STRICT)


def payload(shape=FREE, **more):
    return payload_of(Ask(ASK.messages, 200, shape, **more), "qwen3", Dialect())


def reply(message, **choice):
    body = {"choices": [{"message": message, "finish_reason": "stop", **choice}]}
    return reply_of(body, ASK, tries=1, place="http://localhost:1/v1")


def test_a_free_question_says_no_more_than_it_must():
    assert payload() == {
        "model": "qwen3",
        "messages": [
            {"role": "system", "content": "You keep records."},
            {"role": "user", "content": "1. 林瑶笑了。"},
        ],
        "max_tokens": 200,
        "temperature": 0,
        "stream": False,
    }


def test_an_answer_is_held_to_a_schema():
    form = payload(Shape(Force.SCHEMA, "claims", STRICT))["response_format"]
    assert form == {
        "type": "json_schema",
        "json_schema": {"name": "claims", "schema": STRICT, "strict": True},
    }


@pytest.mark.parametrize(
    "loose",
    [
        {"type": "object", "properties": {"a": {}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {}}, "required": [], "additionalProperties": False},
        {"anyOf": [STRICT, {"type": "object", "properties": {"a": {}}}]},
    ],
)
def test_a_schema_that_leaves_room_is_not_called_strict(loose):
    assert payload(Shape(Force.SCHEMA, "", loose))["response_format"]["json_schema"] == {
        "name": "answer",
        "schema": loose,
        "strict": False,
    }


def test_an_answer_is_held_to_json():
    assert payload(Shape(Force.JSON))["response_format"] == {"type": "json_object"}


def test_an_answer_is_held_to_a_tool():
    sent = payload(Shape(Force.TOOL, tools=(TOOL,)))
    function = {"name": "upsert", "description": "Write claims.", "parameters": STRICT}
    assert (sent["tools"], sent["tool_choice"]) == ([{"type": "function", "function": function}], "required")


def test_a_grammar_is_sent_when_there_is_one():
    assert payload(grammar='root ::= "1"')["grammar"] == 'root ::= "1"'
    assert "grammar" not in payload()


@pytest.mark.parametrize(
    ("refusal", "dialect"),
    [
        (
            "'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
            Dialect("max_completion_tokens"),
        ),
        ("Unsupported value: 'temperature' does not support 0 with this model.", Dialect(temperature=False)),
        ("max_tokens is too large: 9000.", Dialect()),
        ("Invalid schema.", Dialect()),
    ],
)
def test_a_refusal_teaches_the_dialect(refusal, dialect):
    assert Dialect().after(refusal) == dialect


def test_a_dialect_is_not_learnt_twice():
    learnt = Dialect("max_completion_tokens", temperature=False)
    assert learnt.after("max_completion_tokens temperature") == learnt


def test_a_dialect_shapes_what_is_sent():
    sent = payload_of(ASK, "o9", Dialect("max_completion_tokens", temperature=False))
    assert sent["max_completion_tokens"] == 200
    assert {"max_tokens", "temperature"} & sent.keys() == set()


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("林瑶笑了。", "林瑶笑了。"),
        ("", ""),
        (None, ""),
        ([{"type": "text", "text": "1 "}, {"type": "output_text", "text": "none"}], "1 none"),
        (
            [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                {"type": "text", "text": "1"},
            ],
            "1",
        ),
        (["1", " none", 7, None], "1 none"),
        ([{"text": "1"}], "1"),
        ({"text": "1"}, ""),
        ("half \ud83d", "half \ufffd"),
    ],
)
def test_the_text_is_taken_whole_or_in_parts(content, text):
    assert reply({"content": content}).text == text


def test_thinking_in_a_field_of_its_own_stays_out_of_the_text_and_counts_as_written():
    thought = "Who smiled? Lin Yao did. " * 20
    found = reply({"content": "1 none", "reasoning_content": thought})
    assert found.text == "1 none"
    assert found.usage.completion == tokens_of("1 none") + tokens_of(thought)


def test_tools_that_were_called_are_kept_as_they_were_written():
    called = [{"type": "function", "function": {"name": "upsert", "arguments": '{"claims": ['}}]
    found = reply({"content": None, "tool_calls": called}, finish_reason="tool_calls")
    assert (found.text, found.calls, found.finish) == (
        "",
        (ToolCall("upsert", '{"claims": ['),),
        "tool_calls",
    )


@pytest.mark.parametrize(
    ("message", "calls"),
    [
        (
            {"tool_calls": [{"function": {"name": "f", "arguments": {"名": 1}}}]},
            (ToolCall("f", '{"名": 1}'),),
        ),
        ({"tool_calls": [{"function": {"name": "f"}}]}, (ToolCall("f", "{}"),)),
        ({"function_call": {"name": "f", "arguments": "{}"}}, (ToolCall("f", "{}"),)),
        ({"tool_calls": [7, {}, {"function": {"name": 7}}]}, ()),
        ({"tool_calls": None}, ()),
        ({"tool_calls": "f"}, ()),
    ],
)
def test_odd_forms_of_tool_calls_are_borne(message, calls):
    assert reply(message).calls == calls


@pytest.mark.parametrize(
    ("said", "finish"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("MAX_TOKENS", "length"),
        (None, "stop"),
        ("content_filter",) * 2,
    ],
)
def test_the_end_is_told_and_every_word_for_a_cut_means_cut(said, finish):
    found = reply({"content": "1"}, finish_reason=said)
    assert (found.finish, found.is_cut) == (finish, finish == "length")


def test_a_refusal_to_answer_is_told_as_such():
    found = reply({"content": None, "refusal": "I cannot help with that."})
    assert (found.text, found.finish) == ("I cannot help with that.", "refusal")


@pytest.mark.parametrize(
    "body", [{}, {"choices": []}, {"choices": None}, {"choices": [7]}, {"choices": [{"message": "hi"}]}]
)
def test_an_answer_without_a_message_is_none(body):
    with pytest.raises(ModelUnavailableError, match="without a message"):
        reply_of(body, ASK, tries=1, place="http://localhost:1/v1")


GUESS = Usage(0, 90, 9)


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        ({"prompt_tokens": 100, "completion_tokens": 20}, Usage(2, 100, 20)),
        (
            {"prompt_tokens": 100, "completion_tokens": 0, "prompt_tokens_details": {"cached_tokens": 64}},
            Usage(2, 100, 0, 64),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 20, "prompt_cache_hit_tokens": 32},
            Usage(2, 100, 20, 32),
        ),
        ({"prompt_tokens": 100, "prompt_tokens_details": {"cached_tokens": 900}}, Usage(2, 100, 9, 100)),
        ({"prompt_tokens": 0, "completion_tokens": -1, "prompt_tokens_details": None}, Usage(2, 90, 9)),
        ({"prompt_tokens": "many", "completion_tokens": True}, Usage(2, 90, 9)),
        (None, Usage(2, 90, 9)),
    ],
)
def test_usage_is_what_the_endpoint_tells_and_else_a_guess(told, usage):
    assert usage_of(told, 2, guess=GUESS) == usage


def test_a_shape_costs_tokens_too():
    shaped = Ask(ASK.messages, 200, Shape(Force.SCHEMA, "claims", STRICT))
    assert tokens_of_ask(shaped) > tokens_of_ask(ASK) > sum(tokens_of(m.text) for m in ASK.messages)
