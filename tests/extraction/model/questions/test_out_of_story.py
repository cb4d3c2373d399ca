"""What players say to each other out of character is left out; what stands beside it is not."""

import pytest

from fabula.extraction.model.questions.cutting import lines_of
from fabula.extraction.model.questions.out_of_story import without_notes
from fabula.ledger.records import Message
from fabula.ledger.tree import chain_after


def left(text):
    (turn,) = chain_after(None, [Message(text)])
    return [(line.ref, line.text) for line in without_notes(turn, lines_of(turn, 0))]


@pytest.mark.parametrize(
    "note",
    ["(OOC: back at nine. Sorry!)", "((ooc brb))", "[OOC: one. Two.]", "OOC: brb.", "（OOC：我去吃饭。）"],
)
def test_a_note_is_left_out_and_the_other_lines_keep_their_numbers(note):
    told = left(f"Bram waits.\n{note}\nIsa laughs.")

    assert [text for _, text in told] == ["Bram waits.", "Isa laughs."]
    assert [left(note), told[0][0]] == [[], "1.1"]


@pytest.mark.parametrize("text", ["(Bram waits.)", "The oocyte was there.", "She said OOC things."])
def test_other_words_stay(text):
    assert [said for _, said in left(text)] == [text]
