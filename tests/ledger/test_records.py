"""The rows of the ledger: what a message may hold, and what a turn says of itself."""

import dataclasses

import pytest

from fabula.errors import InvalidInputError
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Changes, Message, Stem, Turn


def told(message: Message) -> Turn:
    """The turn that a message becomes as the first of a story."""
    identity = turn_id(ROOT, message.speaker, message.text)
    key = text_key(message.text)
    return Turn(
        identity,
        ROOT,
        1,
        message.role,
        message.speaker,
        message.text,
        key,
        message.present,
        message.sent_at,
        message.meta,
    )


@pytest.mark.parametrize("text", ["", "   ", "\r\n\t", "\u3000"])
def test_a_message_without_words_is_refused(text):
    with pytest.raises(InvalidInputError, match="A turn needs words"):
        Message(text)


def test_a_message_without_a_role_is_refused():
    with pytest.raises(InvalidInputError, match="A turn needs a role"):
        Message("月光。", role="")


@pytest.mark.parametrize("bad", ["a\x00b", "林\ud800"], ids=["NUL", "surrogate"])
@pytest.mark.parametrize(
    "made",
    [
        Message,
        lambda bad: Message("月光。", role=bad),
        lambda bad: Message("月光。", speaker=bad),
        lambda bad: Message("月光。", sent_at=bad),
        lambda bad: Message("月光。", present=("Mira", bad)),
    ],
    ids=["text", "role", "speaker", "sent_at", "present"],
)
def test_text_that_a_store_cannot_keep_is_refused(made, bad):
    with pytest.raises(InvalidInputError):
        made(bad)


def test_a_message_keeps_its_text_exactly():
    assert Message(" Cafe\u0301\r\n").text == " Cafe\u0301\r\n"


@pytest.mark.parametrize(
    "other",
    [
        Message("月光。", role="system", speaker="林遥"),
        Message("月光。", speaker="林遥", sent_at="2026-11-30T20:15:00+08:00"),
        Message("月光。", speaker="林遥", meta={"swipe_id": 2}),
        Message("月光。", speaker="林遥", present=("林遥", "Mira")),
    ],
    ids=["role", "time", "meta", "present"],
)
def test_role_time_metadata_and_cast_are_not_in_the_id(other):
    assert told(other).id == told(Message("月光。", speaker="林遥")).id
    assert told(other) != told(Message("月光。", speaker="林遥"))


def test_spans_count_in_the_normal_form_while_the_text_stays_exact():
    turn = told(Message("  Cafe\u0301\r\n月光。 "))
    assert turn.text == "  Cafe\u0301\r\n月光。 "
    assert turn.normal == "Caf\u00e9\n月光。"
    assert turn.normal[5:7] == "月光"


def test_a_stem_is_the_turn_without_its_words():
    turn = told(Message("月光。", speaker="林遥"))
    assert turn.stem == Stem(turn.id, ROOT, 1, "林遥", turn.key)


def test_metadata_of_one_message_is_never_shared_with_another():
    with pytest.raises(TypeError):
        Message("月光。").meta["swipe_id"] = 1


def test_a_turn_never_changes():
    with pytest.raises(dataclasses.FrozenInstanceError):
        told(Message("月光。")).text = "日光。"


def test_no_changes_are_no_rows():
    assert all(not getattr(Changes(), part.name) for part in dataclasses.fields(Changes))
