"""The memory proxy over HTTP, asked as front ends ask."""

import json
import logging
import socket
import sys
import threading
from urllib.parse import unquote

import anyio
import openai
import pytest

from fabula import open as opened
from fabula.serve.access import Access, access_for, keys_from
from fabula.stores import open_store
from fabula.testing.scripted_exchange import STREAM_TYPE
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer, calls, drip, embeddings, says, stall

TOKEN = "a-token-of-some-length"  # noqa: S105 - of these tests alone
KEY = "sk-upstream-0123456789"
FIRST = "I show Lin Yao the silver key."
REPLY = "Lin Yao is the captain of the guard. Lin Yao holds the silver key."


def upstream(*steps):
    return ScriptedServer(steps or None)


# clients


def test_the_official_client_gets_a_whole_answer(proxied, chat):
    with upstream(answer(REPLY)) as server:
        client = proxied(server.url).openai()
        got = client.chat.completions.create(model="scripted", messages=chat(FIRST))
    assert got.choices[0].message.content == REPLY


def test_the_official_client_gets_a_stream(proxied, chat):
    with upstream(answer(REPLY)) as server:
        client = proxied(server.url).openai()
        stream = client.chat.completions.create(model="scripted", messages=chat(FIRST), stream=True)
        pieces = [chunk.choices[0].delta.content or "" for chunk in stream]
    assert "".join(pieces) == REPLY
    assert len(pieces) > 5


def test_the_official_asynchronous_client_gets_a_stream(proxied, chat):
    with upstream(answer(REPLY)) as server:
        url = proxied(server.url).url

        async def ask():
            async with openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="x", max_retries=0) as client:
                stream = await client.chat.completions.create(model="m", messages=chat(FIRST), stream=True)
                return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])

        assert anyio.run(ask) == REPLY


def test_the_official_client_lists_models_and_embeds(proxied):
    with ScriptedServer(models=["qwen3", "月"]) as server:
        client = proxied(server.url).openai()
        assert [model.id for model in client.models.list()] == ["qwen3", "月"]
        made = client.embeddings.create(model="e", input=["a", "b"], encoding_format="float")
    assert len(made.data) == 2
    assert len(made.data[0].embedding) == 8


# bytes


def test_a_stream_is_passed_on_byte_for_byte(proxied, plain, chat):
    plain.headers = (("Content-Type", "text/event-stream"), ("X-Request-Id", "7"))
    plain.body = (
        b': ping\r\n\r\ndata: {"choices":[{"index":0,"delta":{"content":"a"},"odd":1}],"extra":1.50}\r\n\r\n'
        b"event: x\ndata: {}\n\n\n\ndata: [DONE]\n\n: bye\n"
    )
    got = proxied(plain.url).ask(chat(FIRST))
    assert got.content == plain.body
    assert got.headers["x-request-id"] == "7"


def test_a_stream_is_passed_on_as_it_comes(proxied, chat):
    with upstream(stall("She carried the silver key")) as server:
        served = proxied(server.url)
        asked = {"model": "m", "messages": chat(FIRST), "stream": True}
        with served.client() as client, client.stream("POST", "/v1/chat/completions", json=asked) as stream:
            # The upstream says no more than this for as long as it is there.
            assert b"She carr" in next(piece for piece in stream.iter_raw() if b"She" in piece)


def test_a_request_is_passed_on_byte_for_byte(proxied, plain):
    body = (
        b'{ "stream":false,"seed":123456789012345678901234567890, "temperature":0.70,"x_unknown":{"a":[1.0]},'
        b'"messages":[{"role":"user","content":"\\u6708  \xe5\x85\x89"}],"model":"m" }'
    )
    proxied(plain.url).raw("POST", "/v1/chat/completions", body, Content_Type="application/json")
    assert plain.got[0][3] == body


@pytest.mark.parametrize(
    "body", [b"", b"no json", b"[]", b'{"messages":7}', b'{"messages":["x",{}]}', b'{"model":"m"}']
)
def test_a_body_that_nobody_understands_is_the_upstreams_to_refuse(proxied, plain, body):
    plain.status, plain.body = 422, b'{"error":{"message":"What?"}}'
    status, headers, said = proxied(plain.url).raw("POST", "/v1/chat/completions", body)
    assert (status, said) == (422, plain.body)
    assert plain.got[0][3] == body
    assert headers["x-fabula-recall"] == "off"


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
def test_other_paths_are_passed_on_whatever_the_method(proxied, plain, method):
    plain.body = "月光".encode() * 3
    body = b"\x00\xff" * 1000 if method not in {"GET", "HEAD"} else None
    status, headers, said = proxied(plain.url).raw(method, "/v1/files/a%2Fb?x=1&y=%20", body)
    assert (status, said) == (200, b"" if method == "HEAD" else plain.body)
    assert headers["content-length"] == str(len(plain.body))
    command, path, _, sent = plain.got[0]
    assert (command, path, sent) == (method, "/v1/files/a%2Fb?x=1&y=%20", body or b"")


def test_a_body_without_a_length_is_passed_on_too(proxied, plain):
    with proxied(plain.url).client() as client:
        client.post("/v1/audio/transcriptions", content=iter([b"one ", b"two"]))
    assert plain.got[0][3] == b"one two"


@pytest.mark.parametrize("path", ["/v1", "", "/s/moonlit/v1", "/s/moonlit"])
def test_every_way_leads_to_the_upstream(proxied, chat, path):
    with ScriptedServer() as server:
        served = proxied(server.url)
        assert served.ask(chat(FIRST), path).status_code == 200
        assert served.raw("GET", f"{path}/models")[0] == 200
        assert served.raw("POST", f"{path}/embeddings", b'{"input":"a"}')[0] == 200


def test_the_upstreams_base_path_is_kept(proxied, chat):
    with ScriptedServer(prefix="/proxy/x/v1") as server:
        assert proxied(server.url).ask(chat(FIRST)).status_code == 200
        assert server.requests[0].path == "/proxy/x/v1/chat/completions"


def test_answers_are_asked_for_unpacked(proxied, plain, chat):
    served = proxied(plain.url)
    served.ask(chat(FIRST))
    served.raw("GET", "/v1/models", Accept_Encoding="gzip, br")
    assert [dict(sent)["accept-encoding"] for _, _, sent, _ in plain.got] == ["identity", "identity"]


# keys


def test_the_clients_key_is_passed_on(proxied, chat):
    with ScriptedServer() as server:
        proxied(server.url).openai(key="sk-mine").chat.completions.create(model="m", messages=chat(FIRST))
        assert server.requests[0].key == "sk-mine"


def test_a_key_of_ours_replaces_the_clients(proxied, chat):
    with ScriptedServer() as server:
        served = proxied(server.url, key=KEY)
        served.openai(key="sk-mine").chat.completions.create(model="m", messages=chat(FIRST))
        served.raw("GET", "/v1/models")
        assert [request.key for request in server.requests] == [KEY, KEY]


def test_our_own_token_goes_no_further(proxied, chat):
    access = Access(keys=keys_from([TOKEN]))
    with ScriptedServer() as server:
        served = proxied(server.url, access=access)
        served.openai(key=TOKEN).chat.completions.create(model="m", messages=chat(FIRST))
        served.raw("GET", "/v1/models", X_Fabula_Token=TOKEN, Authorization="Bearer sk-mine")
        assert [request.headers.get("authorization") for request in server.requests] == [
            None,
            "Bearer sk-mine",
        ]
        assert all(TOKEN not in str(request.headers) for request in server.requests)


def test_without_our_token_nobody_gets_through(proxied, chat):
    with ScriptedServer() as server:
        client = proxied(server.url, access=Access(keys=keys_from([TOKEN]))).openai(key="sk-wrong")
        with pytest.raises(openai.AuthenticationError, match="not known"):
            client.chat.completions.create(model="m", messages=chat(FIRST))
        assert server.requests == []


def test_a_token_for_one_story_leads_into_no_other(proxied, chat):
    access = Access(keys=keys_from([TOKEN, f"{TOKEN}-2 moonlit", f"{TOKEN}-3 moonlit,other"]))
    with ScriptedServer() as server:
        served = proxied(server.url, access=access)

        def told(key, path="/v1", **headers):
            asked = served.openai(path, f"{TOKEN}{key}", default_headers=headers).chat.completions
            got = asked.with_raw_response.create(model="m", messages=chat(FIRST), stream=True)
            got.http_response.read()
            return got.headers

        assert told("", "/s/secret/v1")["x-fabula-story"] == "secret"
        for path, headers in (("/s/secret/v1", {}), ("/v1", {"X-Story-Id": "secret"})):
            with pytest.raises(openai.PermissionDeniedError, match="not for story"):
                told("-2", path, **headers)
        # The words are those of the secret story, and still:
        assert told("-2")["x-fabula-story"] == "moonlit"
        assert told("-3")["x-fabula-recall"] == "off"


def test_secrets_are_in_no_log(proxied, chat, caplog, until):
    caplog.set_level(logging.DEBUG, "fabula")
    access = Access(keys=keys_from([TOKEN]))
    served = proxied("http://127.0.0.1:9/v1", key=KEY, access=access)
    with served.client(headers={"X-Fabula-Token": TOKEN, "Authorization": "Bearer sk-mine-12345"}) as client:
        said = client.post("/v1/chat/completions?key=sk-query-123", json={"messages": chat(FIRST)})
    assert said.status_code == 502
    until(lambda: "POST /v1/chat/completions 502" in caplog.text)
    for secret in (KEY, TOKEN, "sk-mine-12345", "sk-query-123", FIRST):
        assert secret not in caplog.text + said.text


# stories


def test_what_the_story_remembers_reaches_the_model_and_what_it_sees_is_not_repeated(proxied, chat, until):
    told = [FIRST, REPLY, "I nod.", "Rain falls.", "I wait.", "More rain.", "Who holds the key?"]
    with ScriptedServer() as server:
        served = proxied(server.url)
        for end in range(1, len(told), 2):
            served.ask(chat(*told[:end]), "/s/moonlit/v1")
        until(lambda: served.proxy.reading.is_idle)
        whole = served.ask(chat(*told), "/s/moonlit/v1")
        window = served.ask([chat()[0], *chat(*told)[-3:]], "/s/moonlit/v1")
        seen, cut = (json.dumps(request.body["messages"]) for request in server.requests[-2:])
    assert (whole.headers["x-fabula-injected"], seen.count("silver key")) == ("0", 2)
    assert int(window.headers["x-fabula-injected"]) > 0
    assert "captain of the guard" in cut
    assert window.headers["x-fabula-recall"] == "ok"
    assert window.headers["x-fabula-head"] == whole.headers["x-fabula-head"]


def test_the_receipt_of_what_was_told_is_kept(proxied, chat, until):
    told = [FIRST, REPLY, "I nod.", "Rain falls.", "I wait.", "More rain.", "Who holds the key?"]
    with ScriptedServer() as server:
        served = proxied(server.url)
        served.ask(chat(*told[:3]), "/s/moonlit/v1")
        until(lambda: served.proxy.reading.is_idle)
        served.ask([chat()[0], *chat(*told)[3:]], "/s/moonlit/v1")
        with served.client() as client:
            kept = until(lambda: client.get("/api/stories/moonlit/receipts").json()["receipts"])
    assert kept[0]["used"] > 0


def test_a_reply_enters_the_story_with_the_request_that_shows_it(proxied, chat, until):
    with upstream(answer(REPLY), answer("Other words entirely, of the moon.")) as server:
        served = proxied(server.url)
        served.ask(chat(FIRST), "/s/moonlit/v1")
        assert served.texts("moonlit") == [FIRST]
        candidates = until(lambda: served.stories.store.candidates("moonlit"))
        assert [one.text for one in candidates] == [REPLY]
        served.ask(chat(FIRST, REPLY, "I nod."), "/s/moonlit/v1")
        assert served.texts("moonlit") == [FIRST, REPLY, "I nod."]


def test_every_choice_is_a_version(proxied, chat, until):
    body = {"choices": [{"index": at, "message": {"content": f"Version {at}."}} for at in range(3)]}
    with upstream(says(body)) as server:
        served = proxied(server.url)
        served.ask(chat(FIRST), "/s/moonlit/v1", n=3)
        texts = until(lambda: {one.text for one in served.stories.store.candidates("moonlit")})
    assert texts == {"Version 0.", "Version 1.", "Version 2."}


def test_a_call_of_a_tool_is_no_reply(proxied, chat, until):
    with upstream(calls("look", "{}"), answer(REPLY)) as server:
        served = proxied(server.url)
        served.ask(chat(FIRST), "/s/moonlit/v1")
        served.ask(chat(FIRST), "/s/moonlit/v1")
        candidates = until(lambda: served.stories.store.candidates("moonlit"))
    assert [one.text for one in candidates] == [REPLY]


def test_two_chats_side_by_side_stay_apart(proxied, chat):
    ends = {"a": "The ferry burns at the mill.", "b": "A horse sleeps on the bridge."}
    with ScriptedServer(lambda asked: answer(ends[asked.body["user"]])) as server:
        served = proxied(server.url)
        stories = {}

        def tell(who):
            told = [f"I am {who} and I begin with {ends[who]}"]
            for number in range(4):
                got = served.ask(chat(*told), user=who)
                stories.setdefault(who, set()).add(got.headers["x-fabula-story"])
                told += [ends[who] + f" Once more, {number}.", f"I, {who}, go on: {number}."]

        threads = [threading.Thread(target=tell, args=(who,)) for who in ends]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [len(names) for names in stories.values()] == [1, 1]
        assert stories["a"] != stories["b"]
        for who, (name,) in stories.items():
            other = ends["b" if who == "a" else "a"]
            assert not any(other in text for text in served.texts(unquote(name)))


def test_a_story_outlives_the_server(proxied, chat, tmp_path):
    place = str(tmp_path / "story.db")
    with upstream(answer(REPLY), answer("More.")) as server:
        served = proxied(server.url, open_store(place))
        served.ask(chat(FIRST), "/s/moonlit/v1")
        served.ask(chat(FIRST, REPLY, "I nod."), "/s/moonlit/v1")
        served.stop()
    story = opened(place, story="moonlit")
    assert [turn.text for turn in story.turns()] == [FIRST, REPLY, "I nod."]
    assert [one.text for one in story.candidates()] == ["More."]
    story.close()


# leaving


def test_a_client_that_leaves_stops_the_upstream_and_what_it_got_is_kept(proxied, chat, until):
    gone = threading.Event()
    sent = []

    def endless(exchange):
        exchange.start_pieces(STREAM_TYPE)
        try:
            for number in range(10**6):
                choice = {"index": 0, "delta": {"content": f"word {number} "}}
                exchange.piece(f"data: {json.dumps({'choices': [choice]})}\n\n".encode())
                sent.append(number)
                exchange.wait(0.01)
        except ConnectionError:
            gone.set()
            raise

    with ScriptedServer(lambda _: endless) as server:
        served = proxied(server.url)
        asked = {"model": "m", "messages": chat(FIRST), "stream": True}
        with (
            served.client() as client,
            client.stream("POST", "/s/moonlit/v1/chat/completions", json=asked) as stream,
        ):
            got = b""
            for piece in stream.iter_raw():
                got += piece
                if b"word 5 " in got:
                    break
        assert gone.wait(10)
        (kept,) = until(lambda: served.stories.store.candidates("moonlit"))
    assert kept.text.startswith("word 0 word 1 word 2 word 3 word 4 word 5")
    assert len(kept.text.split()) // 2 <= len(sent)


def test_a_client_that_leaves_before_the_first_word_stops_the_upstream(proxied, chat, until):
    gone = threading.Event()

    def quiet(exchange):
        exchange.handler.connection.settimeout(10)
        if not exchange.handler.rfile.read(1):
            gone.set()
        exchange.leave()

    with ScriptedServer(lambda _: quiet) as server:
        served = proxied(server.url)
        body = json.dumps({"messages": chat(FIRST), "stream": True}).encode()
        with socket.create_connection(("127.0.0.1", served.port)) as client:
            head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
            client.sendall(head.encode() + body)
            until(lambda: server.requests)
        assert gone.wait(10)


def test_who_leaves_any_other_path_stops_the_upstream_too(proxied, until):
    gone = threading.Event()

    def quiet(exchange):
        exchange.handler.connection.settimeout(10)
        if not exchange.handler.rfile.read(1):
            gone.set()
        exchange.leave()

    with ScriptedServer(lambda _: quiet) as server:
        served = proxied(server.url)
        with socket.create_connection(("127.0.0.1", served.port)) as client:
            client.sendall(b"GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            until(lambda: server.requests)
        assert gone.wait(10)


def test_the_official_client_may_leave_in_the_middle(proxied, chat, until):
    with upstream(drip(REPLY * 20, every=0.01), answer(REPLY)) as server:
        served = proxied(server.url)
        client = served.openai("/s/moonlit/v1")
        with client.chat.completions.create(model="m", messages=chat(FIRST), stream=True) as stream:
            for chunk in stream:
                if "captain" in (chunk.choices[0].delta.content or ""):
                    break
        (kept,) = until(lambda: served.stories.store.candidates("moonlit"))
        assert kept.text.startswith("Lin Yao is the captain")
        assert (
            client.chat.completions.create(model="m", messages=chat(FIRST)).choices[0].message.content
            == REPLY
        )


def test_a_reply_that_the_end_of_the_server_cuts_is_kept(proxied, chat, tmp_path):
    place = str(tmp_path / "story.db")
    with upstream(stall("Lin Yao is the captain")) as server:
        served = proxied(server.url, open_store(place))
        asked = {"model": "m", "messages": chat(FIRST), "stream": True}
        with (
            served.client() as client,
            client.stream("POST", "/s/moonlit/v1/chat/completions", json=asked) as stream,
        ):
            next(piece for piece in stream.iter_raw() if b"Lin Yao" in piece)
            served.stop()
    story = opened(place, story="moonlit")
    assert [one.text for one in story.candidates()] == ["Lin Yao"]
    story.close()


# pages of elsewhere


def test_pages_of_allowed_origins_may_ask_with_headers_of_their_own_and_read_ours(proxied, chat):
    access = access_for("127.0.0.1", allow_origins=["http://localhost:8000"])
    origin = {"Origin": "http://localhost:8000"}
    with ScriptedServer() as server:
        served = proxied(server.url, access=access)
        status, headers, _ = served.raw(
            "OPTIONS",
            "/v1/chat/completions",
            Access_Control_Request_Method="POST",
            Access_Control_Request_Headers="authorization,content-type,x-stainless-os,x-title",
            **origin,
        )
        assert status == 200
        assert headers["access-control-allow-origin"] == "http://localhost:8000"
        assert "x-stainless-os" in headers["access-control-allow-headers"]
        with served.client(headers=origin) as client:
            got = client.post("/v1/chat/completions", json={"messages": chat(FIRST)})
        assert got.headers["access-control-allow-origin"] == "http://localhost:8000"
        assert "X-Fabula-Story" in got.headers["access-control-expose-headers"]
        assert "origin" not in server.requests[0].headers


def test_pages_of_other_origins_may_not(proxied, chat):
    with ScriptedServer() as server:
        served = proxied(server.url)
        with served.client(headers={"Origin": "http://evil.example"}) as client:
            said = client.post("/v1/chat/completions", json={"messages": chat(FIRST)})
        assert said.status_code == 403
        assert server.requests == []


def test_a_body_that_is_too_large_is_refused_in_a_shape_that_clients_show(proxied):
    with ScriptedServer() as server:
        status, _, said = proxied(server.url).raw("POST", "/v1/chat/completions", b" " * (33 * 1024 * 1024))
        assert status == 413
        assert "larger" in json.loads(said)["error"]["message"]
        assert server.requests == []


def test_a_path_that_climbs_is_refused(proxied, plain):
    assert proxied(plain.url).raw("GET", "/v1/%2e%2e/admin")[0] == 400
    assert plain.got == []


def test_the_api_and_what_is_nowhere_are_as_they_were(proxied):
    with ScriptedServer() as server:
        served = proxied(server.url)
        assert served.raw("GET", "/api/version")[0] == 200
        assert served.raw("GET", "/nowhere")[0] == 404
        assert served.raw("GET", "/chat")[0] == 404
        assert server.requests == []


def test_threads_give_way_quickly_while_it_runs_and_as_before_when_it_ends(proxied):
    before = sys.getswitchinterval()
    with ScriptedServer() as server:
        served = proxied(server.url)
        assert sys.getswitchinterval() == pytest.approx(0.001)
        served.stop()
    assert sys.getswitchinterval() == pytest.approx(before)


def test_embeddings_are_no_story(proxied):
    with upstream(embeddings()) as server:
        served = proxied(server.url)
        served.raw("POST", "/v1/embeddings", b'{"input":"a"}')
        with served.client() as client:
            assert client.get("/api/stories").json()["stories"] == []


def test_health_tells_how_the_proxy_is_and_names_no_story(proxied, chat):
    with ScriptedServer() as server:
        served = proxied(server.url)
        served.ask(chat(FIRST), "/s/moonlit/v1")
        said = served.health()
    assert said["ok"]
    assert {"waiting", "reading", "failing", "turns"} <= said["reading"].keys()
    assert "moonlit" not in str(said)
