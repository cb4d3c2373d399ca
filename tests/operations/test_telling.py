"""Telling through operations."""

import pytest

from fabula.errors import HeadMovedError, InvalidInputError

GIFT = "Mira gave the silver key to Tom."


def phrases(facts):
    return [fact["phrase"] for fact in facts]


def test_a_turn_says_what_holds_by_it_and_what_no_longer_does(ask):
    told = ask("tell", text=GIFT, speaker="Narrator", present=("Tom",))
    assert (
        told["turn"] | {"number": 5, "speaker": "Narrator", "present": ["Tom"], "status": "ok"}
        == told["turn"]
    )
    assert phrases(told["now"]) == ["silver key is held by Tom"]
    assert phrases(told["no_longer"]) == ["silver key is held by Mira"]


def test_a_turn_need_not_be_read(ask):
    told = ask("tell", text=GIFT, read=False)
    assert (told["extracted"], told["turn"]["status"], told["now"]) == (None, "pending", [])


def test_a_turn_that_is_told_after_another_one_than_the_latest_is_refused(ask, story):
    with pytest.raises(HeadMovedError):
        ask("tell", text=GIFT, after="1")
    assert story.head.number == 4


def test_a_swipe_takes_back_what_the_other_version_said(ask):
    told = ask("swipe", text="Lin Yao kept the silver key.")
    assert phrases(told["no_longer"]) == ["silver key is held by Mira"]


def test_an_edit_says_how_many_readings_went_along(ask):
    for number in range(6):
        ask("tell", text=f"It rained {number} times.")
    told = ask("edit", turn="2", text="I ask who has it.")
    assert told["turn"]["number"] == 2
    assert 0 < told["carried"] <= 8


def test_a_deleted_turn_is_gone_from_the_line(ask):
    deleted = ask("delete", turn="3")
    assert (deleted["happened"], deleted["turns"], len(deleted["removed"])) == ("delete", 3, 1)
    assert phrases(deleted["no_longer"]) == ["青伞在沈棠手里"]


def test_a_turn_can_be_put_before_the_first(ask):
    assert ask("insert", text="It rained.")["turns"] == 5
    assert ask("turn", turn="1")["turn"]["text"] == "It rained."


def test_a_message_list_writes_only_what_is_new(ask):
    messages = ({"role": "user", "name": "Player", "content": "I follow Mira."},)
    followed = ask("follow", messages=messages)
    assert (followed["happened"], followed["turns"], len(followed["written"])) == ("append", 5, 1)
    assert ask("follow", messages=messages)["written"] == []


def test_an_offered_reply_is_provisional(ask):
    ask("offer", text="Mira smiles.", speaker="Mira")
    (reply,) = ask("turns")["provisional"]
    assert (reply["text"], reply["speaker"]) == ("Mira smiles.", "Mira")


def test_a_reply_without_words_is_refused(ask):
    with pytest.raises(InvalidInputError):
        ask("offer", text=" ")


def test_a_purge_tells_how_much_is_gone(ask):
    assert ask("purge", turns=("1", "2")) == {"purged": 2, "emptied": []}
    assert ask("turn", turn="1")["turn"]["purged"]
