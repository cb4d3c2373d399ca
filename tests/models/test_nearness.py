"""Texts compared by the bundled embedder, and one that is away."""

from fabula.errors import ModelUnavailableError
from fabula.models.bundled import Bundled
from fabula.models.embedding import Space
from fabula.models.nearness import nearest_by


class Away:
    """An embedder whose endpoint does not answer."""

    space = Space("away", 3)

    def embed(self, texts, purpose="passage"):
        raise ModelUnavailableError("nobody answers")


def test_what_says_the_same_in_other_words_comes_first():
    nearest = nearest_by(Bundled())
    found = nearest("he is afraid of deep water", ["he owns a red coat", "he fears deep water"])
    assert [text for text, _ in found] == ["he fears deep water", "he owns a red coat"]


def test_chinese_texts_are_compared_as_well():
    nearest = nearest_by(Bundled())
    assert nearest("他害怕深水", ["他有一件红外套", "他惧怕深水"])[0][0] == "他惧怕深水"


def test_likeness_lies_between_minus_one_and_one_and_falls():
    scores = [score for _, score in nearest_by(Bundled())("a", ["a", "b", "c"])]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] <= 1.001


def test_nothing_is_near_where_the_embedder_is_away():
    assert nearest_by(Away())("he fears water", ["he is afraid of water"]) == ()


def test_without_others_nobody_is_asked():
    assert nearest_by(Away())("he fears water", []) == ()
