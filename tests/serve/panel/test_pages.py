"""The panel's files: what a browser may do with them, how long it keeps them, and what is said without a build."""

import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fabula.serve.panel.pages import POLICY, VIEWS, Panel, files_in, is_open

SOURCES = Path(__file__).parents[3] / "panel" / "src"
PAGE = "<!doctype html><title>fabula</title>"


@pytest.fixture
def built(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets" / "index-abc.js").write_text("let a = 1;")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    return tmp_path


def client(folder):
    app = Starlette()
    app.router.default = Panel(folder)
    return TestClient(app)


@pytest.mark.parametrize("path", ["/", "/s/moonlit/story", "/s/月/graph"])
def test_every_address_of_a_story_gives_the_page(built, path):
    answer = client(built).get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["cache-control"] == "no-cache"


def test_the_policy_lets_nothing_in_but_our_own_files():
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert POLICY.startswith("default-src 'none'")
    assert "require-trusted-types-for 'script'" in POLICY


def test_every_answer_has_the_policy(built):
    for path in ("/", "/assets/index-abc.js", "/favicon.svg"):
        headers = client(built).get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"


def test_files_named_by_their_content_are_kept_for_ever(built):
    answer = client(built).get("/assets/index-abc.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")


def test_a_page_that_is_there_already_is_not_sent_again(built):
    asked = client(built)
    mark = asked.get("/").headers["etag"]
    answer = asked.get("/", headers={"If-None-Match": mark})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/assets/../index.html.bak", "/assets/none.js", "/etc/passwd", "/assets/%2e%2e/x"]
)
def test_only_files_of_the_build_are_served(built, path):
    (built.parent / "secret").write_text("secret")
    assert client(built).get(path).status_code == 404


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/v1/models", "/mcp", "/s/moonlit/v1/models"])
def test_paths_of_the_server_are_not_answered_with_a_page(built, path):
    answer = client(built).get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not-found"


def test_a_page_takes_no_post(built):
    assert client(built).post("/").status_code == 405


def test_without_a_build_the_page_says_how_to_get_one(tmp_path):
    answer = client(tmp_path / "nowhere").get("/s/moonlit/story")
    assert answer.status_code == 200
    assert "make panel" in answer.text
    assert "面板" in answer.text
    assert answer.headers["content-security-policy"] == POLICY


def test_files_are_found_in_order(built):
    assert list(files_in(built)) == ["/assets/index-abc.js", "/favicon.svg", "/index.html"]


@pytest.mark.parametrize(
    "path", ["/", "/s/moonlit", "/s/moonlit/", "/s/月/graph", "/s/a/entities/npc-mira", "/assets/a.js"]
)
def test_the_page_and_its_files_need_no_token(path):
    assert is_open(path)


@pytest.mark.parametrize(
    "path",
    [
        *("/api", "/api/stories", "/v1/models", "/mcp", "/s/moonlit/v1", "/s/moonlit/v1/chat/completions"),
        *("/s/moonlit/chat/completions", "/s/moonlit/models", "/s/moonlit/graph/a/b", "/s"),
    ],
)
def test_nothing_else_is_open_without_a_token(path):
    assert not is_open(path)


def test_the_page_and_the_server_know_the_same_views():
    text = (SOURCES / "address.ts").read_text("utf-8")
    (listed,) = re.findall(r"VIEWS = \[(.*?)\]", text)
    assert tuple(re.findall(r'"(\w+)"', listed)) == VIEWS
