"""The embedding client over real HTTP, against the scripted server."""

import math

import pytest

from fabula.errors import InvalidInputError, ModelError, ModelRefusedError
from fabula.models.patience import Patience
from fabula.models.remote_embedder import MOST_CHARACTERS, MOST_TEXTS, RemoteEmbedder
from fabula.models.tokens import tokens_of
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import embeddings, says, status, vector_of

KEY = "sk-proj-0123456789abcdef"
QUICK = Patience(connect=10, read=10, total=30, first_pause=0.01)
TEXTS = ["the silver key", "玉佩", "Mira"]


def unit(text, dims=8):
    vector = vector_of(text, dims)
    return tuple(number / math.hypot(*vector) for number in vector)


def embedded(*script, texts=TEXTS, purpose="passage", **more):
    with (
        ScriptedServer(script) as server,
        RemoteEmbedder(server.url, "bge", key=KEY, patience=QUICK, **more) as embedder,
    ):
        vectors = embedder.embed(texts, purpose)
    return vectors, server.requests, embedder


def rows(*vectors):
    return says({"data": [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]})


def test_texts_become_unit_vectors_in_order():
    vectors, (request,), _ = embedded(embeddings())
    assert vectors == [unit(text) for text in TEXTS]
    assert all(math.isclose(math.hypot(*vector), 1) for vector in vectors)
    assert request.body == {"model": "bge", "input": TEXTS, "encoding_format": "float"}
    assert (request.path, request.key) == ("/v1/embeddings", KEY)


def test_the_order_is_restored_by_number():
    assert embedded(embeddings(shuffled=True))[0] == [unit(text) for text in TEXTS]


def test_rows_without_numbers_are_taken_as_they_come():
    bare = says({"data": [{"embedding": [3, 4]}, {"embedding": [0, 2.0]}]})
    assert embedded(bare, texts=["a", "b"])[0] == [(0.6, 0.8), (0, 1)]


def test_nothing_costs_nothing():
    assert embedded(texts=[])[:2] == ([], [])


def test_batches_are_bounded_in_number_and_in_characters():
    many = [f"fact {at}" for at in range(MOST_TEXTS + 1)]
    long = ["a" * MOST_CHARACTERS, "b", "c"]
    for texts, sizes in ((many, [MOST_TEXTS, 1]), (long, [1, 2])):
        vectors, requests, _ = embedded(*[embeddings()] * 2, texts=texts)
        assert vectors == [unit(text) for text in texts]
        assert [len(request.body["input"]) for request in requests] == sizes


def test_prefixes_stand_before_texts_by_their_purpose():
    prefixes = {"passage": "passage: ", "cue": "query: "}
    sent = [
        embedded(embeddings(), texts=["key"], purpose=purpose, prefixes=prefixes)[1][0].body["input"]
        for purpose in ("passage", "cue")
    ]
    assert sent == [["passage: key"], ["query: key"]]


def test_a_text_without_words_does_not_spoil_its_batch():
    assert embedded(embeddings(), texts=["", " \n", "key"])[1][0].body["input"] == [".", ".", "key"]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (embeddings(missing=1), "2 vectors for 3 texts"),
        (says({"data": []}), "0 vectors for 3 texts"),
        (says({"data": None}), "0 vectors for 3 texts"),
        (says({}), "0 vectors for 3 texts"),
        (says({"data": [{"index": 0, "embedding": [1]}] * 3}), "numbered them wrongly"),
        (rows([1, 2], [1, 2], [1, 2, 3]), "3 dimensions where 2 were expected"),
        (rows([1, 2], [1, 2], "AAAA"), "no list of numbers"),
        (rows([1, 2], [1, 2], ["1", "2"]), "no list of numbers"),
        (rows([1, 2], [1, 2], [True, 2]), "no list of numbers"),
        (rows([1, 2], [1, 2], [float("nan"), 2]), "no list of numbers"),
        (rows([1, 2], [1, 2], [10**400, 2]), "no list of numbers"),
        (rows([1, 2], [1, 2], [0, 0]), "without a direction"),
        (rows([], [], []), "without a direction"),
    ],
)
def test_a_wrong_shape_is_told(step, words):
    with pytest.raises(ModelError, match=words):
        embedded(step)


def test_the_dimensions_that_are_wanted_are_asked_for_and_checked():
    _, (request,), embedder = embedded(embeddings(dims=16), dims=16)
    assert (request.body["dimensions"], embedder.space.dims) == (16, 16)
    with pytest.raises(ModelError, match="8 dimensions where 16 were expected"):
        embedded(embeddings(dims=8), dims=16)


def test_a_model_of_one_size_is_not_asked_for_another_again():
    refusal = status(400, "Model does not support matryoshka representation.")
    texts = ["a"] * (MOST_TEXTS + 1)
    vectors, requests, embedder = embedded(refusal, embeddings(), embeddings(), texts=texts, dims=8)
    assert ["dimensions" in request.body for request in requests] == [True, False, False]
    assert (len(vectors), embedder.usage.calls) == (MOST_TEXTS + 1, 3)


def test_other_refusals_are_told():
    with pytest.raises(ModelRefusedError, match="too many inputs"):
        embedded(status(400, "too many inputs"), dims=8)


def test_usage_adds_up_as_told_or_guessed():
    told = {"prompt_tokens": 7, "total_tokens": 7}
    assert embedded(status(500), embeddings(usage=told))[2].usage.calls == 2
    assert embedded(embeddings(usage=told))[2].usage.prompt == 7
    assert embedded(embeddings())[2].usage.prompt == sum(map(tokens_of, TEXTS))


def test_a_space_asks_for_its_dimensions_once():
    with ScriptedServer() as server, RemoteEmbedder(server.url, "bge", patience=QUICK) as embedder:
        spaces = [embedder.space, embedder.space]
    assert spaces == [spaces[0]] * 2
    assert (spaces[0].identity, spaces[0].dims) == (f"{server.url} bge 8", 8)
    assert len(server.requests) == 1


def test_prefixes_make_a_space_of_their_own():
    one, other, none = (
        RemoteEmbedder("http://localhost:1/v1", "e5", dims=8, prefixes=prefixes).space.identity
        for prefixes in ({"passage": "passage: "}, {"cue": "query: "}, {"cue": ""})
    )
    assert none == "http://localhost:1/v1 e5 8"
    assert len({one, other, none}) == 3


def test_the_key_is_not_shown_and_not_taken_in_the_url():
    embedder = RemoteEmbedder("http://localhost:1/v1", "e5", key=KEY)
    assert repr(embedder) == "RemoteEmbedder('http://localhost:1/v1', 'e5')"
    with pytest.raises(InvalidInputError):
        RemoteEmbedder(f"http://{KEY}@localhost:1/v1", "e5")
