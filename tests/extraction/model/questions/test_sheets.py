"""The material of a question: numbered lines of the fresh turns, and those before them."""

from fabula.extraction.model.questions.sheets import MOST_BEFORE, language_of_turn, sheet_of, smaller, split
from fabula.graph.view import View


def refs(lines):
    return [line.ref for line in lines]


def test_fresh_turns_are_numbered_and_earlier_ones_are_the_look_back(making):
    sheet = making.english()
    assert refs(sheet.before) == ["10.1", "11.1", "11.2"]
    assert refs(sheet.lines) == ["12.1", "12.2", "13.1", "13.2"]
    assert sheet.line("12.2").text == "Jory takes the iron ring."


def test_a_long_look_back_keeps_its_nearest_lines(making):
    window = making.window(making.turn(1, "Dorn came. " * 40), making.turn(2, "Jory left."), start=1)
    before = sheet_of(window, View()).before
    assert len(before) == MOST_BEFORE
    assert before[-1].ref == "1.40"


def test_the_language_is_the_texts_unless_it_is_pinned(making):
    assert making.sheet("杜三来了。").language == "zh"
    assert making.sheet("杜三来了。", language="en").language == "en"


def test_each_turn_keeps_its_own_language(making):
    window = making.window(making.turn(1, "杜三来了，他什么也没有看见。"), making.turn(2, "Dorn came."))
    sheet = sheet_of(window, View())
    assert [language_of_turn(sheet, line) for line in sheet.lines] == ["zh", "en"]


def test_splitting_loses_no_line_and_prefers_the_start_of_a_turn(making):
    first, second = split(making.english())
    assert refs(first.lines) == ["12.1", "12.2"]
    assert refs(second.lines) == ["13.1", "13.2"]
    assert refs(second.before)[-2:] == ["12.1", "12.2"]


def test_one_long_turn_is_split_inside(making):
    first, second = split(making.sheet("Dorn came. " * 10))
    assert refs(first.lines) + refs(second.lines) == [f"12.{at}" for at in range(1, 11)]


def test_one_line_is_never_split(making):
    sheet = making.sheet("Dorn came.")
    assert split(sheet) == (sheet,)


def test_smaller_keeps_the_nearest_and_most_relevant(making):
    whole = making.english()
    sheet = smaller(whole, 1, 0, 1)
    assert sheet.known.entities == {"e1": whole.known.entities["e1"]}
    assert not sheet.known.facts
    assert refs(sheet.before) == ["11.2"]
