"""Units to lines of a telling."""

from fabula.formats.chapters import tell
from fabula.formats.headings import Depth, Heading, Trust, heading
from fabula.formats.prose import Block, Layout
from fabula.formats.units import Unit, is_break_line


def told(*lines, depth=None):
    units = [
        Unit(Block(at, (line,)), heading(line), is_break=is_break_line(line))
        for at, line in enumerate(lines, start=1)
    ]
    return tell(units, Layout.LINES, depth=depth)


def metas(telling):
    return [dict(line.message.meta) for line in telling.lines]


def test_only_the_first_paragraph_carries_the_chapter():
    assert metas(told("Chapter 7", "Rain.", "Wind.")) == [
        {"chapter": {"number": 7, "title": "Chapter 7"}},
        {},
    ]


def test_chapters_without_printed_numbers_are_counted():
    units = [
        Unit(Block(1, ("A",)), Heading(Depth.CHAPTER, None, "A", Trust.SURE)),
        Unit(Block(2, ("Rain.",))),
        Unit(Block(3, ("B",)), Heading(Depth.CHAPTER, None, "B", Trust.SURE)),
        Unit(Block(4, ("Wind.",))),
    ]
    assert [meta["chapter"]["number"] for meta in metas(tell(units, Layout.LINES))] == [1, 2]


def test_several_marks_are_one_break_and_none_before_a_heading():
    assert metas(told("Rain.", "***", "* * *", "Wind.", "***", "Chapter 2", "Snow.")) == [
        {},
        {"break": True},
        {"chapter": {"number": 2, "title": "Chapter 2"}},
    ]


def test_sections_below_chapters_do_not_count():
    telling = told("第一章", "下雪。", "第一节", "雪停。")
    assert telling.chapters == 1
    assert metas(telling)[1] == {"section": "第一节"}
    assert telling.lines[1].where == "chapter 1, paragraph 2"


def test_a_volume_and_its_chapter_stand_on_one_paragraph():
    assert list(metas(told("Volume 1", "Chapter 1", "Rain."))[0]) == ["part", "chapter"]


def test_the_end_is_taken_only_from_the_end():
    telling = told("The End", "Rain.", "（全书完）")
    assert [line.message.text for line in telling.lines] == ["The End", "Rain."]
    assert telling.meta() == {"ending": "（全书完）"}
