"""Tables of contents."""

from fabula.formats.contents import without_contents
from fabula.formats.headings import heading, is_contents
from fabula.formats.prose import Block
from fabula.formats.units import Unit


def outlined(*lines):
    return without_contents(
        [
            Unit(Block(at, (line,)), heading(line), is_contents=is_contents(line))
            for at, line in enumerate(lines, start=1)
        ]
    )


def lines_of(outline):
    return [unit.block.lines[0] for unit in outline.units]


def test_headings_that_lead_to_prose_stay():
    lines = ("Volume 1", "Part 1", "Chapter 1", "Rain.", "Chapter 2", "Wind.")
    assert lines_of(outlined(*lines)) == list(lines)


def test_an_announced_list_is_contents():
    found = outlined("Contents", "Chapter 1", "Chapter 2", "Chapter 1", "Rain.", "Chapter 2", "Wind.")
    assert found.contents == ("Chapter 1", "Chapter 2")
    assert lines_of(found) == ["Chapter 1", "Rain.", "Chapter 2", "Wind."]


def test_many_headings_in_a_row_are_contents_without_announcement():
    found = outlined("第一章", "第二章", "第三章", "第一章", "下雪。", "第二章", "雪停。", "第三章", "天亮。")
    assert found.contents == ("第一章", "第二章", "第三章")
    assert len(found.units) == 6


def test_one_or_two_headings_without_text_are_troubles():
    found = outlined("Chapter 1", "Chapter 2", "Rain.")
    assert [trouble.where for trouble in found.troubles] == ["line 1"]
    assert found.contents == ()


def test_a_heading_without_text_is_named_on_one_line_as_people_write_it():
    (trouble,) = outlined("第一章\u3000雪夜", "第二章", "下雪。").troubles
    assert trouble.reason == 'The heading "第一章 雪夜" has no text under it, so no turn carries it.'


def test_headings_at_the_very_end_lead_nowhere():
    found = outlined("Chapter 1", "Rain.", "Chapter 2")
    assert [trouble.where for trouble in found.troubles] == ["line 3"]
    assert lines_of(found) == ["Chapter 1", "Rain."]


def test_lines_that_the_contents_list_are_headings():
    found = outlined("Contents", "The Storm", "The Boat", "The Storm", "Rain.", "The Boat", "Wind.")
    assert [unit.heading is not None for unit in found.units] == [True, False, True, False]
