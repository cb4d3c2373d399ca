"""Headers on their way through."""

from types import SimpleNamespace

from fabula.serve.proxy.headers import answered_on, asked_on, inferred
from fabula.serve.proxy.placing.placed import Placed

CLIENT = [
    (b"Host", b"127.0.0.1:7373"),
    (b"Authorization", b"Bearer sk-client"),
    (b"Content-Type", b"application/json"),
    (b"Content-Length", b"7"),
    (b"Connection", b"close, X-Hop"),
    (b"X-Hop", b"1"),
    (b"Accept-Encoding", b"gzip, br"),
    (b"HTTP-Referer", b"https://front.example"),
    (b"X-Title", b"Front"),
    (b"Origin", b"http://localhost:8000"),
    (b"Cookie", b"a=b"),
    (b"Sec-Fetch-Mode", b"cors"),
    (b"X-Fabula-Token", b"ours"),
    (b"X-Story-Id", b"moonlit"),
]
PASSED = {
    b"content-type": b"application/json",
    b"http-referer": b"https://front.example",
    b"x-title": b"Front",
}


def test_what_belongs_to_the_client_and_its_connection_stays_behind():
    assert dict(asked_on(CLIENT)) == {
        **PASSED,
        b"authorization": b"Bearer sk-client",
        b"accept-encoding": b"identity",
    }


def test_our_key_takes_the_place_of_the_clients():
    assert dict(asked_on(CLIENT, key="sk-upstream"))[b"authorization"] == b"Bearer sk-upstream"


def test_our_own_token_is_taken_out():
    assert b"authorization" not in dict(asked_on(CLIENT, is_ours=True))


def test_the_length_stays_with_a_body_that_stays():
    assert dict(asked_on(CLIENT, same_body=True))[b"content-length"] == b"7"


def test_an_answer_keeps_all_but_what_is_its_connections_or_its_origins():
    given = [
        (b"Content-Type", b"text/event-stream"),
        (b"Retry-After", b"7"),
        (b"X-Request-Id", b"1"),
        (b"X-Request-Id", b"2"),
        (b"Transfer-Encoding", b"chunked"),
        (b"Access-Control-Allow-Origin", b"*"),
        (b"Set-Cookie", b"a=b"),
        (b"X-Fabula-Story", b"forged"),
        (b"Date", b"today"),
    ]
    kept = answered_on(given)
    assert kept == [
        (b"content-type", b"text/event-stream"),
        (b"retry-after", b"7"),
        (b"x-request-id", b"1"),
        (b"x-request-id", b"2"),
    ]
    assert (b"content-type", b"text/event-stream") not in answered_on(given, remade=True)


def test_what_is_told_of_the_memory_fits_into_headers():
    placed = Placed(story="月光 1", turn="abc", kind="swipe")
    told = dict(inferred(placed, SimpleNamespace(tokens=12), "ok", 0.0123))
    assert told == {
        b"x-fabula-story": b"%E6%9C%88%E5%85%89%201",
        b"x-fabula-head": b"abc",
        b"x-fabula-kind": b"swipe",
        b"x-fabula-injected": b"12",
        b"x-fabula-recall": b"ok",
        b"server-timing": b"fabula;dur=12.3",
    }
    assert b"x-fabula-story" not in dict(inferred(None, None, "timeout", 0.3))
