import pytest

from fabula.recall.stems import stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("keys", "key"),
        ("parties", "party"),
        ("wished", "wish"),
        ("stopped", "stop"),
        ("running", "run"),
        ("carried", "carry"),
        ("gave", "give"),
        ("giving", "give"),
        ("stolen", "steal"),
        ("quietly", "quiet"),
        ("kindness", "kind"),
    ],
)
def test_forms_of_one_word_share_a_stem(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("king", "kin"), ("bed", "be"), ("glass", "gla"), ("ring", "r")])
def test_different_words_keep_apart(one, other):
    assert stem(one) != stem(other)


def test_words_of_other_scripts_are_their_own_stems():
    assert stem("déjàs") == "déjàs"
    assert stem("ключами") == "ключами"
