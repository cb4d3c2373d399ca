"""The time bar: playing, stopping where something ends, keys, notches, and coming nearer where the story is long."""

import re

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving, tell_demo
from tests.panel.test_graph import until
from tests.panel.test_touch import Fingers

from fabula.claims.statements import Period, Scene
from fabula.stores import open_store
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

pytestmark = pytest.mark.browser

EN, ZH, LONG, DATED = "The Bone Whistle", "青伞", "long", "dated"
ENDINGS = (8, 23, 39, 41, 42, 48)
"""Turns of the English demo in which something ended."""

TURN = "Number(new URLSearchParams(location.search).get('turn') || 0)"


@pytest.fixture(scope="module")
def served():
    store = open_store(":memory:")
    for language in ("en", "zh"):
        tell_demo(store, language)
    long = made(store, LONG)
    for number in range(1, 501):
        long.tell(f"Turn {number} of many.")
    long.extract()
    dated = made(store, DATED)
    for text in ("[new: Mira (character)] Mist.", "夜深了。", "On it went."):
        dated.tell(text)
    dated.extract(ScriptedReader())
    dated.author.stage(Scene(present=("Mira",), period=Period("day 4"), starts=True), dated.turn(1).id)
    dated.author.stage(Scene(present=("Mira",), period=Period("第三夜")), dated.turn(2).id)
    dated.tell("She drank the poison. [Mira mood: calm]")
    dated.extract(FailingReader(ScriptedReader()))
    with serving(store) as running:
        yield running


def bar(page):
    return page.get_by_role("contentinfo")


def test_playing_goes_on_turn_by_turn_and_space_stops_it(visit, served):
    page = visit(served.story(EN, "graph", turn=3))
    expect(bar(page)).to_contain_text("Turn 3")
    page.keyboard.press("Space")
    expect(bar(page).get_by_role("button", name="Stop", exact=True)).to_be_visible()
    until(page, f"{TURN} >= 5")
    page.keyboard.press("Space")
    expect(bar(page).get_by_role("button", name="Play")).to_be_visible()
    stood = page.evaluate(TURN)
    page.wait_for_timeout(1000)
    assert page.evaluate(TURN) == stood


@pytest.mark.parametrize(
    ("language", "size", "pause"),
    [("en", WIDE, "Stop where something ends"), ("zh", NARROW, "有事终止时停下")],
    ids=["en-desk", "zh-phone"],
)
def test_playing_stops_where_something_ends_if_one_asks_for_it(visit, served, language, size, pause):
    page = visit(served.story(EN, "graph", turn=6), language, size)
    switch = bar(page).get_by_role("switch", name=pause)
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    play = page.locator(".ib.play")
    play.click()
    until(page, f"{TURN} === 8")
    page.wait_for_timeout(1000)
    assert page.evaluate(TURN) == 8
    page.reload()
    expect(switch).to_be_checked()


def test_a_turn_takes_seven_tenths_of_a_second(visit, served):
    page = visit(served.story(EN, "graph", turn=10))
    expect(bar(page)).to_contain_text("Turn 10")
    page.evaluate(
        "() => { window.at = []; const own = history.replaceState.bind(history);"
        " history.replaceState = (...all) => { window.at.push(performance.now()); own(...all); }; }"
    )
    page.keyboard.press("Space")
    until(page, "window.at.length >= 4")
    page.keyboard.press("Space")
    gaps = page.evaluate("window.at.slice(1).map((one, index) => one - window.at[index])")
    # A machine at work may be late, and never early.
    assert 600 < sum(gaps) / len(gaps) < 1400


def test_nothing_is_read_out_while_the_story_plays(visit, served):
    page = visit(served.story(EN, "graph", turn=10, node="npc-marta"))
    pane = page.locator(".pane section").first
    expect(pane).to_have_attribute("aria-live", "polite")
    page.evaluate(
        "() => { window.said = []; new MutationObserver((all) => window.said.push(...all.map((one) => one.target.textContent)))"
        ".observe(document.querySelector('[role=log]'), { childList: true, characterData: true, subtree: true }); }"
    )
    page.locator(".ib.play").click()
    expect(pane).to_have_attribute("aria-live", "off")
    until(page, f"{TURN} >= 12")
    page.locator(".ib.play").click()
    expect(pane).to_have_attribute("aria-live", "polite")
    # What was said before may be taken away meanwhile; that is not read out.
    assert not any(page.evaluate("window.said"))


def test_keys_go_by_turn_by_scene_and_to_either_end(visit, served):
    page = visit(served.story(EN, "graph", turn=20))
    expect(page.locator(".tscene")).to_have_count(3)
    slider = page.get_by_role("slider")
    slider.focus()
    for key, turn in (("ArrowRight", 21), ("ArrowLeft", 20), ("PageUp", 8), ("PageDown", 41), ("Home", 1)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(turn))
    page.keyboard.press("End")
    expect(slider).to_have_value("48")
    assert "turn=" not in page.url


def test_the_track_is_dragged_and_the_address_is_written_at_the_end(visit, served):
    page = visit(served.story(EN, "graph"))
    box = page.locator(".track").bounding_box()

    def over(turn):
        return box["x"] + (turn - 0.5) / 48 * box["width"]

    page.mouse.move(over(40), box["y"] + 20)
    page.mouse.down()
    page.mouse.move(over(12), box["y"] + 20, steps=5)
    expect(bar(page)).to_contain_text("Turn 12")
    assert "turn=" not in page.url
    page.mouse.up()
    expect(page).to_have_url(re.compile("turn=12"))


def test_scenes_have_their_names_and_notches_tell_swipes_from_forks(visit, served):
    page = visit(served.story(EN, "graph"))
    names = page.locator(".tscene text")
    expect(names).to_have_text(["Skerrow", "Drowned Bell", "Skerrow Quay"])
    expect(page.locator(".tfork")).to_have_count(1)
    assert page.locator(".tswipe").count() >= 6
    slider = page.get_by_role("slider")
    slider.focus()
    page.goto(served.story(EN, "graph", turn=34))
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile("Turn 34, Drowned Bell.*another branch leaves here")
    )


def test_a_failed_turn_is_a_box_and_said_in_words(visit, served):
    page = visit(served.story(DATED, "graph"))
    expect(page.locator(".tbar.bad")).to_have_count(1)
    expect(page.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", re.compile("Turn 4.*could not be read")
    )


def test_the_storys_own_time_is_a_second_label_where_it_is_known(visit, served):
    page = visit(served.story(DATED, "graph", turn=1))
    label = page.locator(".stime")
    expect(label).to_have_text("day 4")
    page.keyboard.press(".")
    expect(label).to_have_text("第三夜")
    page.goto(served.story(EN, "graph"))
    expect(bar(page)).to_contain_text("Turn 48")
    expect(label).to_have_count(0)


def test_a_long_story_is_zoomed_with_ctrl_and_the_wheel(visit, served):
    page = visit(served.story(LONG, "graph"))
    expect(bar(page)).to_contain_text("Turn 500")
    whole = page.locator(".tbar").count()
    assert whole <= 200
    box = page.locator(".track").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 20)
    page.keyboard.down("Control")
    for _ in range(4):
        page.mouse.wheel(0, -60)
    page.keyboard.up("Control")
    window = page.locator(".twhole")
    expect(window).to_contain_text(re.compile(r"Turns \d+–\d+ · show all"))
    first, last = map(int, re.findall(r"\d+", window.inner_text())[:2])
    assert last - first < 120
    assert first < 250 < last
    assert page.evaluate("visualViewport.scale") == 1
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 20)
    turn = page.evaluate(TURN)
    assert first < turn < last
    page.get_by_role("slider").press("Home")
    expect(window).to_contain_text("Turns 1–")
    window.click()
    expect(window).to_have_count(0)
    assert page.locator(".tbar").count() == whole


def test_a_short_story_is_not_zoomed(visit, served):
    page = visit(served.story(EN, "graph"))
    expect(bar(page)).to_contain_text("Turn 48")
    page.get_by_role("slider").press("+")
    expect(page.locator(".twhole")).to_have_count(0)


def test_keys_zoom_around_the_needle(visit, served):
    page = visit(served.story(LONG, "graph", turn=250))
    slider = page.get_by_role("slider")
    slider.press("+")
    slider.press("+")
    expect(page.locator(".twhole")).to_contain_text("–")
    first, last = map(int, re.findall(r"\d+", page.locator(".twhole").inner_text())[:2])
    assert first < 250 < last
    assert last - first == pytest.approx(500 / 2.25, abs=3)


def test_two_fingers_zoom_the_time_bar_and_one_slides(visit, served):
    page = visit(served.story(LONG, "story"), size=NARROW)
    expect(bar(page)).to_contain_text("500")
    box = page.locator(".track").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    fingers = Fingers(page)
    fingers.move([(x - 20, y), (x + 20, y)], [(x - 80, y), (x + 80, y)])
    expect(page.locator(".twhole")).to_be_visible()
    assert page.evaluate("visualViewport.scale") == 1
    assert "turn=" not in page.url
    fingers.move([(x, y)], [(x + 10, y)])
    until(page, f"{TURN} > 200 && {TURN} < 300")
