"""Message lists of other programs."""

import json

import pytest

from fabula.errors import FormatError
from fabula.formats.generic import parse_json, parse_jsonl

CHAT = [
    {"role": "user", "content": "I knock."},
    {"role": "assistant", "name": "Mira", "content": "“Who is there?”"},
]


def one(value):
    return parse_json(json.dumps([value])).lines[0]


def test_a_list_of_messages_becomes_lines():
    story = parse_json(json.dumps(CHAT))
    assert [(line.message.role, line.message.speaker, line.message.text) for line in story.lines] == [
        ("user", "", "I knock."),
        ("assistant", "Mira", "“Who is there?”"),
    ]
    assert [line.where for line in story.lines] == ["message 1", "message 2"]


def test_an_object_with_a_message_list_gives_title_and_meta():
    story = parse_json(json.dumps({"title": "灯塔", "model": "m", "messages": CHAT}))
    assert story.title == "灯塔"
    assert story.meta["model"] == "m"
    assert len(story.lines) == 2


def test_one_message_a_line():
    story = parse_jsonl("\n".join(map(json.dumps, CHAT)))
    assert story.format == "jsonl"
    assert [line.where for line in story.lines] == ["line 1", "line 2"]


def test_a_single_line_may_hold_the_whole_story():
    assert len(parse_jsonl(json.dumps({"messages": CHAT})).lines) == 2


def test_json_that_is_really_one_object_a_line_is_read_so():
    assert len(parse_json("\n".join(map(json.dumps, CHAT))).lines) == 2


@pytest.mark.parametrize("key", ["content", "text", "mes", "message", "value"])
def test_the_text_may_have_any_usual_key(key):
    assert one({key: "It rains."}).message.text == "It rains."


@pytest.mark.parametrize("key", ["speaker", "name", "author"])
def test_the_speaker_may_have_any_usual_key(key):
    assert one({"text": "“雪停了。”", key: "沈青禾"}).message.speaker == "沈青禾"


@pytest.mark.parametrize("key", ["sent_at", "timestamp", "date"])
def test_the_time_is_kept_as_written(key):
    assert one({"text": "It rains.", key: 1700000000}).message.sent_at == "1700000000"


@pytest.mark.parametrize("key", ["present", "cast"])
def test_who_is_present_is_told(key):
    assert one({"text": "It rains.", key: ["Mira", "", "Orin"]}).message.present == ("Mira", "Orin")


def test_nobody_said_who_is_present():
    assert one({"text": "It rains."}).message.present is None


def test_of_a_list_of_parts_the_texts_are_taken():
    content = [
        {"type": "text", "text": "I show"},
        {"type": "image_url", "image_url": {}},
        {"type": "text", "text": "it."},
    ]
    assert one({"role": "user", "content": content}).message.text == "I show\n\nit."


@pytest.mark.parametrize(
    ("role", "meant"), [("human", "user"), ("gpt", "assistant"), ("", "assistant"), ("USER", "user")]
)
def test_roles_of_other_programs_are_understood(role, meant):
    assert one({"from": role, "value": "It rains."}).message.role == meant


@pytest.mark.parametrize("key", ["versions", "swipes"])
def test_versions_are_the_other_texts(key):
    line = one({"role": "assistant", "content": "B", key: ["A", "B", {"content": "C"}, "A "]})
    assert [version.text for version in line.versions] == ["A", "C"]


def test_other_keys_go_to_meta_under_their_name():
    message = one(
        {"text": "It rains.", "day": 3, "meta": {"mood": "cold"}, "name": "Mira", "author": "Ada"}
    ).message
    assert dict(message.meta) == {"mood": "cold", "day": 3, "author": "Ada"}


def test_instructions_before_the_story_are_kept_aside():
    story = parse_json(json.dumps([{"role": "system", "content": "You are Mira."}, *CHAT]))
    assert len(story.lines) == 2
    assert story.meta["aside"] == [{"after": -1, "name": "system", "text": "You are Mira."}]


def test_a_system_message_inside_the_story_is_a_turn():
    story = parse_json(json.dumps([*CHAT, {"role": "system", "content": "Three days pass."}]))
    assert story.lines[-1].message.role == "system"


def test_tool_traffic_is_kept_aside():
    calls = {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}
    story = parse_json(
        json.dumps([CHAT[0], calls, {"role": "tool", "content": "low water at four"}, CHAT[1]])
    )
    assert len(story.lines) == 2
    assert [item["after"] for item in story.meta["aside"]] == [0, 0]


def test_broken_lines_are_troubles_with_their_number():
    story = parse_jsonl(
        '{"content": "One."}\n{"content": "cut\n"text"\n{"content": ""}\n{"day": 1}\n{"content": "Two."}'
    )
    assert [line.message.text for line in story.lines] == ["One.", "Two."]
    assert [trouble.where for trouble in story.troubles] == ["line 2", "line 3", "line 4", "line 5"]


def test_items_that_are_no_objects_are_troubles():
    assert [trouble.where for trouble in parse_json('["It rains.", {"text": "Yes."}]').troubles] == [
        "message 1"
    ]


def test_a_file_of_whole_stories_is_refused_with_their_number():
    text = "\n".join(json.dumps({"id": number, "messages": CHAT}) for number in range(3))
    with pytest.raises(FormatError, match=r"holds 3 stories.*Split it"):
        parse_jsonl(text)


def test_a_list_of_whole_stories_is_refused_too():
    with pytest.raises(FormatError, match="holds 2 stories"):
        parse_json(json.dumps([{"messages": CHAT}, {"messages": CHAT}]))


def test_broken_json_is_refused_with_the_place():
    with pytest.raises(FormatError, match=r"This is not JSON from line 1, character \d+ on\."):
        parse_json('[{"role": "user", "content": "I kno')


@pytest.mark.parametrize("text", ["5", "[]", '{"entries": {}}', "[1, 2]"])
def test_json_without_messages_is_refused(text):
    with pytest.raises(FormatError, match=r"holds no list of messages|Nothing in this file is a message"):
        parse_json(text)
