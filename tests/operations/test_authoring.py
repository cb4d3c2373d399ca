"""The author's word through operations."""

import pytest

from fabula.errors import FactNotFoundError

KEY = {"subject": "silver key", "predicate": "held_by"}
UMBRELLA = {"subject": "青伞", "predicate": "held_by"}


def held(ask, name):
    return [fact for fact in ask("facts", entity=name)["facts"] if fact["predicate"] == "held_by"]


def test_a_lock_is_taken_back_by_what_it_locks(ask):
    ask("lock", **KEY)
    ask("lock", **UMBRELLA)
    assert held(ask, "silver key")[0]["locked"]
    assert ask("unlock", **KEY)["act"]["kind"] == "undo"
    assert not held(ask, "silver key")[0]["locked"]
    assert held(ask, "青伞")[0]["locked"]


def test_a_pin_is_taken_back_by_what_it_pins(ask):
    ask("pin", **UMBRELLA)
    assert held(ask, "青伞")[0]["pinned"]
    ask("unpin", **UMBRELLA, object="沈棠")
    assert not held(ask, "青伞")[0]["pinned"]


def test_what_was_never_locked_cannot_be_unlocked(ask):
    ask("lock", **UMBRELLA)
    with pytest.raises(FactNotFoundError):
        ask("unlock", **KEY)
    with pytest.raises(FactNotFoundError):
        ask("unlock", **UMBRELLA, object="Mira")
    with pytest.raises(FactNotFoundError):
        ask("unpin", **UMBRELLA)


def test_acts_that_were_undone_do_not_stand(ask):
    act = ask("claim", subject="Mira", predicate="mood", value="glad", strength=None)["act"]
    ask("undo", act=act["id"])
    assert [one["stands"] for one in ask("acts")["acts"]] == [False, True]


def test_a_reveal_makes_one_of_two_from_a_turn_on(ask):
    ask("introduce", name="the masked one", turn="1")
    ask("reveal", name="Mira", other="the masked one")
    assert ask("entity", entity="the masked one")["entity"]["name"] == "Mira"
    assert ask("entity", entity="the masked one", as_of="2")["entity"]["name"] == "the masked one"


def test_an_attribute_of_a_relation_can_be_claimed(ask):
    ask("claim", **KEY, object="Mira", attribute="price", value="three coins")
    assert [fact["value"] for fact in ask("facts", entity="silver key")["facts"] if fact["value"]] == [
        "three coins"
    ]
