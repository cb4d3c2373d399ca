"""Requests and the messages in them that have words."""

from fabula.serve.proxy.placing.request import Request


def said(*messages):
    return [(one.role, one.text) for one in Request(body={"messages": list(messages)}).said]


def test_tool_calls_and_their_results_are_no_speech():
    call = {"role": "assistant", "content": None, "tool_calls": [{}]}
    assert said(call, {"role": "tool", "content": "42"}, {"role": "user", "content": "So?"}) == [
        ("user", "So?")
    ]


def test_the_words_beside_an_image_count():
    parts = [{"type": "text", "text": "A drawing."}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    assert said({"role": "user", "content": parts}, {"role": "user", "content": parts[1:]}) == [
        ("user", "A drawing.")
    ]


def test_what_no_store_can_keep_is_taken_out():
    assert said({"role": "user", "content": "a\x00b\ud800"}) == [("user", "ab?")]


def test_a_body_of_another_shape_says_nothing():
    assert Request(body={"messages": "no"}).said == ()
    assert said(None, {"role": "narrator", "content": "x"}, {"role": "user"}) == []
