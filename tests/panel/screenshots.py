"""Takes the pictures of the panel that the README and the docs show: `make screenshots`."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.panel.served import Served, serving, tell_demo

from fabula.extraction.model.reader import ModelReader
from fabula.models.openai import OpenAI
from fabula.serve.connections.chosen import ChosenEmbedder, ChosenModel, Source
from fabula.serve.connections.connections import Connections
from fabula.stores import open_store

DESK, PHONE = (1440, 900), (390, 844)
EN, ZH = "The Bone Whistle", "青伞"


@dataclass(frozen=True)
class Picture:
    """One picture: of which view, how large, in which theme."""

    name: str
    story: str
    view: str
    size: tuple[int, int] = DESK
    theme: str = "light"

    @property
    def locale(self) -> str:
        """The language of the interface: that of the story."""
        return "zh-CN" if self.story == ZH else "en-US"


PICTURES = (
    Picture("story", EN, "story?turn=42&fact="),
    Picture("story-zh-dark", ZH, "story?turn=46", theme="dark"),
    Picture("graph", EN, "graph?turn=42&node=item-bone-whistle"),
    Picture("graph-zh-dark", ZH, "graph?turn=46", theme="dark"),
    Picture("graph-two-endings", EN, "graph?a=main&b=carrow"),
    Picture("branches", EN, "branches"),
    Picture("entities", EN, "entities/item-bone-whistle"),
    Picture("context", EN, "context?cue=Who%20has%20the%20bone%20whistle%3F&budget=200"),
    Picture("work", EN, "work"),
    Picture("story-phone", EN, "story", size=PHONE),
    Picture("graph-phone-zh", ZH, "graph", size=PHONE, theme="dark"),
    Picture("branches-phone", EN, "branches", size=PHONE),
)


def main() -> None:
    """Tell both of the demo's stories, correct and pin something, and take every picture."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    store = open_store(":memory:")
    for language in ("en", "zh"):
        tell_demo(store, language)
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with serving(store, models=_models()) as served, sync_playwright() as started:
        _work_a_little(served)
        browser = started.chromium.launch(executable_path=path, args=["--disable-gpu", "--no-sandbox"])
        for picture in PICTURES:
            _take(browser, served, picture, folder)
        browser.close()


def _models() -> Connections:
    """A model as a person would have chosen it; nobody asks it anything while the pictures are taken."""
    sources = {"name": Source.FILE, "url": Source.FILE, "max_calls": Source.FLAG}
    return Connections(
        lambda one: ModelReader(OpenAI(one.url, one.name)),
        ChosenModel("qwen3:8b", "http://localhost:11434/v1", max_calls=200, sources=sources),
        ChosenEmbedder("none", sources={"use": Source.DEFAULT}),
    )


def _work_a_little(served: Served) -> None:
    """Some decisions, so that there is something to see of them."""
    served.post(EN, "/pin", {"subject": "bone whistle", "predicate": "held_by"})
    served.post(EN, "/rename", {"entity": "npc-rusk", "name": "Rusk the harbour master"})
    renamed = served.get(EN, "/acts")["acts"][-1]
    served.post(EN, "/undo", {"act": renamed["id"]})
    served.post(EN, "/lock", {"subject": "Davin", "predicate": "sibling_of", "object": "Marta"})


def _take(browser: Browser, served: Served, picture: Picture, folder: Path) -> None:
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=picture.locale,
        color_scheme="dark" if picture.theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=picture.size == PHONE,
    )
    page = context.new_page()
    page.goto(served.story(picture.story, picture.view))
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_timeout(1800 if picture.view.startswith("graph") else 900)
    page.screenshot(path=folder / f"panel-{picture.name}.png")
    context.close()


if __name__ == "__main__":
    main()
