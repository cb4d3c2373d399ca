"""Story time as numbers: what can be sorted in the ways in which stories name their days."""

import pytest

from fabula.claims.statements import NO_PERIOD, Period
from fabula.claims.storytime import MINUTES_PER_DAY, period_of


@pytest.mark.parametrize(
    "label", ["day 4", "Day Four", "on the 4th day", "on day 4 at dusk", "第4天", "第四天", "第四日清晨"]
)
def test_a_counted_day_is_that_many_days_from_the_start(label):
    assert period_of(label) == Period(label, 4 * MINUTES_PER_DAY, 5 * MINUTES_PER_DAY)


@pytest.mark.parametrize(
    ("label", "day"), [("第十二天", 12), ("第二十天", 20), ("第一百零三天", 103), ("day twelve", 12)]
)
def test_days_are_counted_in_words(label, day):
    assert period_of(label).start == day * MINUTES_PER_DAY


def test_dates_sort_as_dates():
    labels = ["0311-12-31", "0312-01-01", "0312-01-01 08:30", "0312-02-01", "0313-01-01"]
    starts = [period_of(label).start for label in labels]
    assert starts == sorted(starts)
    assert len(set(starts)) == len(starts)


def test_chinese_dates_are_the_same_dates():
    assert period_of("312年2月3日").start == period_of("0312-02-03").start


def test_a_year_lasts_until_the_next():
    assert period_of("year 312").end == period_of("year 313").start
    assert period_of("312年") == Period("312年", period_of("year 312").start, period_of("year 312").end)


@pytest.mark.parametrize("label", ["long ago", "many years before", "那一年冬天", "day of wrath"])
def test_a_label_that_cannot_be_sorted_keeps_its_words(label):
    assert period_of(label) == Period(label)


def test_no_label_is_no_period():
    assert period_of("") is NO_PERIOD


@pytest.mark.parametrize(
    ("label", "day"),
    [
        ("the fourth day", 4),
        ("on the twenty-first day", 21),
        ("day twenty-one", 21),
        ("day the third", 3),
        ("第４天", 4),
    ],
)
def test_days_are_counted_in_order_too(label, day):
    assert period_of(label).start == day * MINUTES_PER_DAY


@pytest.mark.parametrize(
    "label",
    [
        "one day",
        "the first day of spring",
        "the other day",
        "3年后",
        "过了3年",
        "0312-13-01",
        "312年2月40日",
        "312年13月",
    ],
)
def test_what_only_looks_like_a_time_is_not_sorted(label):
    assert period_of(label) == Period(label)


def test_a_day_of_no_month_is_the_year():
    assert period_of("312年5日").start == period_of("year 312").start
