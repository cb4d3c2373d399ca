"""The proxy put into the application."""

import pytest
from starlette.testclient import TestClient

from fabula.serve.access import Access, keys_from
from fabula.serve.app import Annex, app_for
from fabula.serve.panel.annex import panel_annex
from fabula.serve.proxy.attached import attach
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.proxy import Proxy, ProxySettings
from fabula.serve.stories import Stories
from fabula.stores import open_store


async def panel(scope, receive, send):
    """Whatever else stands at the root."""


@pytest.fixture
def app():
    stories = Stories(open_store(":memory:"))
    proxy = Proxy(stories, Access(), ProxySettings("http://127.0.0.1:9/v1"), placer=Placer(stories.store))
    application = app_for(stories, Access(), annexes=(Annex("panel", mounts={"/": panel}), proxy.annex))
    attach(application, proxy)
    yield application, proxy
    stories.close()


def matched(app, path):
    scope = {"type": "http", "path": path, "method": "POST", "headers": []}
    return next(route for route in app.router.routes if route.matches(scope)[0].value == 2)


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/x/y",
        "/chat/completions",
        "/models",
        "/models/a/b",
        "/embeddings",
        "/completions",
        "/s/a/v1/x",
        "/s/a/v1",
        "/s/a/chat/completions",
        "/s/a/models",
    ],
)
def test_its_paths_come_before_whatever_stands_at_the_root(app, path):
    application, proxy = app
    assert matched(application, path).app is proxy


@pytest.mark.parametrize(
    "path", ["/", "/chat", "/s/a", "/s/a/graph", "/s/a/entities/v1", "/v2/x", "/index.html"]
)
def test_other_paths_are_left_to_others(app, path):
    application, proxy = app
    assert getattr(matched(application, path), "app", None) is not proxy


def test_its_paths_are_not_described_as_ours(app):
    application, _ = app
    assert not any(path.startswith(("/v1", "/s/")) for path in application.openapi()["paths"])


def test_its_settings_do_not_show_the_key():
    assert "sk-secret" not in repr(ProxySettings("http://127.0.0.1:9/v1", "sk-secret"))


@pytest.fixture
def guarded():
    """The whole server behind a token, with the panel and the proxy."""
    stories = Stories(open_store(":memory:"))
    access = Access(hosts=frozenset({"testserver"}), keys=keys_from(["secret-token-of-the-server"]))
    proxy = Proxy(stories, access, ProxySettings("http://127.0.0.1:9/v1"), placer=Placer(stories.store))
    application = app_for(stories, access, annexes=(panel_annex(), proxy.annex))
    attach(application, proxy)
    with TestClient(application) as client:
        yield client


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
@pytest.mark.parametrize("path", ["/v1/models", "/s/a/v1/models", "/s/a/v1/chat/completions", "/s/a/models"])
def test_no_path_of_the_upstream_is_open_without_a_token(guarded, method, path):
    assert guarded.request(method, path).status_code == 401


@pytest.mark.parametrize(
    "path", ["/", "/s/a", "/s/a/graph", "/s/a%2Fb/work", "/s/%E6%9C%88/entities/npc-mira"]
)
def test_a_page_of_the_panel_can_be_loaded_anew_beside_the_proxy(guarded, path):
    answer = guarded.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
