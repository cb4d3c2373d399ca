"""Trying a connection, against endpoints of every kind."""

import socket

import pytest

from fabula.errors import MissingExtraError
from fabula.models.remote_embedder import RemoteEmbedder
from fabula.models.trial import tried_embedder, tried_model
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import (
    answer,
    denied,
    garbage,
    models,
    no_such_model,
    rate_limited,
    silence,
    status,
)

KEY = "sk-a-key-of-some-length"


def after_a_list(step):
    """An endpoint that lists its models and then does something else."""
    return lambda received: models("qwen3", "青灯") if received.method == "GET" else step


def test_a_model_that_answers_works_and_its_endpoint_lists_the_others():
    with ScriptedServer(models=("scripted", "other")) as server:
        found = tried_model(server.url, "scripted", KEY)
        assert [one.key for one in server.requests] == [KEY, KEY]
    assert (found.code, found.models, found.said) == ("works", ("scripted", "other"), "")
    assert 0 <= found.seconds < 10


def test_without_a_model_the_endpoint_alone_is_asked():
    with ScriptedServer() as server:
        assert tried_model(server.url, "").code == "answers"
        assert [one.method for one in server.requests] == ["GET"]


def test_a_model_that_only_thinks_within_its_bound_works():
    with ScriptedServer(after_a_list(answer(None, finish="length", reasoning="Well, a word"))) as server:
        assert tried_model(server.url, "qwen3").code == "works"


def test_an_endpoint_that_lists_nothing_is_asked_all_the_same():
    with ScriptedServer(lambda one: status(404) if one.method == "GET" else answer("yes")) as server:
        found = tried_model(server.url, "qwen3")
    assert (found.code, found.models) == ("works", ())


@pytest.mark.parametrize(
    ("script", "code"),
    [
        (lambda _: denied(), "denied"),
        (lambda _: garbage(), "no-json"),
        (lambda _: status(500), "failed"),
        (after_a_list(no_such_model()), "no-model"),
        (after_a_list(rate_limited(after=60)), "limited"),
        (after_a_list(status(400, "no such field")), "not-taken"),
        (after_a_list(status(404)), "no-path"),
    ],
    ids=["denied", "no-json", "failed", "no-model", "limited", "not-taken", "no-path"],
)
def test_what_is_so_has_a_code(script, code):
    with ScriptedServer(script) as server:
        assert tried_model(server.url, "qwen4", KEY).code == code


def test_who_is_silent_is_given_up_within_the_deadline():
    with ScriptedServer(lambda _: silence()) as server:
        assert tried_model(server.url, "qwen3", deadline=0.4).code == "silent"


def test_a_port_where_nobody_listens_refuses_and_a_name_that_nobody_has_is_no_host():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        assert tried_model(f"http://127.0.0.1:{held.getsockname()[1]}/v1", "qwen3").code == "refused"
    assert tried_model("http://nobody.invalid/v1", "qwen3").code == "no-host"


def test_what_cannot_be_a_url_or_a_key_is_wrong_and_nothing_is_unset():
    assert tried_model("ftp://127.0.0.1/v1", "qwen3").code == "wrong"
    assert tried_model("http://127.0.0.1:9/v1", "qwen3", "a key").code == "wrong"
    assert tried_model("  ", "qwen3").code == "unset"


def test_no_word_of_a_page_that_is_no_endpoint_is_told_and_no_key():
    with ScriptedServer(lambda _: garbage("root:secret")) as server:
        assert tried_model(server.url, "qwen3").said == ""
    with ScriptedServer(lambda _: denied()) as server:
        assert KEY not in tried_model(server.url, "qwen3", KEY).said


def test_an_embedder_tells_its_dimensions():
    with ScriptedServer() as server:
        found = tried_embedder(RemoteEmbedder(server.url, "scripted"))
    assert (found.code, found.dims > 0, found.space.split()[1]) == ("works", True, "scripted")


def test_an_embedder_that_is_refused_says_why_and_none_is_unset():
    with ScriptedServer(lambda _: denied()) as server:
        assert tried_embedder(RemoteEmbedder(server.url, "scripted")).code == "denied"
    assert tried_embedder(None).code == "unset"


def test_an_embedder_whose_part_is_missing_says_what_to_install():
    class Missing:
        space = None

        def embed(self, _texts, _purpose="passage"):
            raise MissingExtraError("pip install 'fabula[embed]'")

    found = tried_embedder(Missing())
    assert (found.code, found.said) == ("failed", "pip install 'fabula[embed]'")
