"""A server that has just started, a long story: the words stand first, and nothing that follows moves them."""

import re
import threading

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving

from fabula.ledger.records import Message
from fabula.stores import open_store
from fabula.story import Story
from fabula.testing.scripted_reader import ScriptedReader

pytestmark = pytest.mark.browser

TITLE, TURNS, CHUNK = "The Long Road", 160, 40
MET = ("knows", "trusts", "has_met", "fears", "follows", "likes", "saw", "helped")
WORDS = "They walked on along the river, and nobody said a word until the lamps of the ferry came in sight."
TOPS = """
(() => [...document.querySelectorAll('article.turn .prose')]
  .map((one) => [one.closest('article').id, one.getBoundingClientRect()])
  .filter(([, box]) => box.bottom > 0 && box.top < innerHeight)
  .map(([id, box]) => [id, box.top]))()
"""


class Waiting(Story):
    """A handle whose views are made only when they may be, as if each took its time."""

    may = threading.Event()

    def view(self, *where, **more):
        assert self.may.wait(60)
        return super().view(*where, **more)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The file in which the story is kept."""
    path = tmp_path_factory.mktemp("long") / "road.db"
    store = open_store(str(path))
    story = made(store, TITLE)
    lines = [
        f"[scene: Mira, Finn @ mile {number // 10}] {WORDS}"
        if number % 10 == 0
        else " ".join(f"[Mira {word} Walker{number}]" for word in MET) + f" {WORDS}"
        for number in range(1, TURNS + 1)
    ]
    story.take_in([(Message(line, "assistant", "Narrator"), ()) for line in lines])
    story.extract(ScriptedReader(batch=TURNS))
    store.close()
    return str(path)


@pytest.fixture
def served(place):
    Waiting.may.clear()
    with serving(open_store(place), opening=Waiting) as running:
        yield running
        Waiting.may.set()


def asked(page):
    """What the page has asked of the story so far, in order, by operation and first turn."""
    names = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.name).filter((one) => one.includes('/api/stories/'))"
    )
    return [re.sub(r".*/(\w+)(?:\?.*?(?:first=(\d+))?[^?]*)?$", r"\1 \2", name).strip() for name in names]


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_words_stand_before_any_view_does_and_nothing_that_follows_moves_them(visit, served, size):
    page = visit(served.story(TITLE), size=size)
    last = page.locator(f"#turn-{TURNS} .prose")
    expect(last).to_be_visible()
    expect(page.get_by_text("The words are here; marks and notes follow.")).to_be_visible()
    expect(page.get_by_text("Notes follow").first).to_be_attached()
    assert page.locator("article.turn mark").count() == 0
    before = page.evaluate(TOPS)
    assert not Waiting.may.is_set()
    Waiting.may.set()
    expect(page.get_by_text("Live.")).to_be_visible()
    expect(page.locator(f"#turn-{TURNS - 1} mark").first).to_be_visible()
    after = page.evaluate(TOPS)
    assert [one for one, _ in after] == [one for one, _ in before]
    assert [top for _, top in after] == pytest.approx([top for _, top in before], abs=1)
    assert len(before) > 1


def test_the_tree_and_the_list_of_stories_wait_for_no_view_either(visit, served):
    page = visit(served.story(TITLE, "branches"))
    expect(page.get_by_role("main")).to_contain_text("main")
    expect(page.get_by_role("button", name=TITLE)).to_be_visible()
    assert not Waiting.may.is_set()


def test_only_the_turns_that_are_shown_are_asked_for_and_reading_back_brings_the_others(visit, served):
    Waiting.may.set()
    page = visit(served.story(TITLE))
    expect(page.locator(f"#turn-{TURNS}")).to_be_visible()
    expect(page.get_by_text("Live.")).to_be_visible()
    assert page.locator("article.turn").count() == CHUNK
    passages = [one for one in asked(page) if one.startswith("passage")]
    assert passages == [f"passage {TURNS - CHUNK + 1}"]
    page.locator("#main").hover()
    page.mouse.wheel(0, -100_000)
    expect(page.locator(f"#turn-{TURNS - 2 * CHUNK + 1}")).to_be_attached()
    expect(page.locator("article.turn")).to_have_count(2 * CHUNK)
    # The turn that was at the top is still in sight: what came in above it moved nothing.
    box = page.locator(f"#turn-{TURNS - CHUNK + 1}").bounding_box()
    assert 0 < box["y"] < WIDE[1]


def test_the_notes_that_had_no_room_are_shown_when_somebody_wants_them(visit, served):
    page = visit(served.story(TITLE))
    expect(page.locator(f"#turn-{TURNS} .prose")).to_be_visible()
    Waiting.may.set()
    row = page.locator(f"#turn-{TURNS - 1}")
    row.get_by_role("button", name=re.compile(r"All \d notes")).click()
    expect(row.locator(".notes.held")).to_have_count(0)
    expect(row.locator(".note")).to_have_count(len(MET))
