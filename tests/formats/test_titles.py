"""Titles below headings."""

from fabula.formats.headings import heading
from fabula.formats.prose import Block
from fabula.formats.titles import with_titles
from fabula.formats.units import Unit


def told(*lines):
    units = [Unit(Block(at, (line,)), heading(line)) for at, line in enumerate(lines, start=1)]
    return [unit.heading.text if unit.heading else unit.block.lines[0] for unit in with_titles(units)]


def test_a_title_joins_the_heading_above_it():
    assert told("Chapter 1", "The Storm", "It rained.") == ["Chapter 1: The Storm", "It rained."]


def test_chinese_titles_join_with_a_space():
    assert told("第一章", "雪夜", "下雪了。") == ["第一章 雪夜", "下雪了。"]


def test_a_heading_that_has_a_title_takes_no_second_one():
    assert told("Chapter 1: Rain", "The Storm", "It rained.") == [
        "Chapter 1: Rain",
        "The Storm",
        "It rained.",
    ]


def test_most_headings_must_have_one():
    lines = ("Chapter 1", "Night Fell", "Rain.", "Chapter 2", "It blew.", "Chapter 3", "It snowed.")
    assert told(*lines) == list(lines)


def test_a_quoted_title_counts_where_others_have_plain_ones():
    assert told("Chapter 1", "The Storm", "Rain.", "Chapter 2", "“NO!” SAID MIRA", "Wind.")[2] == (
        "Chapter 2: “NO!” SAID MIRA"
    )


def test_a_quoted_line_alone_is_speech():
    assert told("Chapter 1", "“TOM!”", "No answer.") == ["Chapter 1", "“TOM!”", "No answer."]
