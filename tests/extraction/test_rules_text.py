"""Sentences and voices: how the rules cut a turn before they read it."""

import pytest

from fabula.extraction.rules.quotes import passages_of
from fabula.extraction.rules.sentences import sentences_of


def cut(text):
    return [sentence.text for sentence in sentences_of(text)]


def spoken(text):
    return [text[one.start : one.end] for one in passages_of(text) if one.is_speech]


def test_sentences_stand_where_they_say():
    text = " One. Two!  三。四？"
    assert [text[one.start : one.end] for one in sentences_of(text)] == ["One.", "Two!", "三。", "四？"]


def test_titles_and_initials_end_no_sentence():
    assert cut("Mr. Hall met J. Reed. They left.") == ["Mr. Hall met J. Reed.", "They left."]


def test_a_wrapped_line_goes_on():
    assert cut("Mira went\nhome. Then\n\nTom came") == ["Mira went\nhome.", "Then", "Tom came"]


@pytest.mark.parametrize(
    "text",
    ["He said “go now” twice.", 'He said "go now" twice.', "他说「go now」了。", "He said ‘go now’ twice."],
)
def test_what_stands_in_quotes_is_spoken(text):
    assert spoken(text) == ["go now"]


def test_an_apostrophe_is_no_quote():
    assert spoken("Don't touch Mira's key, it isn’t Tom’s.") == []


def test_a_name_in_quotes_is_not_spoken():
    assert spoken("陈默人称“铁手”。") == []


def test_without_quotes_the_words_outside_asterisks_are_spoken():
    assert spoken("*She nods.* Come with me.") == [" Come with me."]


def test_a_speech_over_paragraphs_is_closed_at_the_end_of_each():
    assert spoken("“First.\n\n“Second.”") == ["First.", "Second."]
