"""Fingers: two zoom and move the picture, one chooses in it and scrolls the page, and targets are large enough."""

import re

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW
from tests.panel.served import serving, tell_demo
from tests.panel.test_graph import until

from fabula.stores import open_store

pytestmark = pytest.mark.browser

TITLE = "The Bone Whistle"
READY = "window.fabulaPicture && fabulaPicture.drawn.nodes.length > 4 && fabulaPicture.scale() > 0"
SCROLLED = "document.getElementById('main').scrollTop"
NODE = """(() => {
  const box = document.querySelector('canvas').getBoundingClientRect();
  const one = fabulaPicture.drawn.nodes[0];
  const at = fabulaPicture.screen(one.fx, one.fy);
  return { id: one.id, name: one.label, x: at.x + box.left, y: at.y + box.top };
})()"""


@pytest.fixture(scope="module")
def served():
    store = open_store(":memory:")
    tell_demo(store, "en")
    with serving(store) as running:
        yield running


class Fingers:
    """What fingers do, as a touch screen tells the browser."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind, *points):
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def move(self, start, end, steps=8):
        """From some places to others, all fingers at once."""
        self.touch("touchStart", *start)
        for step in range(1, steps + 1):
            share = step / steps
            now = [
                (x + (to_x - x) * share, y + (to_y - y) * share)
                for (x, y), (to_x, to_y) in zip(start, end, strict=True)
            ]
            self.touch("touchMove", *now)
        self.touch("touchEnd")

    def tap(self, x, y):
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")


@pytest.fixture
def phone(visit, served):
    page = visit(served.story(TITLE, "graph"), size=NARROW)
    until(page, READY)
    return page


def middle_of(page):
    box = page.locator("canvas").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_fingers_that_part_zoom_in_around_what_is_between_them(phone):
    x, y = middle_of(phone)
    before = phone.evaluate("fabulaPicture.scale()")
    under = "(() => { const box = document.querySelector('canvas').getBoundingClientRect(); const at = fabulaPicture.graph.screen2GraphCoords(%f - box.left, %f - box.top); return [at.x, at.y]; })()"
    was = phone.evaluate(under % (x, y))
    Fingers(phone).move([(x - 30, y), (x + 30, y)], [(x - 90, y), (x + 90, y)])
    assert phone.evaluate("fabulaPicture.scale()") == pytest.approx(before * 3, rel=0.1)
    assert phone.evaluate(under % (x, y)) == pytest.approx(was, abs=2)
    assert phone.evaluate("visualViewport.scale") == 1


def test_two_fingers_together_move_the_picture_and_not_the_page(phone):
    x, y = middle_of(phone)
    scale, before = phone.evaluate("fabulaPicture.scale()"), phone.evaluate(NODE)
    Fingers(phone).move([(x - 30, y), (x + 30, y)], [(x + 10, y - 50), (x + 70, y - 50)])
    after = phone.evaluate(NODE)
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((40, -50), abs=3)
    assert phone.evaluate("fabulaPicture.scale()") == pytest.approx(scale, rel=0.02)
    assert phone.evaluate(SCROLLED) == 0


def test_one_finger_on_the_picture_scrolls_the_page(phone):
    phone.evaluate("document.querySelector('.pane').style.minHeight = '900px'")
    x, y = middle_of(phone)
    before = phone.evaluate("fabulaPicture.graph.centerAt()")
    Fingers(phone).move([(x, y)], [(x, y - 150)])
    until(phone, f"{SCROLLED} > 100")
    assert phone.evaluate("fabulaPicture.graph.centerAt()") == before


def test_a_tap_beside_a_name_within_a_fingers_breadth_chooses_it(phone):
    one = phone.evaluate(NODE)
    Fingers(phone).tap(one["x"] + 20, one["y"] - 6)
    expect(phone.locator(".pane .ename")).to_have_text(one["name"])
    expect(phone).to_have_url(re.compile(f"node={one['id']}"))


def test_a_tap_on_nothing_lets_go(phone):
    one = phone.evaluate(NODE)
    fingers = Fingers(phone)
    fingers.tap(one["x"], one["y"])
    expect(phone.locator(".pane .ename")).to_be_visible()
    box = phone.locator("canvas").bounding_box()
    fingers.tap(box["x"] + 6, box["y"] + box["height"] - 120)
    expect(phone.locator(".pane")).to_contain_text("What turn 48 changed")


def test_a_long_press_takes_a_name_along_for_good(phone):
    one = phone.evaluate(NODE)
    fingers = Fingers(phone)
    kept = f"JSON.stringify(JSON.parse(localStorage.getItem('fabula-places:tall:{TITLE}')).find(([id]) => id === '{one['id']}'))"
    before = phone.evaluate(kept)
    fingers.touch("touchStart", (one["x"], one["y"]))
    phone.wait_for_timeout(450)  # a press is long after a time
    for step in range(1, 7):
        fingers.touch("touchMove", (one["x"] + 8 * step, one["y"] + 4 * step))
    fingers.touch("touchEnd")
    until(phone, f"{kept} !== '{before}'")
    after = phone.evaluate(NODE)
    assert (after["x"] - one["x"], after["y"] - one["y"]) == pytest.approx((48, 24), abs=3)
    assert phone.evaluate(SCROLLED) == 0


def test_every_control_of_the_picture_is_large_enough_for_a_finger(phone):
    for name in ("Zoom in", "Zoom out", "Fit"):
        box = phone.get_by_role("button", name=name).bounding_box()
        assert (box["width"] >= 44, box["height"] >= 44) == (True, True)
    before = phone.evaluate("fabulaPicture.scale()")
    phone.get_by_role("button", name="Zoom in").click()
    until(phone, f"fabulaPicture.scale() > {before} * 1.2")


def test_on_a_wide_touch_screen_one_finger_moves_the_picture(visit, served):
    page = visit(served.story(TITLE, "graph"), size=(1024, 768))
    until(page, READY)
    x, y = middle_of(page)
    before = page.evaluate(NODE)
    Fingers(page).move([(x, y + 120)], [(x + 60, y + 90)])
    after = page.evaluate(NODE)
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((60, -30), abs=16)
