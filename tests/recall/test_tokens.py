from fabula.recall.tokens import FULL, cue_of, terms


def test_words_are_stemmed_without_regard_to_case():
    assert list(terms("Silver KEYS")) == list(terms("silver key"))


def test_a_possessive_ending_is_no_part_of_the_word():
    assert list(terms("Mira's key")) == list(terms("Mira key"))
    assert list(terms("Mira’s key")) == list(terms("Mira key"))


def test_chinese_gives_single_characters():
    assert list(terms("玉佩")) == ["玉", "佩"]


def test_scripts_in_one_run_are_told_apart():
    assert list(terms("林瑶Yao123")) == ["林", "瑶", "yao123"]


def test_full_width_letters_are_the_same_words():
    assert list(terms("Ｋｅｙ")) == list(terms("key"))


def test_question_words_ask_for_nothing():
    assert list(cue_of("Who has the silver key now?").words.values()) == ["silver", "key"]
    assert list(cue_of("玉佩现在在谁手里呢？").words.values()) == ["玉", "佩", "在", "手", "里"]


def test_a_cue_of_nothing_but_stop_words_has_no_terms():
    assert cue_of("What is it?").weights == {}
    assert cue_of("……？").weights == {}


def test_further_names_count_half_and_never_less_than_the_cue_says():
    cue = cue_of("Where is the Fox?", ("Grey Fox", "Dessa"))
    fox, grey, dessa = terms("fox grey Dessa")
    assert cue.weights == {fox: FULL, grey: FULL // 2, dessa: FULL // 2}


def test_an_ending_behind_an_ideograph_is_no_word():
    assert list(terms("林瑶’s key")) == ["林", "瑶", *terms("key")]
