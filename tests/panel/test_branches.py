"""The tree of turns: on a phone top down with the newest first, at a desk along the time axis; tags, forks, folds."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving, tell_demo
from tests.panel.test_access import RUN

from fabula.stores import open_store
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

pytestmark = pytest.mark.browser

EN, ZH, LONG = "The Bone Whistle", "青伞", "long"


@pytest.fixture
def served():
    store = open_store(":memory:")
    for language in ("en", "zh"):
        tell_demo(store, language)
    long = made(store, LONG)
    for number in range(1, 401):
        long.tell(f"Turn {number}.")
    long.fork("elsewhere", long.turn(200).id).tell("She drank the poison. [Mira mood: calm]")
    long.extract()
    long.switch("elsewhere").extract(FailingReader(ScriptedReader()))
    with serving(store) as running:
        yield running


def rows(page):
    return page.locator(".upright li.said")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", (EN, "carrow", "the stranger's name", r"\d+ turns", "2 versions")),
        ("zh", (ZH, "走水路", "蓑衣客的真名", r"\d+ 轮", "2 个版本")),
    ],
    ids=["en", "zh"],
)
def test_on_a_phone_the_tree_stands_upright(visit, served, axe, language, told):
    story, other, tag, run, versions = told
    page = visit(served.story(story, "branches"), language, NARROW)
    expect(rows(page).first).to_contain_text("main")
    expect(rows(page).filter(has_text=other)).to_have_count(1)
    expect(rows(page).filter(has_text=tag)).to_have_count(1)
    expect(rows(page).filter(has_text=re.compile(f"^{run}$")).first).to_be_visible()
    expect(rows(page).filter(has_text=versions).first).to_be_visible()
    numbers = [int(one) for one in re.findall(r"(?:Turn |第 )(\d+)", " ".join(rows(page).all_inner_texts()))]
    assert numbers == sorted(numbers, reverse=True)
    assert page.locator(".upright .swipedot").count() > 3
    ring, head = (
        page.locator(f".upright {one}").first.bounding_box() for one in (".herering", ".lane0 circle")
    )
    assert ring["x"] < head["x"] + head["width"] < ring["x"] + ring["width"] + 12
    page.evaluate(axe)
    assert page.evaluate(RUN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_row_that_can_be_touched_is_large_enough(visit, served):
    page = visit(served.story(EN, "branches"), size=NARROW)
    expect(rows(page).first).to_be_visible()
    low = page.evaluate(
        "[...document.querySelectorAll('.upright li.said :is(button, a)')].filter((one) => one.getBoundingClientRect().height < 44).length"
    )
    assert low == 0


def test_a_folded_run_is_opened_where_it_stands(visit, served):
    page = visit(served.story(EN, "branches"), size=NARROW)
    folded = rows(page).filter(has_text=re.compile(r"^\d+ turns$"))
    expect(folded.first).to_be_visible()
    before, dots = folded.count(), page.locator(".upright .lane0 circle:not(.swipedot)").count()
    n = int(folded.first.inner_text().split()[0])
    folded.first.get_by_role("button").click()
    expect(folded).to_have_count(before - 1)
    assert page.locator(".upright .lane0 circle:not(.swipedot)").count() == dots + n


def test_a_row_leads_to_its_turn_and_the_ring_goes_along(visit, served):
    page = visit(served.story(EN, "branches"), size=NARROW)
    rows(page).filter(has_text="the stranger's name").get_by_role("button").click()
    expect(page).to_have_url(re.compile("turn=33"))
    expect(page.locator(".upright [aria-current=true]")).to_contain_text("the stranger's name")
    expect(page.locator(".upright [aria-current=true]")).to_contain_text("you are here")


def test_the_head_of_another_branch_is_gone_to_from_the_tree(visit, served):
    page = visit(served.story(EN, "branches"), size=NARROW)
    expect(page.get_by_text("Switching costs no model call.")).to_be_visible()
    rows(page).filter(has_text="carrow").get_by_role("button").click()
    expect(page).to_have_url(re.compile("branch=carrow"))
    expect(page.locator(".heads li", has_text="carrow").first).to_contain_text("you are here")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_turn_is_tagged_and_the_tag_removed_and_both_undone(visit, served, size):
    page = visit(served.story(EN, "branches", turn=20), size=size)
    page.get_by_role("button", name="Tag this turn").click()
    page.locator("form.edit input").fill("雾夜")
    page.get_by_role("button", name="Save").click()
    tag = page.locator(".heads li", has_text="雾夜")
    expect(tag).to_contain_text("Turn 20")
    tag.get_by_role("button", name="Remove the tag").click()
    expect(tag).to_have_count(0)
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(tag).to_contain_text("Turn 20")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_branch_begins_where_one_stands_and_is_undone(visit, served, size):
    page = visit(served.story(EN, "branches", turn=20), size=size)
    page.get_by_role("button", name="Fork here").click()
    expect(page.get_by_text("It begins after turn 20 of main; nothing is copied.")).to_be_visible()
    page.locator("form.edit input").fill("what if")
    page.get_by_role("button", name="Begin it").click()
    head = page.locator(".heads li", has_text="what if")
    expect(head).to_contain_text("Turn 20")
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(head).to_have_count(0)


def test_a_long_story_is_folded_at_a_desk_and_unfolded(visit, served):
    page = visit(served.story(LONG, "branches"))
    dots = page.locator(".tree .lane0 > g circle")
    expect(page.locator(".tree .gap").first).to_be_visible()
    assert dots.count() < 20
    expect(page.locator(".tree")).to_contain_text("198")
    page.get_by_role("button", name="Show every turn").click()
    expect(dots).to_have_count(400)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_failed_turn_of_another_branch_is_ringed_in_ochre(visit, served, size):
    page = visit(served.story(LONG, "branches"), size=size)
    expect(page.locator("circle.bad")).to_have_count(1)
    if size == NARROW:
        expect(rows(page).filter(has_text="could not be read")).to_have_count(1)


def test_on_a_phone_two_endings_stand_one_under_the_other(visit, served):
    page = visit(served.story(EN, "branches"), size=NARROW)
    halves = page.locator(".cmp:not(.sides)").first.locator("> div")
    expect(halves.first).to_be_visible()
    one, other = halves.nth(0).bounding_box(), halves.nth(1).bounding_box()
    assert other["y"] >= one["y"] + one["height"]


def test_branches_that_end_at_one_turn_stand_one_under_the_other(visit):
    store = open_store(":memory:")
    story = made(store, "many")
    for number in range(1, 4):
        story.tell(f"Turn {number}.")
    for name in ("a branch", "another branch of a long name that goes on and on", "third"):
        story.fork(name).tell("It was later.")
    with serving(store) as running:
        page = visit(running.story("many", "branches"), size=(320, 640))
        expect(rows(page).locator("button")).to_have_count(5)
        page.wait_for_timeout(300)
        boxes = [one.bounding_box() for one in rows(page).locator("button").all()]
    assert all(box["height"] >= 44 for box in boxes)
    assert all(one["y"] + one["height"] <= other["y"] + 1 for one, other in pairwise(boxes))
    assert all(box["x"] + box["width"] <= 320 for box in boxes)
