"""How much of the many wordings of the events the rules read, and that they believe nothing else."""

import importlib.util
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench" / "rules.py"
DATA = Path(__file__).parent / "data"
KINDS = 14


def loaded():
    spec = importlib.util.spec_from_file_location("rules_bench", BENCH)
    module = sys.modules["rules_bench"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bench = loaded()


@pytest.fixture(scope="module")
def score():
    return bench.measured(DATA)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_three_of_four_wordings_of_every_event_are_read(score, language):
    kinds = {kind for _, kind, _ in score.counts} - set(bench.NO_FACTS)
    share = {
        kind: score.total("hit", [language], [kind]) / score.total("expected", [language], [kind])
        for kind in kinds
    }
    assert len(share) == KINDS
    assert {kind: part for kind, part in share.items() if part < 0.75} == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_next_to_nothing_is_believed_that_is_not_said(score, language):
    assert score.figures()[f"precision_{language}"] > 97


def test_strangers_names_cost_recall_and_no_precision():
    figures = bench.measured(DATA, is_cold=True).figures()
    assert figures["precision"] > 97
    assert figures["recall"] > 70
