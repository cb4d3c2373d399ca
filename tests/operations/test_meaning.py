"""How much of a story can be found by meaning."""

import pytest

import fabula
from fabula.models.remote_embedder import RemoteEmbedder
from fabula.operations import OPERATIONS
from fabula.recall.vector_search import VectorSearch
from fabula.stores.vectors_memory import MemoryVectors
from fabula.story import Story
from fabula.testing.scripted_server import ScriptedServer


@pytest.fixture
def embedded(story):
    """``embedded("scripted")``: the story with an embedder of that name."""
    vectors = MemoryVectors()
    with ScriptedServer() as server:
        yield lambda name: Story(
            story.store, story.name, meaning=VectorSearch(vectors, RemoteEmbedder(server.url, name))
        )


def asked(told):
    return OPERATIONS["vectors"].ask(told)


def test_without_an_embedder_meaning_is_off(ask):
    found = ask("vectors")
    assert (found["status"], found["embedder"], found["texts"], found["index"]) == ("off", "", {}, "exact")
    assert "No embedder" in found["said"]


def test_what_has_no_vector_yet_is_missing_and_once_made_is_there(embedded):
    told = embedded("scripted")
    before = asked(told)
    assert (before["status"], before["texts"]["turn"]) == (
        "degraded",
        {"texts": 4, "present": 0, "stale": 0, "missing": 4},
    )
    told.vectors.repair()
    after = asked(told)
    assert (after["status"], after["texts"]["turn"]["missing"], after["said"]) == ("ok", 0, "")
    assert after["embedder"] == after["recorded"] != ""


def test_vectors_of_another_embedder_are_stale(embedded):
    embedded("scripted").vectors.repair()
    found = asked(embedded("another"))
    assert found["texts"]["turn"] == {"texts": 4, "present": 0, "stale": 4, "missing": 4}
    assert "cannot be compared" in found["said"]


def test_the_file_of_the_index_is_as_large_as_it_is(tmp_path):
    path = tmp_path / "story.db"
    with ScriptedServer() as server:
        told = fabula.open(path, story="moonlit", embedder=RemoteEmbedder(server.url, "scripted"))
        told.tell("青伞在沈棠手里。")
        assert asked(told)["bytes"] == 0
        told.vectors.repair()
        found = asked(told)
        told.close()
    assert (found["index"], found["bytes"]) == ("exact", (tmp_path / "story.db.vectors").stat().st_size)
