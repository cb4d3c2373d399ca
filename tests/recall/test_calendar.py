from datetime import date

import pytest

from fabula.recall.calendar import dates_in, day_sent, month_around


def day(year, month, number):
    return date(year, month, number).toordinal()


@pytest.mark.parametrize(
    "stamp",
    [
        "1:56 pm on 8 May, 2023",
        "2023-05-08T13:56:00Z",
        "May 8, 2023 1:56pm",
        "2023年5月8日 13:56",
        "1683554160",
        "1683554160000",
    ],
)
def test_a_time_stamp_is_a_day_however_it_is_written(stamp):
    assert day_sent(stamp) == day(2023, 5, 8)


@pytest.mark.parametrize("stamp", ["", "yesterday", "2023-13-45", "May 2023", "the 8th"])
def test_what_names_no_day_is_none(stamp):
    assert day_sent(stamp) is None


def test_a_month_and_a_year_are_all_their_days():
    assert dates_in("What happened in July 2023?", None) == [(day(2023, 7, 1), day(2023, 7, 31))]
    assert dates_in("Where was she in 2022?", None) == [(day(2022, 1, 1), day(2022, 12, 31))]
    assert dates_in("2023年7月去了哪里？", None) == [(day(2023, 7, 1), day(2023, 7, 31))]


def test_a_date_without_a_year_lies_in_the_year_of_the_story():
    assert dates_in("on June 3rd", 2021) == [(day(2021, 6, 3),) * 2]


def test_the_verb_may_is_no_month():
    assert dates_in("She may 2 or 3 times have lied.", None) == []


def test_the_month_before_january_lies_in_the_year_before():
    assert month_around(day(2023, 1, 20), -1) == (day(2022, 12, 1), day(2022, 12, 31))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三月四日", (2024, 3, 4)),
        ("十二月三十一日", (2024, 12, 31)),
        ("二〇二三年五月廿一号", (2023, 5, 21)),
        ("十月初三那天", (2024, 10, 3)),
    ],
)
def test_chinese_dates_in_characters_are_read(text, expected):
    number = day(*expected)
    assert dates_in(text, 2024) == [(number, number)]


def test_a_count_of_months_is_no_date():
    assert dates_in("三个月", 2024) == []
