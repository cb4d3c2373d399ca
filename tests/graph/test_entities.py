"""Readable ids: golden, since they are stored for ever in archives and other people's files."""

import pytest

from fabula.graph.entities import Entity, coarse_class, entity_id


@pytest.mark.parametrize(
    ("kind", "name", "identity"),
    [
        ("character", "Lin Yao", "npc-lin-yao"),
        ("character", "LIN  YAO", "npc-lin-yao"),
        ("item", "silver key", "item-silver-key"),
        ("item", "the silver key", "item-silver-key"),
        ("item", "The Silver Key", "item-silver-key"),
        ("item", "“the silver key”", "item-silver-key"),
        ("place", "harbour", "place-harbour"),
        ("organization", "Grey Hand", "org-grey-hand"),
        ("faction", "Grey Hand", "org-grey-hand"),
        ("event", "the flood", "event-flood"),
        ("concept", "mercy", "concept-mercy"),
        ("starship", "Nell", "starship-nell"),
        ("character", "林瑶", "npc-lin-yao-b4bd"),
        ("character", "林遥", "npc-lin-yao-75fd"),
        ("character", "Éomer", "npc-eomer-a7c4"),
        ("character", "ÉOMER", "npc-eomer-a7c4"),
        ("character", "Eomer", "npc-eomer"),
    ],
)
def test_ids_are_these_on_every_machine(kind, name, identity):
    assert entity_id(kind, name) == identity


def test_names_that_sound_alike_have_ids_of_their_own():
    assert entity_id("character", "林瑶") != entity_id("character", "林遥")


def test_case_and_composition_do_not_make_another_entity():
    assert entity_id("character", "Éomer") == entity_id("character", "E\u0301OMER")


def test_a_name_without_any_letter_still_has_an_id():
    assert entity_id("character", "???").startswith("npc-")
    assert entity_id("character", "???") != entity_id("character", "!!!")


def test_kinds_of_one_class_share_their_ids():
    assert coarse_class("group") == coarse_class("faction") == coarse_class("organization")
    assert coarse_class("character") != coarse_class("item")


def test_a_namesake_is_told_apart_by_the_words_that_introduce_it():
    ids = {entity_id("character", "Tom", introduced_by=words) for words in ("", "A boy, Tom.", "Old Tom.")}

    assert len(ids) == 3
    assert all(identity.startswith("npc-tom") for identity in ids)


def test_a_uuid_follows_from_the_id():
    one, other = Entity("npc-mira", "Mira", "character"), Entity("npc-mira", "Mirabel", "character")

    assert one.uuid == other.uuid
    assert str(one.uuid) == "2b37894a-07a3-531c-a782-abb0a3343ab9"


def test_an_entity_is_known_by_its_name_and_every_alias():
    assert Entity("npc-mira", "Mira", "character", ("the widow",)).names == ("Mira", "the widow")
