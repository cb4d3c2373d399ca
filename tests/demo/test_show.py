"""The show is worth reading: every moment is there, in both languages, from real calls."""

import io
import re

import pytest
from rich.console import Console

from fabula.demo.show import show
from fabula.demo.telling import changed
from fabula.demo.wording import COMMANDS, WORDINGS
from fabula.errors import InvalidInputError


def shown(language, **console):
    """Returns what came of a show and what was written."""
    paper = io.StringIO()
    return show(Console(file=paper, **console), language), paper.getvalue()


@pytest.fixture(scope="module", params=["en", "zh"])
def both(request):
    return (request.param, *shown(request.param))


def test_every_part_of_the_show_has_its_heading(both):
    language, _, text = both
    words = WORDINGS[language]
    headings = [
        words.telling,
        words.poison,
        words.lying,
        words.reveal,
        words.branches,
        words.asked,
        words.context,
    ]
    places = [text.index(f"\n{heading}\n") for heading in headings]
    assert places == sorted(places)


def test_the_story_is_told_to_its_end_and_sound(both):
    _, came_of_it, text = both
    assert f"\n{came_of_it.turns:>4}  " in text
    assert came_of_it.verdict.is_sound


def test_most_questions_are_answered(both):
    _, came_of_it, _ = both
    places = [place for _, place in came_of_it.answers]
    assert sum(place > 0 for place in places) * 2 > len(places)
    assert places[0] == 1


def test_only_questions_that_are_answered_early_are_shown_and_the_rest_is_counted(both):
    language, came_of_it, text = both
    early = [ask for ask, place in came_of_it.answers if 1 <= place <= 5]
    asked = text[
        text.index(f"\n{WORDINGS[language].asked}\n") : text.index(f"\n{WORDINGS[language].context}\n")
    ]
    assert [ask for ask, _ in came_of_it.answers if ask in asked] == early
    tally = WORDINGS[language].tally.format(len(early), len(came_of_it.answers))
    assert asked.strip().splitlines()[-1].strip() == tally


def test_nothing_wraps_beyond_a_page_and_nothing_trails(both):
    _, _, text = both
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_the_show_ends_with_what_to_type_next(both):
    _, _, text = both
    assert [line.strip() for line in text.splitlines()[-len(COMMANDS) :]] == list(COMMANDS)


def test_a_mended_word_costs_a_few_readings_and_carries_the_rest():
    _, text = shown("en")
    carried, read = map(int, re.search(r"(\d+) readings carried along, (\d+) turns read", text).groups())
    assert carried > 35
    assert read < 10


def test_what_was_swiped_away_is_shown_beside_what_holds():
    _, text = shown("en")
    moment = text[text.index(WORDINGS["en"].poison) : text.index(WORDINGS["en"].lying)]
    assert "Davin is dead" in moment
    assert "bone whistle is held by Davin" in moment


def test_the_reveal_has_a_date():
    _, text = shown("en")
    assert "up to turn 32, Grey Tom and Davin are two" in text
    assert "from turn 33 on, Grey Tom is Davin" in text


def test_two_branches_differ_in_a_fact():
    _, text = shown("zh")
    assert "在 main 上，第47轮：青伞在沈棠手里" in text
    assert "在 走水路 上，第23轮：青伞在师爷手里" in text


def test_why_shows_the_words():
    _, text = shown("en")
    assert "In the night Rusk stole the bone whistle from Nell." in text


def test_two_shows_are_alike_to_the_letter():
    assert shown("en")[1] == shown("en")[1]


def test_a_terminal_gets_colours():
    assert "\x1b[" in shown("en", force_terminal=True, width=80, color_system="standard")[1]


def test_a_language_without_a_story_is_refused():
    with pytest.raises(InvalidInputError, match="en and zh"):
        shown("fr")


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("a red cord over", "a green cord over", ("red", "green")),
        ("for Gul Rock", "for Gull Rock", ("Gul", "Gull")),
        ("缠着红线。", "缠着蓝线。", ("红", "蓝")),
        ("same", "same", ("", "")),
    ],
)
def test_an_edit_is_told_by_the_words_it_changed(old, new, parts):
    assert changed(old, new) == parts
