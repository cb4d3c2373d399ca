"""The proxy put into the application."""

import pytest

from fabula.serve.access import Access
from fabula.serve.app import Annex, app_for
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
    ],
)
def test_its_paths_come_before_whatever_stands_at_the_root(app, path):
    application, proxy = app
    assert matched(application, path).app is proxy


@pytest.mark.parametrize("path", ["/", "/chat", "/s/a", "/v2/x", "/index.html"])
def test_other_paths_are_left_to_others(app, path):
    application, proxy = app
    assert getattr(matched(application, path), "app", None) is not proxy


def test_its_paths_are_not_described_as_ours(app):
    application, _ = app
    assert not any(path.startswith(("/v1", "/s/")) for path in application.openapi()["paths"])


def test_its_settings_do_not_show_the_key():
    assert "sk-secret" not in repr(ProxySettings("http://127.0.0.1:9/v1", "sk-secret"))
