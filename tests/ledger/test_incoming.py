"""What a front end sends, as messages."""

import pytest

from fabula.errors import InvalidInputError
from fabula.ledger.incoming import told_in
from fabula.ledger.records import Message


def test_messages_come_out_of_mappings_and_parts():
    parts = [{"type": "text", "text": "She waits."}, {"type": "image"}, {"type": "text", "text": "雨停了。"}]
    sent = [
        {"role": "user", "content": "Hello.", "name": "Mira"},
        {"role": "assistant", "content": parts},
        Message("As it is."),
    ]

    assert told_in(sent) == [
        Message("Hello.", "user", "Mira"),
        Message("She waits.\n雨停了。", "assistant"),
        Message("As it is."),
    ]


def test_what_has_no_words_is_passed_over():
    assert told_in([{"role": "assistant", "content": None, "tool_calls": []}, {"content": "  "}]) == []


def test_what_is_no_message_is_refused():
    with pytest.raises(InvalidInputError, match="mapping"):
        told_in(["Hello."])
