"""Two endings in one graph: what both share, what either has alone, and the words behind a line."""

import re

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import serving, tell_demo
from tests.panel.test_access import RUN
from tests.panel.test_graph import until

from fabula.stores import open_store

pytestmark = pytest.mark.browser

EN, ZH = ("The Bone Whistle", "carrow"), ("青伞", "走水路")
WORDS = {"en": ("Show in the graph", "Only in", "List"), "zh": ("在图谱中看", "只在", "列表")}
BOTH = pytest.mark.parametrize(
    ("language", "story", "size"),
    [("en", EN, WIDE), ("zh", ZH, WIDE), ("en", EN, NARROW), ("zh", ZH, NARROW)],
    ids=["en-desk", "zh-desk", "en-phone", "zh-phone"],
)


@pytest.fixture(scope="module")
def served():
    store = open_store(":memory:")
    for language in ("en", "zh"):
        tell_demo(store, language)
    with serving(store) as running:
        yield running


def lines(page):
    until(page, "window.fabulaPicture && fabulaPicture.drawn.lines.length > 3")
    return page.evaluate(
        "fabulaPicture.drawn.lines.map((one) => [one.source.label, one.fact.predicate, one.target.label, one.side ?? 'both'])"
    )


def spots(page):
    return dict(page.evaluate("fabulaPicture.drawn.nodes.map((one) => [one.id, [one.fx, one.fy]])"))


@BOTH
def test_a_comparison_is_shown_in_the_graph(visit, served, axe, language, story, size):
    title, other = story
    show, only, _ = WORDS[language]
    page = visit(served.story(title, "branches", b=other), language, size)
    page.get_by_role("link", name=show).click()
    expect(page.locator("canvas")).to_be_visible()
    legend = page.locator(".legend")
    expect(legend).to_contain_text("main")
    expect(legend).to_contain_text(other)
    expect(page.locator(".onside h2").first).to_contain_text(only)
    page.evaluate(axe)
    assert page.evaluate(RUN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_both_share_is_thin_and_either_side_has_its_own_dash(visit, served):
    page = visit(served.story(EN[0], "graph", a="main", b="carrow"))
    found = {tuple(one[:3]): one[3] for one in lines(page)}
    assert found["bone whistle", "held_by", "Marta"] == "one"
    assert found["bone whistle", "held_by", "Rusk"] == "other"
    assert found["Davin", "sibling_of", "Marta"] == "both"
    wide = page.evaluate(
        "[Math.max(...fabulaPicture.drawn.lines.filter((one) => !one.side).map((one) => one.wide)),"
        " Math.min(...fabulaPicture.drawn.lines.filter((one) => one.side).map((one) => one.wide))]"
    )
    assert wide[0] < wide[1]
    dashes = page.evaluate(
        "['one', 'other'].map((side) => getComputedStyle(document.querySelector(`.legend .side-${side} path`)).strokeDasharray)"
    )
    assert dashes[0] != dashes[1]
    assert "none" not in dashes


def test_names_stand_where_they_stand_in_the_graph_of_one_branch(visit, served):
    page = visit(served.story(EN[0], "graph"))
    until(page, "window.fabulaPicture && fabulaPicture.drawn.nodes.length > 4")
    alone = spots(page)
    page.get_by_role("link", name="Branches").click()
    page.get_by_role("link", name="Show in the graph").click()
    until(page, "fabulaPicture.drawn.pair && fabulaPicture.drawn.nodes.length > 4")
    together = spots(page)
    both = alone.keys() & together.keys()
    assert len(both) > 4
    assert {one: alone[one] for one in both} == {one: together[one] for one in both}


def test_the_list_has_the_side_as_a_column_and_a_line_gives_the_versions_of_each(visit, served):
    page = visit(served.story(EN[0], "graph", a="main", b="carrow", mode="list"))
    head = page.get_by_role("columnheader", name=re.compile("Side"))
    expect(head).to_be_visible()
    row = page.locator("tbody tr", has_text="bone whistle").filter(has_text="Rusk")
    expect(row).to_contain_text("carrow")
    row.get_by_role("button", name=re.compile("held by")).click()
    sides = page.locator(".pane .onside")
    expect(sides).to_have_count(2)
    expect(sides.nth(0)).to_contain_text("main")
    expect(sides.nth(1)).to_contain_text("carrow")
    for side in (sides.nth(0), sides.nth(1)):
        expect(side.locator("blockquote").first).to_be_visible()
        expect(side.get_by_role("link", name=re.compile(r"Read in place · \d+")).first).to_be_visible()


def test_the_words_of_a_side_are_read_on_its_own_branch(visit, served):
    page = visit(served.story(EN[0], "graph", a="main", b="carrow", mode="list"))
    page.locator("tbody tr", has_text="Carrow").get_by_role(
        "button", name=re.compile("located in")
    ).first.click()
    page.locator(".pane .onside").nth(1).get_by_role("link", name=re.compile("Read in place")).first.click()
    expect(page).to_have_url(re.compile("/story.*branch=carrow"))
    expect(page.locator("#turn-37 mark.on")).to_be_in_viewport()


def test_where_a_side_says_otherwise_its_own_word_stands_there(visit, served):
    page = visit(served.story(ZH[0], "graph", a="main", b=ZH[1], mode="list"), "zh")
    page.locator("tbody tr", has_text="师爷").get_by_role("button", name=re.compile("在其手中")).click()
    expect(page.locator(".pane .onside").first).to_contain_text("这里不是这样，而是：")


def test_before_they_part_nothing_differs(visit, served):
    page = visit(served.story(EN[0], "graph", a="main", b="carrow", turn=20))
    expect(page.locator(".pane")).to_contain_text("Memory holds the same in both.")


def test_what_is_shared_can_be_hidden(visit, served):
    page = visit(served.story(EN[0], "graph", a="main", b="carrow"))
    assert "both" in {one[3] for one in lines(page)}
    page.get_by_role("checkbox", name="in both").uncheck()
    until(page, "fabulaPicture.drawn.lines.every((one) => one.side)")


def test_a_name_that_one_side_alone_knows_says_so_to_the_keyboard(visit, served):
    page = visit(served.story(ZH[0], "graph", a="main", b=ZH[1]), "zh")
    names = page.locator(".reach button")
    expect(names.filter(has_text="师爷")).to_contain_text("走水路")
    names.filter(has_text="师爷").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".pane .ename")).to_have_text("师爷")


def test_a_line_is_chosen_in_the_picture_itself(visit, served):
    page = visit(served.story(EN[0], "graph", a="main", b="carrow"))
    assert lines(page)
    x, y = page.evaluate(
        "(() => { const box = document.querySelector('canvas').getBoundingClientRect();"
        " const line = fabulaPicture.drawn.lines.find((one) => one.side === 'other' && one.target.label === 'Rusk');"
        " const middle = fabulaPicture.middle(line); const at = fabulaPicture.screen(middle.x, middle.y);"
        " return [at.x + box.left, at.y + box.top]; })()"
    )
    page.mouse.move(x, y)
    expect(page.get_by_role("tooltip")).to_contain_text("bone whistle is held by Rusk")
    page.mouse.click(x, y)
    expect(page.locator(".pane .onside").nth(1).locator("blockquote").first).to_be_visible()
