import pytest
from tests.recall.letter_embedder import LetterEmbedder

from fabula.errors import InvalidInputError, ModelError, ModelRefusedError, ModelUnavailableError
from fabula.models.embedding import Space
from fabula.recall.grid import snapped
from fabula.recall.vector_search import VectorSearch
from fabula.recall.vector_store import Partition
from fabula.stores.vectors_memory import MemoryVectors

HERE = Partition("letters 64", "月下", "turn")


class Picky(LetterEmbedder):
    """Refuses a whole batch for one text that it does not take."""

    def embed(self, texts, purpose="passage"):
        if "refused" in texts:
            raise ModelRefusedError("Too odd.")
        return super().embed(texts, purpose)


class Broken:
    """Gives what no embedder should."""

    space = Space("broken 2", 2)

    def __init__(self, *vectors):
        self.vectors = vectors

    def embed(self, texts, purpose="passage"):
        return self.vectors


@pytest.fixture
def embedder():
    return LetterEmbedder()


@pytest.fixture
def search(embedder):
    return VectorSearch(MemoryVectors(), embedder)


def test_a_cue_is_embedded_once_and_as_a_cue(search, embedder):
    assert search.cue("银钥匙") == search.cue("银钥匙") == snapped(LetterEmbedder().embed(["银钥匙"])[0])
    assert embedder.asked == [("银钥匙", "cue")]


def test_a_cue_is_embedded_anew_in_another_space(search):
    search.cue("key")
    search.embedder = LetterEmbedder("others", 32)
    assert len(search.cue("key")) == 32


def test_texts_to_be_found_are_embedded_as_passages(search, embedder):
    assert len(search.passages(["one", "two"])) == 2
    assert embedder.asked == [("one", "passage"), ("two", "passage")]


def test_a_text_that_is_refused_costs_no_other_text_its_vector():
    found = VectorSearch(MemoryVectors(), Picky()).passages(["a", "refused", "b"])
    assert [vector is None for vector in found] == [False, True, False]


@pytest.mark.parametrize(
    "vectors", [(), ((1.0, 0.0), (0.0, 1.0)), ((1.0,),), ((0.0, 0.0),), ((float("nan"), 1.0),)]
)
def test_vectors_that_nobody_asked_for_are_a_model_s_error(vectors):
    with pytest.raises(ModelError, match="broken 2"):
        VectorSearch(MemoryVectors(), Broken(*vectors)).cue("key")


def test_an_embedder_that_is_away_says_so(search, embedder):
    embedder.is_away = True
    with pytest.raises(ModelUnavailableError):
        search.cue("key")


def test_without_an_embedder_asking_says_how_to_get_one():
    with pytest.raises(InvalidInputError, match="Bundled"):
        VectorSearch(MemoryVectors()).space()


def test_what_is_missing_is_told_in_the_order_of_the_keys(search):
    search.store.put(HERE, {"b": search.cue("b")})
    assert search.missing(HERE, ("c", "b", "a")) == ("c", "a")


def test_what_others_write_and_forget_is_noticed(search):
    keys = ("a", "b")
    assert search.missing(HERE, keys) == keys
    search.store.put(HERE, {"a": search.cue("a")})
    assert search.missing(HERE, keys) == ("b",)
    search.store.forget(["a"])
    assert search.missing(HERE, keys) == keys


def test_the_same_keys_in_two_spaces_are_not_mixed_up(search):
    keys = ("a",)
    search.store.put(HERE, {"a": search.cue("a")})
    assert search.missing(HERE, keys) == ()
    assert search.missing(Partition("another 2", "月下", "turn"), keys) == keys


def test_forgetting_leaves_nothing_in_memory(search, embedder):
    search.cue("secret")
    search.keep("secret", "kept")
    search.forget(["a"])
    assert search.held("secret") is None
    search.cue("secret")
    assert len(embedder.asked) == 2


def test_what_was_made_is_kept(search):
    assert search.kept("key", lambda: "first") == search.kept("key", lambda: "second") == "first"
