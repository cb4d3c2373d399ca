"""A reply put together from what was relayed."""

import gzip
import json
import zlib

import pytest

from fabula.serve.proxy.assembling import Reply, events, reply_in


def event(**body):
    return b"data: " + json.dumps(body).encode() + b"\n\n"


def piece(text, at=0, **more):
    return event(choices=[{"index": at, "delta": {"content": text}, "finish_reason": None, **more}])


DONE = b"data: [DONE]\n\n"


def test_the_pieces_of_a_stream_are_one_reply():
    raw = b": ping\n\n" + piece("月") + piece("光", finish_reason="stop") + DONE
    assert reply_in(raw) == Reply(("月光",), ended=True)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_may_end_in_any_way(end):
    raw = (piece("月") + piece("光") + DONE).replace(b"\n", end)
    assert reply_in(raw) == Reply(("月光",), ended=True)


def test_several_choices_are_versions_in_the_order_of_their_numbers():
    raw = piece("b1", 1) + piece("a1") + piece("b2", 1) + piece("a2") + DONE
    assert reply_in(raw).versions == ("a1a2", "b1b2")


def test_a_stream_that_was_cut_gives_what_was_whole_of_it():
    whole = piece("He ") + piece("comes")
    assert reply_in(whole[:-5]) == Reply(("He ",))
    assert reply_in(whole) == Reply(("He comes",))


def test_an_event_that_is_not_parted_from_the_end_counts():
    assert list(events(b"data: 1\n\ndata: 2\n")) == [b"1", b"2"]


def test_an_event_over_several_lines_is_one():
    assert list(events(b'data: {"a":\ndata:1}\n\n')) == [b'{"a":\n1}']


def test_an_error_in_the_middle_leaves_no_reply():
    assert reply_in(piece("He ") + event(error={"message": "Out of memory"})) == Reply((), failed=True)


def test_thoughts_and_calls_of_tools_are_no_words():
    raw = event(choices=[{"delta": {"reasoning_content": "hm", "tool_calls": [{"id": "1"}]}}]) + DONE
    assert reply_in(raw) == Reply((), ended=True)


def test_words_are_found_where_front_ends_look_for_them():
    raw = (
        event(choices=[{"text": "a"}])
        + event(choices=[{"message": {"content": "b"}}])
        + event(choices=[{"delta": {"content": [{"type": "text", "text": "c"}, {"type": "thinking"}, 7]}}])
    )
    assert reply_in(raw).versions == ("abc",)


def test_a_whole_answer_is_a_reply():
    raw = json.dumps({"choices": [{"message": {"content": "a"}}, {"index": 1, "message": {"content": "b"}}]})
    assert reply_in(raw.encode(), "application/json; charset=utf-8") == Reply(("a", "b"), ended=True)


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b'{"choices":7}', b'{"choices":[7]}', b'{"choices":[{"message":{"content":null}}]}'],
)
def test_what_is_no_answer_is_no_reply(raw):
    assert reply_in(raw, "application/json").versions == ()


def test_an_error_under_a_good_status_is_no_reply():
    assert reply_in(b'{"error":{"message":"no"}}', "application/json").failed


@pytest.mark.parametrize(("encoding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_what_was_packed_against_our_wish_is_read_all_the_same(encoding, pack):
    packed = pack(piece("月光") + DONE)
    assert reply_in(packed, encoding=encoding).versions == ("月光",)
    assert reply_in(packed[:10], encoding=encoding).versions == ()


def test_what_cannot_be_unpacked_is_no_reply():
    assert reply_in(piece("x") + DONE, encoding="br") == Reply()
    assert reply_in(b"no gzip", encoding="gzip") == Reply()


@pytest.mark.parametrize("media", ["application/json", "text/plain", ""])
def test_a_stream_under_another_name_is_read(media):
    assert reply_in(b"\n" + piece("a") + DONE, media).versions == ("a",)


@pytest.mark.parametrize("odd", [b"data: {\n\n", b"data: 7\n\n", b"data\n\n", b"event: x\n\n", b"data:\n\n"])
def test_odd_events_are_passed_over(odd):
    assert reply_in(odd + piece("a") + odd + DONE).versions == ("a",)
