"""The proxy that the options describe."""

import pytest

from fabula.cli.asked_of_proxy import UPSTREAM_KEY, ProxyOptions, proxy_of, upstream_of
from fabula.cli.models import ModelOptions
from fabula.errors import InvalidInputError
from fabula.serve.access import Access
from fabula.serve.connections.chosen import Source
from fabula.serve.stories import Stories
from fabula.settings import ExtractSettings, Settings
from fabula.stores import open_store

URL = "http://127.0.0.1:9/v1"


@pytest.fixture
def made():
    stories = Stories(open_store(":memory:"))
    yield lambda asked, options=ModelOptions(): proxy_of(asked, options, stories, Access())  # noqa: B008
    stories.close()


def test_without_an_upstream_there_is_no_proxy(made):
    assert made(ProxyOptions()) is None


def test_the_key_comes_from_the_environment_unless_it_is_typed(made, monkeypatch):
    monkeypatch.setenv(UPSTREAM_KEY, " sk-around ")
    assert made(ProxyOptions(URL))._upstream.key == "sk-around"
    assert made(ProxyOptions(URL, "sk-typed"))._upstream.key == "sk-typed"


def test_a_word_that_means_no_place_is_refused(made):
    with pytest.raises(InvalidInputError, match="auto, system, append"):
        made(ProxyOptions(URL, inject="everywhere"))


def test_a_url_that_is_none_is_refused(made):
    with pytest.raises(InvalidInputError, match="base URL"):
        made(ProxyOptions("nowhere"))


def test_the_settings_say_when_turns_are_read(made):
    options = ModelOptions(settings=Settings(extract=ExtractSettings(every=4, smart=True)))
    schedule = made(ProxyOptions(URL), options).reading._schedule
    assert (schedule.every, schedule.smart) == (4, True)
    assert made(ProxyOptions(URL)).reading._schedule.every == 1


def test_where_the_proxy_goes_tells_where_its_key_comes_from(monkeypatch):
    monkeypatch.delenv(UPSTREAM_KEY, raising=False)
    assert upstream_of(ProxyOptions()) is None
    assert upstream_of(ProxyOptions(URL)).sources == {"url": Source.FLAG}
    monkeypatch.setenv(UPSTREAM_KEY, "sk-around")
    assert upstream_of(ProxyOptions(URL)).sources["key"] is Source.ENVIRONMENT
    assert upstream_of(ProxyOptions(URL, "sk-typed")).key == "sk-typed"
