"""What a file is."""

import pytest

from fabula.errors import FormatError
from fabula.formats.recognise import recognise


@pytest.mark.parametrize(
    ("text", "name", "format"),
    [
        (
            '{"user_name":"unused","chat_metadata":{}}\n{"name":"Mira","is_user":false,"mes":"Hm."}',
            "",
            "sillytavern",
        ),
        ('{"name":"Mira","is_user":false,"mes":"Hm."}', "x.txt", "sillytavern"),
        ('{"broken": \n{"name":"Mira","is_user":false,"mes":"Hm."}', "", "sillytavern"),
        ('{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}', "", "jsonl"),
        ('{"messages":[{"role":"user","content":"a"}]}', "", "json"),
        ('[\n  {"role":"user","content":"a"}\n]', "chat.txt", "json"),
        ("[Scene: a harbour]\n\nMira waits.", "", "text"),
        ("{{user}} knocks.\n", "", "text"),
        ("It rained.", "", "text"),
        ("# One\n\nIt rained.\n\n# Two\n\nIt snowed.", "", "markdown"),
        ("# One\n\nIt rained.\n\n# Two\n\nIt snowed.", "story.txt", "text"),
        ("It rained.", "story.md", "markdown"),
        ("not json at all", "story.json", "json"),
        ('{"fabula": 1, "story": "灯塔"}\n{"turn": 1}', "story.jsonl", "fabula"),
    ],
)
def test_content_comes_before_the_name(text, name, format):  # noqa: A002
    assert recognise(text.encode(), name) == format


def test_a_chat_in_another_encoding_is_recognised():
    chat = '{"name":"沈青禾","is_user":false,"mes":"「在。」她看了你一眼。"}'
    assert recognise(chat.encode("gb18030")) == "sillytavern"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty"),
        (b"\xef\xbb\xbf \r\n", "The file is empty"),
        (b"\x89PNG\r\n\x1a\n....", "looks like a PNG picture"),
        (b"PK\x03\x04....word/document.xml", "looks like a Word document"),
        (b"PK\x03\x04....mimetypeapplication/epub+zip", "looks like an EPUB book"),
        (b"PK\x03\x04....", "looks like a ZIP archive"),
        (b"SQLite format 3\x00....", "looks like an SQLite database"),
        (b"%PDF-1.7", "looks like a PDF"),
        (b"<!DOCTYPE html><html>", "looks like a web page"),
    ],
)
def test_what_is_no_story_in_text_is_refused_by_what_it_looks_like(data, words):
    with pytest.raises(FormatError, match=words):
        recognise(data)
