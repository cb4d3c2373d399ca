"""The models of a server that runs, as they are chosen and changed."""

import pytest

from fabula.errors import InvalidInputError
from fabula.extraction.spending import Cap
from fabula.models.openai import OpenAI
from fabula.serve.connections.chosen import ChosenModel, Source
from fabula.serve.connections.connections import Change, Connections

URL, OTHER = "http://127.0.0.1:9/v1", "http://127.0.0.1:8/v1"
KEY = "sk-a-key-of-some-length"


def made(**chosen):
    """Connections whose reader is whatever would be asked."""
    sources = dict.fromkeys(chosen, Source.FLAG)
    return Connections(
        lambda one: OpenAI(one.url, one.name, key=one.key), ChosenModel(**chosen, sources=sources)
    )


def test_without_a_model_rules_read():
    assert made().reader() is None
    assert made(url=URL).reader() is None


def test_another_model_reads_from_the_change_on():
    held = made(name="qwen3", url=URL)
    held.change(Change(name=" 青灯 "))
    assert (held.reader().name, held.reader().place, held.is_changed) == ("青灯", URL, True)
    assert held.chosen.sources == {"name": Source.PANEL, "url": Source.FLAG}


def test_an_empty_name_lets_rules_read():
    held = made(name="qwen3", url=URL)
    held.change(Change(name=""))
    assert held.reader() is None


def test_what_was_chosen_at_the_start_can_be_put_back():
    held = made(name="qwen3", url=URL, key=KEY)
    held.change(Change(name="other", url=OTHER))
    held.put_back()
    assert (held.reader().name, held.chosen.key, held.is_changed) == ("qwen3", KEY, False)


def test_a_key_goes_to_no_other_place_than_it_was_given_for():
    held = made(name="qwen3", url=URL, key=KEY)
    assert held.after(Change(url=OTHER)).key == ""
    assert held.after(Change(url=f"{URL}/")).key == KEY
    assert held.after(Change(url=OTHER, key="sk-another")).key == "sk-another"
    assert held.after(Change(key="")).key == ""


@pytest.mark.parametrize(
    "change",
    [
        Change(url="nowhere"),
        Change(url="http://169.254.169.254/latest"),
        Change(url="http://[fe80::1]/v1"),
        Change(key="two words"),
        Change(max_calls=-1),
    ],
    ids=repr,
)
def test_what_cannot_be_a_model_changes_nothing(change):
    held = made(name="qwen3", url=URL)
    with pytest.raises(InvalidInputError):
        held.change(change)
    assert not held.is_changed


def test_a_job_may_spend_what_is_set_and_without_it_whatever_it_takes():
    held = made(name="qwen3", url=URL)
    assert held.spend() == Cap()
    held.change(Change(max_calls=3, max_tokens=500))
    assert held.spend() == Cap(3, 500)


def test_a_change_shows_no_key():
    assert KEY not in repr(made(key=KEY).chosen)
    assert KEY not in repr(Change(key=KEY))
