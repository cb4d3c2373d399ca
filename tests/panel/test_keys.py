"""The graph by keyboard and by ear, and what its picture shows of names, endings and what lies beyond."""

import re

import pytest
from playwright.sync_api import expect
from tests.panel.served import made, serving, tell_demo
from tests.panel.test_graph import until

from fabula.stores import open_store
from fabula.testing.scripted_reader import ScriptedReader

pytestmark = pytest.mark.browser

EN, CROWD, WAR = "The Bone Whistle", "crowd", "war"
READY = "window.fabulaPicture && fabulaPicture.drawn.nodes.length > 4 && fabulaPicture.names().length > 4"
OVERLAPS = """(() => {
  const boxes = fabulaPicture.names();
  const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  let found = 0;
  for (let one = 0; one < boxes.length; one += 1) for (let two = one + 1; two < boxes.length; two += 1) {
    if (meet(boxes[one], boxes[two])) found += 1;
  }
  return found;
})()"""
SURNAMES = ("Hale", "Brandt", "沈", "O'Malley", "Quist", "Ferreira", "何", "Vance")


@pytest.fixture(scope="module")
def served():
    store = open_store(":memory:")
    tell_demo(store, "en")
    crowd = made(store, CROWD)
    names = [f"{SURNAMES[number % 8]} {number}" for number in range(60)]
    crowd.tell(f"[scene: {names[0]}, {names[1]}, {names[2]} @ Long Harbour Road]")
    for number, name in enumerate(names[3:], start=3):
        crowd.tell(
            f"[{name} ally_of {names[number % 3]} +{number * 10}] [{name} enemy_of {names[number // 2]}]"
        )
    crowd.extract(ScriptedReader())
    war = made(store, WAR)
    war.tell("[scene: Mira, Finn @ mill] [Mira ally_of Finn +800] [Mira trusts Ada +500]")
    war.tell("[!Mira ally_of Finn] [!Mira trusts Ada]")
    for number in range(12):
        war.tell(f"It went on. {number}")
    war.extract(ScriptedReader())
    with serving(store) as running:
        yield running


def names(page):
    return page.get_by_role("group", name="Names in the picture").get_by_role("button")


@pytest.fixture
def graph(visit, served):
    page = visit(served.story(EN, "graph"))
    until(page, READY)
    return page


def test_tab_enters_at_the_one_that_is_selected_else_at_the_first(visit, served, graph):
    assert graph.locator(".reach button[tabindex='0']").count() == 1
    expect(graph.locator(".reach button[tabindex='0']")).to_have_text(
        re.compile(names(graph).first.inner_text())
    )
    page = visit(served.story(EN, "graph", node="item-bone-whistle"))
    expect(page.locator(".reach button[tabindex='0']")).to_have_attribute("data-node", "item-bone-whistle")
    page.get_by_role("button", name="Picture").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("[data-node=item-bone-whistle]")).to_be_focused()


def test_where_the_keyboard_is_has_a_ring_in_the_picture(graph):
    names(graph).first.focus()
    assert graph.evaluate("fabulaPicture.hover.node.id") == names(graph).first.get_attribute("data-node")
    graph.get_by_role("button", name="Zoom in").focus()
    until(graph, "fabulaPicture.hover.node === null")


def test_arrows_go_to_the_nearest_in_their_direction(graph):
    spots = dict(graph.evaluate("fabulaPicture.drawn.nodes.map((one) => [one.id, [one.fx, one.fy]])"))
    here = names(graph).first.get_attribute("data-node")
    graph.locator(f"[data-node={here}]").focus()
    for key, axis, way in (
        ("ArrowRight", 0, 1),
        ("ArrowLeft", 0, -1),
        ("ArrowDown", 1, 1),
        ("ArrowUp", 1, -1),
    ):
        graph.locator(f"[data-node={here}]").focus()
        graph.keyboard.press(key)
        there = graph.evaluate("document.activeElement.dataset.node")
        if there == here:  # nobody stands on that side
            assert not [one for one in spots if (spots[one][axis] - spots[here][axis]) * way > 0]
        else:
            assert (spots[there][axis] - spots[here][axis]) * way > 0


def test_letters_fit_zoom_and_change_to_the_list_and_back(graph):
    first = names(graph).first
    first.focus()
    scale = graph.evaluate("fabulaPicture.scale()")
    graph.keyboard.press("+")
    until(graph, f"fabulaPicture.scale() > {scale} * 1.2")
    graph.keyboard.press("-")
    graph.keyboard.press("-")
    until(graph, f"fabulaPicture.scale() < {scale}")
    graph.keyboard.press("f")
    until(graph, f"Math.abs(fabulaPicture.scale() / {scale} - 1) < 0.05")
    graph.keyboard.press("l")
    expect(graph.get_by_role("region", name="List")).to_be_focused()
    graph.keyboard.press("l")
    expect(names(graph).first).to_be_focused()


def test_comma_and_full_stop_go_a_turn_back_and_on(graph):
    names(graph).first.focus()
    graph.keyboard.press(",")
    expect(graph).to_have_url(re.compile("turn=47"))
    graph.keyboard.press(".")
    expect(graph.locator(".tnow")).to_contain_text("Turn 48")


def test_enter_chooses_and_escape_lets_go(graph):
    first = names(graph).first
    first.focus()
    graph.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    graph.keyboard.press("Escape")
    expect(first).to_have_attribute("aria-pressed", "false")


def test_the_list_is_sorted_by_any_column_either_way(visit, served):
    page = visit(served.story(CROWD, "graph", mode="list"))
    column = page.get_by_role("columnheader", name="Strength")
    cells = page.locator("tbody td:nth-child(4)")
    expect(cells.first).to_be_visible()
    column.get_by_role("button").click()
    expect(column).to_have_attribute("aria-sort", "descending")
    down = [float(one.replace("−", "-")) for one in cells.all_inner_texts() if one]
    column.get_by_role("button").click()
    expect(column).to_have_attribute("aria-sort", "ascending")
    up = [float(one.replace("−", "-")) for one in cells.all_inner_texts() if one]
    assert (down, up) == (sorted(down, reverse=True), sorted(up))
    page.get_by_role("columnheader", name="From").get_by_role("button").click()
    expect(page.get_by_role("columnheader", name="From")).to_have_attribute("aria-sort", "ascending")


def test_forty_names_are_shown_and_none_covers_another(visit, served):
    page = visit(served.story(CROWD, "graph"))
    until(page, "window.fabulaPicture && fabulaPicture.names().length >= 40")
    page.wait_for_timeout(300)
    assert page.evaluate(OVERLAPS) == 0


def test_who_lies_beyond_the_steps_is_counted_and_named(visit, served):
    page = visit(served.story(CROWD, "graph"))
    beyond = page.locator(".beyond")
    shown = page.locator(".reach button").count
    until(page, "document.querySelectorAll('.reach button').length === 40")
    expect(beyond).to_contain_text("21 further entities lie outside these steps.")
    beyond.locator("summary").click()
    expect(beyond.locator("li")).to_have_count(21)
    beyond.get_by_role("button", name="Show more").click()
    until(page, "document.querySelectorAll('.reach button').length === 61")
    assert shown() == 61
    expect(beyond).to_have_count(0)


def test_a_name_from_beyond_is_looked_around(visit, served):
    page = visit(served.story(CROWD, "graph"))
    page.locator(".beyond summary").click()
    one = page.locator(".beyond li button").first
    name = one.inner_text().strip()
    one.click()
    expect(page.locator(".pane .ename")).to_have_text(name)
    expect(page.locator(".caption")).to_contain_text(name)


def lines(page):
    return page.evaluate("fabulaPicture.drawn.lines.map((one) => [one.fact.predicate, one.ended])")


def test_what_ended_is_shown_for_ten_turns_and_then_with_one_of_its_ends(visit, served):
    page = visit(served.story(WAR, "graph", turn=12))
    until(page, "window.fabulaPicture && fabulaPicture.drawn.nodes.length === 4")
    assert sorted(lines(page)) == [["ally_of", True], ["trusts", True]]
    page.keyboard.press(".")
    until(page, "fabulaPicture.drawn.lines.length === 0")
    page.locator(".reach button", has_text="Mira").focus()
    page.keyboard.press("Enter")
    until(page, "fabulaPicture.drawn.lines.length === 2")
    page.get_by_role("checkbox", name="ended").uncheck()
    until(page, "fabulaPicture.drawn.lines.length === 0")


def test_the_dot_of_a_change_is_gone_at_the_next_turn(visit, served):
    page = visit(served.story(WAR, "graph", turn=2))
    until(page, "window.fabulaPicture && fabulaPicture.drawn.lines.filter((one) => one.changed).length === 2")
    page.keyboard.press(".")
    until(page, "fabulaPicture.drawn.lines.filter((one) => one.changed).length === 0")


def test_arranging_again_is_undone_to_the_very_place(graph):
    spots = "JSON.stringify(fabulaPicture.drawn.nodes.map((one) => [one.id, one.fx, one.fy]).sort())"
    moved = "fabulaPicture.drawn.nodes[0]"
    graph.evaluate(f"() => {{ const one = {moved}; one.x = one.fx = one.fx + 200; }}")
    graph.evaluate(
        "() => { const key = 'fabula-places:wide:The Bone Whistle'; const rows = JSON.parse(localStorage.getItem(key));"
        " rows[0][1] += 200; localStorage.setItem(key, JSON.stringify(rows)); }"
    )
    graph.reload()
    until(graph, READY)
    before = graph.evaluate(spots)
    graph.get_by_role("button", name="Arrange again").click()
    until(graph, f"{spots} !== {before!r}")
    graph.locator(".undo").get_by_role("button", name="Undo").click()
    until(graph, f"{spots} === {before!r}")


def test_whoever_is_not_known_at_an_earlier_turn_is_said_so(visit, served):
    page = visit(served.story(EN, "graph", focus="item-bone-whistle"))
    until(page, READY)
    page.locator(".track").click(position={"x": 3, "y": 20})
    expect(page.locator(".caption")).to_contain_text("Nobody is called so at turn 1.")
    page.allowed.clear()  # the server's answer that there is nobody of that name
