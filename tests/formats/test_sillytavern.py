"""SillyTavern chats of every age."""

import json
import time

import pytest

from fabula.errors import FormatError
from fabula.formats.sillytavern import parse_sillytavern

NEW_HEADER = {
    "chat_metadata": {"integrity": "1f", "main_chat": "Mira - main", "note_prompt": "Keep it cold."},
    "user_name": "unused",
    "character_name": "unused",
}
OLD_HEADER = {"user_name": "Aldous", "character_name": "Mira Vale", "create_date": "2024-11-30@05h15m"}


def person(text, **more):
    return {"name": "Aldous", "is_user": True, "is_system": False, "mes": text, "extra": {}} | more


def mira(text, **more):
    return {"name": "Mira Vale", "is_user": False, "is_system": False, "mes": text, "extra": {}} | more


def parsed(*objects):
    return parse_sillytavern("\n".join(json.dumps(item, ensure_ascii=False) for item in objects) + "\n")


def test_a_message_keeps_its_speaker_role_text_and_time():
    story = parsed(
        NEW_HEADER, person("I hide the lamp.", send_date="2026-11-30T05:25:24.017Z"), mira("“Good.”")
    )
    first, second = (line.message for line in story.lines)
    assert (first.role, first.speaker, first.text) == ("user", "Aldous", "I hide the lamp.")
    assert first.sent_at == "2026-11-30T05:25:24.017Z"
    assert (second.role, second.speaker, second.text) == ("assistant", "Mira Vale", "“Good.”")


def test_the_header_is_no_line_and_lines_are_counted_as_in_the_file():
    story = parsed(NEW_HEADER, person("I knock."))
    assert [line.where for line in story.lines] == ["line 2"]


def test_the_names_unused_of_a_new_header_are_no_names():
    story = parsed(NEW_HEADER, person("I knock."))
    assert story.title == ""
    assert story.meta["sillytavern"] == {
        "integrity": "1f",
        "main_chat": "Mira - main",
        "note_prompt": "Keep it cold.",
    }


def test_the_character_of_an_old_header_gives_the_title():
    assert parsed(OLD_HEADER, mira("“Who?”")).title == "Mira Vale"


def test_an_old_group_chat_begins_with_a_message():
    story = parsed(mira("“Who is there?”"), mira("“A guest.”", name="Orin Pike"))
    assert [line.message.speaker for line in story.lines] == ["Mira Vale", "Orin Pike"]


def test_every_other_swipe_is_a_version():
    story = parsed(NEW_HEADER, mira("“Second.”", swipes=["“First.”", "“Second.”", "“Third.”"], swipe_id=1))
    (line,) = story.lines
    assert [version.text for version in line.versions] == ["“First.”", "“Third.”"]
    assert {(version.role, version.speaker) for version in line.versions} == {("assistant", "Mira Vale")}


def test_swipes_of_one_normal_text_count_once_and_empty_ones_never():
    story = parsed(
        NEW_HEADER, mira("门开了。", swipes=["门开了。 ", "雪停了。", "雪停了。\n", "", None], swipe_id=0)
    )
    assert [version.text for version in story.lines[0].versions] == ["雪停了。"]


def test_an_edited_message_stands_and_the_swipe_it_was_made_from_is_a_version():
    story = parsed(NEW_HEADER, mira("“Edited.”", swipes=["“First.”", "“Told.”"], swipe_id=1))
    assert story.lines[0].message.text == "“Edited.”"
    assert [version.text for version in story.lines[0].versions] == ["“First.”", "“Told.”"]


def test_greetings_with_unfilled_names_are_filled_before_they_are_compared():
    greeting = mira(
        "“You must be Aldous.”", swipes=["“You must be {{user}}.”", "{{char}} bars the door."], swipe_id=0
    )
    story = parsed(NEW_HEADER, greeting, person("I am."))
    assert [version.text for version in story.lines[0].versions] == ["Mira Vale bars the door."]


def test_a_narrator_line_is_a_system_turn_without_a_speaker():
    story = parsed(NEW_HEADER, mira("Three days pass.", name="System", extra={"type": "narrator"}))
    assert (story.lines[0].message.role, story.lines[0].message.speaker) == ("system", "")


def test_a_narrator_with_a_real_name_keeps_it():
    story = parsed(NEW_HEADER, mira("三天过去了。", name="说书人", extra={"type": "narrator"}))
    assert (story.lines[0].message.role, story.lines[0].message.speaker) == ("system", "说书人")


@pytest.mark.parametrize(
    ("words", "kind"), [({"a": 1}, "an object"), ([1], "a list"), (5, "a number"), (True, "true or false")]
)
def test_a_text_that_is_no_text_is_called_by_what_it_is(words, kind):
    story = parsed(NEW_HEADER, mira("“Who is there?”"), mira(words))
    assert story.troubles[0].reason == f"The message's text is not a string but {kind}."


def test_a_hidden_message_is_told_but_out_of_sight():
    story = parsed(NEW_HEADER, mira("“The key is under the stone.”", is_system=True, swipes=["a", "b"]))
    (line,) = story.lines
    assert line.message.meta["hidden"] is True
    assert line.message.role == "assistant"
    assert all(version.meta["hidden"] for version in line.versions)


@pytest.mark.parametrize(
    "message",
    [
        mira("out of story", name="Note", is_system=True, extra={"type": "comment"}),
        mira(
            "Tool calls: Tide table",
            name="SillyTavern System",
            is_system=True,
            extra={"tool_invocations": [{}]},
        ),
        mira("Checkpoint made", name="SillyTavern System", is_system=True),
        mira("Welcome", is_system=True, extra={"type": "welcome"}),
        mira("small", is_system=True, extra={"isSmallSys": True}),
    ],
)
def test_what_is_not_of_the_story_is_kept_aside(message):
    story = parsed(NEW_HEADER, person("I wait."), message, mira("“Come.”"))
    assert [line.message.text for line in story.lines] == ["I wait.", "“Come.”"]
    assert story.meta["aside"] == [{"after": 0, "name": message["name"], "text": message["mes"]}]


def test_a_compact_narrator_line_is_story_since_the_model_sees_it():
    story = parsed(NEW_HEADER, mira("Night falls.", extra={"type": "narrator", "isSmallSys": True}))
    assert [line.message.text for line in story.lines] == ["Night falls."]


def test_the_model_is_remembered_and_the_reasoning_is_not():
    extra = {"api": "custom", "model": "story-small", "reasoning": "long thoughts", "gen_id": 5}
    story = parsed(NEW_HEADER, mira("“Yes.”", extra=extra))
    assert story.lines[0].message.meta == {"sillytavern": {"api": "custom", "model": "story-small"}}


def test_pictures_are_remembered_by_their_place_and_not_by_their_bytes():
    extra = {"media": [{"url": "/user/images/door.png"}, {"url": "data:image/png;base64,AAAA"}]}
    story = parsed(NEW_HEADER, person("I show the drawing.", extra=extra))
    assert story.lines[0].message.meta == {"sillytavern": {"media": ["/user/images/door.png"]}}


def test_broken_lines_are_troubles_and_the_rest_is_told():
    lines = [
        json.dumps(NEW_HEADER),
        json.dumps(person("I knock.")),
        '{"mes": "cut',
        "[1]",
        '{"name": "Mira"}',
    ]
    lines += [json.dumps(mira("")), json.dumps(mira(5)), json.dumps(mira("“Come in.”"))]
    story = parse_sillytavern("\n".join(lines))
    assert [line.message.text for line in story.lines] == ["I knock.", "“Come in.”"]
    assert [trouble.where for trouble in story.troubles] == ["line 3", "line 4", "line 5", "line 6", "line 7"]
    assert "`mes` is missing" in story.troubles[2].reason
    assert "no words" in story.troubles[3].reason


def test_characters_that_no_store_keeps_are_removed_and_reported():
    story = parse_sillytavern('{"name":"Mira","is_user":false,"mes":"Come\\u0000 in\\ud83d."}')
    assert story.lines[0].message.text == "Come in."
    assert [(trouble.where, trouble.reason[-2:]) for trouble in story.troubles] == [("line 1", "2.")]


def test_a_numeric_time_of_an_old_chat_is_kept_as_written():
    assert (
        parsed(OLD_HEADER, mira("“Yes.”", send_date=1700000000000)).lines[0].message.sent_at
        == "1700000000000"
    )


def test_a_file_without_any_message_is_refused():
    with pytest.raises(FormatError, match="No line of this file is a SillyTavern message"):
        parse_sillytavern("It rained.\nMira waited.\n")


def test_a_new_chat_without_messages_is_an_empty_story():
    assert parsed(NEW_HEADER).lines == ()


def test_two_thousand_messages_take_no_time():
    swipes = [f"“Version {number}.” " * 20 for number in range(3)]
    messages = [mira(swipes[0], swipes=swipes, swipe_id=0) for _ in range(2000)]
    begun = time.perf_counter()
    assert len(parsed(NEW_HEADER, *messages).lines) == 2000
    assert time.perf_counter() - begun < 2
