"""What is wrong with an answer as a whole, and how it is told."""

import pytest

from fabula.extraction.model.answers.faults import (
    clean,
    explained,
    is_loop,
    is_schema_echo,
    reasons_for_retry,
    without_fences,
    without_thinking,
)
from fabula.extraction.model.items import Answer, Fault
from fabula.ledger.records import Refusal


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>well</think>[1]", "[1]"),
        ("<thinking>\nwell\n</thinking>\n[1]", "\n[1]"),
        ("well</think>[1]", "[1]"),
        ("<think>well [1]", ""),
        ("[1]<think>and", "[1]"),
        ("<think>a</think>[<think>b</think>1]", "[1]"),
        ("[THINK]well[/THINK][1]", "[1]"),
    ],
)
def test_what_a_model_thought_aloud_is_taken_out(text, left):
    assert without_thinking(text) == (left, True)


def test_an_answer_without_thinking_stays_as_it_is():
    assert without_thinking("1 none | I think so") == ("1 none | I think so", False)


def test_fences_are_taken_off_and_their_content_kept():
    bare, is_fenced = without_fences("Here:\n```json\n[1]\n```\nDone")
    assert (bare.split(), is_fenced) == (["Here:", "[1]", "Done"], True)


def test_what_no_store_can_keep_is_taken_out():
    assert clean("a\x00b\ud800").encode()
    assert clean("e\u0301") == "é"


def test_a_schema_is_known_by_its_words():
    assert is_schema_echo('{"$defs": {}}')
    assert is_schema_echo('{"type": "object", "properties": {"s": {}}}')
    assert not is_schema_echo('[{"s": "Bram", "p": "type", "v": "object"}]')


def test_a_loop_is_three_times_the_same():
    assert is_loop(["a", "a", "a "])
    assert not is_loop(["a", "a", "b", "", "", ""])


def test_the_reasons_for_a_retry_are_short_and_each_told_once():
    refused = tuple(Refusal(str(at), f"Reason {at % 5}.") for at in range(20))
    answer = Answer(refused=refused, faults=(Fault.CUT, Fault.THINKING, Fault.CUT), silent=("12.1", "12.3"))
    assert reasons_for_retry(answer) == (
        "The answer was too long and was cut off; write fewer and shorter items. "
        "Nothing was said of: 12.1, 12.3. Reason 0. Reason 1. Reason 2."
    )


def test_a_person_is_told_why_an_answer_was_of_no_use():
    assert explained(Answer(faults=(Fault.THINKING, Fault.EMPTY))) == (
        "The answer was thinking aloud. The answer was empty."
    )
    assert "could be used" in explained(Answer())
