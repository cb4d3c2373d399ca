"""Notes that move with the end, and lines that stay."""

from hypothesis import given
from hypothesis import strategies as st

from fabula.serve.proxy.placing.evidence import Sightings, Verdict, canon, every_place, mark, places_in

FIRST = ["rain falls on the roof", "I knock twice", None, "who is there"]


def marked(texts):
    return [None if text is None else mark(text) for text in texts]


def seen(earlier, own):
    sightings = Sightings()
    sightings.note("text", places_in(marked(earlier), own))
    return sightings


def test_what_keeps_its_neighbours_while_the_history_grows_stays():
    now = [*FIRST, "it is me", "come in"]
    assert seen(FIRST, 2).verdict("text", places_in(marked(now), 2), marked(now)) is Verdict.STAYS


def test_the_same_history_once_more_says_nothing():
    assert seen(FIRST, 2).verdict("text", places_in(marked(FIRST), 2), marked(FIRST)) is Verdict.UNKNOWN


def test_what_stands_elsewhere_while_its_place_is_there_has_moved():
    now = ["rain falls on the roof", "I knock twice", "who is there", None, "it is me"]
    assert seen(FIRST, 2).verdict("text", places_in(marked(now), 3), marked(now)) is Verdict.MOVED


def test_a_turn_that_a_person_moved_has_not_moved_with_the_end():
    earlier = ["one two three", "text", "four five six", "seven"]
    now = ["one two three", "four five six", "text", "seven", "eight", "nine"]
    place = places_in(marked(now), 2)
    assert seen(earlier, 1).verdict("text", place, marked(now), taken=True) is Verdict.UNKNOWN


def test_what_stood_at_the_end_is_not_settled_by_a_reply_alone():
    earlier = ["rain falls on the roof", "I knock twice", None]
    now = [*earlier, "who is there"]
    assert seen(earlier, 2).verdict("text", places_in(marked(now), 2), marked(now)) is Verdict.UNKNOWN


def test_a_mark_stands_for_the_words_and_not_for_their_form():
    assert mark("Mira:  Who is there at\nthis hour?") == mark("Who is there at this hour?")
    assert mark("Who is there at this hour?") != mark("Who was there at this hour?")
    assert mark("  ") == ""


def test_nobody_reads_the_words_out_of_a_mark():
    text = "林瑶把银钥匙藏在钟楼里。"
    assert not set(mark(text)) & set(canon(text))


def test_a_last_message_has_not_moved_because_a_line_before_it_is_taken_for_a_turn_by_now():
    sightings = Sightings()
    earlier, now = marked(["I knock twice", None, None]), marked(["I knock twice", "three days pass", None])
    sightings.note(mark("three days pass"), places_in(earlier, 1))
    sightings.note(mark("open the door"), places_in(earlier, 2))
    verdict = sightings.verdict(mark("open the door"), places_in(now, 2), now, taken=True)
    assert verdict is Verdict.UNKNOWN
    further = marked(["I knock twice", "three days pass", "come in", "it is me", None])
    place = places_in(further, 4)
    assert sightings.verdict(mark("open the door"), place, further, taken=True) is Verdict.MOVED


@given(st.lists(st.sampled_from(["a", "b", None])))
def test_every_place_is_the_place_of_each(order):
    assert every_place(order) == [places_in(order, own) for own in range(len(order))]
