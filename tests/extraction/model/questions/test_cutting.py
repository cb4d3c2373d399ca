"""A turn is cut into lines, and nothing of it is lost."""

import pytest

from fabula.extraction.model.questions.cutting import MOST_LINE, lines_of


def texts(making, text):
    return [line.text for line in lines_of(making.turn(12, text), 0)]


def test_lines_are_numbered_by_their_turn(making):
    lines = lines_of(making.turn(12, "Dorn came. He left.", "Jory"), 3)
    assert [(line.ref, line.place, line.speaker) for line in lines] == [
        ("12.1", 3, "Jory"),
        ("12.2", 3, "Jory"),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"Go!" he said. Dorn went.', ['"Go!" he said.', "Dorn went."]),
        ('"Go!" Dorn went.', ['"Go!"', "Dorn went."]),
        ("“走吧。”她说道。小豆子走了。", ["“走吧。”她说道。", "小豆子走了。"]),
        ("Dorn came.\n\n* * *\n\nJory left.", ["Dorn came.\n\n* * *", "Jory left."]),
        ("…… 他走了。", ["…… 他走了。"]),
    ],
)
def test_speech_stays_with_its_speaker_and_ornaments_with_their_neighbour(making, text, lines):
    assert texts(making, text) == lines


@pytest.mark.parametrize("text", ["Dorn walks, " * 300, "杜三走" * 700, "!" * 3000, "a" * 1001])
def test_a_long_sentence_is_cut_and_nothing_is_lost(making, text):
    lines = texts(making, text)
    assert all(len(line) <= MOST_LINE for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_every_line_stands_where_it_says(making):
    turn = making.turn(1, '  "Go!" he said.\r\n\r\nDorn… went.  “走吧。”她说道。' + "很" * 900)
    assert all(turn.normal[line.start : line.end] == line.text for line in lines_of(turn, 0))
