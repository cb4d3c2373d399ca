"""A browser, servers to look at, and what no page may ever do."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from fabula.serve.panel.annex import BUILT

try:
    from playwright.sync_api import sync_playwright
except ImportError:  # the extra `test` brings it
    collect_ignore_glob = ["test_*.py"]

HERE = Path(__file__).parent
AXE = HERE.parents[1] / "panel" / "node_modules" / "axe-core" / "axe.min.js"
NARROW, WIDE = (390, 844), (1440, 900)

_GONE = "net::ERR_"  # the test's server has ended before the page

WATCH = """
window.__broken = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.__broken.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
"""


@pytest.fixture(scope="module")  # while it is open nothing else can run an event loop in this process
def chromium() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as started:
        # Software rendering on a graphics stack that is emulated is far slower than plain drawing.
        browser = started.chromium.launch(executable_path=path, args=["--disable-gpu", "--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def built(require: Callable[[str, bool, str], None]) -> None:
    require("browser", (BUILT / "index.html").exists(), "the panel is not built; run `make panel`")


@pytest.fixture
def visit(built: None, chromium: Any) -> Iterator[Callable[..., Any]]:
    """``visit(url, language="zh", size=NARROW)``: a page that may break no rule until the test ends."""
    with ExitStack() as stack:

        def opened(url: str, language: str = "en", size: tuple[int, int] = WIDE, **more: Any) -> Any:
            width, height = size
            context = chromium.new_context(
                viewport={"width": width, "height": height},
                locale={"en": "en-US", "zh": "zh-CN"}[language],
                has_touch=size == NARROW,
                reduced_motion="reduce",
                **more,
            )
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(15_000)
            page.add_init_script(WATCH)
            said: list[str] = []
            stack.callback(_check, page, said)
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
            page.on("request", lambda request: _note_foreign(request.url, url, said))
            page.allowed = said
            page.goto(url)
            return page

        yield opened


def _note_foreign(asked: str, own: str, said: list[str]) -> None:
    origin = "/".join(own.split("/")[:3])
    if not asked.startswith((origin, "blob:", "data:")):
        said.append(f"asked another place: {asked}")


def _check(page: Any, said: list[str]) -> None:
    broken = page.evaluate("window.__broken")
    said = [one for one in said if _GONE not in one]
    assert not broken, f"The content policy was broken: {broken}"
    assert not said, f"The page complained: {said}"


@pytest.fixture(scope="session")
def axe(require: Callable[[str, bool, str], None]) -> str:
    require("browser", AXE.exists(), "axe-core is not installed; run `make panel`")
    return AXE.read_text("utf-8")
