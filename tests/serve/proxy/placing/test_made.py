"""What looks made by a program rather than told."""

import pytest

from fabula.serve.proxy.placing.made import (
    continues,
    impersonates,
    is_bracketed,
    is_made,
    is_marker,
    is_order,
)


@pytest.mark.parametrize("text", ["[OOC]", "(aside (nested))", "【系统】", "（旁白）"])
def test_one_pair_of_brackets_holds_the_whole_text(text):
    assert is_bracketed(text)


@pytest.mark.parametrize("text", ["(a) and (b)", "*She nods.*", '"Yes."', ""])
def test_other_texts_are_not_bracketed(text):
    assert not is_bracketed(text)


def test_thinking_aloud_before_a_reply_is_not_made_but_a_block_alone_is():
    assert not is_made("<think>Hm.</think>\nShe nods.", "assistant")
    assert is_made("<thinking>done</thinking>", "assistant")
    assert is_made("<last_input>I nod.</last_input>\nAnswer now.", "user")


@pytest.mark.parametrize(
    "text", ["[Start a new Chat]", "[Start a new group chat. Group members: A, B]", "[开始新的聊天]"]
)
def test_a_marker_says_that_a_chat_begins(text):
    assert is_marker(text)


@pytest.mark.parametrize("text", ["[Example Chat]", "Start a new chat", "(a new story)"])
def test_other_lines_are_no_markers(text):
    assert not is_marker(text)


def test_orders_stand_in_square_brackets_and_people_use_round_ones():
    assert is_order("[Write the next reply only as Mira.]")
    assert not is_order("(OOC: shorter, please.)")


def test_orders_are_recognised_by_their_words():
    assert continues("[Continue the following message. Do not repeat it.]")
    assert impersonates("[Write your next reply from the point of view of Lin Yao.]")
    assert not continues("[Write the next reply only as Mira.]")
