"""When turns are due: after so many replies, earlier where much seems to happen, never against one's will."""

import pytest

from fabula.errors import InvalidInputError
from fabula.extraction.schedule import Schedule, due
from fabula.ledger.records import Message
from fabula.ledger.tree import chain_after


def told(*lines):
    """Turns from texts; a text that begins with ``>`` is a user's."""
    said = [Message(text.lstrip(">"), "user" if text.startswith(">") else "assistant") for text in lines]
    return chain_after(None, said)


def test_nothing_unread_is_never_due():
    assert due((), Schedule(every=1)) == ""


def test_by_itself_every_reply_is_due():
    assert due(told(">Hello.", "Hm."), Schedule()) == "1 of 1 replies"


def test_b01_every_n_replies():
    schedule = Schedule(every=3)

    assert due(told(">a", "b", ">c", "d", ">e"), schedule) == ""
    assert due(told(">a", "b", ">c", "d", ">e", "f"), schedule) == "3 of 3 replies"


def test_where_nobody_replies_every_turn_counts():
    assert due(told(">One.", ">Two."), Schedule(every=2)) == "2 of 2 replies"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((">Who was it?", "She betrayed him."), "betrayed, both sides have spoken"),
        (("他突然说出了真相。",), "突然, 真相"),
        (("They slept.\n\n* * *\n\nRain fell.",), "* * *"),
        (("第十二章 归来",), "第十二章"),
        (("Three days later the gate opened.",), "days later"),
        ((">Run!", "No! Never!"), "loud speech, both sides have spoken"),
    ],
)
def test_b01_two_signs_are_enough_before_that(lines, said):
    assert due(told(*lines), Schedule(every=9, smart=True)) == said
    assert due(told(*lines), Schedule(every=9)) == ""


@pytest.mark.parametrize("text", ["She was kind.", "The war.", "“好。”", "deadline and warden and promised"])
def test_one_sign_or_none_is_not_enough(text):
    assert due(told(text), Schedule(every=9, smart=True)) == ""


def test_every_sign_can_be_set():
    schedule = Schedule(9, True, ("密信", "letter"), (r"\d+ gold",), "~", on_role_switch=False)

    assert due(told(">A letter.", "密信！！ betrayed, killed"), schedule) == "密信, letter"
    assert due(told("It costs 40 gold."), schedule) == "40 gold"
    assert due(told(">a~", "b~"), schedule) == ""


def test_by_hand_nothing_is_due():
    assert due(told("betrayed and killed"), Schedule(smart=True, by_hand=True)) == ""


@pytest.mark.parametrize("wrong", [{"every": 0}, {"patterns": ("(",)}])
def test_a_schedule_that_means_nothing_is_refused(wrong):
    with pytest.raises(InvalidInputError):
        Schedule(**wrong)
