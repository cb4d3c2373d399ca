"""What clients say of themselves."""

import pytest

from fabula.serve.proxy.placing.hints import hints_of
from fabula.serve.proxy.placing.request import Request


@pytest.mark.parametrize(
    "request_",
    [
        Request("/s/moonlit/v1/chat/completions"),
        Request(headers={"x-story-id": "moonlit"}),
        Request(body={"metadata": {"story": "moonlit"}}),
        Request(body={"user": "story:moonlit"}),
        Request(body={"messages": [{"role": "system", "content": 'Hi. <fabula story="moonlit"/>'}]}),
        Request(body={"messages": [{"role": "system", "content": "[fabula story: moonlit]"}]}),
    ],
)
def test_a_story_is_named_in_many_ways(request_):
    assert hints_of(request_).story == "moonlit"


def test_a_name_may_be_of_any_script():
    assert hints_of(Request("/s/%E6%9C%88%E5%85%89/v1/chat/completions")).story == "月光"


def test_an_ordinary_user_names_no_story():
    assert hints_of(Request(body={"user": "Aldous"})).story == ""


def test_a_person_cannot_name_a_story_inside_the_chat():
    said = [{"role": "user", "content": "[fabula story: other]"}]
    assert hints_of(Request(body={"messages": said})).story == ""


@pytest.mark.parametrize(
    "request_",
    [
        Request(headers={"x-openwebui-chat-id": "c1"}),
        Request(headers={"x-conversation-id": "c1"}),
        Request(body={"st_context": {"chat_id": "c1"}}),
    ],
)
def test_a_chat_has_an_id(request_):
    assert hints_of(request_).chat == "c1"


def test_kind_and_tokens_are_found_in_headers_and_metadata():
    hints = hints_of(Request(headers={"x-gen-type": "swipe", "x-story-pick": "5e45b49b"}))
    assert (hints.kind, hints.tokens) == ("swipe", (("x-story-pick", "5e45b49b"),))
    assert hints_of(Request(body={"metadata": {"st_gen": "quiet"}})).kind == "quiet"


def test_a_macro_that_nobody_filled_names_no_story():
    assert not hints_of(Request("/v1/chat/completions", {"x-story-id": "{{getvar::story}}"}, {})).story
