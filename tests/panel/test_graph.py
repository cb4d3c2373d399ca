"""The picture: what it shows, that it stands still, and that a keyboard and a list see the same."""

import json
import re

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW
from tests.panel.served import serving, tell_demo

from fabula.stores import open_store

pytestmark = pytest.mark.browser

TITLE = "The Bone Whistle"
PLACES = f"JSON.parse(localStorage.getItem('fabula-places:wide:{TITLE}') || '[]')"


@pytest.fixture
def served():
    store = open_store(":memory:")
    tell_demo(store, "en")
    with serving(store) as running:
        yield running


def until(page, condition):
    """Waits for a condition without ``eval``, which the page does not allow."""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"It never came to {condition}.")


def places(page):
    until(page, f"{PLACES}.length > 4")
    return {name: (x, y) for name, x, y in page.evaluate(PLACES)}


def test_it_is_loaded_only_when_it_is_shown(visit, served):
    page = visit(served.story(TITLE))
    expect(page.get_by_text("Live.")).to_be_visible()
    loaded = "performance.getEntriesByType('resource').map((one) => one.name).filter((one) => one.includes('/canvas-')).length"
    assert page.evaluate(loaded) == 0
    page.get_by_role("link", name="Graph").click()
    expect(page.locator("canvas")).to_be_visible()
    assert page.evaluate(loaded) == 1


def test_a_new_turn_moves_nobody(visit, served):
    page = visit(served.story(TITLE, "graph"))
    before = places(page)
    served.tell(TITLE, "Marta gave the bone whistle to Nell.", role="assistant")
    expect(page.locator(".pane")).to_contain_text("bone whistle is held by Nell")
    after = places(page)
    assert {name: after[name] for name in before} == before


def test_the_same_story_stands_the_same_in_another_browser(visit, served):
    one, other = (places(visit(served.story(TITLE, "graph"))) for _ in range(2))
    assert one == other


def test_sliding_moves_nobody(visit, served):
    page = visit(served.story(TITLE, "graph", turn=20))
    before = places(page)
    page.get_by_role("contentinfo").get_by_role("button", name="Return to now").click()
    expect(page.locator(".pane h2")).to_contain_text("turn 48")
    after = places(page)
    assert {name: after[name] for name in before} == before


def test_a_name_is_reached_and_chosen_by_keyboard(visit, served):
    page = visit(served.story(TITLE, "graph"))
    names = page.get_by_role("group", name="Names in the picture").get_by_role("button")
    expect(names.first).to_have_accessible_name(re.compile(r".+, Character, \d+ facts"))
    names.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".pane .ename")).to_be_visible()
    expect(page).to_have_url(re.compile("node="))
    page.keyboard.press("Escape")
    expect(page.locator(".pane")).to_contain_text("What turn 48 changed")


def test_the_list_says_what_the_picture_shows(visit, served):
    page = visit(served.story(TITLE, "graph", mode="list"))
    rows = page.locator("table tbody tr")
    expect(
        rows.filter(has_text="bone whistle").filter(has_text="held by").filter(has_text="Marta")
    ).to_have_count(1)
    page.get_by_role("button", name="Davin").first.click()
    expect(page.locator(".pane .ename")).to_have_text("Davin")


def test_a_fact_of_the_pane_has_its_quote_and_its_turn(visit, served):
    page = visit(served.story(TITLE, "graph", node="item-bone-whistle"))
    expect(page.locator(".pane blockquote").first).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Read in place")).first).to_be_visible()


def test_dragging_a_name_moves_it_for_good(visit, served):
    page = visit(served.story(TITLE, "graph"))
    before = places(page)
    spot = page.evaluate(
        "(() => { const [name, x, y] = " + PLACES + "[0]; const at = fabulaPicture.screen(x, y);"
        " const box = document.querySelector('canvas').getBoundingClientRect();"
        " return [name, at.x + box.left, at.y + box.top]; })()"
    )
    name, x, y = spot
    was = page.evaluate(f"JSON.stringify({PLACES}.find(([id]) => id === {json.dumps(name)}))")
    page.mouse.move(x, y)
    page.wait_for_timeout(
        1000
    )  # what is under the pointer is looked up from a picture that is redrawn at times
    page.mouse.move(x + 1, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=6)
    page.mouse.up()
    until(page, f"JSON.stringify({PLACES}.find(([id]) => id === {json.dumps(name)})) !== {json.dumps(was)}")
    page.reload()
    after = places(page)
    assert after[name] != before[name]
    assert {other: after[other] for other in before if other != name} == {
        other: before[other] for other in before if other != name
    }


def test_on_a_phone_the_picture_and_the_pane_stand_one_under_the_other(visit, served):
    page = visit(served.story(TITLE, "graph"), size=NARROW)
    picture, pane = page.locator(".canvas").bounding_box(), page.locator(".pane").bounding_box()
    assert pane["y"] >= picture["y"] + picture["height"] - 1
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


def test_names_stay_in_the_frame_on_a_small_phone(visit, served):
    page = visit(served.story(TITLE, "graph"), size=(320, 640))
    until(page, "window.fabulaPicture && fabulaPicture.names().length > 4")
    edges = page.evaluate(
        "fabulaPicture.names().map((one) => [fabulaPicture.screen(one.x, one.y).x, fabulaPicture.screen(one.x + one.w, one.y).x])"
    )
    assert all(left >= 0 and right <= 320 for left, right in edges)


def test_the_list_names_those_without_a_relation_too(visit, served):
    page = visit(served.story(TITLE, "graph", mode="list", turn=30))
    alone = page.locator(".glist .hidden-names")
    expect(alone).to_contain_text("Without a relation here:Grey Tom")
    alone.get_by_role("button", name="Grey Tom").click()
    expect(page.locator(".pane .ename")).to_have_text("Grey Tom")


def test_whoever_a_turn_brings_in_is_part_of_what_it_changed(visit, served):
    page = visit(served.story(TITLE, "graph", turn=3))
    expect(page.locator(".pane")).to_contain_text("Seen for the first time:JoryMarta")
    expect(page.locator(".pane")).not_to_contain_text("changed nothing")
