"""Facts: what a version of a slot says of itself."""

from dataclasses import replace

import pytest

from fabula.graph.entities import Entity
from fabula.graph.facts import Fact, SlotKey, Standing

FACT = Fact(
    id="f",
    slot=SlotKey("", "asserted", "item-key", "held_by", ""),
    subject="item-key",
    predicate="held_by",
    object="npc-mira",
    value="",
    opened=1,
    opened_turn="t",
)


def test_a_version_is_current_until_it_is_closed():
    assert FACT.is_current


@pytest.mark.parametrize("standing", [Standing.SUPERSEDED, Standing.ENDED, Standing.PAST])
def test_a_closed_version_is_not_current(standing):
    assert not replace(FACT, standing=standing).is_current


def test_a_uuid_follows_from_the_id_and_is_no_entitys():
    assert FACT.uuid == replace(FACT, opened=9).uuid
    assert FACT.uuid != replace(FACT, id="g").uuid
    assert FACT.uuid != Entity("f", "f", "character").uuid
