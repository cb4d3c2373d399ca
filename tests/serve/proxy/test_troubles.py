"""Failures in the form that clients show."""

import json

import pytest

from fabula.serve.proxy.troubles import UpstreamError, as_event, as_stream, in_shape, is_shown, is_stream


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (b'{"error":{"message":"M"}}', True),
        (b'{"error":"M"}', True),
        (b'{"detail":"M"}', True),
        (b'{"message":"M"}', True),
        (b'{"error":null}', False),
        (b"<html>M</html>", False),
        (b"", False),
        (b"[]", False),
    ],
)
def test_it_is_known_what_front_ends_show(body, shown):
    assert is_shown(body) is shown


def test_a_page_becomes_an_error_with_its_words():
    page = b"<html><head><style>p {color: red}</style></head><body><h1>502 &amp; no more</h1> nginx</body></html>"
    error = json.loads(in_shape(page, 502))["error"]
    assert error["message"] == "The upstream answered with status 502: 502 & no more nginx"
    assert error["code"] == 502


def test_an_error_without_words_says_so():
    assert "status 500 and no words" in json.loads(in_shape(b"", 500))["error"]["message"]


def test_a_whole_answer_becomes_a_stream():
    body = {
        "id": "1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "月"}, "finish_reason": "stop"}],
    }
    first, done = as_stream(json.dumps(body).encode()).split(b"\n\n")[:2]
    chunk = json.loads(first.removeprefix(b"data: "))
    assert (chunk["id"], chunk["object"]) == ("1", "chat.completion.chunk")
    assert chunk["choices"] == [
        {"index": 0, "delta": {"role": "assistant", "content": "月"}, "finish_reason": "stop"}
    ]
    assert done == b"data: [DONE]"


def test_an_error_under_a_good_status_becomes_an_event():
    assert as_stream(b'{"error":{"message":"M"}}') == as_event({"error": {"message": "M"}})


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b"{}", b'{"choices":[7]}', b'{"object":"list","data":[]}']
)
def test_what_is_no_answer_becomes_an_error_in_words(body):
    event = as_stream(body)
    assert is_stream(event)
    said = json.loads(event.removeprefix(b"data: "))["error"]["message"]
    assert said.startswith("The upstream answered with status 200")


@pytest.mark.parametrize("body", [b"data: {}\n\n", b"\n: ping\n\n", b"event: x\ndata: 1\n\n"])
def test_a_stream_by_any_name_is_left_alone(body):
    assert as_stream(body) is None


def test_calls_of_tools_are_numbered_in_a_stream():
    calls = [{"id": "a", "function": {"name": "look"}}, {"id": "b", "function": {"name": "wait"}}]
    body = {"choices": [{"index": 0, "message": {"content": None, "tool_calls": calls}}]}
    event = as_stream(json.dumps(body).encode()).partition(b"\n\n")[0]
    delta = json.loads(event.removeprefix(b"data: "))["choices"][0]["delta"]
    assert [(call["index"], call["id"]) for call in delta["tool_calls"]] == [(0, "a"), (1, "b")]


def test_an_error_of_ours_looks_like_openais():
    assert UpstreamError("It is away.", 502, "upstream_unavailable").shape == {
        "error": {
            "message": "It is away.",
            "type": "upstream_error",
            "param": None,
            "code": "upstream_unavailable",
        }
    }
