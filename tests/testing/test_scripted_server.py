import httpx2
import pytest

from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import answer, models, stall


def post(server, path="/chat/completions", **body):
    with httpx2.Client(trust_env=False) as client:
        return client.post(server.url + path, json=body, headers={"Authorization": "Bearer sk-1"})


def test_every_request_takes_the_next_step_and_is_recorded():
    with ScriptedServer([answer("one"), models("qwen3")]) as server:
        texts = [
            post(server, n=1).json()["choices"][0]["message"]["content"],
            post(server, n=2).json()["data"],
        ]
    assert texts == ["one", [{"id": "qwen3", "object": "model"}]]
    assert [(request.path, request.body, request.key) for request in server.requests] == [
        ("/v1/chat/completions", {"n": 1}, "sk-1"),
        ("/v1/chat/completions", {"n": 2}, "sk-1"),
    ]


def test_a_script_that_is_over_says_so():
    with ScriptedServer([]) as server:
        response = post(server)
    assert (response.status_code, response.json()["error"]["message"]) == (410, "The script is over.")


def test_without_a_script_it_obliges_for_ever():
    with ScriptedServer(models=["qwen3"]) as server:
        names = [row["id"] for row in post(server, "/models").json()["data"]]
        texts = [post(server).json()["choices"][0]["message"]["content"] for _ in range(2)]
        vectors = post(server, "/embeddings", input=["a", "b"]).json()["data"]
    assert (names, texts, len(vectors)) == (["qwen3"], ["ok", "ok"], 2)


def test_a_function_chooses_the_step():
    with ScriptedServer(lambda request: answer(request.last_text.upper())) as server:
        response = post(server, messages=[{"role": "user", "content": "key"}])
    assert response.json()["choices"][0]["message"]["content"] == "KEY"


def test_what_stands_outside_of_the_prefix_takes_no_step():
    with ScriptedServer([answer("one")], prefix="/proxy/x/v1/") as server:
        with httpx2.Client(trust_env=False) as client:
            missed = client.get(server.url.removesuffix("/proxy/x/v1") + "/v1/models")
        hit = post(server)
    assert (missed.status_code, hit.status_code, len(server.requests)) == (404, 200, 2)
    assert server.url.endswith("/proxy/x/v1")


def test_what_a_script_raises_is_raised_when_the_server_is_left():
    with pytest.raises(ZeroDivisionError), ScriptedServer(lambda _: 1 / 0) as server:
        assert post(server).status_code == 410


def test_what_a_step_raises_is_raised_when_the_server_is_left():
    def step(exchange):
        exchange.send_json({})
        raise LookupError("told in the test")

    with pytest.raises(LookupError, match="told in the test"), ScriptedServer([step]) as server:
        post(server)


def test_leaving_ends_what_still_holds():
    with ScriptedServer([stall()]) as server:
        client = httpx2.Client(trust_env=False)
        with client.stream("POST", f"{server.url}/chat/completions", json={}) as response:
            assert response.status_code == 200
        client.close()
    assert len(server.requests) == 1


def test_a_body_that_is_no_json_is_recorded_as_text():
    with ScriptedServer() as server, httpx2.Client(trust_env=False) as client:
        client.post(f"{server.url}/models", content=b"{oops")
    assert server.requests[0].body == "{oops"


def test_connections_are_counted():
    with ScriptedServer() as server:
        post(server)
        post(server)
    assert server.connections == 2
