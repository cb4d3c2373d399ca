"""Every view for everybody: no serious accessibility fault, nothing wider than the screen."""

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import serving, tell_demo

from fabula.stores import open_store

pytestmark = pytest.mark.browser

VIEWS = (
    "story",
    "graph",
    "graph?mode=list",
    "graph?a=main&b=carrow",
    "graph?a=main&b=carrow&mode=list",
    "branches",
    "entities/npc-marta",
    "context?cue=Who%20has%20the%20bone%20whistle%3F",
    "work",
    "story?new=1",
)
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.slice(0, 4).map((node) => node.target.join(" ") + " " + node.failureSummary).join(" | ")}`);
}"""


@pytest.fixture(scope="module")
def served():
    store = open_store(":memory:")
    tell_demo(store, "en")
    with serving(store) as running:
        yield running


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_no_serious_fault(visit, served, axe, view, size, theme):
    page = visit(served.story("The Bone Whistle", view), size=size, color_scheme=theme)
    expect(page.locator("main h1, main .hello").first).to_be_attached()
    page.wait_for_timeout(500)
    page.evaluate(axe)
    assert page.evaluate(RUN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_wider_than_a_small_phone(visit, served, view):
    page = visit(served.story("The Bone Whistle", view), size=(320, 640))
    expect(page.locator("main h1, main .hello").first).to_be_attached()
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = "[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible' && one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.tree, .tablebox, .eidx, canvas, .reach, .pop, svg')).map((one) => one.className || one.tagName)"
    assert page.evaluate(wide) == []
