"""A person's day with the panel, in both languages, at a desk and on a phone."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving, tell_demo

from fabula.stores import open_store
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Words:
    """What the panel says, and what the demo tells, in a language."""

    open_it: str
    title: str
    live: str
    compare: str
    correct: str
    save: str
    undo: str
    retry: str
    returns: str
    branch: str
    other: str
    news: str
    read_from_it: str
    item: str
    held: str
    instead: str
    corrected: str


EN = Words(
    open_it="Open it",
    title="The Bone Whistle",
    live="Live.",
    compare="Compare two endings",
    correct="Correct",
    save="Correct it",
    undo="Undo",
    retry="Retry",
    returns="Return to now",
    branch="Branches",
    other="carrow",
    news="Nell gave the letter to Marta.",
    read_from_it="letter is held by Marta",
    item="item-bone-whistle",
    held="bone whistle is held by Marta",
    instead="Davin",
    corrected="bone whistle is held by Davin",
)
ZH = Words(
    open_it="打开",
    title="青伞",
    live="实时。",
    compare="对照两个结局",
    correct="更正",
    save="更正",
    undo="撤销",
    retry="重试",
    returns="回到现在",
    branch="分支",
    other="走水路",
    news="沈棠把青伞交给了何三娘。",
    read_from_it="青伞在何三娘手里",
    item="青伞",
    held="青伞在沈棠手里",
    instead="何三娘",
    corrected="青伞在何三娘手里",
)
BOTH = pytest.mark.parametrize(
    ("language", "words", "size"),
    [("en", EN, WIDE), ("zh", ZH, WIDE), ("en", EN, NARROW), ("zh", ZH, NARROW)],
    ids=["en-desk", "zh-desk", "en-phone", "zh-phone"],
)


@pytest.fixture
def served(request):
    store = open_store(":memory:")
    language = (
        request.node.callspec.params.get("language", "en") if hasattr(request.node, "callspec") else "en"
    )
    tell_demo(store, language)
    with serving(store) as running:
        yield running


@BOTH
def test_an_empty_store_says_how_to_begin_and_opens_a_sample(visit, language, words, size):
    with serving() as running:
        page = visit(running.url, language, size)
        page.get_by_role("button", name=words.open_it, exact=True).click()
        expect(page.get_by_role("heading", level=1, name=words.title)).to_be_visible()
        expect(page.get_by_text(words.live)).to_be_visible()
        assert "/story" in page.url


@BOTH
def test_a_turn_arrives_live_with_its_note(visit, served, language, words, size):
    page = visit(served.story(words.title), language, size)
    expect(page.get_by_text(words.live)).to_be_visible()
    turns = len(served.get(words.title, "/turns?limit=1000")["turns"])

    served.tell(words.title, words.news, speaker="", role="assistant")

    arrived = page.locator(f"#turn-{turns + 1}")
    expect(arrived).to_contain_text(words.news)
    expect(arrived.get_by_text(words.read_from_it)).to_be_visible()
    expect(arrived.locator("mark")).to_have_count(1)
    expect(arrived).to_be_in_viewport()


@BOTH
def test_sliding_back_shows_the_story_as_it_was_and_stands_in_the_address(
    visit, served, language, words, size
):
    page = visit(served.story(words.title), language, size)
    expect(page.get_by_text(words.live)).to_be_visible()
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max"))

    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")

    expect(page).to_have_url(re.compile(rf"turn={last - 3}"))
    expect(page.locator(f"#turn-{last - 3}")).to_be_in_viewport()
    expect(page.locator(f"#turn-{last - 2}")).to_have_count(0)
    page.reload()
    expect(page.locator(f"#turn-{last - 3}")).to_be_visible()
    expect(page.locator(f"#turn-{last - 2}")).to_have_count(0)
    page.get_by_role("contentinfo").get_by_role("button", name=words.returns).click()
    expect(page.locator(f"#turn-{last}")).to_be_visible()


@BOTH
def test_two_endings_are_compared_in_words_and_in_memory(visit, served, language, words, size):
    page = visit(served.story(words.title), language, size)
    page.get_by_role("navigation").get_by_role("link", name=words.branch).click()

    expect(page.get_by_role("heading", name=words.compare)).to_be_visible()
    expect(page.locator(".compare select").nth(1)).to_have_value(words.other)
    expect(page.locator(".cmp del").first).to_be_visible()
    expect(page.locator(".cmp ins").first).to_be_visible()
    expect(page.locator(".mdrow").first).to_be_visible()


@BOTH
def test_a_fact_is_corrected_where_it_stands_and_the_correction_is_undone(
    visit, served, language, words, size
):
    item = next(
        one["id"]
        for one in served.get(words.title, "/entities?kind=item")["entities"]
        if words.item in (one["id"], one["name"])
    )
    page = visit(served.story(words.title, f"entities/{item}"), language, size)
    page.locator(".rel", has_text=words.held).first.click()
    page.get_by_role("button", name=words.correct, exact=True).first.click()
    form = page.locator("form.edit")
    form.locator("input.field").fill(words.instead)
    form.get_by_role("button", name=words.save, exact=True).click()

    corrected = page.locator(".rel:not(.endd)", has_text=words.corrected)
    expect(corrected.first).to_be_visible()
    strip = page.locator(".undo")
    expect(strip).to_contain_text(words.instead)
    strip.get_by_role("button", name=words.undo).click()
    expect(page.locator(".rel:not(.endd)", has_text=words.held).first).to_be_visible()
    acts = served.get(words.title, "/acts")["acts"]
    assert [(act["kind"], act["stands"]) for act in acts] == [("correct", False), ("undo", True)]


@BOTH
def test_a_failed_turn_is_told_of_with_its_raw_answer_and_read_again(visit, language, words, size):
    store = open_store(":memory:")
    story = made(store, "moonlit")
    for text in (
        "[new: Mira (character)] She came in.",
        "She drank the poison. [Mira mood: calm]",
        "It was late.",
    ):
        story.tell(text)
    story.extract(FailingReader(ScriptedReader()))
    with serving(store, reader=lambda _: ScriptedReader()) as running:
        page = visit(running.story("moonlit", "work"), language, size)
        card = page.locator(".panelcard")
        card.locator("summary").click()
        expect(card.locator("pre")).to_have_text("I cannot help with that.")
        card.get_by_role("button", name=words.retry).click()
        expect(card).to_have_count(0)
        statuses = running.get("moonlit", "/status")["statuses"]
    assert "failed" not in statuses


def test_switching_branches_shows_the_other_ending(visit, served):
    page = visit(served.story("The Bone Whistle", "branches"))
    page.locator(".heads li", has_text="carrow").get_by_role("button", name="Switch").click()
    expect(page).to_have_url(re.compile("branch=carrow"))
    expect(page.locator(".heads li", has_text="carrow")).to_contain_text("you are here")
    page.get_by_role("link", name="Story").click()
    expect(page.locator("#turn-38")).to_be_visible()
    expect(page.locator("#turn-39")).to_have_count(0)


def test_back_and_forward_go_through_what_was_looked_at(visit, served):
    page = visit(served.story("The Bone Whistle"))
    page.get_by_role("link", name="Entities").click()
    page.locator(".eidx button", has_text="Marta").click()
    expect(page.get_by_role("heading", level=1, name="Marta")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.get_by_text("Live.")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_fact_leads_to_its_sentence(visit, served):
    page = visit(served.story("The Bone Whistle", "entities/item-bone-whistle"))
    page.locator(".rel", has_text="bone whistle is held by Marta").first.click()
    page.get_by_text("Read in place · 42").first.click()
    expect(page.locator("#turn-42 mark.on")).to_be_in_viewport()


def test_a_swipe_is_turned_where_it_stands(visit, served):
    page = visit(served.story("The Bone Whistle", at=39))
    turn = page.locator("#turn-39")
    expect(turn).to_be_in_viewport()
    before = turn.locator(".prose").inner_text()
    turn.get_by_role("button", name="The version before").click()
    expect(turn.locator(".prose.other")).to_be_visible()
    assert turn.locator(".prose.other").inner_text() != before


def test_a_name_is_changed_and_two_are_made_one_and_both_are_undone(visit, served):
    page = visit(served.story("The Bone Whistle", "entities/npc-rusk"))
    page.get_by_role("button", name="Rename", exact=True).click()
    page.locator("form.edit input").fill("Harbour Master")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="Harbour Master")).to_be_visible()
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1, name="Rusk")).to_be_visible()

    page.get_by_role("button", name="Merge", exact=True).click()
    page.locator("form.edit input[type=search]").fill("Jory")
    page.locator("form.edit .choices button", has_text="Jory").click()
    page.get_by_role("button", name="Make them one").click()
    expect(page.locator(".doshead")).to_contain_text("also Jory")
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator(".doshead")).not_to_contain_text("also Jory")


def test_context_says_what_would_be_told_and_what_was_cut(visit, served):
    page = visit(served.story("The Bone Whistle", "context", cue="Who has the bone whistle?", budget=200))
    expect(page.locator(".csec").first).to_be_visible()
    expect(page.get_by_text("the budget ends here")).to_be_visible()
    expect(page.locator(".cutd")).to_contain_text("no room in the budget")
    page.get_by_text("The exact text").click()
    page.get_by_role("button", name="Keep as a receipt").click()
    expect(page.get_by_role("heading", level=1, name="Receipt 1")).to_be_visible()
    expect(page.locator(".csec").first).to_be_visible()


def test_find_opens_with_a_slash_and_leads_to_a_turn(visit, served):
    page = visit(served.story("The Bone Whistle"))
    expect(page.get_by_text("Live.")).to_be_visible()
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("two long notes")
    page.locator(".found button", has_text="turn").first.click()
    expect(page).to_have_url(re.compile("at="))


def test_words_are_erased_for_good_only_after_the_name_is_typed(visit, served):
    page = visit(served.story("The Bone Whistle", "work", turn=3))
    page.get_by_role("button", name="Erase a turn").click()
    erase = page.get_by_role("button", name="Erase for good")
    expect(erase).to_be_disabled()
    page.locator("form.edit input").fill("The Bone Whistle")
    erase.click()
    expect(erase).to_have_count(0)
    assert served.get("The Bone Whistle", "/turns/3")["turn"]["purged"]


def test_a_long_story_shows_a_part_at_a_time(visit):
    store = open_store(":memory:")
    story = made(store, "long")
    for number in range(1, 501):
        story.tell(f"Turn {number} of many.")
    story.extract()
    with serving(store) as running:
        page = visit(running.story("long"))
        expect(page.locator("#turn-500")).to_be_in_viewport()
        slider = page.get_by_role("slider")
        slider.focus()
        page.keyboard.press("Home")
        expect(page.locator("#turn-1")).to_be_in_viewport()
        page.keyboard.press("End")
        expect(page.locator("#turn-500")).to_be_visible()
        assert page.locator("article.turn").count() < 300
        page.goto(running.story("long", at=3))
        expect(page.locator("#turn-3")).to_be_in_viewport()
        expect(page.locator("#turn-500")).to_have_count(0)
        page.get_by_role("button", name="Go to turn 500").click()
        expect(page.locator("#turn-500")).to_be_in_viewport()


def test_without_a_connection_the_page_says_so_and_keeps_what_it_shows(visit):
    store = open_store(":memory:")
    tell_demo(store, "en")
    with serving(store) as running:
        page = visit(running.story("The Bone Whistle"))
        expect(page.get_by_text("Live.")).to_be_visible()
    expect(page.get_by_text("No connection since")).to_be_visible()
    expect(page.locator("#turn-48")).to_be_visible()
    # A question that was under way when the server ended is answered with an error, which is no fault of the page.
    page.allowed.clear()


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [("en", EN, "Nobody and nothing is called that here."), ("zh", ZH, "这里没有叫这个名字的人或物。")],
)
def test_a_name_that_nobody_has_is_refused_in_the_language_of_the_page(visit, served, language, words, said):
    item = next(
        one["id"]
        for one in served.get(words.title, "/entities?kind=item")["entities"]
        if words.item in (one["id"], one["name"])
    )
    page = visit(served.story(words.title, f"entities/{item}"), language)
    page.locator(".rel", has_text=words.held).first.click()
    page.get_by_role("button", name=words.correct, exact=True).first.click()
    page.locator("form.edit input.field").fill("Xanthippe")
    page.locator("form.edit").get_by_role("button", name=words.save, exact=True).click()
    expect(page.locator(".undo.wrong")).to_contain_text(said)
    # What the browser says of the refused call is no fault of the page.
    page.allowed.clear()


def test_context_tells_what_no_longer_holds_from_what_does(visit, served):
    served.tell("The Bone Whistle", "Nell gave the letter to Marta.", speaker="", role="assistant")
    page = visit(served.story("The Bone Whistle", "context", cue="Who has the whistle?"))
    expect(page.get_by_text("no longer: letter is held by Nell", exact=True)).to_be_visible()


def test_who_cannot_know_something_is_called_by_name(visit, served):
    page = visit(served.story("The Bone Whistle", "context", cue="Who has the bone whistle?", pov="npc-jory"))
    expect(page.locator(".cutd")).to_contain_text("Jory cannot know it")
    expect(page.locator(".cutd")).not_to_contain_text("npc-jory")
