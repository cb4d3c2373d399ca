from hypothesis import given
from hypothesis import strategies as st

from fabula.recall.words import SEGMENT, Passage, Shelved, document, sealed, search


def shelved(texts, size=SEGMENT):
    documents = [document(Passage(str(place), place + 1, "", text)) for place, text in enumerate(texts)]
    whole = len(documents) - len(documents) % size
    segments = tuple(sealed(documents[start : start + size]) for start in range(0, whole, size))
    return Shelved(segments, tuple(documents[whole:]))


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
    st.lists(st.lists(st.sampled_from(["key", "rain", "fox", "moon", "玉", "佩"]), max_size=6), max_size=30)
)
def test_where_a_line_is_cut_into_segments_changes_no_score(sentences):
    texts = [" ".join(words) for words in sentences]
    documents = [document(Passage(str(place), place + 1, "", text)) for place, text in enumerate(texts)]
    weights = {"key": 1000, "玉": 1000, "fox": 500}
    open_tail = search(Shelved((), tuple(documents)), weights)
    one_segment = search(Shelved((sealed(documents),) if documents else ()), weights)
    assert open_tail == one_segment


def test_a_passage_is_found_by_its_place_on_both_sides_of_the_seal():
    line = shelved([f"turn {place}" for place in range(SEGMENT + 3)])
    assert len(line) == SEGMENT + 3
    assert [line.passage(place).text for place in (0, SEGMENT - 1, SEGMENT, SEGMENT + 2)] == [
        "turn 0",
        "turn 255",
        "turn 256",
        "turn 258",
    ]
