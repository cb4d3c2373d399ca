"""The door, as clients meet it that do not behave: other hosts, other pages, no token, too much at once."""

import json
import logging

import pytest

from fabula.serve.access import Access, access_for, keys_from

TOKEN = "a-token-of-some-length"  # noqa: S105 - of this test alone
ONE_STORY = "a-token-for-one-story"
JSON = {"Content_Type": "application/json"}
MOONLIT = b'{"name": "moonlit"}'
MEGABYTE = 1024 * 1024


@pytest.fixture
def locked(serve):
    """A server that wants a token; the second one is for a single story."""
    served = serve(access=Access(keys=keys_from([TOKEN, f"{ONE_STORY} moonlit"])))
    for story in ("moonlit", "sunlit"):
        served.make(story, Authorization=f"Bearer {TOKEN}")
    return served


def code(answered):
    return answered[0], answered[1]["error"]["code"]


@pytest.mark.parametrize("path", ["/api/version", "/api/health", "/api/stories/moonlit/events", "/nowhere"])
def test_a_name_that_was_rebound_to_this_machine_is_refused_everywhere(serve, path):
    assert code(serve().raw("GET", path, Host="evil.example:7373")) == (421, "wrong-host")


def test_two_host_headers_are_one_too_many(serve):
    served = serve()
    request = f"GET /api/version HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nHost: evil.example\r\n\r\n"
    assert b"200 OK" not in spoken(served, request.encode())


def test_a_page_of_elsewhere_can_neither_write_nor_read_nor_listen(serve):
    served = serve()
    evil = {"Origin": "http://evil.example"}
    assert code(served.raw("POST", "/api/stories", MOONLIT, **JSON, **evil)) == (403, "wrong-origin")
    assert code(served.raw("GET", "/api/jobs", **evil)) == (403, "wrong-origin")
    assert code(served.raw("GET", "/api/stories/moonlit/events", **evil)) == (403, "wrong-origin")
    assert code(served.raw("POST", "/api/stories", MOONLIT, **JSON, Sec_Fetch_Site="cross-site")) == (
        403,
        "wrong-origin",
    )
    assert served.raw("GET", "/api/stories/moonlit/turns")[0] == 404


def test_a_page_of_the_server_itself_may_write(serve):
    served = serve()
    assert served.raw("POST", "/api/stories", MOONLIT, **JSON, Origin=served.url)[0] < 300


def test_another_port_of_this_machine_is_elsewhere(serve):
    assert code(serve().raw("POST", "/api/stories", MOONLIT, **JSON, Origin="http://127.0.0.1:3000")) == (
        403,
        "wrong-origin",
    )


def test_an_allowed_page_may_ask_and_its_browser_is_told_so(serve):
    page = "http://localhost:8000"
    with serve(access=access_for("127.0.0.1", allow_origins=[page])).client(
        headers={"Origin": page}
    ) as client:
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
        assert client.options("/api/stories", headers=asked).headers["access-control-allow-origin"] == page
        answered = client.post("/api/stories", json={"name": "moonlit"})
        assert (answered.is_success, answered.headers["access-control-allow-origin"]) == (True, page)


def test_a_page_that_is_not_allowed_gets_no_answer_to_its_preflight(serve):
    served = serve(access=access_for("127.0.0.1", allow_origins=["http://localhost:8000"]))
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    with served.client(headers=headers) as client:
        answered = client.options("/api/stories")
    assert answered.status_code == 403
    assert "access-control-allow-origin" not in answered.headers


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN]
)
def test_a_token_that_is_missing_or_wrong_opens_nothing(locked, header):
    for path in ("/api/jobs", "/api/stories/moonlit/events", "/api/openapi.json", "/nowhere"):
        assert code(locked.raw("GET", path, Authorization=header)) == (401, "unauthorized")


def test_how_the_server_is_can_be_asked_without_a_token(locked):
    assert [locked.raw("GET", path)[0] for path in ("/api/health", "/api/version")] == [200, 200]


def test_a_path_that_only_looks_open_is_not(locked):
    for path in ("/api/health/", "/api//health", "/api/health%2F..%2Fjobs", "/api/version/../jobs"):
        assert locked.raw("GET", path)[0] in {401, 404}


def test_a_token_for_one_story_opens_that_story_alone(locked):
    mine = {"Authorization": f"Bearer {ONE_STORY}"}
    assert locked.raw("GET", "/api/stories/moonlit/turns", **mine)[0] == 200
    for path in ("turns", "events", "jobs"):
        assert code(locked.raw("GET", f"/api/stories/sunlit/{path}", **mine)) == (403, "forbidden")
        assert code(locked.raw("GET", f"/api/stories/not-there/{path}", **mine)) == (403, "forbidden")
    assert code(locked.raw("POST", "/api/stories", b'{"name": "another"}', **JSON, **mine)) == (
        403,
        "forbidden",
    )
    assert code(locked.raw("POST", "/api/stories/sunlit/import", b"Words.", **mine)) == (403, "forbidden")


def test_jobs_of_other_stories_are_not_seen_with_a_token_for_one(locked):
    every, mine = {"Authorization": f"Bearer {TOKEN}"}, {"Authorization": f"Bearer {ONE_STORY}"}
    job = locked.raw("POST", "/api/stories/sunlit/import", b"Words.", **every)[1]["id"]
    assert locked.raw("GET", "/api/jobs", **mine)[1]["jobs"] == []
    assert code(locked.raw("POST", f"/api/stories/moonlit/jobs/{job}/cancel", **mine)) == (
        404,
        "job-not-found",
    )
    assert code(locked.raw("GET", f"/api/stories/sunlit/jobs/{job}", **mine)) == (404, "job-not-found")


def test_a_body_beyond_the_limit_is_refused_by_its_length(serve):
    served = serve(body_limit=MEGABYTE)
    assert code(served.raw("POST", "/api/stories/m/import", b"x" * (MEGABYTE + 1))) == (413, "too-large")


@pytest.mark.parametrize("path", ["import", "tell", "nowhere"])
def test_a_body_in_chunks_is_refused_when_it_goes_beyond_the_limit(serve, path):
    served = serve(body_limit=MEGABYTE)
    served.make("m")
    chunks = (b'"' + b"x" * 65536 for _ in range(20))
    answered = served.raw(
        "POST", f"/api/stories/m/{path}", chunks, chunked=True, Content_Type="application/json"
    )
    assert code(answered) == ((404, "not-found") if path == "nowhere" else (413, "too-large"))


def test_a_body_of_just_the_limit_is_taken(serve):
    served = serve(body_limit=MEGABYTE)
    served.make("m")
    body = b'{"text": "%s", "read": false}' % (b"x" * (MEGABYTE - 27))
    assert (len(body), served.raw("POST", "/api/stories/m/tell", body, **JSON)[0]) == (MEGABYTE, 200)


def test_a_length_that_is_a_lie_harms_nobody(serve):
    served = serve(body_limit=MEGABYTE)
    host = f"Host: 127.0.0.1:{served.port}\r\n"
    for length in (b"-5", b"abc", b"99999999999999999999"):
        request = (
            b"POST /api/stories/m HTTP/1.1\r\n" + host.encode() + b"Content-Length: " + length + b"\r\n\r\n"
        )
        assert b" 200 " not in spoken(served, request)
    assert served.raw("GET", "/api/version")[0] == 200


def test_a_fault_of_ours_is_told_in_the_one_shape_and_without_its_reason(serve, caplog):
    status, said = serve().raw("POST", "/api/stories/m/break", b"{}", **JSON)
    assert (status, said["error"]["code"], "route is wrong" in json.dumps(said)) == (500, "internal", False)
    assert "the route is wrong" in caplog.text


def test_no_secret_and_no_query_comes_into_the_log(locked, caplog):
    caplog.set_level(logging.DEBUG)
    secrets = {"Authorization": f"Bearer {TOKEN}", "X_Api_Key": "sk-upstream-key"}
    locked.raw("GET", "/api/jobs?token=in-the-query-1", **secrets)
    locked.raw("POST", "/api/stories/moonlit/tell?key=in-the-query-2", b'{"text": 5}', **JSON, **secrets)
    locked.raw("POST", "/api/stories/moonlit/break", b"{}", **JSON, **secrets)
    locked.raw("GET", "/api/jobs", Authorization="Bearer a-wrong-token-here")
    lines = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert "GET /api/jobs 200" in caplog.text
    found = (TOKEN, "sk-upstream-key", "in-the-query-1", "in-the-query-2", "a-wrong-token-here")
    assert [secret for secret in found if secret in lines] == []


def test_a_path_cannot_write_lines_of_its_own_into_the_log(serve, caplog):
    caplog.set_level(logging.INFO)
    serve().raw("GET", "/api/x%0AINFO%20forged")
    assert not any("\n" in record.getMessage() for record in caplog.records)


def test_a_story_may_have_a_slash_in_its_name(serve):
    served = serve()
    served.make("shelf/月光")
    assert served.raw("GET", "/api/stories/shelf%2F%E6%9C%88%E5%85%89")[1]["name"] == "shelf/月光"
    assert served.raw("GET", "/api/stories/shelf/%E6%9C%88%E5%85%89")[0] == 404


def spoken(served, request):
    """What the server says to some bytes that no client would send."""
    import socket

    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        said = b""
        while part := connection.recv(65536):
            said += part
    return said
