"""Lines that are headings, and lines that only look so."""

import pytest

from fabula.formats.headings import Depth, Trust, heading, is_contents, names_page, number, title_like


@pytest.mark.parametrize(
    ("line", "depth", "value"),
    [
        ("Chapter 12", Depth.CHAPTER, 12),
        ("CHAPTER XII.", Depth.CHAPTER, 12),
        ("CHAPTER I. Down to the Harbour", Depth.CHAPTER, 1),
        ("Chapter the First", Depth.CHAPTER, 1),
        ("Chapter Twenty-One: The Key", Depth.CHAPTER, 21),
        ("  *Chapter 3*  ", Depth.CHAPTER, 3),
        ("## Chapter 4", Depth.CHAPTER, 4),
        ("Chapter 5 ........ 77", Depth.CHAPTER, 5),
        ("BOOK ONE", Depth.PART, 1),
        ("PART II", Depth.PART, 2),
        ("PART ONE--The Old Lamp", Depth.PART, 1),
        ("Volume 3", Depth.VOLUME, 3),
        ("Prologue", Depth.CHAPTER, None),
        ("EPILOGUE: The Sea", Depth.CHAPTER, None),
        ("第一回  灯塔夜话　客栈惊梦", Depth.CHAPTER, 1),
        ("第十二章 雪夜", Depth.CHAPTER, 12),
        ("第１２章", Depth.CHAPTER, 12),
        ("第一百零三章：药铺", Depth.CHAPTER, 103),
        ("正文 第二章 药铺", Depth.CHAPTER, 2),
        ("第一卷 山雨 第三章 黑匣", Depth.CHAPTER, 3),
        ("第三话 灯", Depth.CHAPTER, 3),
        ("第二节", Depth.SECTION, 2),
        ("卷三", Depth.PART, 3),
        ("第二部 归途", Depth.PART, 2),
        ("楔子", Depth.CHAPTER, None),
        ("序章 雪", Depth.CHAPTER, None),
        ("番外一", Depth.CHAPTER, None),
    ],
)
def test_a_heading_gives_its_depth_and_number(line, depth, value):
    found = heading(line)
    assert found is not None
    assert (found.depth, found.number, found.trust) == (depth, value, Trust.SURE)


@pytest.mark.parametrize(
    "line",
    [
        "Chapter 12 was the worst of all.",
        "Part of the ship was gone.",
        "Book one passage.",
        "chapter 3 she never finished",
        "Introduction to the harbour master was made at noon.",
        "第二章中已经说过，她不认得这人。",
        "第一回见他，是在雪夜。",
        "序言里写得很清楚。",
        "“第一章。”",
        "I told him.",
        "",
        "The Storm",
    ],
)
def test_a_sentence_is_no_heading(line):
    assert heading(line) is None


@pytest.mark.parametrize(
    "line", ["I", "II.", "12", "三", "（二）", "IV. THE LAMP ROOM", "3. The Lamp Room", "001 雪夜"]
)
def test_a_lone_number_is_a_weak_heading(line):
    found = heading(line)
    assert found is not None
    assert found.trust is Trust.WEAK


def test_words_right_behind_a_chinese_number_make_it_doubtful():
    found = heading("第一百十一回雪夜沈青禾赠刀")
    assert found is not None
    assert (found.trust, found.number) == (Trust.LOOSE, 111)


@pytest.mark.parametrize(
    ("line", "bare"),
    [("CHAPTER I.", True), ("Chapter 1: Rain", False), ("第三章", True), ("第三章 雪", False)],
)
def test_a_bare_heading_has_no_title_of_its_own(line, bare):
    found = heading(line)
    assert found is not None
    assert found.bare is bare


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("12", 12),
        ("xii", 12),
        ("XCIX", 99),
        ("XXXX", 40),
        ("twenty-third", 23),
        ("thirtieth", 30),
        ("十", 10),
        ("一百二十", 120),
        ("一百十", 110),
        ("一百二", 102),
        ("二〇三", 203),
        ("廿三", 23),
        ("harbour", None),
        ("", None),
    ],
)
def test_numbers_are_read_as_people_write_them(words, value):
    assert number(words) == value


@pytest.mark.parametrize(
    "line", ["CONTENTS", "Table of Contents", "## Contents", "目录", "目 次", "【目录】"]
)
def test_a_table_of_contents_is_announced(line):
    assert is_contents(line)


def test_a_word_in_a_sentence_announces_nothing():
    assert not is_contents("contents of the box")


def test_dots_lead_to_a_page():
    assert names_page("The Storm ....... 5")
    assert not names_page("She waited... 5 men came")


@pytest.mark.parametrize("line", ["The Storm", "THERE IS NOBODY AT HOME", "Who Stole the Lamp?", "陆家药铺"])
def test_titles_read_as_titles(line):
    assert title_like(line)


@pytest.mark.parametrize(
    "line", ["She waited for him.", "and the boat was gone", "雪停了。", "他说：“走。”", "***"]
)
def test_sentences_do_not_read_as_titles(line):
    assert not title_like(line)
