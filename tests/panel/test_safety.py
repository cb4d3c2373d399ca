"""Words of a story are text wherever they are shown; tokens; what can be read by everybody."""

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving

from fabula.serve.access import Access, Key, digest_of
from fabula.stores import open_store
from fabula.testing.scripted_reader import ScriptedReader

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=alert(1)>"
SCRIPT = "<script>document.title='taken'</script>"
VIEWS = ("story", "graph", "branches", "entities", "context", "work")
TOKEN = "a-token-for-the-tests-only"  # noqa: S105 - opens nothing but the server of a test


@pytest.fixture(scope="module")
def evil():
    """A story in which everything that has words has markup in them."""
    store = open_store(":memory:")
    story = made(store, EVIL)
    story.tell("It was late.")
    story.introduce(EVIL, summary=SCRIPT, aliases=(SCRIPT,))
    story.introduce("Mira")
    story.tell(f"{SCRIPT} [{EVIL} ally_of Mira +800] [{EVIL} mood: <b>calm</b>]", speaker=EVIL)
    story.tell(f"[scene: Mira, {EVIL} @ {SCRIPT}] {EVIL}", speaker=SCRIPT, role="assistant")
    story.extract(ScriptedReader())
    story.author.rename("Mira", "<svg onload=alert(2)>")
    story.branches.tag("<i>tag</i>", story.turn(-1).id)
    story.fork("<u>branch</u>").tell(EVIL)
    story.receipts.keep(story.context(EVIL))
    with serving(store) as running:
        yield running


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
@pytest.mark.parametrize("view", VIEWS)
def test_markup_in_a_story_stays_text(visit, evil, view, size):
    page = visit(evil.story(EVIL, view, cue=EVIL), size=size)
    expect(page.get_by_text(EVIL).first).to_be_attached()
    page.wait_for_timeout(700)
    taken = page.evaluate(
        "[document.title, document.querySelectorAll('main img, main script, main b[onload], svg[onload], main u, main i:not([class]):not([style])').length]"
    )
    assert taken == ["fabula", 0]


def test_markup_under_the_pointer_stays_text(visit, evil):
    page = visit(evil.story(EVIL, "graph"))
    button = page.get_by_role("group", name="Names in the picture").get_by_role("button").first
    button.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert page.locator(".pop img, .pop script, .float-tooltip-kap img").count() == 0


LONG = "Donaudampfschifffahrtsgesellschaft" * 3
CUT = """
[...document.querySelectorAll('main *')].filter((one) => {
  const box = one.getBoundingClientRect();
  return [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && box.width > 1 &&
    (box.right > innerWidth + 1 || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'visible' && getComputedStyle(one).display !== 'inline')) &&
    !one.closest('.tree, .tablebox, .eidx, .reach, svg, select');
}).map((one) => `${one.tagName} ${one.className}`)
"""


@pytest.fixture(scope="module")
def long():
    """A story whose names are one long word each, some of them what a script would stumble over."""
    store = open_store(":memory:")
    story = made(store, f"{LONG}/尾")
    story.tell("It was late.")
    story.introduce(LONG, summary=LONG * 3)
    story.introduce("constructor")
    story.introduce("__proto__")
    story.tell(f"[constructor enemy_of __proto__ -600] [{LONG} ally_of constructor +800]", speaker=LONG)
    story.tell("W" * 10_000, speaker="constructor", role="assistant")
    story.tell("\u202e\u0007\x1b[31m قال: لن أذهب", speaker="محمد")
    story.tell(f"[scene: {LONG}, constructor @ {LONG}] It was late.", speaker="__proto__")
    story.extract(ScriptedReader())
    story.branches.tag(LONG, story.turn(-1).id)
    for name in ("constructor", "__proto__", LONG):
        story.fork(name).tell("It was later.")
    with serving(store) as running:
        yield running


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize("view", VIEWS)
def test_a_word_longer_than_its_room_is_broken(visit, long, view, width):
    page = visit(long.story(f"{LONG}/尾", view, cue="constructor"), size=(width, 844))
    expect(page.locator("main h1").first).to_be_attached()
    page.wait_for_timeout(900)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_token_is_asked_for_once_and_kept_in_the_tab(visit):
    access = Access(keys=(Key(digest_of(TOKEN)),))
    with serving(access=access) as running:
        made(running.store, "moonlit").tell("Mira arrived at the harbour.")
        page = visit(running.story("moonlit"))
        page.allowed.clear()
        page.get_by_label("Token").fill("a-wrong-token-of-some-length")
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_text("does not know this token")).to_be_visible()
        page.get_by_label("Token").fill(TOKEN)
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_text("Mira arrived at the harbour.")).to_be_visible()

        running.post("moonlit", "/tell", {"text": "It was late."}, Authorization=f"Bearer {TOKEN}")
        expect(page.get_by_text("It was late.")).to_be_visible()
        page.reload()
        expect(page.get_by_text("Mira arrived at the harbour.")).to_be_visible()
        assert page.evaluate(
            "Object.keys(localStorage).every((key) => !localStorage[key].includes('token-for'))"
        )
        assert TOKEN not in page.url
        # What the browser says of the refused calls before is no fault of the page.
        page.allowed.clear()
