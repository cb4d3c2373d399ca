"""The panel beside the server: its operations over HTTP, samples, retries, and what needs a token."""

import json
import urllib.error
import urllib.request

import pytest
from tests.panel.served import made, serving

from fabula.serve.access import Access, Key, digest_of
from fabula.serve.job import Stopping
from fabula.serve.panel.retrying import range_kind
from fabula.stores import open_store
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

TOKEN = "a-token-for-the-tests-only"  # noqa: S105 - opens nothing but the server of a test


@pytest.fixture
def served():
    with serving() as running:
        yield running


def status_of(url, method="GET"):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method)) as answer:  # noqa: S310
            return answer.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_what_only_the_panel_asks_stands_beside_the_other_operations(served):
    made(served.store, "moonlit").tell("Mira arrived at the harbour.")
    assert served.get("moonlit", "/line")["turns"] == 1
    assert served.get("moonlit", "/passage?first=1")["turns"][0]["text"] == "Mira arrived at the harbour."
    with urllib.request.urlopen(served.url + "/api/openapi.json") as answer:  # noqa: S310
        assert "/api/stories/{story}/pulse" in json.load(answer)["paths"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_sample_is_told_once(served, language):
    first, again = (served._ask("/api/samples", {"language": language}, {}) for _ in range(2))
    assert first == again
    assert first["turns"] == served.get(first["story"], "/line")["turns"] > 40


def test_an_unknown_path_is_answered_in_the_one_shape(served):
    assert status_of(served.url + "/api/nothing") == 404
    assert status_of(served.url + "/api/stories", "DELETE") == 405
    assert status_of(served.url + "/s/moonlit/story") == 200


def test_the_page_needs_no_token_and_the_story_does():
    with serving(access=Access(keys=(Key(digest_of(TOKEN)),))) as running:
        assert status_of(running.url + "/") == 200
        assert status_of(running.url + "/s/moonlit/graph?turn=3") == 200
        assert status_of(running.url + "/api/stories") == 401
        assert status_of(running.url + "/api/stories/moonlit/pulse") == 401
        assert status_of(running.url + "/api/samples", "POST") == 401
        assert status_of(running.url + "/s") == 401


def wait_for(served, story, job):
    while job["state"] in {"waiting", "running"}:
        job = served.get(story, f"/jobs/{job['id']}")
    return job


def test_a_retry_reads_a_turn_in_trouble_with_the_server_s_reader():
    store = open_store(":memory:")
    story = made(store, "moonlit")
    for text in ("[new: Mira (character)]", "the poison", "It was late."):
        story.tell(text)
    story.extract(FailingReader(ScriptedReader()))
    with serving(store, reader=lambda _: ScriptedReader()) as running:
        before = running.get("moonlit", "/status")["statuses"]
        asked = {"kind": "retry", "arguments": {"first": "1", "last": "3"}}
        job = wait_for(running, "moonlit", running.post("moonlit", "/jobs", asked))
        after = running.get("moonlit", "/status")["statuses"]
    assert "failed" in before
    assert job["state"] == "done"
    assert "failed" not in after


def test_a_retry_without_a_model_reads_by_rules(served):
    made(served.store, "moonlit").tell("Mira gave the silver key to Finn.")
    asked = {"kind": "retry", "arguments": {"first": "1", "last": "1"}}
    job = wait_for(served, "moonlit", served.post("moonlit", "/jobs", asked))
    assert job["report"]["read"] == 1


@pytest.mark.parametrize(
    "arguments", [{}, {"first": "1"}, {"first": 1, "last": 1}, {"first": "1", "last": "1", "x": 1}]
)
def test_a_retry_of_nothing_in_particular_is_refused(served, arguments):
    made(served.store, "moonlit").tell("Mira arrived.")
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.post("moonlit", "/jobs", {"kind": "retry", "arguments": arguments})
    with refused.value:
        assert refused.value.code == 400


def test_a_range_is_read_again_by_the_server_s_reader_in_steps():
    store = open_store(":memory:")
    story = made(store, "moonlit")
    for number in range(9):
        story.tell(f"[new: Mira {number} (character)]")
    with serving(store, reader=lambda _: ScriptedReader()) as running:
        asked = {"kind": "read-again", "arguments": {"first": "2", "last": "-1"}}
        job = wait_for(running, "moonlit", running.post("moonlit", "/jobs", asked))
        read = running.get("moonlit", "/status")["turns"]
    assert (job["state"], job["report"]["read"], job["done"], job["of"]) == ("done", 8, 8, 8)
    assert [one["status"] for one in read] == ["pending", *["ok"] * 8]
    assert "scripted" in read[1]["extractor"]


def test_a_range_that_is_stopped_keeps_what_it_has_read():
    kind = range_kind()
    story = made(open_store(":memory:"), "moonlit")
    for number in range(40):
        story.tell(f"Mira gave the silver key to Finn {number}.")

    def stop(done, of):
        if done:
            raise Stopping

    with pytest.raises(Stopping):
        kind.run(story, {"first": "1", "last": "40"}, stop)
    assert {one.value for one in story.statuses(story.turns())} >= {"pending", "ok"}
