"""Title pages."""

import pytest

from fabula.formats.front import split_front, title_of
from fabula.formats.headings import heading
from fabula.formats.prose import Block
from fabula.formats.units import Unit


def split(*lines):
    front, told = split_front(
        [Unit(Block(at, (line,)), heading(line)) for at, line in enumerate(lines, start=1)]
    )
    return front, [unit.block.lines[0] for unit in told]


def test_short_lines_before_the_first_heading_are_the_title_page():
    assert split("The Lamp", "A Story of the Coast, 1879.", "by Ada", "Chapter 1", "Rain.") == (
        ["The Lamp", "A Story of the Coast, 1879.", "by Ada"],
        ["Chapter 1", "Rain."],
    )


def test_sentences_and_speech_before_the_first_heading_are_told():
    assert split("It rained.", "“Who is there?”", "Chapter 1", "Wind.")[0] == []
    assert split("“Who is there”", "Chapter 1", "Wind.")[0] == []


def test_without_headings_a_credit_shows_a_title():
    assert split("The Lamp", "by Ada Quill", "It rained.") == (["The Lamp", "by Ada Quill"], ["It rained."])
    assert split("《灯塔》", "作者：无名", "下雪了。") == (["《灯塔》", "作者：无名"], ["下雪了。"])


def test_without_headings_and_credit_a_line_is_told():
    assert split("The Lamp", "It rained.") == ([], ["The Lamp", "It rained."])


def test_a_story_is_never_all_title():
    assert split("THE LAMP", "by Ada") == ([], ["THE LAMP", "by Ada"])


@pytest.mark.parametrize(
    ("front", "title"),
    [
        (["Title: The Lamp", "Author: Ada"], "The Lamp"),
        (["《灯塔》", "作者：无名"], "灯塔"),
        (["by Ada", "The Lamp"], "The Lamp"),
        (["by Ada"], ""),
        ([], ""),
    ],
)
def test_the_title_is_what_the_page_calls_the_story(front, title):
    assert title_of(front) == title
