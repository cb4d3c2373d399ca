"""Long paragraphs in pieces."""

from hypothesis import given
from hypothesis import strategies as st

from fabula.formats.sentences import LIMIT, pieces


def test_a_short_paragraph_stays_whole():
    assert pieces("She waited. He came.") == ("She waited. He came.",)


def test_english_is_cut_after_a_sentence():
    assert pieces("She waited here. He came late. They left.", limit=20) == (
        "She waited here.",
        "He came late.",
        "They left.",
    )


def test_chinese_is_cut_after_a_sentence_with_its_closing_quote():
    assert pieces("“雪停了。”她推开门。灯还亮着。", limit=11) == ("“雪停了。”她推开门。", "灯还亮着。")


def test_a_title_before_a_name_ends_no_sentence():
    assert pieces("Then came Mr. Reed alone. He sat.", limit=26) == ("Then came Mr. Reed alone.", "He sat.")


def test_a_cut_outside_speech_is_preferred():
    text = "She sat down there. “I waited. I waited long.”"
    assert pieces(text, limit=34) == ("She sat down there.", "“I waited. I waited long.”")


def test_a_sentence_that_is_too_long_is_cut_after_a_clause():
    assert pieces("one two three, four five six, seven", limit=16) == (
        "one two three,",
        "four five six,",
        "seven",
    )


def test_words_without_any_mark_stay_whole():
    assert pieces("字" * 50, limit=10) == ("字" * 50,)


@given(
    st.lists(
        st.sampled_from(["门开了。", "雪停了！", "“走。”", "He left. ", "She sat? "]),
        min_size=1,
        max_size=900,
    )
)
def test_no_letter_is_lost_and_no_piece_is_too_long(sentences):
    text = "".join(sentences).strip()
    found = pieces(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(0 < len(piece) <= LIMIT for piece in found)
