from fabula.recall.tokens import cue_of
from fabula.recall.windows import TURNS_IN_A_STRETCH, search_turns
from fabula.recall.words import Passage, Shelved, document


def shelved(texts):
    return Shelved().grown([document(Passage(str(n), n + 1, "", text)) for n, text in enumerate(texts)])


def scores(texts, cue, **more):
    return search_turns(shelved(texts), cue_of(cue).weights, **more).scores


def test_an_answer_is_found_by_the_question_before_it():
    texts = ["Rain.", "Where did you hide the silver key?", "Under the mill.", "Rain.", "Wind."]
    found = scores(texts, "silver key hidden")
    assert found[2] > 0
    assert 4 not in found


def test_the_turn_that_says_it_stands_above_its_neighbours():
    found = scores(["Rain.", "Wind.", "The silver key.", "Fog.", "Snow."], "silver key")
    assert max(found, key=found.__getitem__) == 2


def test_of_two_turns_alike_the_one_in_a_stretch_about_it_is_better():
    quiet = ["Rain."] * TURNS_IN_A_STRETCH
    texts = [*quiet, *quiet]
    texts[3] = "The key."
    texts[TURNS_IN_A_STRETCH + 3] = "The key."
    texts[TURNS_IN_A_STRETCH + 9] = "A key again."
    found = scores(texts, "key")
    assert found[TURNS_IN_A_STRETCH + 3] > found[3]


def test_places_that_another_lane_asks_for_are_scored_with_the_words_around_them():
    texts = ["The key."] + ["Rain."] * 300
    assert scores(texts, "key", also=[1])[1] > 0


def test_a_turn_that_answers_one_of_several_questions_gains():
    texts = ["The silver key.", "Rain.", "Fog.", "The bell of Dunmere."]
    intents = [frozenset(cue_of(one).weights) for one in ("silver key", "bell of Dunmere")]
    cue = "silver key and the bell of Dunmere"
    assert scores(texts, cue, intents=intents)[0] > scores(texts, cue)[0]


def test_chinese_neighbours_count_too():
    found = scores(["下雨。", "玉佩藏在哪里？", "在井底。", "刮风。"], "玉佩")
    assert found[2] > 0


def test_an_empty_line_and_an_empty_cue_find_nothing():
    assert scores([], "key") == {}
    assert search_turns(shelved(["key"]), {}).scores == {}


def test_a_word_said_nearly_everywhere_counts_with_the_turns_around_as_a_rare_one_does():
    texts = ["The key."] * 120
    texts[60] = "The key of the tower."
    found = scores(texts, "key of the tower")
    assert max(found, key=found.__getitem__) == 60
    assert found[59] > found[3]
    assert found[61] > found[3]
