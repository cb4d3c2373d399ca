"""One shape for whatever goes wrong."""

import json

import pytest

from fabula.errors import (
    AmbiguousNameError,
    CorruptLedgerError,
    HeadMovedError,
    MissingExtraError,
    RateLimitedError,
    StoreUnavailableError,
    TurnNotFoundError,
)
from fabula.serve.answers import error_answer, error_shape


@pytest.mark.parametrize(
    ("error", "status", "details"),
    [
        (TurnNotFoundError("No turn."), 404, {}),
        (HeadMovedError("main", "a", None), 409, {"branch": "main", "expected": "a", "actual": None}),
        (AmbiguousNameError("Two.", ["林遥", "林瑶"]), 409, {"candidates": ["林遥", "林瑶"]}),
        (CorruptLedgerError("Broken.", ["turn 3"]), 503, {"damages": ["turn 3"]}),
        (RateLimitedError("Later.", 7.0), 502, {"retry_after": 7.0}),
        (MissingExtraError("Install it."), 501, {}),
        (StoreUnavailableError("Busy."), 503, {}),
    ],
)
def test_an_error_of_the_tree_becomes_its_status_and_details(error, status, details):
    response = error_answer(error)
    shape = {"code": error.code, "message": str(error), "retryable": error.retryable, **details}
    assert (response.status_code, json.loads(response.body)) == (status, {"error": shape})


def test_who_is_to_wait_is_told_so_in_the_header_too():
    assert error_answer(RateLimitedError("Later.", 0.2)).headers["retry-after"] == "1"


def test_the_shape_has_code_message_and_retryable_first():
    assert list(error_shape(HeadMovedError("m", None, None))["error"])[:3] == ["code", "message", "retryable"]


def test_a_path_that_is_not_there_and_a_wrong_method_have_the_same_shape(serve):
    served = serve()
    assert served.raw("GET", "/nowhere")[1]["error"]["code"] == "not-found"
    status, said = served.raw("DELETE", "/api/version")
    assert (status, said["error"]["code"]) == (405, "method-not-allowed")


def test_a_call_that_cannot_be_understood_says_where_and_repeats_nothing(serve):
    status, said = serve().raw(
        "POST", "/api/stories/m/jobs", b'{"kind": 5, "key": "s3cret"}', Content_Type="application/json"
    )
    assert (status, said["error"]["code"]) == (400, "invalid-input")
    assert [wrong["where"] for wrong in said["error"]["wrong"]] == ["body.kind", "body.key"]
    assert "s3cret" not in str(said)


def test_a_body_that_is_no_json_is_no_fault_of_ours(serve):
    for body in (b"{", b"\xff\xfe", b"[]", b"null", b'"x"', b"1e999"):
        status, said = serve().raw("POST", "/api/stories/m/jobs", body, Content_Type="application/json")
        assert (status, said["error"]["code"]) == (400, "invalid-input")
