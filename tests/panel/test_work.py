"""The Work view: models and whether they answer, vectors, proposals, decisions, and what is done by hand."""

import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect
from tests.panel.conftest import NARROW, WIDE
from tests.panel.served import made, serving, tell_demo

from fabula.claims.statements import Termination
from fabula.extraction.model.reader import ModelReader
from fabula.models.openai import OpenAI
from fabula.models.remote_embedder import RemoteEmbedder
from fabula.recall.vector_search import VectorSearch
from fabula.serve.access import Access, keys_from
from fabula.serve.connections.chosen import ChosenEmbedder, ChosenModel, ChosenUpstream, Source
from fabula.serve.connections.connections import Connections
from fabula.stores import open_store
from fabula.stores.vectors_memory import MemoryVectors
from fabula.story import Story
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import denied, models, no_such_model, oblige, status

pytestmark = pytest.mark.browser

KEY, TYPED = "sk-a-key-of-some-length", "sk-typed-into-a-page"
EVIL = "<img src=x onerror=alert(1)>"
SOME = "a-token-for-moonlit-alone"


@dataclass(frozen=True)
class Words:
    """What the panel says in a language, and what is told."""

    title: str
    locked: str
    news: str
    proposed: str
    kept: str
    item: str
    test: str
    change: str
    save: str
    undo: str
    accept: str
    reject: str
    address: str
    model: str
    key: str
    works: str
    refused: str
    denied: str
    missing: str
    make: str
    made: str
    whole: str
    hidden: str
    stop: str
    stopped: str
    range: str
    read: str
    reading: str


EN = Words(
    title="The Bone Whistle",
    locked="bone whistle",
    news="Marta gave the bone whistle to Davin.",
    proposed="bone whistle is held by Davin",
    kept="bone whistle is held by Marta",
    item="item-bone-whistle",
    test="Test the connection",
    change="Change",
    save="Use it until the server ends",
    undo="Undo",
    accept="Accept",
    reject="Reject",
    address="Address",
    model="Model",
    key="Key",
    works="It works: scripted answered",
    refused="nothing listens at this port",
    denied="wants a key, or does not accept this one",
    missing="texts have no vector yet",
    make="Make what is missing",
    made="taken over from equal texts 0",
    whole="every text has a vector",
    hidden="set; never shown",
    stop="Stop",
    stopped="Stopped at 16 of",
    range="Read a range",
    read="Read again",
    reading="Reading again",
)
ZH = Words(
    title="青伞",
    locked="青伞",
    news="沈棠把青伞交给了何三娘。",
    proposed="青伞在何三娘手里",
    kept="青伞在沈棠手里",
    item="青伞",
    test="测试连接",
    change="更改",
    save="用到服务器结束",
    undo="撤销",
    accept="接受",
    reject="否决",
    address="地址",
    model="模型",
    key="密钥",
    works="可用：scripted",
    refused="这个端口上没有服务",
    denied="需要密钥，或不接受这个密钥",
    missing="还没有向量",
    make="补上缺的",
    made="沿用相同文字的 0 个",
    whole="每段文字都有向量",
    hidden="已设，从不显示",
    stop="停下",
    stopped="停在 16 /",
    range="重读一段",
    read="重读",
    reading="重读",
)
BOTH = pytest.mark.parametrize(
    ("language", "words", "size"),
    [("en", EN, WIDE), ("zh", ZH, WIDE), ("en", EN, NARROW), ("zh", ZH, NARROW)],
    ids=["en-desk", "zh-desk", "en-phone", "zh-phone"],
)


@contextmanager
def told(language, words, endpoint, *, access=None, embedding=True):
    """A server with the demo's story, in which the last turn met a lock, and with models at an endpoint."""
    store, kept = open_store(":memory:"), MemoryVectors()
    story = Story(store, tell_demo(store, language), by="you")
    story.author.lock(Termination(words.locked, "held_by"))
    story.tell(words.news, role="assistant")
    story.extract()

    def opening(store, name):
        embedder = RemoteEmbedder(endpoint.url, "scripted") if embedding else None
        return Story(store, name, by="you", meaning=VectorSearch(kept, embedder))

    with serving(store, access, models=held_by(endpoint), opening=opening) as running:
        yield running


def held_by(endpoint):
    sources = {"name": Source.FLAG, "url": Source.FILE, "key": Source.ENVIRONMENT}
    return Connections(
        lambda one: ModelReader(OpenAI(one.url, one.name, key=one.key)),
        ChosenModel("scripted", endpoint.url, KEY, sources=sources),
        ChosenEmbedder("url", "scripted", endpoint.url, has_key=False, sources={"use": Source.FLAG}),
        ChosenUpstream(endpoint.url, "", {"url": Source.FLAG}),
    )


def models_of(page):
    return page.locator("#models")


def open_form(page, words):
    models_of(page).get_by_role("button", name=words.change, exact=True).click()
    form = page.locator("form.modelform")
    expect(form).to_be_visible()
    return form


@BOTH
def test_a_model_is_tested_where_it_works_and_where_nobody_listens(visit, language, words, size):
    with ScriptedServer() as endpoint, told(language, words, endpoint) as running:
        page = visit(running.story(words.title, "work"), language, size)
        part = models_of(page)
        expect(part).to_contain_text(words.hidden)
        part.get_by_role("button", name=words.test).first.click()
        expect(part.locator(".tried")).to_contain_text(words.works)

        form = open_form(page, words)
        form.get_by_label(words.address).fill("http://127.0.0.1:9/v1")
        form.get_by_role("button", name=words.test).click()
        expect(form.locator(".tried")).to_contain_text(words.refused)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert KEY not in page.content()


@BOTH
def test_a_key_that_is_not_taken_is_said_and_another_model_is_used_and_put_back(visit, language, words, size):
    with (
        ScriptedServer(lambda one: oblige(("other",)) if one.key == TYPED else denied()) as endpoint,
        told(language, words, endpoint, embedding=False) as running,
    ):
        page = visit(running.story(words.title, "work"), language, size)
        part = models_of(page)
        part.get_by_role("button", name=words.test).first.click()
        expect(part.locator(".tried")).to_contain_text(words.denied)

        form = open_form(page, words)
        form.get_by_label(words.key, exact=True).fill(TYPED)
        form.get_by_role("button", name=words.test).click()
        form.get_by_role("button", name="other").click()
        expect(form.get_by_label(words.model, exact=True)).to_have_value("other")
        form.get_by_role("button", name=words.save).click()
        expect(form).to_have_count(0)
        expect(part.locator(".values").first).to_contain_text("other")
        assert TYPED not in page.content()
        assert TYPED not in page.evaluate(
            "JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])"
        )
        part.get_by_role("button", name=words.test).first.click()
        expect(part.locator(".tried").first).not_to_contain_text(words.denied)

        page.locator(".undo").get_by_role("button", name=words.undo).click()
        expect(part.locator(".values").first).to_contain_text("scripted")


@BOTH
def test_vectors_that_are_missing_are_made(visit, language, words, size):
    with ScriptedServer() as endpoint, told(language, words, endpoint) as running:
        page = visit(running.story(words.title, "work"), language, size)
        part = page.locator("#meaning")
        expect(part).to_contain_text(words.missing)
        part.get_by_role("button", name=words.make).click()
        expect(part).to_contain_text(words.whole)
        expect(part).to_contain_text(words.made)
        expect(part.get_by_role("button", name=words.make)).to_have_count(0)
        state = running.get(words.title, "/vectors")
    assert (state["status"], state["texts"]["turn"]["missing"]) == ("ok", 0)


@BOTH
def test_making_vectors_is_stopped_and_goes_on_later(visit, language, words, size):
    go_on = threading.Event()
    batches = []

    def slow(received):
        if received.path.endswith("/embeddings") and len(received.body["input"]) > 1:
            batches.append(received)
            if len(batches) == 2:
                return lambda exchange: (go_on.wait(20), oblige()(exchange))
        return oblige()

    with ScriptedServer(slow) as endpoint, told(language, words, endpoint) as running:
        page = visit(running.story(words.title, "work"), language, size)
        part = page.locator("#meaning")
        part.get_by_role("button", name=words.make).click()
        part.get_by_role("button", name=words.stop).click()
        expect(part.get_by_role("button", name=words.stop)).to_have_count(0)
        go_on.set()
        expect(part).to_contain_text(words.stopped)
        part.get_by_role("button", name=words.make).click()
        expect(part).to_contain_text(words.whole)


@BOTH
def test_a_proposal_is_accepted_in_the_margin_and_the_acceptance_undone(visit, language, words, size):
    with ScriptedServer() as endpoint, told(language, words, endpoint) as running:
        page = visit(running.story(words.title), language, size)
        note = page.locator(".turn .proposal")
        expect(note).to_contain_text(words.proposed)
        expect(note).to_contain_text(words.kept)
        # What had no room beside the words that stood first is shown whole when somebody asks for it.
        page.locator(".turn .notes.held > .all").evaluate_all("all => all.forEach((one) => one.click())")
        note.get_by_role("button", name=words.accept).click()
        expect(page.locator(".proposal")).to_have_count(0)
        expect(page.locator(".turn .note", has_text=words.proposed).last).to_be_visible()

        page.locator(".undo").get_by_role("button", name=words.undo).click()
        expect(page.locator(".turn .proposal")).to_contain_text(words.proposed)
        acts = running.get(words.title, "/acts")["acts"]
    assert [(one["kind"], one["stands"]) for one in acts[-2:]] == [("assert", False), ("undo", True)]


@BOTH
def test_a_proposal_stands_in_the_dossier_and_is_rejected(visit, language, words, size):
    with ScriptedServer() as endpoint, told(language, words, endpoint) as running:
        item = next(
            one["id"]
            for one in running.get(words.title, "/entities?kind=item")["entities"]
            if words.item in (one["id"], one["name"])
        )
        page = visit(running.story(words.title, f"entities/{item}"), language, size)
        card = page.locator(".dos .proposal")
        expect(card).to_contain_text(words.news)
        card.get_by_role("button", name=words.reject).click()
        expect(card).to_have_count(0)
        page.locator(".undo").get_by_role("button", name=words.undo).click()
        expect(card).to_contain_text(words.proposed)
        page.goto(running.story(words.title, "work"))
        page.locator(".proposal").get_by_role("button", name=words.reject).click()
        expect(page.locator(".proposal")).to_have_count(0)
        assert running.get(words.title, "/facts?entity=" + item)["facts"][0]["phrase"]
        assert running.get(words.title, "/proposals")["proposals"] == []


@BOTH
def test_a_decision_is_undone_in_the_list(visit, language, words, size):
    with ScriptedServer() as endpoint, told(language, words, endpoint, embedding=False) as running:
        page = visit(running.story(words.title, "work"), language, size)
        row = page.locator(".actrow").first
        row.get_by_role("button", name=words.undo).click()
        expect(page.locator(".actrow.endd")).to_have_count(1)
        expect(page.locator(".proposal")).to_have_count(0)
        page.locator(".undo").get_by_role("button", name=words.undo).click()
        expect(page.locator(".actrow.endd")).to_have_count(0)


@BOTH
def test_a_range_is_read_again_as_a_job(visit, language, words, size):
    store = open_store(":memory:")
    story = made(store, "moonlit")
    for number in range(6):
        story.tell(f"[new: Mira {number} (character)]")
    with serving(store, reader=lambda _: ScriptedReader()) as running:
        page = visit(running.story("moonlit", "work"), language, size)
        page.get_by_role("button", name=words.range, exact=True).click()
        form = page.locator("aside form.edit")
        form.get_by_role("spinbutton").first.fill("2")
        form.get_by_role("button", name=words.read, exact=True).click()
        expect(form).to_have_count(0)
        expect(page.locator(".job")).to_contain_text(words.reading)
        expect(page.locator(".strip .waits")).to_have_count(1)
        statuses = [one["status"] for one in running.get("moonlit", "/status")["turns"]]
    assert statuses == ["pending", *["ok"] * 5]


def test_a_story_is_taken_out_and_what_is_brought_in_is_told(visit, tmp_path):
    with ScriptedServer() as endpoint, told("en", EN, endpoint, embedding=False) as running:
        page = visit(running.story(EN.title, "work"))
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        file = tmp_path / "story.fabula"
        download.value.save_as(file)
        assert download.value.suggested_filename == "The Bone Whistle.fabula"
        page.get_by_role("button", name="Import").click()
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_text(re.compile("Taken in: 49 turns, 0 of them new"))).to_be_visible()


def test_a_turn_that_cannot_be_read_is_retried_and_says_so(visit):
    store = open_store(":memory:")
    story = made(store, "moonlit")
    for text in ("[new: Mira (character)]", "She drank the poison."):
        story.tell(text)
    story.extract(FailingReader(ScriptedReader()))
    go_on = threading.Event()

    class Slow(ScriptedReader):
        """Reads when it is told to."""

        def read(self, window, known):
            go_on.wait(20)
            return super().read(window, known)

    with serving(store, reader=lambda _: Slow()) as running:
        page = visit(running.story("moonlit", "work"))
        card = page.locator(".panelcard")
        card.get_by_role("button", name="Retry").click()
        expect(card).to_contain_text("Turn 2 is read again.")
        expect(card.get_by_role("button", name="Retry")).to_be_disabled()
        go_on.set()
        expect(card).to_have_count(0)


def test_what_a_server_calls_its_models_and_says_of_itself_stays_text(visit):
    def wicked(received):
        return models(EVIL, "<b>x</b>") if received.method == "GET" else status(500, f"{EVIL} failed")

    with ScriptedServer(wicked) as endpoint, told("en", EN, endpoint, embedding=False) as running:
        page = visit(running.story(EN.title, "work"))
        form = open_form(page, EN)
        form.get_by_label("Model", exact=True).fill(EVIL)
        form.get_by_role("button", name=EN.test).click()
        tried = form.locator(".tried")
        for summary in tried.locator("summary").all():
            summary.click()
        expect(tried.locator("pre")).to_contain_text(EVIL)
        expect(tried.locator("li").first).to_have_text(EVIL)
        form.get_by_role("button", name=EN.save).click()
        expect(models_of(page).locator(".values").first).to_contain_text(EVIL)
        assert page.locator("main img, main b:not([class]):not([lang])").count() == 0


def test_a_model_that_is_not_there_is_chosen_from_those_that_are(visit):
    def asked(received):
        return models("qwen3", "青灯") if received.method == "GET" else no_such_model()

    with ScriptedServer(asked) as endpoint, told("en", EN, endpoint, embedding=False) as running:
        page = visit(running.story(EN.title, "work"))
        form = open_form(page, EN)
        form.get_by_role("button", name=EN.test).click()
        expect(form.locator(".tried")).to_contain_text("has no model scripted")
        form.get_by_role("button", name="青灯").click()
        expect(form.get_by_label("Model", exact=True)).to_have_value("青灯")


def test_an_embedder_and_the_proxy_s_model_are_tested(visit):
    with ScriptedServer() as endpoint, told("en", EN, endpoint) as running:
        page = visit(running.story(EN.title, "work"))
        page.get_by_role("button", name="Test the embedder").click()
        expect(page.locator("#meaning .tried")).to_contain_text("vectors of 8 dimensions")
        models_of(page).get_by_role("button", name=EN.test).nth(1).click()
        expect(models_of(page).locator(".tried")).to_contain_text("The model behind the proxy is there")


def test_without_an_embedder_it_is_said_how_to_switch_meaning_on(visit):
    with ScriptedServer() as endpoint, told("en", EN, endpoint, embedding=False) as running:
        page = visit(running.story(EN.title, "work"))
        part = page.locator("#meaning")
        expect(part).to_contain_text("Search by meaning is off.")
        expect(part).to_contain_text("--embedder bundled")
        expect(part.get_by_role("button")).to_have_count(0)


def test_a_token_for_one_story_looks_at_models_and_changes_nothing(visit):
    access = Access(keys=keys_from([f"{SOME} {EN.title}"]))
    with ScriptedServer() as endpoint, told("en", EN, endpoint, access=access) as running:
        page = visit(running.story(EN.title, "work"))
        page.allowed.clear()
        page.get_by_label("Token").fill(SOME)
        page.get_by_role("button", name="Open").click()
        expect(models_of(page)).to_contain_text("neither changed nor tested")
        expect(models_of(page).get_by_role("button")).to_have_count(0)
        expect(page.get_by_role("button", name="Test the embedder")).to_have_count(0)
        page.allowed.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
@BOTH
def test_nothing_of_it_keeps_anybody_out(visit, axe, language, words, size, theme):
    with (
        ScriptedServer(lambda _: denied()) as endpoint,
        told(language, words, endpoint, embedding=False) as running,
    ):
        page = visit(running.story(words.title, "work"), language, size, color_scheme=theme)
        open_form(page, words).get_by_role("button", name=words.test).click()
        expect(page.locator("form.modelform .tried")).to_contain_text(words.denied)
        page.locator("form.modelform summary").first.click()
        page.get_by_role("button", name=words.range, exact=True).click()
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run(document)).violations")
        serious = [
            (one["id"], [node["html"][:120] for node in one["nodes"]])
            for one in found
            if one["impact"] in {"serious", "critical"}
        ]
        assert serious == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
