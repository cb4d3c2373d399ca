"""What two views share in one picture, and what stands in one of them alone."""

import pytest

import fabula
from fabula.graph.together import together
from fabula.testing.scripted_reader import ScriptedReader


@pytest.fixture
def views():
    told = fabula.open(":memory:", story="moonlit", by="test")
    told.tell("[scene: Mira, Finn @ harbour] [Mira trusts Finn +800]")
    other = told.fork("dark")
    told.tell("[new: 银钥匙 (item)] [银钥匙 held_by Mira]")
    other.tell("[Mira trusts Finn -700]")
    for line in (told, other):
        line.extract(ScriptedReader())
    return told.view(), other.view()


def test_a_relation_of_another_strength_stands_on_either_side(views):
    found = together(*views)
    trust = [(side, fact.strength) for side, fact in found.relations if fact.predicate == "trusts"]
    assert trust == [("one", 800), ("other", -700)]


def test_the_picture_is_around_what_differs(views):
    one, _ = views
    assert [one.name_of(identity) for identity in together(*views).focus] == ["Finn", "Mira", "银钥匙"]


def test_a_view_beside_itself_has_nothing_on_one_side(views):
    one, _ = views
    found = together(one, one)
    assert {side for side, _ in (*found.entities, *found.relations)} == {"both"}
    assert not found.values
    assert len(found.entities) == len(one.entities())


def test_degrees_count_both_sides(views):
    one, other = views
    found = together(one, other)
    mira = one.entity("Mira").entity.id
    finn, key = one.entity("Finn").entity.id, one.entity("银钥匙").entity.id
    assert (found.degrees[key], found.degrees[finn] >= 1, found.degrees[mira] >= 2) == (1, True, True)
