"""Texts under the transforms of front ends."""

import pytest

from fabula.ledger.ids import text_key
from fabula.ledger.match import (
    CONTINUED,
    Form,
    Phrases,
    alike,
    begins,
    is_wrapper,
    likeness,
    lines_of,
    name_and_words,
    other_keys,
    run_keys,
    same_speaker,
    standing_in,
    taken_apart,
    without_blocks,
    words_of,
)
from fabula.ledger.records import Message


def test_a_text_is_taken_apart_into_name_words_and_blocks():
    text = "林瑶: 灯灭了。  \n\n<status>灯油 3</status><!-- day 2 -->"
    assert taken_apart(text) == Form("林瑶", "灯灭了。", ("<status>灯油 3</status>", "<!-- day 2 -->"))


def test_a_text_of_nothing_but_a_block_keeps_it_as_its_words():
    assert taken_apart("<status>HP 3</status>") == Form("", "<status>HP 3</status>")


@pytest.mark.parametrize(
    "text",
    [
        "I say it again, and he nods: no.",
        'He said: "no"!'.replace(": ", ":"),
        "Time 10:30",
        "她说：走吧",
        "*: x",
    ],
)
def test_what_cannot_be_a_name_is_none(text):
    assert name_and_words(text) == ("", text)


def test_a_tag_without_an_end_takes_nothing_away():
    assert without_blocks("<b>bold and <status>never closed") == ("<b>bold and <status>never closed", ())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Mira: Yes.", "Yes.", True),
        ("Mira: Yes.", "Mira_Vale: Yes.", False),
        ("Mira Vale: Yes.", "Mira_Vale: Yes.", True),
        ("Yes. <i>quietly</i>", "Yes.", True),
        ("Yes. <i>quietly</i>", "Yes. <i>loudly</i>", False),
        ("好。\n\n走吧。", "好。 走吧。", True),
        ("好。", "好吧。", False),
    ],
)
def test_texts_are_alike_when_only_listed_transforms_lie_between(one, other, same):
    assert alike(taken_apart(one), taken_apart(other)) is same
    assert alike(taken_apart(other), taken_apart(one)) is same


def test_texts_without_words_are_alike_to_nothing():
    assert not alike(taken_apart(""), taken_apart(" "))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("", "Mira", True),
        ("mira", "Mira", True),
        ("Mira_Vale", "Mira Vale", True),
        ("Mira", "Tobin", False),
        ("__", "林瑶", True),
    ],
)
def test_two_names_are_one_speaker_unless_they_contradict_each_other(one, other, same):
    assert same_speaker(one, other) is same
    assert same_speaker(other, one) is same


def test_a_message_may_be_stored_without_its_name_and_blocks_or_with_its_speaker():
    assert (text_key("Yes."), True) in other_keys(Message("Mira: Yes.\n<x>1</x>"))
    assert (text_key("Mira: Yes."), False) in other_keys(Message("Mira: Yes.\n<x>1</x>"))
    assert list(other_keys(Message("Yes.", speaker="Mira"))) == [(text_key("Mira: Yes."), True)]


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("The lamp is dark.", "The lamp is dark.", 1000, 1000),
        ("The lamp is dark.", "the LAMP is dark!", 1000, 1000),
        ("The lamp is dark.", "A gull screams twice.", 0, 0),
        ("林瑶把银钥匙放在桌上。", "林瑶把铜钥匙放在桌上。", 700, 900),
        ("林瑶把银钥匙放在桌上。", "他在雪里站了一夜。", 0, 100),
        (
            "The lamp is dark.",
            "The lamp is dark. Nobody moves, and the sea is very far away tonight.",
            CONTINUED,
            CONTINUED,
        ),
        ("...", "...", 1000, 1000),
        ("", "", 1000, 1000),
        ("", "words", 0, 0),
    ],
)
def test_likeness_is_the_share_of_common_pairs_of_words(one, other, least, most):
    assert least <= likeness(one, other) <= most
    assert likeness(one, other) == likeness(other, one)


def test_a_reply_as_shown_begins_the_reply_as_relayed():
    relayed = 'Mira Vale: "Bar it," she says.  \n\nShe climbs.\nAldous: I wait.'
    assert begins('"Bar it," she says.\n\nShe climbs.', relayed)
    assert begins('"Bar it," sh', relayed)
    assert not begins('"Leave it," she says.', relayed)
    assert not begins("", relayed)


def test_ideographs_are_words_and_other_letters_stay_together():
    assert words_of("林瑶on Air，第12夜") == ["林", "瑶", "on", "air", "第", "12", "夜"]


def test_lines_know_where_they_stand():
    text = "  one  two \n\nthree"
    assert [(text[line.start : line.end], line.words) for line in lines_of(text)] == [
        ("  one  two ", "one two"),
        ("three", "three"),
    ]


def test_turns_are_found_as_whole_lines_with_and_without_a_name():
    host = lines_of("Past events:\nMira: one\ntwo\n\nthree\nfourth")
    turns = {4: ["one", "two"], 5: ["three"], 6: ["four"]}
    assert [(pair.left, pair.end, pair.right) for pair in standing_in(host, turns)] == [(1, 3, 4), (3, 4, 5)]


@pytest.mark.parametrize(
    "line", ["Past events:", "以下是往事：", "<memory>", "[Earlier]", "---", "## Before"]
)
def test_headings_tags_and_rules_are_wrappers(line):
    assert is_wrapper(line)


@pytest.mark.parametrize("line", ["I wait.", "林瑶走了。", "(OOC: keep it short.)"])
def test_sentences_are_no_wrappers(line):
    assert not is_wrapper(line)


def test_phrases_find_the_hosts_that_hold_long_enough_words():
    phrases = Phrases(
        {7: "Before: the lamp turned over the water.", 9: "她说：银钥匙在石桌上，别碰它。", 11: "ok. go on"}
    )
    assert phrases.holding("the lamp turned over the water.") == [7]
    assert phrases.holding("银钥匙在石桌上") == [9]
    assert phrases.holding("ok.") == []
    assert phrases.holding("the lamp turned over the wall.") == []


def test_runs_of_lines_have_the_keys_of_the_turns_that_they_quote():
    keys = dict(run_keys("Past:\nMira: one\ntwo"))
    assert keys[text_key("one\ntwo")] == "one two"
    assert text_key("Mira: one") in keys
