"""What stands around every view: the stories, and where each of them is picked."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving

from fabula.stores import open_store

pytestmark = pytest.mark.browser

LAPTOP = (1024, 768)
MANY = [f"Story {number:02}" for number in range(1, 31)]


@pytest.fixture(scope="module")
def served():
    store = open_store(":memory:")
    for name in MANY:
        made(store, name).tell(f"This is told in {name}.")
    with serving(store) as running:
        yield running


@pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=["laptop", "phone"])
def test_where_there_is_no_room_for_a_column_the_story_is_named_and_picked_on_top(visit, served, size):
    page = visit(served.story(MANY[0]), size=size)
    picker = page.get_by_role("combobox", name="Story")
    expect(picker).to_have_value(MANY[0])
    picker.select_option(MANY[-1])
    expect(page.get_by_text(f"This is told in {MANY[-1]}.")).to_be_visible()
    for name in ("中文", "Dark", "Find"):
        expect(page.get_by_role("button", name=name)).to_be_visible()


def test_every_story_can_be_picked_and_the_one_that_is_open_is_in_sight(visit, served):
    page = visit(served.story(MANY[-1]), size=WIDE)
    stories = page.get_by_role("group", name="Stories")
    expect(stories.get_by_role("button", pressed=True)).to_have_text(f"{MANY[-1]}main · 1 turn")
    expect(stories.get_by_role("button", pressed=True)).to_be_in_viewport()
    expect(stories.get_by_role("button", name="New story")).to_be_in_viewport()
    expect(page.get_by_role("navigation").get_by_role("link", name="Work")).to_be_in_viewport()
    stories.get_by_role("button", name=MANY[3]).click()
    expect(page.get_by_text(f"This is told in {MANY[3]}.")).to_be_visible()


def test_a_long_name_covers_no_other(visit):
    store = open_store(":memory:")
    names = ["a/b 青伞 的 ?#%2F 尾 and a name of two lines", *MANY[:14]]
    for name in names:
        made(store, name).tell("It was late.")
    with serving(store) as running:
        page = visit(running.story(names[0]))
        expect(page.get_by_text("It was late.")).to_be_visible()
        boxes = page.locator(".shelf button").evaluate_all(
            "all => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom, one.scrollHeight - one.clientHeight])"
        )
        assert all(over <= 0 for _, _, over in boxes)
        assert all(first[1] <= second[0] for first, second in pairwise(boxes))
