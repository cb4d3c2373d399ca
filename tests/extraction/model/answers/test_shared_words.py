"""Words in common, by stem and by character."""

from fabula.extraction.model.answers.shared_words import content_of, shares_a_word


def test_small_words_say_nothing():
    assert content_of("The lute of Bram, and it was his") == {"lute", "bram"}
    assert content_of("铜哨的") == {"铜", "哨"}


def test_forms_of_a_word_are_shared():
    assert shares_a_word("burnt", "They burn the docks.")
    assert shares_a_word("愤怒", "他怒了。")
    assert not shares_a_word("furious", "He ate soup.")
    assert not shares_a_word("promise", "They promoted him.")
