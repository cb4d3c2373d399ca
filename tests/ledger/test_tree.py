"""Turns made from messages."""

from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Message
from fabula.ledger.tree import as_message, chain_after, erased_after, turn_after

SAID = Message(" Hello.\r\n", "assistant", "Lin  Yao", ("Finn",), "noon", {"mood": "calm"})


def test_a_first_turn_follows_the_root():
    turn = turn_after(None, SAID)

    assert (turn.parent, turn.number) == (ROOT, 1)
    assert turn.id == turn_id(ROOT, "Lin Yao", "Hello.")


def test_a_turn_keeps_what_the_message_said_exactly():
    turn = turn_after(None, SAID)

    assert (turn.text, turn.role, turn.present, turn.sent_at) == (
        " Hello.\r\n",
        "assistant",
        ("Finn",),
        "noon",
    )
    assert (turn.speaker, turn.key, turn.meta) == ("Lin Yao", text_key("Hello."), {"mood": "calm"})


def test_a_chain_counts_on_from_its_parent():
    first = turn_after(None, SAID)
    chain = chain_after(first.stem, [Message("One."), Message("Two.")])

    assert [turn.number for turn in chain] == [2, 3]
    assert [turn.parent for turn in chain] == [first.id, chain[0].id]


def test_a_turn_told_again_in_its_place_is_the_same_turn():
    turn = turn_after(None, SAID)

    assert turn_after(None, as_message(turn)) == turn


def test_an_erased_turn_keeps_its_key_and_gets_an_id_without_its_words():
    turn = turn_after(None, SAID)
    other = turn_after(None, Message("First."))

    erased = erased_after(other.stem, turn)

    assert (erased.purged, erased.text, erased.speaker) == (True, "", "")
    assert (erased.key, erased.parent, erased.number, erased.role) == (turn.key, other.id, 2, "assistant")
    assert erased.id == erased_after(other.stem, erased).id != turn_after(other.stem, SAID).id
