import json
import time

import httpx2
import pytest

from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import (
    answer,
    calls,
    cut,
    denied,
    drip,
    embeddings,
    endless,
    garbage,
    hang_up,
    no_such_model,
    rate_limited,
    redirected,
    says,
    schema_echo,
    silence,
    stall,
    status,
    truncated,
    vector_of,
)

TOLD = {"prompt_tokens": 3, "completion_tokens": 2}
TEXT = "林瑶 carried the silver key home."


def ask(step, timeout=10.0, **body):
    with ScriptedServer([step]) as server, httpx2.Client(trust_env=False, timeout=timeout) as client:
        return client.post(f"{server.url}/chat/completions", json={"model": "qwen3", **body})


def message(step, **body):
    (choice,) = ask(step, **body).json()["choices"]
    return choice["message"], choice["finish_reason"]


def lines(step, **body):
    """What a streamed answer says, line by line, the last one included."""
    response = ask(step, stream=True, **body)
    assert response.headers["content-type"] == "text/event-stream"
    return [line.removeprefix("data: ") for line in response.text.split("\n\n") if line]


def deltas(step, **body):
    return [json.loads(line)["choices"][0]["delta"] for line in lines(step, **body)[:-1]]


def test_an_answer_is_a_message_with_its_end():
    assert message(answer(TEXT)) == ({"role": "assistant", "content": TEXT}, "stop")
    assert message(truncated(TEXT))[1] == "length"


def test_an_answer_may_tell_its_usage_and_its_reasoning():
    response = ask(answer(TEXT, usage=TOLD, reasoning="Hm.")).json()
    assert response["usage"] == TOLD
    assert response["choices"][0]["message"]["reasoning_content"] == "Hm."
    assert "usage" not in ask(answer(TEXT)).json()


def test_a_tool_is_called():
    called, finish = message(calls("upsert", "{}"))
    assert (called["tool_calls"][0]["function"], finish) == (
        {"name": "upsert", "arguments": "{}"},
        "tool_calls",
    )


def test_a_streamed_answer_comes_in_pieces_that_add_up():
    found = deltas(answer(TEXT, reasoning="Hm, who carried it?"))
    assert found[0] == {"role": "assistant", "content": ""}
    assert len(found) > 5
    assert "".join(delta.get("content", "") for delta in found) == TEXT
    assert "".join(delta.get("reasoning_content", "") for delta in found) == "Hm, who carried it?"


def test_a_stream_ends_with_why_and_done():
    found = lines(truncated(TEXT))
    assert json.loads(found[-2])["choices"][0]["finish_reason"] == "length"
    assert found[-1] == "[DONE]"


def test_a_stream_tells_usage_when_it_is_asked_to():
    wanted = lines(answer(TEXT, usage=TOLD), stream_options={"include_usage": True})
    assert json.loads(wanted[-2])["usage"] == TOLD
    assert "usage" not in json.loads(lines(answer(TEXT, usage=TOLD))[-2])


def test_a_tool_is_called_in_a_stream():
    assert deltas(calls("upsert", "{}"))[1]["tool_calls"][0]["index"] == 0


@pytest.mark.parametrize("stream", [False, True])
def test_a_cut_answer_breaks_off(stream):
    with pytest.raises(httpx2.RemoteProtocolError):
        ask(cut(), stream=stream)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("step", [stall(), silence()])
def test_a_stalled_answer_never_ends(step, stream):
    with pytest.raises(httpx2.ReadTimeout):
        ask(step, timeout=0.2, stream=stream)


def test_a_stalled_answer_has_begun():
    with (
        ScriptedServer([stall()]) as server,
        httpx2.Client(trust_env=False) as client,
        client.stream("POST", f"{server.url}/chat/completions", json={"stream": True}) as response,
    ):
        assert "assistant" in next(response.iter_text())


def test_a_closed_door_is_no_answer():
    with pytest.raises(httpx2.RemoteProtocolError):
        ask(hang_up())


@pytest.mark.parametrize("stream", [False, True])
def test_a_drip_is_slow_and_whole(stream):
    begun = time.monotonic()
    response = ask(drip("the key", every=0.005), stream=stream)
    assert "the key" in response.text
    assert time.monotonic() - begun > 0.005 * 3


@pytest.mark.parametrize(
    ("step", "code", "words"),
    [
        (status(500), 500, "Scripted error 500"),
        (status(400, "No.", code="nope"), 400, '"code": "nope"'),
        (rate_limited(), 429, "Rate limit"),
        (denied(), 401, "Incorrect API key"),
        (no_such_model(), 404, "The model 'qwen3' does not exist"),
        (says([1], status=418), 418, "[1]"),
        (garbage("<html>"), 200, "<html>"),
    ],
)
def test_refusals_and_lies_say_what_they_should(step, code, words):
    response = ask(step)
    assert response.status_code == code
    assert words in response.text


def test_a_limit_says_when():
    assert [ask(rate_limited(after)).headers.get("retry-after") for after in (None, 0, 1.5)] == [
        None,
        "0",
        "1.5",
    ]


def test_a_redirect_says_where():
    assert ask(redirected("http://other.example/")).headers["location"] == "http://other.example/"


def test_the_schema_comes_back():
    asked = {"type": "json_schema", "json_schema": {"schema": {"type": "object"}}}
    assert message(schema_echo(), response_format=asked)[0]["content"] == '{"type": "object"}'


def test_an_endless_body_goes_on_until_the_reader_leaves():
    read = 0
    with (
        ScriptedServer([endless()]) as server,
        httpx2.Client(trust_env=False) as client,
        client.stream("POST", f"{server.url}/chat/completions", json={}) as response,
    ):
        for piece in response.iter_bytes():
            read += len(piece)
            if read > 1_000_000:
                break
    assert read > 1_000_000


def test_texts_that_share_characters_have_vectors_that_are_alike():
    def alike(one, other):
        return sum(a * b for a, b in zip(vector_of(one, 64), vector_of(other, 64), strict=True))

    assert alike("林瑶的玉佩", "玉佩在林瑶手里") > alike("林瑶的玉佩", "天气很好")


def test_vectors_come_numbered_and_may_be_shuffled_or_missing():
    def indices(step):
        return [row["index"] for row in ask(step, input=["a", "b", "c"]).json()["data"]]

    assert [indices(embeddings()), indices(embeddings(shuffled=True)), indices(embeddings(missing=2))] == [
        [0, 1, 2],
        [2, 1, 0],
        [0],
    ]
