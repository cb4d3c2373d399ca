"""Novels in plain text."""

import time

import pytest

from fabula.errors import FormatError
from fabula.formats.text import parse_text

RAIN = """The keeper of the light had gone down to the harbour to see who had
come in on the last boat before the storm, and he had taken the only
lamp with him.
"""
RAIN_TOLD = " ".join(RAIN.split())


def texts(story):
    return [line.message.text for line in story.lines]


def chapters(story):
    found = (line.message.meta.get("chapter") for line in story.lines)
    return [(chapter["number"], chapter["title"]) for chapter in found if chapter]


def test_one_paragraph_is_one_turn_told_by_nobody_in_particular():
    story = parse_text(f"{RAIN}\n“Who is there?”\n\n“Nobody.”\n")
    assert texts(story) == [RAIN_TOLD, "“Who is there?”", "“Nobody.”"]
    assert {(line.message.role, line.message.speaker) for line in story.lines} == {("assistant", "")}


def test_a_heading_is_no_turn_but_stands_on_the_first_paragraph():
    story = parse_text(f"CHAPTER I.\n\n{RAIN}\nShe waited.\n\nCHAPTER II.\n\nHe came.\n")
    assert [dict(line.message.meta) for line in story.lines] == [
        {"chapter": {"number": 1, "title": "CHAPTER I."}},
        {},
        {"chapter": {"number": 2, "title": "CHAPTER II."}},
    ]


def test_the_place_is_told_by_chapter_and_paragraph():
    story = parse_text(f"Chapter 1\n\n{RAIN}\nShe waited.\n\nChapter 2\n\nHe came.\n")
    assert [line.where for line in story.lines] == [
        "chapter 1, paragraph 1",
        "chapter 1, paragraph 2",
        "chapter 2, paragraph 1",
    ]


def test_chapters_that_begin_anew_in_every_part_are_told_with_it():
    story = parse_text(
        "PART ONE\n\nChapter 1\n\nRain.\n\nChapter 2\n\nWind.\n\nPART TWO\n\nChapter 1\n\nSnow.\n"
    )
    assert [line.where for line in story.lines][::2] == [
        "part 1, chapter 1, paragraph 1",
        "part 2, chapter 1, paragraph 1",
    ]
    assert story.lines[2].message.meta["part"] == {"number": 2, "title": "PART TWO"}


def test_parts_alone_are_the_chapters():
    assert chapters(parse_text("PART I\n\nRain.\n\nPART II\n\nSnow.\n")) == [(1, "PART I"), (2, "PART II")]


def test_titles_on_the_next_line_belong_to_the_heading():
    story = parse_text("CHAPTER I.\nDown to the Sea\n\nRain.\n\nCHAPTER II.\nThe Key\n\nSnow.\n")
    assert chapters(story) == [(1, "CHAPTER I. Down to the Sea"), (2, "CHAPTER II. The Key")]


def test_lone_numbers_with_titles_below_are_chapters():
    story = parse_text("1\n\nThe Old Lamp\n\nRain fell.\n\n2\n\nThe New Key\n\nSnow fell.\n")
    assert chapters(story) == [(1, "1: The Old Lamp"), (2, "2: The New Key")]


def test_a_chapter_that_opens_with_a_shout_keeps_it():
    story = parse_text(
        "CHAPTER I\n\n“TOM!”\n\nNo answer.\n\nCHAPTER II\n\nNight fell.\n\nCHAPTER III\n\nDay broke.\n"
    )
    assert texts(story)[0] == "“TOM!”"


def test_a_numbered_list_in_the_story_is_no_row_of_chapters():
    story = parse_text("I\n\nHe wrote down:\n\n1. Bread\n\n2. Milk\n\nII\n\nHe went home.\n")
    assert texts(story) == ["He wrote down:", "1. Bread", "2. Milk", "He went home."]
    assert story.meta["chapters"] == 2


def test_numbers_below_real_chapters_are_breaks():
    story = parse_text("Chapter 1\n\n1\n\nRain.\n\n2\n\nWind.\n\nChapter 2\n\n1\n\nSnow.\n")
    assert [line.message.meta.get("break", False) for line in story.lines] == [True, True, True]
    assert story.meta["chapters"] == 2


def test_a_prologue_has_no_number():
    story = parse_text("Prologue\n\nLong ago.\n\nChapter 1\n\nRain.\n\nEpilogue\n\nGone.\n")
    assert [number for number, _ in chapters(story)] == [None, 1, None]
    assert story.lines[0].where == "Prologue, paragraph 1"


def test_a_sentence_that_begins_like_a_heading_is_told():
    story = parse_text("Chapter 1\n\nRain.\n\nChapter 12 was the worst of all, she said.\n")
    assert texts(story) == ["Rain.", "Chapter 12 was the worst of all, she said."]


def test_a_table_of_contents_is_remembered_and_makes_no_chapters():
    story = parse_text(
        "CONTENTS\n\nChapter 1. Rain\nChapter 2. Wind\nChapter 3. Snow\n\n"
        "Chapter 1. Rain\n\nIt rained.\n\nChapter 2. Wind\n\nIt blew.\n\nChapter 3. Snow\n\nIt snowed.\n"
    )
    assert texts(story) == ["It rained.", "It blew.", "It snowed."]
    assert story.meta["contents"] == ["Chapter 1. Rain", "Chapter 2. Wind", "Chapter 3. Snow"]
    assert story.troubles == ()


def test_contents_before_a_foreword_do_not_begin_the_last_chapter():
    story = parse_text(
        "Chapter 1\n\nChapter 2\n\nChapter 3\n\nI thank my sister for the long winters.\n\n"
        "Chapter 1\n\nIt rained.\n\nChapter 2\n\nIt blew.\n\nChapter 3\n\nIt snowed.\n"
    )
    assert [number for number, _ in chapters(story)] == [1, 2, 3]
    assert story.lines[0].where == "paragraph 1"


def test_headings_without_numbers_are_found_by_the_contents():
    story = parse_text(
        "Table of Contents\n\nThe Storm ....... 5\nThe Boat ........ 9\nThe Key ........ 12\n\n"
        "The Storm\n\nIt rained.\n\nThe Boat\n\nIt sank.\n\nThe Key\n\nIt was lost.\n"
    )
    assert chapters(story) == [(1, "The Storm"), (2, "The Boat"), (3, "The Key")]


def test_a_chapter_without_text_is_a_trouble():
    story = parse_text("Chapter 1\n\nIt rained.\n\nChapter 2\n\nChapter 3\n\nIt snowed.\n")
    assert [(trouble.where, "Chapter 2" in trouble.reason) for trouble in story.troubles] == [
        ("line 5", True)
    ]


def test_the_title_page_is_remembered_and_not_told():
    story = parse_text("The Lamp\n\nby Ada Quill\n\nChapter 1\n\nIt rained.\n")
    assert texts(story) == ["It rained."]
    assert story.title == "The Lamp"
    assert story.meta["front"] == ["The Lamp", "by Ada Quill"]


def test_prose_before_the_first_chapter_is_told():
    story = parse_text(f"THE LAMP\n\n{RAIN}\nI\n\nIt rained.\n\nII\n\nIt snowed.\n")
    assert texts(story) == [RAIN_TOLD, "It rained.", "It snowed."]
    assert story.title == "THE LAMP"


def test_a_story_without_headings_loses_nothing():
    assert texts(parse_text("The Storm\n\nIt rained. Mira waited.\n")) == [
        "The Storm",
        "It rained. Mira waited.",
    ]


@pytest.mark.parametrize("mark", ["***", "* * *", "———", "◇", "*      *      *"])
def test_a_mark_between_scenes_stands_on_the_next_paragraph(mark):
    story = parse_text(f"It rained.\n\n{mark}\n\nIt snowed.\n")
    assert texts(story) == ["It rained.", "It snowed."]
    assert story.lines[1].message.meta == {"break": True}


def test_project_gutenbergs_wrapping_goes_and_its_title_stays():
    story = parse_text(
        "Title: The Lamp\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***\n\n"
        "It rained.\n\nIt snowed.\n\n*** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***\nlicence\n"
    )
    assert texts(story) == ["It rained.", "It snowed."]
    assert story.title == "The Lamp"


def test_the_end_is_no_turn():
    story = parse_text("It rained.\n\nTHE END\n")
    assert texts(story) == ["It rained."]
    assert story.meta["ending"] == "THE END"


def test_pictures_are_left_out_and_listed():
    story = parse_text("It rained.\n\n[Illustration: a boat]\n\nIt snowed.\n")
    assert texts(story) == ["It rained.", "It snowed."]
    assert story.meta["left_out"] == ["[Illustration: a boat]"]


def test_a_long_paragraph_is_several_turns_of_one_place():
    story = parse_text("Mira waited for the boat. " * 150)
    assert [line.where for line in story.lines] == ["paragraph 1 (1 of 2)", "paragraph 1 (2 of 2)"]
    assert story.lines[1].message.meta == {"continued": True}
    assert all(len(line.message.text) <= 2000 for line in story.lines)


def test_a_chinese_web_novel():
    story = parse_text(
        "《雪夜归人》\n作者：无名\n\n楔子\n　　那一年雪很大。\n　　“走吧。”她说。\n第一章 雪夜\n　　沈青禾推开门。\n"
        "　　第二章中已经说过，她不认得这人。\n　　◇\n　　雪还在下。\n第二章 药铺\n　　陆家药铺关了门。\n　　（全书完）\n"
    )
    assert story.title == "雪夜归人"
    assert chapters(story) == [(None, "楔子"), (1, "第一章 雪夜"), (2, "第二章 药铺")]
    assert texts(story) == [
        "那一年雪很大。",
        "“走吧。”她说。",
        "沈青禾推开门。",
        "第二章中已经说过，她不认得这人。",
        "雪还在下。",
        "陆家药铺关了门。",
    ]
    assert story.meta["ending"] == "（全书完）"


def test_a_chinese_classic_with_headings_of_both_kinds():
    story = parse_text(
        "第一回  灯塔夜话　客栈惊梦\n\n列位看官，且听我道来。\n\n第二回雪夜赠刀　药铺藏匣\n\n"
        "第一回中既将灯塔一事表明，此回则暂不能写矣。\n\n第三回  黑匣开　故人来\n\n匣子开了。\n"
    )
    assert [number for number, _ in chapters(story)] == [1, 2, 3]
    assert texts(story)[1].startswith("第一回中既将")


def test_titles_on_the_next_line_in_chinese():
    story = parse_text("第一章\n风雪夜归人\n　　沈青禾推开门。\n第二章\n陆家药铺\n　　药铺关了门。\n")
    assert chapters(story) == [(1, "第一章 风雪夜归人"), (2, "第二章 陆家药铺")]


def test_volumes_and_chapters_in_chinese():
    story = parse_text(
        "卷一 山雨\n第一章 雪\n下雪了。\n第二章 药\n药没了。\n卷二 欲来\n第一章 匣\n匣子空了。\n"
    )
    assert story.lines[2].where == "part 2, chapter 1, paragraph 1"
    assert story.lines[2].message.meta["part"] == {"number": 2, "title": "卷二 欲来"}


def test_every_letter_of_the_file_is_told_or_remembered():
    text = f"The Lamp\n\nby Ada\n\nCHAPTER I\n\nThe Storm\n\n{RAIN}\n“No.”\n\nCHAPTER II\n\nThe Sea\n\n{RAIN}\nTHE END\n"
    story = parse_text(text)
    titles = [title.replace(":", "") for _, title in chapters(story)]
    kept = [*texts(story), *titles, *story.meta["front"], story.meta["ending"]]
    assert sorted("".join("".join(kept).split())) == sorted("".join(text.split()))


def test_a_file_with_headings_alone_is_refused():
    with pytest.raises(FormatError, match="There is no story in this file"):
        parse_text("Chapter 1\n\nChapter 2\n")


def test_a_long_novel_is_read_in_no_time():
    chapter = "　　沈青禾推开门，雪落了一地，灯还亮着，屋里却没有人。\n" * 250
    text = "".join(f"第{number}章 雪夜\n{chapter}" for number in range(1, 121))
    begun = time.perf_counter()
    assert len(parse_text(text).lines) == 30_000
    assert time.perf_counter() - begun < 2
