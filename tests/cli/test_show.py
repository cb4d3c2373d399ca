"""Lines and columns, in any script."""

from rich.cells import cell_len

from fabula.cli.show import clean, clip, columns, counted, facts_hold, one_line, reading
from fabula.extraction.reading import Extracted


def test_columns_stand_below_each_other_though_chinese_signs_are_wide():
    first, second = columns([("林瑶", "a"), ("Lin", "b")])
    assert cell_len(first.plain) == cell_len(second.plain)
    assert (first.plain, second.plain) == ("林瑶  a", "Lin   b")


def test_a_column_can_be_set_to_the_right():
    assert [line.plain for line in columns([("9", "a"), ("10", "b")], right=(0,))] == [" 9  a", "10  b"]


def test_an_empty_column_takes_no_room():
    assert [line.plain for line in columns([("a", "", "b")])] == ["a  b"]


def test_a_long_text_is_cut_by_cells():
    assert cell_len(clip("青伞" * 40, 11).plain) <= 11
    assert clip("short", 11).plain == "short"


def test_control_characters_become_spaces():
    assert clean("a\x1b[2Jb\nc") == "a [2Jb\nc"
    assert one_line("a\r\nb\x07") == "a b"


def test_one_is_no_plural():
    assert (counted(1, "turn"), counted(1200, "turn"), counted(2, "branch", "branches")) == (
        "1 turn",
        "1,200 turns",
        "2 branches",
    )


def test_facts_hold_and_a_fact_holds():
    assert (facts_hold(0), facts_hold(1), facts_hold(2)) == (
        "0 facts now hold",
        "1 fact now holds",
        "2 facts now hold",
    )


def test_turns_whose_words_were_read_before_are_counted_apart():
    assert reading(Extracted(read=129, reused=2503)) == "read 129 turns, 2,503 readings of known words reused"
    assert reading(Extracted(read=1)) == "read 1 turn"
