from dataclasses import replace
from datetime import date

from fabula.recall.shelf import Shelf
from fabula.recall.turns import index_line, index_turns
from fabula.recall.words import SEGMENT, search


def texts(count, word="rain"):
    return [f"{word} {number}" for number in range(1, count + 1)]


def test_forks_share_their_sealed_segments(line):
    shelf = Shelf()
    common = texts(SEGMENT + 10)
    one = index_turns(line([*common, "one way"]), shelf)
    other = index_turns(line([*common, "another way"]), shelf)
    assert one.shelved.segments[0] is other.shelved.segments[0]


def test_lines_that_differ_early_share_nothing(line):
    shelf = Shelf()
    one = index_turns(line(["here", *texts(SEGMENT)]), shelf)
    other = index_turns(line(["there", *texts(SEGMENT)]), shelf)
    assert one.shelved.segments[0] is not other.shelved.segments[0]


def test_words_of_another_branch_change_no_score(line):
    shelf = Shelf()
    told = texts(SEGMENT * 2 + 5)
    index_turns(line([*told[:SEGMENT], *["silver key"] * 300]), shelf)
    shared, alone = index_turns(line(told), shelf), index_turns(line(told), Shelf())
    assert search(shared.shelved, {"rain": 1000, "7": 1000}) == search(
        alone.shelved, {"rain": 1000, "7": 1000}
    )


def test_a_turn_is_found_by_its_number(line):
    index = index_turns(line(["first", "second"]))
    assert index.passage(2).text == "second"
    assert index.passage(0) is None
    assert index.passage(3) is None


def test_a_line_up_to_a_turn_is_the_index_made_of_those_turns(line):
    turns = line(texts(SEGMENT + 20))
    index = index_turns(turns)
    for number in (0, 5, SEGMENT, SEGMENT + 7, SEGMENT + 20, 9999):
        assert index.until(number).shelved == index_turns(turns[:number]).shelved


def test_a_purged_turn_is_there_without_words_even_if_it_was_indexed_before(line):
    shelf = Shelf()
    turns = line(["the secret", *texts(SEGMENT)])
    assert search(index_turns(turns, shelf).shelved, {"secret": 1000}).scores
    purged = (replace(turns[0], text="", purged=True), *turns[1:])
    index = index_turns(purged, shelf)
    assert len(index) == len(turns)
    assert search(index.shelved, {"secret": 1000}).scores == {}


def test_a_turn_keeps_its_day_its_part_and_who_was_there(line):
    turn = replace(
        line(["Rain."])[0], sent_at="2023-05-08", meta={"chapter": {"number": 3}}, present=("Ann",)
    )
    passage = index_turns([turn]).passage(1)
    assert (passage.day, passage.part, passage.present) == (date(2023, 5, 8).toordinal(), "3", ("Ann",))


def test_everybody_who_speaks_is_listed_whatever_the_segment(line):
    turns = [*line(texts(SEGMENT + 2))]
    turns[3] = replace(turns[3], speaker="Tom")
    turns[-1] = replace(turns[-1], speaker="Ann")
    assert index_turns(turns).voices() == ("Ann", "Tom")


def test_today_is_the_last_day_that_anybody_named(line):
    turns = [*line(["One.", "Two.", "Three."])]
    turns[1] = replace(turns[1], sent_at="2023-05-08")
    assert index_turns(turns).today() == date(2023, 5, 8).toordinal()
    assert index_turns(turns[:1]).today() is None


def test_a_line_that_grew_is_the_line_made_anew(line):
    turns, shelf = line(texts(SEGMENT + 20)), Shelf()
    for number in (3, 40, 41, SEGMENT - 1, SEGMENT, SEGMENT + 1, SEGMENT + 20, 12):
        known = index_line([turn.stem for turn in turns[:number]], lambda a, b: turns[a:b], shelf)
        shelf.kept("lines", number, lambda known=known: known)
        assert known.shelved == index_turns(turns[:number]).shelved


def test_a_line_that_has_grown_asks_for_its_new_turns_alone(line):
    turns, shelf, asked = line(texts(30)), Shelf(), []

    def words(first, last):
        asked.append((first, last))
        return turns[first:last]

    for number in (29, 30):
        known = index_line([turn.stem for turn in turns[:number]], words, shelf)
        shelf.kept("lines", number, lambda known=known: known)
    assert asked == [(0, 29), (29, 30)]


def test_an_index_with_words_that_are_purged_since_is_not_grown_from(line):
    turns, shelf = line(["the secret", "rain"]), Shelf()
    known = index_line([turns[0].stem], lambda a, b: turns[a:b], shelf)
    shelf.kept("lines", 1, lambda: known)
    gone = (replace(turns[0], text="", purged=True), turns[1])
    stems = [turn.stem for turn in turns]
    index = index_line(stems, lambda a, b: gone[a:b], shelf, frozenset([turns[0].id]))
    assert search(index.shelved, {"secret": 1000}).scores == {}
