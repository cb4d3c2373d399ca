"""Every failure over real HTTP, against the scripted server."""

import logging
import time
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from fabula.errors import (
    InvalidInputError,
    ModelDeniedError,
    ModelError,
    ModelNotFoundError,
    ModelRefusedError,
    ModelUnavailableError,
    RateLimitedError,
)
from fabula.models.endpoint import Endpoint
from fabula.models.patience import Patience
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import (
    answer,
    cut,
    denied,
    drip,
    endless,
    garbage,
    hang_up,
    no_such_model,
    rate_limited,
    redirected,
    says,
    silence,
    stall,
    status,
)

KEY = "sk-proj-0123456789abcdef"
QUICK = Patience(connect=10, read=10, total=30, first_pause=0.01, longest_pause=0.02, longest_told=1)
ONCE = Patience(connect=10, read=10, total=30, retries=0)
SHORT = Patience(connect=10, read=0.15, total=30)
QUESTION = {"model": "qwen3", "messages": []}


def ask(server, patience=QUICK, **more):
    with Endpoint(server.url, KEY, patience=patience, **more) as endpoint:
        return endpoint.post("/chat/completions", QUESTION)


def failure(*script, patience=QUICK, **more):
    """The error that a script leads to, and how many requests that took."""
    with ScriptedServer(script) as server, pytest.raises(ModelError) as caught:
        ask(server, patience, **more)
    return caught.value, len(server.requests)


def test_a_question_goes_out_with_its_key_and_the_answer_comes_back():
    with ScriptedServer([answer("ok")]) as server:
        found = ask(server)
    (request,) = server.requests
    assert found.body["choices"][0]["message"]["content"] == "ok"
    assert (request.method, request.path, request.key, request.body) == (
        "POST",
        "/v1/chat/completions",
        KEY,
        QUESTION,
    )


def test_without_a_key_none_is_shown():
    with ScriptedServer() as server, Endpoint(server.url) as endpoint:
        endpoint.get("/models")
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize("prefix", ["/v1", "/proxy/x/v1", "", "/V1/openai"])
@pytest.mark.parametrize("ending", ["", "/", "//"])
def test_the_url_is_used_as_it_is_given(prefix, ending):
    with ScriptedServer(prefix=prefix) as server, Endpoint(server.url + ending, patience=ONCE) as endpoint:
        endpoint.get("/models")
    assert server.requests[0].path == f"{prefix}/models"


def test_nothing_is_added_to_a_url_that_lacks_its_version():
    with (
        ScriptedServer() as server,
        Endpoint(server.url.removesuffix("/v1"), patience=ONCE) as endpoint,
        pytest.raises(ModelNotFoundError, match="most end in /v1"),
    ):
        endpoint.get("/models")
    assert server.requests[0].path == "/models"


def test_proxies_of_the_environment_are_not_used(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with ScriptedServer([answer("ok")]) as server:
        assert ask(server).tries == 1


def test_connections_are_kept_and_can_be_opened_again():
    with ScriptedServer() as server, Endpoint(server.url, patience=ONCE) as endpoint:
        endpoint.get("/models")
        endpoint.get("/models")
        kept = server.connections
        endpoint.close()
        endpoint.get("/models")
    assert (kept, server.connections) == (1, 2)


def test_an_endpoint_that_nobody_closes_is_closed_with_the_object():
    with ScriptedServer() as server:
        endpoint = Endpoint(server.url, patience=ONCE)
        endpoint.get("/models")
        del endpoint  # a socket left open would be a warning, and so an error here
        assert len(server.requests) == 1


# What passes when it is asked again.


@pytest.mark.parametrize(
    "step",
    [
        hang_up(),
        cut(),
        status(500),
        status(503),
        status(408),
        status(409),
        rate_limited(),
        rate_limited(after=0),
    ],
)
def test_what_may_pass_is_asked_again(step):
    with ScriptedServer([step, step, answer("ok")]) as server:
        found = ask(server)
    assert found.body["choices"][0]["message"]["content"] == "ok"
    assert len(server.requests) == 3


def test_tries_that_were_answered_are_counted_and_lost_ones_are_not():
    with ScriptedServer([hang_up(), status(500), answer("ok")]) as server:
        assert ask(server).tries == 2


def test_the_pause_that_the_endpoint_asks_for_is_kept():
    with ScriptedServer([rate_limited(after=0.2), answer("ok")]) as server:
        begun = time.monotonic()
        ask(server)
    assert time.monotonic() - begun >= 0.2


def test_a_date_to_come_back_at_is_understood():
    late = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    error, requests = failure(rate_limited(after=late))
    assert 3500 < error.retry_after <= 3600
    assert requests == 1


def test_a_limit_that_is_longer_than_patience_is_told_at_once():
    error, requests = failure(rate_limited(after=30))
    assert isinstance(error, RateLimitedError)
    assert (error.retry_after, requests) == (30, 1)


def test_a_limit_that_does_not_end_is_told_after_the_last_try():
    error, requests = failure(*[rate_limited(after=0)] * 3)
    assert isinstance(error, RateLimitedError)
    assert (error.retry_after, requests) == (0, 3)


def test_no_pause_goes_beyond_the_whole_time_allowed():
    patience = Patience(total=0.5, longest_told=60)
    error, requests = failure(rate_limited(after=20), patience=patience)
    assert (error.retry_after, requests) == (20, 1)


# What does not.


@pytest.mark.parametrize(
    ("step", "kind", "words"),
    [
        (
            status(400, "Invalid schema for response_format"),
            ModelRefusedError,
            "Invalid schema for response_format",
        ),
        (status(413), ModelRefusedError, "Ask for less at once"),
        (status(415), ModelRefusedError, "415"),
        (status(422, "bad field", param="tools"), ModelRefusedError, "bad field (tools)"),
        (status(401, "No."), ModelDeniedError, "does not accept the key"),
        (status(403, "No."), ModelDeniedError, "does not accept the key"),
        (status(404, "File Not Found"), ModelNotFoundError, "Nothing answers under"),
        (no_such_model(), ModelNotFoundError, "has no model 'qwen3'"),
        (redirected("http://127.0.0.1:9/v1/chat/completions"), ModelNotFoundError, "http://127.0.0.1:9/v1 "),
        (garbage(), ModelUnavailableError, "begins with '<html><body>Welcome"),
        (garbage(""), ModelUnavailableError, "without content"),
        (says([]), ModelUnavailableError, "not with a JSON object"),
        (says(None), ModelUnavailableError, "not with a JSON object"),
    ],
)
def test_what_will_not_pass_is_told_at_once(step, kind, words):
    error, requests = failure(step)
    assert (type(error), requests) == (kind, 1)
    assert words in str(error)


@pytest.mark.parametrize("step", [stall(), silence()])
def test_silence_is_told_at_once_for_asking_twice_would_cost_double(step):
    error, requests = failure(step, patience=SHORT)
    assert (type(error), requests) == (ModelUnavailableError, 1)
    assert "was silent for 0.15 s. Allow more time, or ask for less at once." in str(error)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (status(500, "out of memory"), "failed (500): out of memory. Ask again later"),
        (hang_up(), "broke off"),
        (cut(), "broke off"),
    ],
)
def test_what_never_passes_is_told_after_the_last_try(step, words):
    error, requests = failure(*[step] * 3)
    assert (type(error), requests) == (ModelUnavailableError, 3)
    assert words in str(error)


def test_an_error_under_a_good_status_is_an_error():
    limited, _ = failure(says({"error": {"code": 429, "message": "Slow down."}}), patience=ONCE)
    broken, _ = failure(says({"error": {"message": "Upstream died."}}), patience=ONCE)
    assert (type(limited), type(broken)) == (RateLimitedError, ModelUnavailableError)
    assert "Upstream died" in str(broken)


def test_a_slow_drip_is_ended_when_the_whole_time_is_over():
    patience = Patience(read=10, total=0.3, retries=0)
    begun = time.monotonic()
    error, _ = failure(drip("She carried the silver key home. " * 30, every=0.1), patience=patience)
    assert "too slowly" in str(error)
    assert time.monotonic() - begun < 10


def test_a_slow_drip_that_ends_in_time_is_an_answer():
    with ScriptedServer([drip("ok", every=0.001)]) as server:
        assert ask(server).body["choices"][0]["message"]["content"] == "ok"


def test_a_body_without_end_is_left():
    error, requests = failure(endless(), most_bytes=1_000_000)
    assert "sent more than 1,000,000 bytes" in str(error)
    assert requests == 1


def test_a_server_that_is_not_there_is_told():
    with ScriptedServer() as server:
        url = server.url
    with Endpoint(url, patience=QUICK) as endpoint, pytest.raises(ModelUnavailableError) as caught:
        endpoint.get("/models")
    assert f"{url} cannot be reached" in str(caught.value)
    assert "Check that it runs" in str(caught.value)


def test_a_redirect_is_not_followed():
    with (
        ScriptedServer() as other,
        ScriptedServer([redirected(f"{other.url}/models")]) as server,
        Endpoint(server.url, KEY, patience=ONCE) as endpoint,
        pytest.raises(ModelNotFoundError),
    ):
        endpoint.get("/models")
    assert other.requests == []


def test_what_the_endpoint_says_is_clipped():
    error, _ = failure(status(400, "x" * 5000))
    assert len(str(error)) < 500


# The key.


@pytest.mark.parametrize(
    "step",
    [
        denied(),
        status(500, f"Bad gateway; sent was Bearer {KEY}"),
        status(400, "x" * 290 + KEY),
        garbage(f"<html>{KEY}</html>"),
        cut(),
        hang_up(),
    ],
)
def test_the_key_is_in_no_error_and_in_no_log(step, caplog):
    caplog.set_level(logging.DEBUG)
    error, _ = failure(step, patience=ONCE)
    told = "".join(traceback.format_exception(error))
    assert KEY not in told + repr(error) + repr(error.args) + caplog.text
    assert (error.__cause__, error.__context__) == (None, None)


def test_a_key_that_comes_back_in_a_header_is_not_told():
    error, _ = failure(redirected(f"http://127.0.0.1:9/{KEY}"))
    assert "http://127.0.0.1:9/***" in str(error)


def test_the_key_is_not_shown_by_the_endpoint_itself():
    endpoint = Endpoint("http://localhost:1/v1", KEY)
    assert repr(endpoint) == "Endpoint('http://localhost:1/v1', Key('***'))"
    assert KEY not in f"{endpoint} {endpoint.place} {vars(endpoint)}"


def test_a_key_that_cannot_be_one_is_refused_when_it_is_given():
    with pytest.raises(InvalidInputError, match="Copy it again"):
        Endpoint("http://localhost:1/v1", "sk-1 sk-2")
