"""Texts cut into headings, marks and prose."""

from fabula.formats.outline import outline
from fabula.formats.prose import Layout, blocks


def kinds(text, how=Layout.WRAPPED):
    units = outline(blocks(text), how).units
    return [
        ("heading" if unit.heading else "break" if unit.is_break else "prose", unit.block.at)
        for unit in units
    ]


def test_a_heading_that_touches_its_text_is_cut_off():
    assert kinds("Chapter 1\nThe keeper went down to the harbour and\nwaited.\n") == [
        ("heading", 1),
        ("prose", 2),
    ]


def test_a_title_that_wraps_stays_in_one_piece():
    text = "CHAPTER I. In Which the Keeper Goes Down to the Harbour and\nFinds Nobody on the Quay\n\nIt rained.\n"
    assert kinds(text) == [("heading", 1), ("prose", 4)]


def test_a_number_inside_a_paragraph_is_prose():
    assert kinds("He had waited since\nChapter 1\nof the book.\n") == [("prose", 1)]


def test_a_mark_that_touches_the_text_is_cut_off():
    assert kinds("* * *\nIt rained.\n") == [("break", 1), ("prose", 2)]


def test_where_every_line_is_a_paragraph_every_line_may_be_a_heading():
    text = "第一章 雪\n　　下雪了。\n第二章 药\n　　药没了。\n"
    assert kinds(text, Layout.LINES) == [("heading", 1), ("prose", 2), ("heading", 3), ("prose", 4)]
