import pytest

from fabula.errors import InvalidInputError, RateLimitedError
from fabula.models.chat import Ask, ChatMessage, Reply, Usage
from fabula.models.scripted import ScriptedModel


def ask(text, *before):
    return Ask((*(ChatMessage("system", words) for words in before), ChatMessage("user", text)), 100)


def test_lines_are_said_in_order_and_questions_kept():
    model = ScriptedModel(["1 none", Reply("2", finish="length")])
    assert [model.complete(ask(text)).text for text in ("一", "two")] == ["1 none", "2"]
    assert model.asks == [ask("一"), ask("two")]


def test_a_script_that_runs_out_says_so():
    model = ScriptedModel(["1"])
    model.complete(ask("one"))
    with pytest.raises(InvalidInputError, match="1 lines and is asked for line 2: 'two'"):
        model.complete(ask("two"))


def test_a_mapping_answers_by_what_stands_in_the_last_message():
    model = ScriptedModel({"林瑶": "Lin Yao", "key": "the key", "": "anything"})
    texts = [model.complete(ask(text, "林瑶")).text for text in ("a key", "林瑶 and a key", "no")]
    assert texts == ["the key", "Lin Yao", "anything"]


def test_a_mapping_without_a_fitting_line_says_so():
    with pytest.raises(InvalidInputError, match="ends in 'a lock'"):
        ScriptedModel({"key": "1"}).complete(ask("a lock"))


def test_a_function_answers_by_the_question():
    model = ScriptedModel(lambda asked: asked.messages[-1].text.upper())
    assert model.complete(ask("key")).text == "KEY"


def test_errors_are_raised_in_their_turn_and_each_time_anew():
    model = ScriptedModel({"": RateLimitedError("Later.", 3)})
    for _ in range(2):
        with pytest.raises(RateLimitedError) as caught:
            model.complete(ask("one"))
        assert caught.value.retry_after == 3
    assert len(model.asks) == 2


def test_a_text_costs_an_estimate_and_a_reply_what_it_says():
    model = ScriptedModel(["one two", Reply("x", usage=Usage(1, 2, 3))], name="qwen3")
    first, second = model.complete(ask("key")), model.complete(ask("key"))
    assert (first.usage, second.usage) == (Usage(1, 5, 2), Usage(1, 2, 3))
    assert (model.name, model.place) == ("qwen3", "scripted")
