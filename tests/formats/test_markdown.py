"""Stories in Markdown."""

import pytest

from fabula.errors import FormatError
from fabula.formats.markdown import parse_markdown


def texts(story):
    return [line.message.text for line in story.lines]


def chapters(story):
    found = (line.message.meta.get("chapter") for line in story.lines)
    return [(chapter["number"], chapter["title"]) for chapter in found if chapter]


def test_a_single_top_heading_is_the_title_and_those_below_are_chapters():
    story = parse_markdown("# The Lamp\n\n## The Storm\n\nIt rained.\n\n## The Boat\n\nIt sank.\n")
    assert story.title == "The Lamp"
    assert chapters(story) == [(1, "The Storm"), (2, "The Boat")]


def test_several_top_headings_are_the_chapters():
    story = parse_markdown("# 第三章 雪夜\n\n下雪了。\n\n# 第四章 药铺\n\n药没了。\n")
    assert chapters(story) == [(3, "第三章 雪夜"), (4, "第四章 药铺")]


def test_headings_that_only_hold_others_are_parts():
    story = parse_markdown("# One\n\n## A\n\nRain.\n\n## B\n\nWind.\n\n# Two\n\n## C\n\nSnow.\n")
    assert [title for _, title in chapters(story)] == ["A", "B", "C"]
    assert story.lines[2].message.meta["part"]["title"] == "Two"


def test_headings_below_chapters_are_sections():
    story = parse_markdown("## A\n\nRain.\n\n### Harbour\n\nWind.\n\n## B\n\nSnow.\n")
    assert story.lines[1].message.meta == {"section": "Harbour"}
    assert story.lines[1].where == "chapter 1, paragraph 2"


def test_underlined_headings_count_too():
    story = parse_markdown("The Lamp\n========\n\nA\n-\n\nOne\n---\n\nRain.\n\nTwo\n---\n\nSnow.\n")
    assert story.title == "The Lamp"
    assert [title for _, title in chapters(story)] == ["One", "Two"]


def test_headings_may_touch_the_text():
    assert texts(parse_markdown("## 一\n下雪了。\n## 二\n雪停了。\n")) == ["下雪了。", "雪停了。"]


@pytest.mark.parametrize("mark", ["---", "***", "* * *", "___"])
def test_a_rule_is_a_break(mark):
    story = parse_markdown(f"It rained.\n\n{mark}\n\nIt snowed.\n")
    assert story.lines[1].message.meta == {"break": True}
    assert texts(story) == ["It rained.", "It snowed."]


def test_the_yaml_block_gives_the_title_and_is_remembered():
    story = parse_markdown('---\ntitle: "灯塔"\nauthor: Ada\n---\n\n下雪了。\n')
    assert story.title == "灯塔"
    assert story.meta["front_matter"] == {"title": "灯塔", "author": "Ada"}
    assert texts(story) == ["下雪了。"]


def test_a_rule_at_the_top_is_no_yaml():
    assert texts(parse_markdown("---\n\nIt rained.\n\n---\n\nIt snowed.\n")) == ["It rained.", "It snowed."]


def test_soft_breaks_are_joined_and_hard_ones_kept():
    long = "The keeper of the light had gone down to the harbour to see who came"
    story = parse_markdown(f"{long}\nin on the boat.\n\nroses on the wall  \nsalt on the sill\n")
    assert texts(story) == [f"{long} in on the boat.", "roses on the wall\nsalt on the sill"]


def test_lists_and_code_keep_their_lines():
    story = parse_markdown("It rained.\n\n- one\n- two\n\n```\na\n\nb\n```\n")
    assert texts(story) == ["It rained.", "- one\n- two", "```\na\n\nb\n```"]


def test_a_quotation_loses_its_marks():
    assert texts(parse_markdown("It rained.\n\n> Come home.\n> The lamp is out.\n"))[1:] == [
        "Come home.",
        "The lamp is out.",
    ]


def test_emphasis_stays_as_written():
    assert texts(parse_markdown("*She turns the **key**.*\n\n[[林瑶]] waits.\n")) == [
        "*She turns the **key**.*",
        "[[林瑶]] waits.",
    ]


def test_comments_go_and_pictures_are_listed():
    story = parse_markdown("It rained.\n\n<!-- todo\n\nmore -->\n\n![a boat](boat.png)\n\nIt snowed.\n")
    assert texts(story) == ["It rained.", "It snowed."]
    assert story.meta["left_out"] == ["![a boat](boat.png)"]


def test_a_heading_without_text_is_a_trouble_at_its_line():
    story = parse_markdown("## A\n\nRain.\n\n## B\n\n## C\n\nSnow.\n")
    assert [trouble.where for trouble in story.troubles] == ["line 5"]


def test_headings_alone_are_refused():
    with pytest.raises(FormatError, match="There is no story in this file"):
        parse_markdown("# One\n\n# Two\n")


def test_dashes_right_below_a_sentence_are_a_break():
    story = parse_markdown("It rained.\n---\nIt snowed.\n")
    assert texts(story) == ["It rained.", "It snowed."]
    assert story.lines[1].message.meta == {"break": True}


def test_spaces_at_the_end_of_headings_and_marks_do_not_matter():
    story = parse_markdown("## One  \nIt rained.\n***  \nIt snowed.\n\n## Two  \nIt blew.\n")
    assert [title for _, title in chapters(story)] == ["One", "Two"]
    assert texts(story) == ["It rained.", "It snowed.", "It blew."]
