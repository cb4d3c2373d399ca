"""A server's models over HTTP: shown, changed and tried, by whom it may be."""

import io
import logging

import pytest

from fabula.ledger.records import StoryRow
from fabula.models.openai import OpenAI
from fabula.models.remote_embedder import RemoteEmbedder
from fabula.recall.vector_search import VectorSearch
from fabula.serve.access import Access, keys_from
from fabula.serve.connections.annex import connections_annex
from fabula.serve.connections.chosen import ChosenEmbedder, ChosenModel, ChosenUpstream, Source
from fabula.serve.connections.connections import Connections
from fabula.stores import open_store
from fabula.stores.vectors_memory import MemoryVectors
from fabula.story import Story, utc_now
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import denied, oblige

KEY, TYPED = "sk-a-key-of-some-length", "sk-typed-into-a-page"
ALL, SOME = "a-token-for-all-of-them", "a-token-for-moonlit-alone"
TOKENS = keys_from([ALL, f"{SOME} moonlit"])


@pytest.fixture
def served(serve):
    """``served(endpoint)``: a server whose model is there, with a key of its own for it."""

    def start(endpoint, embedder=None, access=None):
        sources = {"name": Source.FLAG, "url": Source.FILE, "key": Source.ENVIRONMENT}
        chosen = ChosenModel("scripted", endpoint.url, KEY, sources=sources)
        held = Connections(
            lambda one: OpenAI(one.url, one.name, key=one.key),
            chosen,
            ChosenEmbedder("url", "scripted", endpoint.url, has_key=True, sources={"url": Source.FILE}),
            ChosenUpstream(endpoint.url, KEY, {"url": Source.FLAG}),
        )
        store = open_store(":memory:")
        store.create(StoryRow("moonlit", utc_now()))

        def opening(kept, name):
            return Story(kept, name, meaning=VectorSearch(MemoryVectors(), embedder))

        return serve(store, access, opening=opening, annexes=(connections_annex(held),))

    return start


def asked(server, method, path, body=None, token=""):
    """The status and the answer to a question."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with server.client(headers=headers) as client:
        answered = client.request(method, f"/api{path}", json=body)
    return answered.status_code, answered.json()


def test_every_value_says_where_it_comes_from_and_a_key_only_whether_it_is_set(served):
    with ScriptedServer() as endpoint:
        status, said = asked(served(endpoint), "GET", "/settings")
    reader = said["reader"]
    assert (status, said["may_change"], said["is_changed"]) == (200, True, False)
    assert reader["name"] == {"value": "scripted", "source": "flag"}
    assert reader["url"] == {"value": endpoint.url, "source": "file"}
    assert reader["key"] == {"is_set": True, "source": "environment"}
    assert reader["form"] == {"value": "", "source": "default"}
    assert said["embedder"]["key"]["is_set"]
    assert said["upstream"]["url"] == {"value": endpoint.url, "source": "flag"}
    assert KEY not in str(said)


def test_a_key_that_is_typed_is_used_and_never_leaves_again(served):
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    logging.getLogger("fabula").addHandler(handler)
    try:
        with ScriptedServer() as endpoint:
            server = served(endpoint)
            _, said = asked(server, "POST", "/settings/model", {"key": TYPED, "name": "other"})
            _, found = asked(server, "POST", "/settings/try", {})
            assert {one.key for one in endpoint.requests} == {TYPED}
            _, refused = asked(server, "POST", "/settings/model", {"key": f"{TYPED} and more"})
            _, health = asked(server, "GET", "/health")
            events = asked(server, "GET", "/stories/moonlit/jobs")
    finally:
        logging.getLogger("fabula").removeHandler(handler)
    assert (said["reader"]["name"], said["is_changed"]) == ({"value": "other", "source": "panel"}, True)
    assert found["code"] == "works"
    assert refused["error"]["code"] == "invalid-input"
    assert not any(TYPED in str(one) for one in (said, found, refused, health, events, logged.getvalue()))


def test_another_place_is_tried_without_the_key_of_the_first(served):
    with ScriptedServer() as endpoint, ScriptedServer() as other:
        server = served(endpoint)
        _, found = asked(server, "POST", "/settings/try", {"url": other.url})
        assert found["code"] == "works"
        assert {one.key for one in other.requests} == {""}
        assert not endpoint.requests
        assert asked(server, "GET", "/settings")[1]["reader"]["url"]["value"] == endpoint.url


def test_what_the_server_was_started_with_is_put_back(served):
    with ScriptedServer() as endpoint:
        server = served(endpoint)
        asked(server, "POST", "/settings/model", {"name": ""})
        _, said = asked(server, "POST", "/settings/put-back", {})
    assert (said["reader"]["name"]["value"], said["is_changed"]) == ("scripted", False)


def test_the_upstream_is_asked_for_its_models_alone(served):
    with ScriptedServer() as endpoint:
        _, found = asked(served(endpoint), "POST", "/settings/try", {"what": "upstream"})
        assert [one.method for one in endpoint.requests] == ["GET"]
    assert (found["code"], found["models"]) == ("answers", ["scripted"])


def test_the_storys_embedder_is_tried(served):
    with ScriptedServer() as endpoint:
        embedder = RemoteEmbedder(endpoint.url, "scripted")
        _, found = asked(served(endpoint, embedder), "POST", "/stories/moonlit/try-embedder")
        assert (found["code"], found["dims"]) == ("works", embedder.space.dims)
    with ScriptedServer(lambda _: denied()) as endpoint:
        embedder = RemoteEmbedder(endpoint.url, "scripted")
        assert (
            asked(served(endpoint, embedder), "POST", "/stories/moonlit/try-embedder")[1]["code"] == "denied"
        )


def test_a_token_for_some_stories_may_look_and_do_nothing(served):
    with ScriptedServer() as endpoint:
        server = served(endpoint, access=Access(keys=TOKENS))
        _, said = asked(server, "GET", "/settings", token=SOME)
        assert (said["may_change"], KEY in str(said)) == (False, False)
        for path in (
            "/settings/model",
            "/settings/put-back",
            "/settings/try",
            "/stories/moonlit/try-embedder",
        ):
            status, refused = asked(server, "POST", path, {}, token=SOME)
            assert (path, status, refused["error"]["code"]) == (path, 403, "forbidden")
        assert not endpoint.requests
        assert asked(server, "GET", "/settings")[0] == 401
        assert asked(server, "POST", "/settings/try", {}, token=ALL)[1]["code"] == "works"


def test_health_tells_who_reads_and_no_name(served):
    with ScriptedServer(lambda _: oblige()) as endpoint:
        _, said = asked(served(endpoint), "GET", "/health")
    assert said["parts"]["models"] == {"ok": True, "reader": "model", "embedder": "url"}
