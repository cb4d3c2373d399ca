"""What free verbs mean, and which words confirm a predicate."""

import pytest

from fabula.extraction.model.answers.predicate_words import Means, confirming, means
from fabula.extraction.model.item_shape import LINE_VERBS


def test_every_suggested_verb_is_understood():
    for verb in (verb for verbs in LINE_VERBS.values() for verb in verbs):
        assert means(verb.word) == Means(verb.predicate, verb.value, verb.ends, verb.reveals)


@pytest.mark.parametrize(
    "words", ["Stole", "has_stolen", "secretly stole", "stole back", "偷走了", "悄悄偷走", "终于得到了"]
)
def test_forms_and_adverbs_make_no_difference(words):
    found = means(words)
    assert found == (None if words == "has_stolen" else Means("holds"))


@pytest.mark.parametrize("words", ["", "  ", "took care of", "loves", "的", "喜欢", "x" * 500, "？"])
def test_other_words_mean_nothing_certain(words):
    assert means(words) is None


def test_a_predicate_is_confirmed_by_its_verbs_and_nouns():
    wed = confirming("spouse_of")
    assert wed is not None
    assert wed.search("ada became the bride of marek")
    assert wed.search("两人成亲了")
    assert not wed.search("ada met marek")
    assert confirming("trusts") is None
