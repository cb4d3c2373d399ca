from fabula.context.filling import SHARES, Filling
from fabula.context.items import BESIDE, FIRST, Item
from fabula.context.template import SECTIONS, template_from
from fabula.context.wording import ENGLISH
from fabula.models.tokens import ESTIMATE, QUARTERS


def item(name, score=500, section="told", **more):
    return Item("turn", name, score, section, f"- {name} told of the silver key", **more)


def filled(items, tokens, template=ENGLISH):
    filling = Filling(template, template.preface, tokens * QUARTERS, ESTIMATE)
    filling.fill(sorted(items, key=lambda one: one.choosing))
    return filling


def test_every_section_has_a_share():
    assert set(SHARES) == set(SECTIONS)


def test_what_stands_beside_takes_no_room_from_what_was_chosen():
    chosen = [item(f"chosen {number}", 10) for number in range(8)]
    beside = [item(f"beside {number}", 900, "state", group=BESIDE) for number in range(8)]
    alone, both = filled(chosen, 90), filled([*chosen, *beside], 90)
    kept = {one.item.id for one in both.placed}
    assert {one.item.id for one in alone.placed} <= kept
    assert any(one.startswith("beside") for one in {row.id for row in both.cut})


def test_what_must_stand_first_stands_whatever_its_score():
    filling = filled([item("must", 1, group=FIRST), *(item(f"other {number}") for number in range(9))], 60)
    assert "must" in {one.item.id for one in filling.placed}


def test_a_line_that_another_has_said_is_cut_as_repeated():
    filling = filled([item("one"), Item("fact", "two", 400, "told", item("one").line)], 100)
    assert [(row.id, row.why) for row in filling.cut] == [("two", "repeated")]


def test_an_empty_heading_takes_no_line():
    bare = template_from({"headings": {"told": ""}, "preface": ""}, ENGLISH)
    assert filled([item("one")], 100, bare).text().splitlines() == ["<memory>", item("one").line, "</memory>"]


def test_what_is_spent_is_what_the_text_costs():
    filling = filled([item("one"), item("two", section="state")], 100)
    assert sum(map(ESTIMATE.line, filling.text().splitlines())) == filling.spent
    assert filled([], 100).spent == 0


def test_a_dropped_line_is_cut_for_the_budget():
    filling = filled([item("one"), item("two", 400)], 100)
    filling.drop_last()
    assert [(row.id, row.why) for row in filling.cut] == [("two", "budget")]
    assert "two" not in filling.text()
