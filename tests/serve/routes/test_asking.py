"""Operations over HTTP: answers that may be remembered, and what the document says of them."""

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from tests.serve.openapi_client import OpenApiClient

from fabula.operations import OPERATIONS
from fabula.serve.panel.annex import panel_annex
from fabula.story import Story

GIFT = "Lin Yao gave the silver key to Mira."


@pytest.fixture
def served(serve):
    served = serve()
    served.make()
    return served


@pytest.fixture
def client(served):
    with httpx2.Client(base_url=f"{served.url}/api/stories/moonlit/", timeout=20) as client:
        yield client


def test_an_answer_need_not_be_sent_twice_until_the_story_changes(client):
    client.post("tell", json={"text": GIFT})
    first = client.get("facts")
    same = client.get("facts", headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    client.post("tell", json={"text": "Mira gave the silver key to Tom."})
    changed = client.get("facts", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_answers_to_different_questions_have_different_marks(client):
    client.post("tell", json={"text": GIFT})
    client.post("fork", json={"name": "kinder"})
    asked = [{}, {"every": True}, {"entity": "Mira"}, {"branch": "kinder"}, {"limit": 1}]
    marks = [client.get("facts", params=one).headers["ETag"] for one in asked]
    assert len(set(marks)) == len(marks)


def test_answers_that_follow_from_more_than_the_ledger_have_no_mark(client):
    client.post("tell", json={"text": GIFT})
    for path, params in (("recall", {"cue": "key"}), ("receipts", {}), ("verify", {})):
        assert "ETag" not in client.get(path, params=params).headers


def test_a_turn_may_be_named_by_a_number_in_a_body(client):
    client.post("tell", json={"text": "One."})
    edited = client.post("edit", json={"turn": 1, "text": "Two."})
    assert edited.json()["turn"]["text"] == "Two."


def test_names_in_a_path_may_have_slashes(client):
    client.post("tell", json={"text": GIFT})
    client.post("introduce", json={"name": "AC/DC"})
    assert client.get("entities/AC%2FDC").json()["entity"]["name"] == "AC/DC"


def test_a_story_in_another_script_is_asked_by_its_name(serve):
    served = serve()
    served.make("月光/一")
    with served.client() as http:
        told = http.post(
            "/api/stories/%E6%9C%88%E5%85%89%2F%E4%B8%80/tell", json={"text": "顾守义把青伞交给了沈棠。"}
        )
        found = http.get("/api/stories/%E6%9C%88%E5%85%89%2F%E4%B8%80/entities/青伞")
    assert told.status_code == 200
    assert found.json()["relations"][0]["object"]["name"] == "沈棠"


def test_a_refusal_says_what_was_wrong_and_nothing_of_what_was_sent(client):
    said = client.post("tell", json={"text": {"secret": "sk-secret"}})
    assert said.status_code == 400
    assert said.json()["error"]["wrong"][0]["where"] == "body.text"
    assert "sk-secret" not in said.text


def test_a_conflict_says_what_was_expected(client):
    client.post("tell", json={"text": "One."})
    client.post("tell", json={"text": "Two."})
    said = client.post("tell", json={"text": "Three.", "after": "1"})
    assert (said.status_code, said.json()["error"]["code"]) == (409, "head-moved")
    assert said.json()["error"]["retryable"]


def test_the_document_describes_every_operation_with_a_shape_of_its_own(served):
    with served.client() as http:
        document = OpenApiClient(http).document
    every = {
        operation["operationId"]: operation
        for methods in document["paths"].values()
        for operation in methods.values()
    }
    for operation in OPERATIONS.values():
        described = every[operation.name]
        (content,) = described["responses"]["200"]["content"].values()
        assert content["schema"].keys() & {"$ref", "format"}, operation.name
        assert described["summary"] == operation.summary
        assert all(one.get("description") for one in described.get("parameters", ())), operation.name
    assert every["tell"]["requestBody"]["required"]
    assert "requestBody" not in every["facts"]


class Waiting(Story):
    """A handle whose views are made only when they may be."""

    may, asked = threading.Event(), threading.Event()

    def view(self, *where, **more):
        self.asked.set()
        assert self.may.wait(20)
        return super().view(*where, **more)


def test_the_words_and_the_tree_are_answered_while_a_view_is_being_folded(serve):
    Waiting.may.set()
    served = serve(opening=Waiting, annexes=(panel_annex(),))
    served.make()
    served.tell(GIFT)
    Waiting.may.clear()
    Waiting.asked.clear()
    with served.client() as client, served.client() as other, ThreadPoolExecutor(1) as pool:
        held = pool.submit(client.get, "/api/stories/moonlit/facts")
        try:
            assert Waiting.asked.wait(20)
            places = ("turns", "turns/1", "branches", "status", "moves", "acts", "line", "passage", "jobs")
            answers = {place: other.get(f"/api/stories/moonlit/{place}").status_code for place in places}
            assert other.get("/api/stories").json()["stories"][0]["name"] == "moonlit"
            assert not held.done()
        finally:
            Waiting.may.set()
        assert answers == dict.fromkeys(places, 200)
        assert held.result().status_code == 200
