import json

import pytest

from fabula.errors import (
    ModelDeniedError,
    ModelNotFoundError,
    ModelRefusedError,
    ModelUnavailableError,
    RateLimitedError,
)
from fabula.models.failures import MOST_SAID, Refusal, Said, clipped_words, said_by

PLACE = "http://localhost:1/v1"


def refusal(status, message="", *, code="", model="qwen3", **more):
    return Refusal(status, Said(message, code), PLACE, "/chat/completions", model, **more)


def error(status, message="", **more):
    found = refusal(status, message, **more)
    return found.error(str(found.said))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "No.", "code": "nope", "param": "n"}}, Said("No.", "nope", "n")),
        ({"error": {"message": "No.", "code": 404}}, Said("No.")),
        ({"error": "No."}, Said("No.")),
        ({"object": "error", "message": "No.", "code": 400}, Said("No.")),
        ({"detail": "Not Found"}, Said("Not Found")),
        ([{"error": {"message": "No."}}], Said("No.")),
        ({"error": {}}, Said()),
        ({"error": {"message": None}}, Said()),
        ([], Said()),
        ("No.", Said("No.")),
        (7, Said()),
    ],
)
def test_a_message_is_found_in_the_usual_forms(body, said):
    assert said_by(json.dumps(body).encode()) == said


def test_findings_of_a_validator_are_told_without_what_was_sent():
    body = {"detail": [{"loc": ["body", "temperature"], "msg": "not permitted", "input": "the story"}]}
    assert said_by(json.dumps(body).encode()) == Said("body.temperature: not permitted")


def test_plain_text_is_a_message_and_a_page_is_none():
    assert (said_by(b" busy \n"), said_by(b"<!DOCTYPE html>...")) == (Said("busy"), Said())


def test_names_that_the_message_lacks_are_added():
    assert str(Said("Unsupported value.", "unsupported_value", "temperature")) == (
        "Unsupported value. (unsupported_value, temperature)"
    )
    assert str(Said("temperature is fixed", "", "temperature")) == "temperature is fixed"


def test_words_are_clipped_to_one_readable_line():
    assert clipped_words(" a\x00b\n\nc\x1b[31m\ud800 ") == "a b c [31m\ufffd"
    assert len(clipped_words("x" * 1000)) == MOST_SAID


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (400, ModelRefusedError, r"does not take the question as it was put \(400\)"),
        (422, ModelRefusedError, r"\(422\)"),
        (413, ModelRefusedError, "Ask for less at once"),
        (415, ModelRefusedError, r"\(415\)"),
        (401, ModelDeniedError, "wants a key and none was given"),
        (402, ModelDeniedError, "no credit"),
        (404, ModelNotFoundError, "Nothing answers under http://localhost:1/v1/chat/completions"),
        (405, ModelNotFoundError, "most end in /v1"),
        (308, ModelNotFoundError, "Redirects are not followed"),
        (408, ModelUnavailableError, r"failed \(408\)"),
        (409, ModelUnavailableError, "Ask again later"),
        (500, ModelUnavailableError, r"failed \(500\)"),
        (599, ModelUnavailableError, r"failed \(599\)"),
        (429, RateLimitedError, "asked again later"),
    ],
)
def test_a_status_becomes_the_error_that_says_what_to_do(status, kind, words):
    with pytest.raises(kind, match=words):
        raise error(status)


def test_a_key_that_is_not_accepted_is_told_from_one_that_is_missing():
    assert "does not accept the key (403): No. Check" in str(error(403, "No.", has_key=True))


@pytest.mark.parametrize(
    ("status", "message", "code"),
    [
        (404, "model 'qwen3' not found", ""),
        (404, 'model "qwen3" not found, try pulling it first', ""),
        (404, "The model `qwen3` does not exist.", ""),
        (404, "", "model_not_found"),
        (400, "qwen3 is not a valid model ID", ""),
        (400, "Invalid model: qwen3", ""),
    ],
)
def test_a_missing_model_is_told_from_a_missing_path(status, message, code):
    found = error(status, message, code=code)
    assert isinstance(found, ModelNotFoundError)
    assert "has no model 'qwen3'" in str(found)


def test_a_question_that_is_too_long_is_told_so():
    told = error(400, "This model's maximum context length is 8192 tokens.")
    assert isinstance(told, ModelRefusedError)
    assert str(told).endswith("8192 tokens. Ask for less at once.")


def test_a_limit_carries_the_seconds():
    limited = error(429, "Slow down.", headers={"retry-after": "30"})
    assert limited.retry_after == 30
    assert "in 30 s: Slow down. Wait" in str(limited)


def test_an_empty_purse_is_no_rate_limit():
    broke = refusal(429, "You exceeded your quota.", code="insufficient_quota")
    assert isinstance(broke.error(""), ModelDeniedError)
    assert not broke.again


@pytest.mark.parametrize(
    ("status", "again"),
    [
        (408, True),
        (409, True),
        (429, True),
        (500, True),
        (503, True),
        (529, True),
        (400, False),
        (404, False),
    ],
)
def test_some_failures_may_pass(status, again):
    assert refusal(status).again is again


def test_a_redirect_names_where_to_without_what_may_be_secret():
    headers = {"location": "https://u:p@other.example/v1/chat/completions?token=1"}
    assert "sends us on to other.example/v1 (307)" in str(error(307, headers=headers))
