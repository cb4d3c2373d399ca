"""What reading costs: kept as counts, added up, bounded, and not forgotten by an error."""

import pytest

from fabula.errors import InvalidInputError, ModelUnavailableError
from fabula.extraction.spending import NO_CAP, Cap, charge_of, charged, counts_of, usage_of
from fabula.models.chat import Usage


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
