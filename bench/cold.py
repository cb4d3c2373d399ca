"""How long the panel's first answers of a large story take on a server that has just started, beside a warm one.

Used by ``serve.py``. What the page asks is asked in its order: its files (``page``), the line's length and the last
turns (``text``), then what memory made of them (``marks``). With a browser (Playwright and Chromium) the page itself
is opened as well, and ``paint``, ``prose`` and ``margin`` are what it shows. Milliseconds from the first request.
"""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from fabula.stores import open_store
from large import Size, tell_large

STORY, SHOWN = "large", 40
SERVER = """
import sys
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.panel.annex import panel_annex
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store
app = app_for(Stories(open_store(sys.argv[1])), Access(), annexes=(panel_annex(),))
Server(app, port=0, ready=lambda url: print(url, flush=True)).listen()
"""


def cold_figures(folder: Path, size: Size) -> dict[str, float]:
    """Cold and warm figures of a story of that size, and how much longer each takes cold."""
    place = folder / "large.db"
    tell_large(open_store(str(place)), STORY, size).close()
    found: dict[str, float] = {}
    for measure in (by_requests, *([in_a_browser] if browser() else [])):
        with served(place) as url:
            cold, warm = measure(url, size), measure(url, size)
        found |= {f"cold_{name}": round(spent, 1) for name, spent in cold.items()}
        found |= {f"warm_{name}": round(spent, 1) for name, spent in warm.items()}
        found |= {f"{name}_cold_ratio": round(cold[name] / max(warm[name], 0.1), 2) for name in cold}
    return found


@contextmanager
def served(place: Path) -> Iterator[str]:
    """The URL of a server with the panel that has only just started."""
    command = [sys.executable, "-c", SERVER, str(place)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield (process.stdout.readline() if process.stdout else "").strip()
        finally:
            process.terminate()


def by_requests(url: str, size: Size) -> dict[str, float]:
    """When the answers were there that the page asks for, in milliseconds from its first request."""
    first, story = max(size.turns - SHOWN + 1, 1), f"/api/stories/{STORY}"
    with httpx2.Client(base_url=url, timeout=120) as client:
        start, found = time.perf_counter(), {}

        def asked(name: str, *paths: str) -> str:
            text = "".join(client.get(path).raise_for_status().text for path in paths)
            found[name] = (time.perf_counter() - start) * 1000
            return text

        page = asked("page", f"/s/{STORY}/story")
        asked("page", *re.findall(r'(?:src|href)="(/assets/[^"]+)"', page))
        asked("stories", "/api/stories")
        asked("text", f"{story}/line?brief=true", f"{story}/passage?first={first}")
        asked("tree", f"{story}/line", f"{story}/branches")
        asked("marks", f"{story}/margin?first={first}", f"{story}/pulse")
    return found


def browser() -> str:
    """The path of a Chromium that Playwright can drive; empty without either."""
    try:
        import playwright.sync_api  # noqa: F401, PLC0415 - the extra `test` brings it
    except ImportError:
        return ""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")


def in_a_browser(url: str, size: Size) -> dict[str, float]:
    """When the page shows anything, the last turn, and its marks, in milliseconds from its opening."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where there is a browser

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=browser(), args=["--disable-gpu", "--no-sandbox"])
        page = chromium.new_page()
        page.set_default_timeout(120_000)
        # Of the opening, not of the starting of a browser.
        page.goto(f"{url}/favicon.svg")
        start, found = time.perf_counter(), {}
        page.goto(f"{url}/s/{STORY}/story")
        for name, what in (("prose", ".prose"), ("margin", "mark")):
            page.locator(f"#turn-{size.turns} {what}").first.wait_for()
            found[name] = (time.perf_counter() - start) * 1000
        painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        found["paint"] = float(page.evaluate(painted))
        chromium.close()
    return found
