import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.models.tokenizers import _exact, counter_for, vocabulary_of
from fabula.models.tokens import ELLIPSIS, ESTIMATE, QUARTERS

MODELS = ("gpt-4", "gpt-4o", "llama-3.1-8b", "qwen3")
PIECES = (
    "Mira",
    " took",
    " the key",
    "玉佩",
    "在江一苇手里",
    "…",
    "- ",
    "#3: ",
    ".",
    "'s",
    " ",
    "!?",
    "🗝",
    "1984",
    "/",
)


@pytest.mark.parametrize(
    ("model", "vocabulary"),
    [
        ("gpt-4o", "o200k_base"),
        ("openai/gpt-4.1-mini", "o200k_base"),
        ("gpt-5", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("gpt-oss:20b", "o200k_harmony"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("meta-llama/Llama-3.3-70B-Instruct", "llama3"),
        ("llama3.1:8b", "llama3"),
        ("qwen2.5-7b-instruct", "qwen3"),
        ("Qwen/Qwen3-8B", "qwen3"),
    ],
)
def test_a_model_is_known_by_its_name_whatever_its_owner_date_or_size(model, vocabulary):
    assert vocabulary_of(model) == vocabulary


@pytest.mark.parametrize(
    "model", ["", "qwen3.5-7b", "llama-4-scout", "gpt-2", "claude", "mistral", "gpt-4.7", "o200"]
)
def test_a_model_that_only_sounds_alike_is_estimated(model):
    assert vocabulary_of(model) == ""
    assert counter_for(model) is ESTIMATE


def test_a_known_model_is_counted_with_its_own_vocabulary():
    counter = counter_for("gpt-4o")
    assert (counter.name, counter.tokens("hello world")) == ("o200k_base", 2)


def test_without_the_package_a_known_model_is_estimated(monkeypatch):
    _exact.cache_clear()
    monkeypatch.setitem(sys.modules, "quicktok", None)
    assert counter_for("gpt-4o") is ESTIMATE
    _exact.cache_clear()


@pytest.mark.parametrize("model", MODELS)
def test_the_bound_is_above_the_true_count_of_ordinary_lines(model):
    rng = random.Random(model)
    for _ in range(50):
        text = "\n".join(
            " ".join(rng.choices(["Mira", "took", "the", "silver", "key", "home"], k=12)) for _ in range(3)
        )
        assert counter_for(model).tokens(text) <= ESTIMATE.tokens(text)


@pytest.mark.parametrize("model", MODELS)
def test_counts_of_lines_add_up_to_no_less_than_the_whole(model):
    counter, rng = counter_for(model), random.Random(model)
    for _ in range(300):
        lines = [f"- {''.join(rng.choices(PIECES, k=rng.randint(0, 8)))}" for _ in range(rng.randint(1, 5))]
        assert counter.tokens("\n".join(lines)) * QUARTERS <= sum(map(counter.line, lines))


@given(text=st.text(alphabet=st.sampled_from("ab ,玉佩在🗝.\n'"), max_size=60), most=st.integers(0, 100))
def test_a_clipped_line_never_costs_more_than_it_may(text, most):
    for counter in (ESTIMATE, counter_for("gpt-4o")):
        kept = counter.clipped(text, most)
        assert not kept or counter.line(kept) <= most


def test_a_line_is_cut_between_words_with_an_ellipsis():
    kept = counter_for("gpt-4o").clipped("She carried the silver key home", 5 * QUARTERS)
    assert kept.endswith(ELLIPSIS)
    assert "She carried the silver".startswith(kept.removesuffix(ELLIPSIS))


def test_half_a_surrogate_pair_is_counted_too():
    assert counter_for("gpt-4o").tokens("\ud800") > 0
