"""How long the panel's graph takes for a frame: 300 names shown of a story that holds 10,000.

    python bench/panel.py [--shown 300] [--entities 10000] [--frames 120]

Needs the built panel (``make panel``) and Chromium, which draws without a graphics card here: a usual screen is faster.
For so many frames the picture is moved a little, then zoomed, then a node is dragged. Printed are the time from frame to
frame (median, and the slowest of twenty) and, of it, what the page's own script takes.
"""

import argparse
import shutil
import sys
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.panel.served import serving

from fabula.stores import open_store
from large import Size, tell_large

STORY = "large"
COUNT = "document.querySelectorAll('.reach button').length"
MOVES = {
    "moved": "graph.centerAt(centre.x + 60 * Math.sin(frame / 9), centre.y)",
    "zoomed": "graph.zoom(scale * (1 + 0.3 * Math.sin(frame / 9)))",
    "dragged": "(node.fx = node.x = at + 3 * frame, fabulaPicture.named = '', fabulaPicture.redraw())",
}
RUN = """async (frames) => {
  const graph = fabulaPicture.graph;
  const [centre, scale, node] = [graph.centerAt(), graph.zoom(), fabulaPicture.drawn.nodes[0]];
  const at = node.fx;
  const gaps = [];
  let last = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    %s;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }
  gaps.sort((one, other) => one - other);
  return [gaps[Math.floor(frames / 2)], gaps[Math.floor(frames * 0.95)]];
}"""


def main() -> None:
    """Tell the story, open its graph wide, and time its frames."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shown", type=int, default=300)
    asked.add_argument("--entities", type=int, default=10_000)
    asked.add_argument("--frames", type=int, default=120)
    given = asked.parse_args()
    store = open_store(":memory:")
    tell_large(store, STORY, Size(given.entities // 5, given.entities * 3, given.entities))
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with serving(store) as served, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--disable-gpu", "--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page.goto(served.story(STORY, "graph", most=given.shown, hops=3))
        until(page, f"{COUNT} >= {given.shown} && window.fabulaPicture && fabulaPicture.scale() > 0")
        lines = page.evaluate("fabulaPicture.drawn.lines.length")
        print(f"{page.evaluate(COUNT)} names and {lines} lines shown, {given.entities} entities stored")
        for name, move in MOVES.items():
            print(f"{name:8} {timed(page, move, given.frames)}")
        browser.close()


def timed(page: Page, move: str, frames: int) -> str:
    """What a frame takes while the picture is moved so."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = spent(session)
    median, slow = page.evaluate(RUN % move, frames)
    script = (spent(session) - before) / frames * 1000
    return f"{median:6.1f} ms a frame, the slowest of twenty {slow:.1f} ms, script {script:.1f} ms"


def spent(session: CDPSession) -> float:
    """The seconds that the page's script has run."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "ScriptDuration"))


def until(page: Page, condition: str) -> None:
    """Waits for a condition without ``eval``, which the page does not allow."""
    for _ in range(1200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise SystemExit(f"It never came to {condition}.")


if __name__ == "__main__":
    main()
