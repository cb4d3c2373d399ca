"""The server as one application."""

from contextlib import asynccontextmanager

import pytest
from starlette.responses import PlainTextResponse

from fabula.serve.access import Access, access_for, keys_from
from fabula.serve.app import Annex

TOKEN = "a-token-of-some-length"  # noqa: S105 - of this test alone


async def panel(scope, receive, send):
    await PlainTextResponse("the panel")(scope, receive, send)


def test_another_application_stands_behind_the_same_door(serve):
    access = Access(keys=keys_from([TOKEN]))
    served = serve(access=access, annexes=(Annex("panel", mounts={"/panel": panel}),))
    assert served.raw("GET", "/panel/x")[0] == 401
    assert served.raw("GET", "/panel/x", Authorization=f"Bearer {TOKEN}") == (200, {"body": "the panel"})
    assert served.raw("GET", "/panel/x", Host="evil.example")[0] == 421


def test_paths_that_an_annex_leaves_open_need_no_token(serve):
    annex = Annex("panel", mounts={"/panel": panel}, is_open=lambda path: path == "/panel/")
    served = serve(access=Access(keys=keys_from([TOKEN])), annexes=(annex,))
    assert served.raw("GET", "/panel/")[0] == 200
    assert served.raw("GET", "/panel/secret")[0] == 401


def test_an_application_at_the_root_hides_nothing_of_the_api(serve):
    served = serve(annexes=(Annex("panel", mounts={"/": panel}),))
    assert served.raw("GET", "/")[1] == {"body": "the panel"}
    assert served.raw("GET", "/api/version")[1]["name"] == "fabula"


def test_an_annex_lives_as_long_as_the_server(serve):
    seen = []

    @asynccontextmanager
    async def living(kit):
        seen.append(f"begins with {len(await kit.stories.all())} stories")
        yield
        seen.append("ends")

    served = serve(annexes=(Annex("mcp", lifespan=living),))
    assert seen == ["begins with 0 stories"]
    served.stop()
    assert seen[1:] == ["ends"]


@pytest.mark.parametrize(
    ("probe", "status"), [({"ok": True, "state": "ready"}, "ok"), ({"ok": False}, "degraded")]
)
def test_an_annex_tells_how_it_is(serve, probe, status):
    said = serve(annexes=(Annex("embedder", probe=lambda: probe),)).raw("GET", "/api/health")[1]
    assert (said["status"], said["parts"]["embedder"]) == (status, probe)


def test_the_document_says_how_errors_look_and_nothing_of_what_never_comes(serve):
    document = serve().raw("GET", "/api/openapi.json")[1]
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert all({"4XX", "5XX"} <= operation["responses"].keys() for operation in operations)
    assert not any("422" in operation["responses"] for operation in operations)
    assert "ErrorAnswer" in document["components"]["schemas"]
    assert "HTTPValidationError" not in document["components"]["schemas"]


@pytest.mark.parametrize(("told", "status"), [((), 400), (("X-Told",), 200)])
def test_pages_may_send_headers_of_their_own_where_an_annex_tells_them_something(serve, told, status):
    annex = Annex("panel", mounts={"/panel": panel}, told=told)
    served = serve(access=access_for("127.0.0.1", allow_origins=["http://a.example"]), annexes=(annex,))
    asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-of-the-page"}
    with served.client(headers={"Origin": "http://a.example"}) as client:
        assert client.options("/panel/", headers=asked).status_code == status
        answered = client.get("/panel/").headers
    assert answered.get("access-control-expose-headers", "") == ", ".join(told)
