"""What the story remembers, put among the messages of a request."""

import json

import pytest

from fabula.serve.proxy.injecting import Injection, injected, passed_on
from fabula.serve.proxy.splice import Body

STABLE, VOLATILE = "<memory>\nLin Yao is a captain.\n</memory>", '<memory>\n"月光" fell.\n</memory>'


def said(role, content, **more):
    return {"role": role, "content": content, **more}


def messages_after(messages, how=Injection.AUTO, stable=STABLE, volatile=VOLATILE):
    body = Body.of(json.dumps({"model": "m", "messages": messages, "top_p": 1}).encode())
    return json.loads(injected(body, stable, volatile, how))["messages"]


PLAIN = [
    said("system", "Card."),
    said("user", "I wait."),
    said("assistant", "He comes."),
    said("user", "I nod."),
]
FREE = [said("system", "Card."), said("system", "Lore."), *PLAIN[1:], said("system", "Write on.")]


def test_with_one_instruction_nothing_is_added_to_the_messages():
    assert messages_after(PLAIN) == [
        said("system", f"Card.\n\n{STABLE}"),
        *PLAIN[1:3],
        said("user", f"{VOLATILE}\n\nI nod."),
    ]


def test_where_instructions_stand_freely_the_latest_gets_a_message_of_its_own():
    assert messages_after(FREE) == [
        said("system", f"Card.\n\n{STABLE}"),
        *FREE[1:4],
        said("system", VOLATILE),
        *FREE[4:],
    ]


def test_system_adds_messages_and_leaves_all_others_as_they_are():
    assert messages_after(PLAIN, Injection.SYSTEM) == [
        PLAIN[0],
        said("system", STABLE),
        *PLAIN[1:3],
        said("system", VOLATILE),
        PLAIN[3],
    ]


def test_append_adds_to_messages_that_are_there_even_where_others_might_stand():
    changed = messages_after(FREE, Injection.APPEND)
    assert [message["role"] for message in changed] == [message["role"] for message in FREE]
    assert changed[4]["content"] == f"{VOLATILE}\n\nI nod."


def test_without_instructions_what_lasts_stands_before_the_first_words():
    assert messages_after([said("user", "I wait.")]) == [said("user", f"{STABLE}\n\n{VOLATILE}\n\nI wait.")]


def test_content_in_parts_gets_a_part_more():
    parts = [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    changed = messages_after([said("system", [parts[0]]), said("user", parts)])
    assert changed[0]["content"] == [parts[0], {"type": "text", "text": STABLE}]
    assert changed[1]["content"] == [{"type": "text", "text": VOLATILE}, *parts]
    assert messages_after([said("user", [])], stable="")[0]["content"] == [{"type": "text", "text": VOLATILE}]


@pytest.mark.parametrize("how", Injection)
def test_a_continued_reply_and_calls_of_tools_stay_the_last(how):
    called = said("assistant", None, tool_calls=[{"id": "1"}])
    told = [*PLAIN, called, said("tool", "42", tool_call_id="1"), said("assistant", "He comes")]
    assert messages_after(told, how)[-3:] == told[-3:]


@pytest.mark.parametrize("how", Injection)
def test_both_blocks_are_told_once_whatever_the_messages_are(how):
    for messages in (
        [said("assistant", "He comes.")],
        [said("system", None), said("user", None)],
        ["no message", {"role": "user"}],
        [said("developer", "Card."), said("user", "")],
    ):
        text = json.dumps(messages_after(messages, how))
        assert text.count("captain") == text.count("fell") == 1


def test_no_messages_are_left_so():
    assert messages_after([]) == []


def test_only_what_is_put_in_is_new_in_the_bytes():
    raw = b'{"seed":12345678901234567890, "messages" : [{"role":"user","content":"\\u6708 1.0","k":1.50}],"n":1.0}'
    made = injected(Body.of(raw), "", VOLATILE, Injection.SYSTEM)
    own = json.dumps(said("system", VOLATILE), ensure_ascii=False).encode() + b", "
    assert made.replace(own, b"") == raw


def test_what_a_front_end_tells_us_alone_goes_no_further():
    raw = b'{"messages":[{"role":"user","content":"a"}], "st_context": {"chat_id": "x"}, "metadata":{"a":1}}'
    assert passed_on(Body.of(raw)) == b'{"messages":[{"role":"user","content":"a"}], "metadata":{"a":1}}'
    assert b"st_context" not in injected(Body.of(raw), STABLE, VOLATILE)
