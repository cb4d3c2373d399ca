from datetime import UTC, datetime

import pytest

from fabula.errors import InvalidInputError, ModelUnavailableError
from fabula.models.patience import Patience, ran_out, told_pause

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
PATIENCE = Patience(retries=3, first_pause=1, longest_pause=3, longest_told=60)


def test_pauses_double_up_to_a_bound_and_end():
    assert [PATIENCE.pause(tried, roll=1) for tried in (1, 2, 3, 4)] == [1, 2, 3, None]


def test_half_of_a_pause_is_rolled():
    assert [PATIENCE.pause(1, roll=roll) for roll in (0, 0.5, 1)] == [0.5, 0.75, 1]


def test_what_the_endpoint_asks_for_is_never_cut_short():
    assert [PATIENCE.pause(1, told=30, roll=roll) for roll in (0, 1)] == [30, 30.5]


def test_being_put_off_for_too_long_is_not_borne():
    assert PATIENCE.pause(1, told=61) is None


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "20"}, 20),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "Sun, 01 Mar 2026 12:01:30 GMT"}, 90),
        ({"retry-after": "Sun, 01 Mar 2026 11:00:00 GMT"}, 0),
        ({"retry-after": "20", "retry-after-ms": "250"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ],
)
def test_the_told_pause_is_read_in_seconds_or_as_a_date(headers, seconds):
    assert told_pause(headers, NOW) == seconds


def test_a_trial_is_waited_for_less_long_and_not_less_than_half_a_minute():
    assert [Patience(read=read).hurried().read for read in (300.0, 60.0, 5.0)] == [100.0, 30.0, 5.0]


def test_waiting_longer_allows_a_question_its_tries():
    assert (Patience().waiting(900).read, Patience().waiting(900).total) == (900, 2700)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_timeout_is_a_number_of_seconds(seconds):
    with pytest.raises(InvalidInputError, match="above 0"):
        Patience(read=seconds)


def test_slowness_is_told_from_absence():
    assert ran_out(ModelUnavailableError("x was silent for 3 s."))
    assert not ran_out(ModelUnavailableError("x cannot be reached."))
