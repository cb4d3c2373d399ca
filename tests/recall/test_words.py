from hypothesis import given
from hypothesis import strategies as st

from fabula.recall.words import SEGMENT, Passage, Shelved, document, search


def documents(texts):
    return [document(Passage(str(place), place + 1, "", text)) for place, text in enumerate(texts)]


def shelved(texts):
    return Shelved().grown(documents(texts))


def order(found):
    return sorted(found.scores, key=lambda place: (-found.scores[place], place))


def test_the_text_that_says_more_of_the_cue_scores_higher():
    found = search(shelved(["rain", "a silver cup", "the silver key"]), {"silver": 1000, "key": 1000})
    assert order(found) == [2, 1]


def test_a_rare_word_counts_more_than_a_common_one():
    texts = ["rain falls"] * 8 + ["rain and thunder", "thunder"]
    found = search(shelved(["rain", "key", *texts]), {"rain": 1000, "key": 1000})
    assert order(found)[0] == 1


def test_a_word_of_half_weight_scores_half():
    texts = shelved(["silver", "rain"])
    whole, half = search(texts, {"silver": 1000}), search(texts, {"silver": 500})
    assert half.scores[0] * 2 == whole.scores[0]


def test_a_speaker_counts_as_said():
    one = document(Passage("a", 1, "Mira", "I agree."))
    assert "mira" in one.counts


def test_a_cue_without_words_and_an_empty_line_find_nothing():
    assert search(shelved(["rain"]), {}).scores == {}
    assert search(Shelved(), {"rain": 1000}).scores == {}


def test_a_word_said_very_often_still_fits_a_segment():
    texts = ["key " * 1000] + ["rain"] * (SEGMENT - 1)
    assert search(shelved(texts), {"key": 1000}).scores.keys() == {0}


@given(
    st.lists(st.lists(st.sampled_from(["key", "rain", "fox", "moon", "玉", "佩"]), max_size=6), max_size=30),
    st.integers(0, 30),
)
def test_a_line_that_grew_is_the_line_made_at_once(sentences, first):
    told = documents([" ".join(words) for words in sentences])
    assert Shelved().grown(told[:first]).grown(told[first:]) == Shelved().grown(told)


def test_a_line_grows_over_the_end_of_a_segment_and_leaves_what_it_grew_from_as_it_was():
    told = documents([f"key {place % 7}" for place in range(SEGMENT + 9)])
    before = Shelved().grown(told[: SEGMENT - 3])
    assert before.grown(told[SEGMENT - 3 :]) == Shelved().grown(told)
    assert before == Shelved().grown(told[: SEGMENT - 3])


def test_a_line_that_ends_with_a_full_segment_grows_by_another():
    told = documents([f"turn {place}" for place in range(SEGMENT + 1)])
    before = Shelved().grown(told[:-1])
    grown = before.grown(told[-1:])
    assert grown == Shelved().grown(told)
    assert grown.segments[0] is before.segments[0]


def test_a_passage_is_found_by_its_place_in_every_segment():
    line = shelved([f"turn {place}" for place in range(SEGMENT + 3)])
    assert len(line) == SEGMENT + 3
    assert [line.passage(place).text for place in (0, SEGMENT - 1, SEGMENT, SEGMENT + 2)] == [
        "turn 0",
        "turn 255",
        "turn 256",
        "turn 258",
    ]


def test_those_words_are_known_that_a_document_says():
    line = shelved(["rain"] * SEGMENT + ["The silver key."])
    assert line.said_at(SEGMENT, ("silver", "key", "rain")) == {"silver", "key"}
    assert line.said_at(0, ("silver", "rain")) == {"rain"}
