"""An upstream that fails in every way that front ends know, and what the person sees of it through the proxy."""

import json
import logging
import socket
from contextlib import closing

import httpx2
import openai
import pytest

from fabula.stores import open_store
from fabula.testing.scripted_exchange import STREAM_TYPE
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer, cut, denied, garbage, hang_up, says, silence, stall, status

NOTHING = ""
FIRST = "I show Lin Yao the silver key."


def seen_in_sillytavern(status, reason, body, *, streamed):
    """What SillyTavern 1.19 shows for an answer: a toast, the reply, or nothing at all."""
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    error = said.get("error") if isinstance(said, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    if not streamed:
        if status >= 400:
            return f"API returned an error: {reason}"
        return message or said["choices"][0]["message"]["content"]
    if status >= 400:
        return f"Chat Completion API: {message}" if message else NOTHING
    reply, toast = "", ""
    for event in body.decode().split("\n\n"):
        if event.startswith("data: {"):
            chunk = json.loads(event.removeprefix("data: "))
            if chunk.get("error"):
                toast = chunk["error"]["message"]
                break
            reply += chunk["choices"][0]["delta"].get("content") or ""
    return " / ".join(filter(None, (reply, toast)))


def seen(served, chat, *, streamed=True):
    said = served.ask(chat(FIRST), stream=streamed)
    return seen_in_sillytavern(said.status_code, said.reason_phrase, said.content, streamed=streamed)


@pytest.mark.parametrize("code", [400, 401, 403, 404, 422, 429, 500, 502, 503, 529])
def test_an_error_is_passed_on_as_it_is(proxied, chat, code):
    step = status(code, "The moon is full", headers={"Retry-After": "7", "X-Request-Id": "a1"}, code="full")
    with ScriptedServer([step, step]) as server:
        served = proxied(server.url)
        with httpx2.Client(trust_env=False) as client:
            asked = {"messages": chat(FIRST), "stream": True}
            direct = client.post(f"{server.url}/chat/completions", json=asked)
        said = served.ask(chat(FIRST))
    assert (said.status_code, said.content) == (direct.status_code, direct.content)
    for name in ("content-type", "retry-after", "x-request-id", "content-length"):
        assert said.headers[name] == direct.headers[name]


@pytest.mark.parametrize(
    ("step", "streamed", "toast"),
    [
        (status(429, "Slow down"), True, "Chat Completion API: Slow down"),
        (status(429, "Slow down"), False, "API returned an error: Too Many Requests"),
        (status(500, "Broken"), False, "API returned an error: Internal Server Error"),
        (says({"error": {"message": "No room"}}), False, "No room"),
        # SillyTavern itself would show nothing of these:
        (says({"error": {"message": "No room"}}), True, "No room"),
        (lambda exchange: exchange.send(b"<h1>Bad Gateway</h1>", 502), True,
         "Chat Completion API: The upstream answered with status 502: Bad Gateway"),
        (lambda exchange: exchange.send(b"", 503), True,
         "Chat Completion API: The upstream answered with status 503 and no words."),
        (says({"choices": [{"index": 0, "message": {"content": "A reply."}}]}), True, "A reply."),
        (lambda exchange: exchange.send(b"<p>Sign in", 200, headers={"Content-Type": "text/html"}), True,
         "The upstream answered with status 200: Sign in"),
        (lambda exchange: exchange.send(b"", 200), True, "The upstream answered with status 200 and no words."),
    ],
)  # fmt: skip
def test_no_error_stays_unseen(proxied, chat, step, streamed, toast):
    with ScriptedServer([step]) as server:
        assert seen(proxied(server.url), chat, streamed=streamed) == toast


@pytest.mark.parametrize("step", [hang_up()])
@pytest.mark.parametrize("streamed", [True, False])
def test_an_upstream_that_hangs_up_is_a_bad_gateway(proxied, chat, step, streamed):
    with ScriptedServer([step]) as server:
        said = proxied(server.url).ask(chat(FIRST), stream=streamed)
    assert said.status_code == 502
    assert "broke off" in said.json()["error"]["message"]


@pytest.mark.parametrize("streamed", [True, False])
def test_a_refused_connection_is_a_bad_gateway_in_openais_shape(proxied, chat, streamed):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    said = proxied(f"http://127.0.0.1:{port}/v1").ask(chat(FIRST), stream=streamed)
    assert said.status_code == 502
    assert said.headers["content-type"] == "application/json"
    error = said.json()["error"]
    assert error["code"] == "upstream_unavailable"
    assert f"127.0.0.1:{port}/v1 cannot be reached" in error["message"]


def test_a_refused_connection_is_seen(proxied, chat):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert "cannot be reached" in seen(proxied(f"http://127.0.0.1:{port}/v1"), chat)


def test_other_paths_tell_of_a_refused_connection_too(proxied):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    code, _, said = proxied(f"http://127.0.0.1:{port}/v1").raw("GET", "/v1/models")
    assert (code, json.loads(said)["error"]["code"]) == (502, "upstream_unavailable")


@pytest.mark.parametrize("step", [silence(), stall()])
def test_an_upstream_that_says_nothing_is_given_up_in_the_end(proxied, chat, step):
    with ScriptedServer([step]) as server:
        said = seen(proxied(server.url, patience=0.3), chat)
    assert "was silent for 0.3 s" in said


def test_a_stream_that_breaks_off_ends_with_an_error_that_is_seen(proxied, chat, until):
    with ScriptedServer([cut("She carried the silver key")]) as server:
        served = proxied(server.url)
        said = served.ask(chat(FIRST), "/s/moonlit/v1")
        toast = seen_in_sillytavern(said.status_code, "", said.content, streamed=True)
        assert toast.startswith("She carr / ")
        assert "broke off" in toast
        (kept,) = until(lambda: served.stories.store.candidates("moonlit"))
    assert kept.text == "She carr"


def test_the_official_client_raises_where_a_stream_breaks_off(proxied, chat):
    with ScriptedServer([cut("She carried the silver key")]) as server:
        client = proxied(server.url).openai()
        stream = client.chat.completions.create(model="m", messages=chat(FIRST), stream=True)
        with pytest.raises(openai.APIError, match="broke off"):
            list(stream)


def test_a_whole_answer_that_breaks_off_is_no_whole_answer(proxied, chat, caplog):
    caplog.set_level(logging.CRITICAL, "uvicorn.error")
    with (
        ScriptedServer([cut("She carried the silver key")]) as server,
        pytest.raises(httpx2.RemoteProtocolError),
    ):
        proxied(server.url).ask(chat(FIRST), stream=False)


def test_an_error_event_in_a_stream_is_passed_on_and_no_candidate_is_kept(proxied, chat, until):
    def step(exchange):
        exchange.start_pieces(STREAM_TYPE)
        exchange.piece(b'data: {"choices":[{"index":0,"delta":{"content":"She carr"}}]}\n\n')
        exchange.piece(b'data: {"error":{"message":"Out of memory"}}\n\n')
        exchange.end_pieces()

    with ScriptedServer([step, answer("The other reply.")]) as server:
        served = proxied(server.url)
        said = served.ask(chat(FIRST), "/s/moonlit/v1")
        assert seen_in_sillytavern(200, "", said.content, streamed=True) == "She carr / Out of memory"
        served.ask(chat(FIRST), "/s/moonlit/v1")
        candidates = until(lambda: served.stories.store.candidates("moonlit"))
    assert [one.text for one in candidates] == ["The other reply."]


@pytest.mark.parametrize("step", [status(500, "no"), garbage(), says({"error": {"message": "no"}})])
def test_what_is_no_reply_is_kept_as_none(proxied, chat, step, until):
    with ScriptedServer([step, answer("The other reply.")]) as server:
        served = proxied(server.url)
        served.ask(chat(FIRST), "/s/moonlit/v1")
        served.ask(chat(FIRST), "/s/moonlit/v1")
        candidates = until(lambda: served.stories.store.candidates("moonlit"))
    assert [one.text for one in candidates] == ["The other reply."]


def test_a_key_that_the_upstream_repeats_is_not_passed_on(proxied, chat):
    key = "sk-upstream-0123456789"
    with ScriptedServer([denied(), denied()]) as server:
        served = proxied(server.url, key=key)
        said = served.ask(chat(FIRST))
        assert (said.status_code, said.json()["error"]["message"]) == (401, "Incorrect API key provided: ***")
        assert key.encode() not in served.raw("GET", "/v1/models")[2]


def test_a_redirect_is_passed_on_and_not_followed(proxied, plain):
    plain.status, plain.headers = 307, (("Location", "http://elsewhere.example/v1"),)
    code, headers, _ = proxied(plain.url).raw("POST", "/v1/chat/completions", b"{}")
    assert (code, headers["location"]) == (307, "http://elsewhere.example/v1")


def test_what_is_packed_all_the_same_is_passed_on_packed_and_read(proxied, plain, chat, until):
    import gzip

    plain.headers = (("Content-Type", "text/event-stream"), ("Content-Encoding", "gzip"))
    plain.body = gzip.compress(b'data: {"choices":[{"delta":{"content":"Packed."}}]}\n\ndata: [DONE]\n\n')
    served = proxied(plain.url)
    with (
        served.client() as client,
        client.stream(
            "POST", "/s/moonlit/v1/chat/completions", json={"messages": chat(FIRST), "stream": True}
        ) as stream,
    ):
        assert b"".join(stream.iter_raw()) == plain.body
    (kept,) = until(lambda: served.stories.store.candidates("moonlit"))
    assert kept.text == "Packed."


def test_a_stream_under_another_name_is_passed_on_as_it_comes(proxied, chat):
    def step(exchange):
        exchange.start_pieces("application/json")
        exchange.piece(b'data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
        exchange.wait()
        exchange.leave()

    with ScriptedServer([step]) as server:
        served = proxied(server.url)
        asked = {"messages": chat(FIRST), "stream": True}
        with served.client() as client, client.stream("POST", "/v1/chat/completions", json=asked) as stream:
            assert next(stream.iter_raw()).startswith(b"data: ")


def test_an_error_longer_than_is_looked_at_is_passed_on(proxied, plain, chat):
    plain.status, plain.body = 500, b"x" * 3_000_000
    assert proxied(plain.url).ask(chat(FIRST)).content == plain.body


def test_a_whole_answer_longer_than_is_looked_at_is_passed_on(proxied, plain, chat):
    plain.body = json.dumps({"choices": [{"message": {"content": "x" * 3_000_000}}]}).encode()
    assert proxied(plain.url).ask(chat(FIRST)).content == plain.body


def test_a_stream_is_told_that_the_server_ends_and_what_was_delivered_is_kept(proxied, chat, tmp_path):
    def step(exchange):
        exchange.start_pieces(STREAM_TYPE)
        exchange.piece(b'data: {"choices":[{"index":0,"delta":{"content":"Lin Yao nods"}}]}\n\n')
        exchange.wait()

    store = open_store(str(tmp_path / "told.db"))
    with ScriptedServer([step]) as server:
        served = proxied(server.url, store=store)
        asked = {"messages": chat(FIRST), "stream": True}
        with (
            served.client() as client,
            client.stream("POST", "/s/moonlit/v1/chat/completions", json=asked) as stream,
        ):
            pieces = stream.iter_raw()
            first = next(pieces)
            served.server.should_exit = True
            rest = b"".join(pieces)
        served.thread.join()
    assert seen_in_sillytavern(200, "OK", first + rest, streamed=True) == (
        "Lin Yao nods / Fabula was told to end: the answer breaks off here."
    )
    with closing(open_store(str(tmp_path / "told.db"))) as kept:
        assert [one.text for one in kept.candidates("moonlit")] == ["Lin Yao nods"]
