import pytest

from fabula.recall.times import AFTERWARDS, turns_told, when_in
from fabula.recall.words import Passage

TODAY = 738_000


def days(cue):
    return when_in(cue, today=TODAY, story_day=None).days


@pytest.mark.parametrize(
    ("cue", "back"),
    [
        ("What did she say yesterday?", 1),
        ("三天前发生了什么？", 3),
        ("前天谁来过？", 2),
        ("大前天谁来过？", 3),
        ("昨晚他在哪里？", 1),
        ("Where was he three days ago?", 3),
        ("the day before yesterday", 2),
        ("Who came today?", 0),
    ],
)
def test_days_are_counted_back_from_the_storys_own_day(cue, back):
    assert (TODAY - back, TODAY - back) in days(cue)


def test_weeks_and_months_are_stretches_of_days():
    first, last = days("What happened last week?")[0]
    assert (last - first, last < TODAY) == (6, True)
    first, last = days("上个月谁来过？")[0]
    assert 27 <= last - first <= 30


def test_without_a_day_to_count_from_relative_words_say_nothing():
    assert not when_in("What happened yesterday?", today=None, story_day=None)


@pytest.mark.parametrize("cue", ["in session 3", "第三章里谁死了？", "chapter three", "第3回"])
def test_sessions_and_chapters_are_numbers(cue):
    assert when_in(cue, today=None, story_day=None).parts == (3,)


def test_days_of_the_story_are_told_apart_from_days_of_the_calendar():
    when = when_in("Where was he on day 12?", today=None, story_day=None)
    assert (when.days, when.story) == ((), ((12, 12),))


def passage(number, **more):
    return Passage(str(number), number, "", "Rain.", **more)


def test_turns_of_the_day_count_wholly_and_later_ones_less():
    told = [passage(n + 1, day=TODAY - 20 + step) for n, step in enumerate((-1, 0, 5, AFTERWARDS + 1))]
    scores = turns_told(told, when_in("20 days ago", today=TODAY, story_day=None), [])
    assert (0 in scores, scores[1], 0 < scores[2] < 1, 3 in scores) == (False, 1.0, True, False)


def test_a_chapter_goes_on_until_the_next_one_begins():
    told = [passage(1, part="1"), passage(2), passage(3, part="2"), passage(4), passage(5, part="3")]
    assert turns_told(told, when_in("chapter 2", today=None, story_day=None), []).keys() == {2, 3}


def test_parts_without_numbers_are_counted():
    told = [passage(1, part="The Mill"), passage(2, part="The Bell")]
    assert turns_told(told, when_in("session 2", today=None, story_day=None), []).keys() == {1}


def test_the_storys_clock_says_when_a_turn_plays():
    when = when_in("On day 4, who came?", today=None, story_day=4)
    assert turns_told([passage(n) for n in range(1, 5)], when, [(2, 3), (3, 4)])[2] == 1.0
