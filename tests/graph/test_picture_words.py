"""The words of a picture."""

from fabula.claims.statements import Modality, Period
from fabula.graph.entities import Entity
from fabula.graph.facts import Evidence, Fact, SlotKey
from fabula.graph.picture_words import (
    CHINESE,
    ENGLISH,
    about_entity,
    about_relation,
    clipped,
    label_of,
    width_of,
    wording_of,
)
from fabula.graph.view import View


def fact(predicate="held_by", **more):
    slot = SlotKey("", Modality.ASSERTED, "key", predicate, "")
    return Fact("f", slot, "key", predicate, "mira", "", 2, "t2", **more)


def test_a_story_is_drawn_in_the_script_of_most_of_its_names():
    lin, mira = Entity("a", "林瑶", "character"), Entity("b", "Mira", "character")
    assert wording_of([lin, lin, mira]) is CHINESE
    assert wording_of([lin, mira]) is ENGLISH
    assert wording_of([]) is ENGLISH


def test_chinese_signs_are_as_wide_as_they_are_high_and_marks_take_no_room():
    assert width_of("林瑶", 10) == 20
    assert width_of("il", 10) < width_of("mw", 10)
    assert width_of("e\u0301", 10) == width_of("e", 10)


def test_a_long_name_is_clipped():
    assert clipped("Mira", 10) == "Mira"
    assert clipped("the   Old\nMill", 20) == "the Old Mill"
    assert clipped("青伞" * 10, 6) == "青伞青伞青…"
    assert width_of(clipped("The Extraordinarily Long Company", 8), 1) <= 8


def test_a_label_is_the_predicate_in_the_picture_s_language():
    assert label_of(fact(), ENGLISH) == "held by"
    assert label_of(fact(), CHINESE) == "归"
    assert label_of(fact("欠债"), CHINESE) == "欠债"


def test_a_tooltip_of_a_relation_says_when_and_by_which_words():
    told = fact(
        sentence="The key is Mira's.",
        closed=5,
        period=Period("day 4"),
        evidence=(Evidence("t2", 2, "It is mine."), Evidence("", 0, act="a1")),
    )
    assert about_relation(told, (), View(), ENGLISH).splitlines() == [
        "The key is Mira's. (turn 2-5; day 4)",
        "  “It is mine.”",
    ]


def test_a_tooltip_of_an_entity_has_its_aliases_and_summary():
    entity = Entity("a", "林瑶", "character", aliases=("瑶儿",), summary="女官。")
    assert about_entity(entity, (), View(), CHINESE) == "林瑶 (人物)\n瑶儿\n女官。"
