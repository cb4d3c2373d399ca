"""Files in, stories out."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.errors import FormatError
from fabula.formats import FORMATS, parse


def test_every_format_says_what_it_is():
    assert list(FORMATS) == ["sillytavern", "text", "markdown", "json", "jsonl"]
    assert all(FORMATS.values())


def test_the_format_is_recognised_and_named():
    assert parse(b'[{"role":"user","content":"I knock."}]').format == "json"


def test_a_given_format_overrides_what_is_recognised():
    story = parse(b'{"role":"user","content":"I knock."}', format="text")
    assert story.format == "text"
    assert len(story.lines) == 1


def test_an_unknown_format_is_refused_with_the_known_ones():
    with pytest.raises(FormatError, match=r"There is no format 'docx'\. Known are sillytavern, text"):
        parse(b"It rained.", format="docx")


@pytest.mark.parametrize("format", ["", "fabula"])
def test_an_archive_is_sent_to_its_own_import(format):  # noqa: A002
    with pytest.raises(FormatError, match="archive import"):
        parse(b'{"fabula": 1}\n', format=format)


def test_a_given_encoding_is_used_and_remembered():
    story = parse("Żółw źle się czuł.".encode("iso-8859-2"), encoding="latin2")
    assert story.lines[0].message.text == "Żółw źle się czuł."
    assert story.meta["encoding"] == "iso8859-2"


def test_the_encoding_is_remembered_and_its_troubles_come_first():
    story = parse('{"role":"user","content":"我敲门。"}\n{"content":'.encode() + b"\x00", format="jsonl")
    assert story.meta["encoding"] == "utf-8"
    assert [trouble.where for trouble in story.troubles] == ["whole file", "line 2"]


def test_a_chinese_novel_in_gbk_is_read():
    story = parse(
        "第一章 雪夜\n　　沈青禾推开门。\n第二章 药铺\n　　药铺关了门。\n".encode("gbk"), name="雪夜.txt"
    )
    assert [line.message.text for line in story.lines] == ["沈青禾推开门。", "药铺关了门。"]


def test_reading_twice_gives_the_same():
    data = b"Chapter 1\n\nIt rained.\n\nChapter 2\n\nIt snowed.\n"
    assert parse(data) == parse(data)


_SNIPPETS = [
    "# One\n",
    "Chapter 1\n",
    "第一章 雪\n",
    "I\n",
    "***\n",
    "It rained.  \n",
    "\n",
    "\u3000\u3000下雪了。\n",
    "“走。”\n",
    "- a\n",
    "```\n",
    "---\n",
    "> so\n",
    "Contents\n",
    "THE END\n",
    '{"mes": "a", "name": "b"}\n',
    '{"content": ["x"]}\n',
    "[1]\n",
]


@given(st.lists(st.sampled_from(_SNIPPETS), max_size=30), st.sampled_from(["", *FORMATS]))
def test_whatever_a_file_holds_it_is_read_or_refused(snippets, format):  # noqa: A002
    with suppress(FormatError):
        assert all(line.where for line in parse("".join(snippets).encode(), format=format).lines)


@given(st.binary(max_size=200), st.sampled_from(["", *FORMATS]))
def test_whatever_the_bytes_are_they_are_read_or_refused(data, format):  # noqa: A002
    with suppress(FormatError):
        assert parse(data, format=format).format in FORMATS
