"""What reading costs: kept as counts, added up, bounded, and not forgotten by an error."""

from dataclasses import replace

import pytest

import fabula
from fabula.errors import InvalidInputError, ModelUnavailableError
from fabula.extraction.spending import NO_CAP, Cap, charge_of, charged, counts_of, usage_of
from fabula.models.chat import Usage
from fabula.testing.failing_reader import FailingReader


def test_usage_survives_being_kept():
    usage = Usage(2, 300, 40, 100)

    assert counts_of(usage) == {"calls": 2, "prompt": 300, "completion": 40, "cached": 100}
    assert usage_of(counts_of(usage)) == usage
    assert counts_of(Usage()) == {}
    assert usage_of({"calls": 1, "fault_cut": 3}) == Usage(1)


def test_an_error_tells_what_was_spent_before_it():
    error = ModelUnavailableError("Away.")

    assert charge_of(error) == Usage()
    assert charge_of(charged(error, Usage(1, 10, 2))) == Usage(1, 10, 2)


def test_a_cap_is_reached_by_calls_or_by_tokens():
    assert NO_CAP.reached(Usage(10**6, 10**9)) == ""
    assert Cap(calls=2).reached(Usage(1, 10**6)) == ""
    assert Cap(calls=2).reached(Usage(2)) == "cap: 2 of 2 calls made"
    assert Cap(tokens=100).reached(Usage(1, 60, 50)) == "cap: 110 of 100 tokens spent"


@pytest.mark.parametrize("wrong", [{"calls": 0}, {"tokens": -1}])
def test_a_cap_under_which_nothing_could_be_read_is_refused(wrong):
    with pytest.raises(InvalidInputError):
        Cap(**wrong)


def test_what_a_story_cost_is_the_same_whether_or_not_somebody_is_charged_for_it():
    story = fabula.open(":memory:", story="dear")
    for number in range(3):
        story.tell(f"[Mira knows Tom{number}]")
    story.extract(FailingReader())
    whole, in_all = story.usage(), story.usage(by_turn=False)
    assert in_all == replace(whole, by_turn={})
    assert whole.total.calls > 0
    assert whole.by_turn
