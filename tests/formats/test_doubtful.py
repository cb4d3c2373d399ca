"""Lone numbers: headings, breaks or prose."""

from fabula.formats.doubtful import decided
from fabula.formats.headings import heading
from fabula.formats.prose import Block
from fabula.formats.units import Unit


def kinds(*lines):
    units = [Unit(Block(at, (line,)), heading(line)) for at, line in enumerate(lines, start=1)]
    return ["heading" if unit.heading else "break" if unit.is_break else "prose" for unit in decided(units)]


def test_numbers_that_count_on_are_headings():
    assert kinds("I", "It rained.", "II", "It snowed.") == ["heading", "prose", "heading", "prose"]


def test_one_number_alone_is_prose():
    assert kinds("I", "It rained.") == ["prose", "prose"]


def test_numbers_that_do_not_count_on_are_prose():
    assert kinds("7", "It rained.", "3", "It snowed.") == ["prose"] * 4


def test_a_misprint_may_skip_a_number():
    assert kinds("I", "It rained.", "III", "It snowed.")[2] == "heading"


def test_numbers_may_begin_anew_after_a_part():
    lines = ("PART ONE", "I", "Rain.", "II", "Wind.", "PART TWO", "I", "Snow.")
    assert kinds(*lines)[6] == "heading"


def test_a_book_keeps_to_one_way_of_writing_numbers():
    lines = ("I", "He wrote down:", "1", "some bread", "II", "He left.", "III", "He came.")
    assert kinds(*lines) == ["heading", "prose", "prose", "prose", "heading", "prose", "heading", "prose"]


def test_bare_numbers_below_chapters_are_breaks_and_numbered_words_are_prose():
    assert kinds("Chapter 1", "1", "Rain.", "2", "Wind.")[1::2] == ["break", "break"]
    assert kinds("Chapter 1", "1. Bread", "Rain.", "2. Milk", "Wind.")[1::2] == ["prose", "prose"]


def test_numbers_in_a_row_are_a_list():
    assert kinds("1. Bread", "2. Milk", "3. Oil", "It rained.") == ["prose"] * 4


def test_words_behind_a_chinese_number_make_a_heading_only_in_its_turn():
    assert kinds("第一回 雪夜", "下雪了。", "第二回沈青禾赠刀", "雪停了。")[2] == "heading"
    assert kinds("第五回 雪夜", "下雪了。", "第一回沈青禾赠刀", "雪停了。")[2] == "prose"
