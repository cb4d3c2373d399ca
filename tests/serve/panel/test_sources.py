"""The panel's own sources: nothing in them makes markup of text, and nothing in them comes from elsewhere."""

import re
from pathlib import Path

import pytest

PANEL = Path(__file__).parents[3] / "panel"
SOURCES = sorted(path for path in (PANEL / "src").rglob("*") if path.suffix in {".ts", ".tsx", ".css"})
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc")
ELSEWHERE = {".css": re.compile(r"https?://|@import|url\("), ".ts": re.compile(r"https?://")}

pytestmark = pytest.mark.skipif(not SOURCES, reason="an installed Fabula has no sources of the panel")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PANEL).as_posix())
def test_a_source_makes_no_markup_and_asks_nobody_else(path):
    text = path.read_text("utf-8")
    assert not MARKUP.search(text)
    assert not ELSEWHERE[path.suffix.removesuffix("x")].search(text)


def test_exact_versions_are_asked_for():
    wanted = re.findall(
        r'"[^"]+": "([^"]+)"', (PANEL / "package.json").read_text("utf-8").split('"dependencies"')[1]
    )
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted)
