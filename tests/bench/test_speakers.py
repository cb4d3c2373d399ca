"""The benchmark of speakers, run on a small invented novel."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOVELS = ROOT / "tests" / "data" / "novels"


def figures(data: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "speakers.py"), str(data)],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_last_line_has_accuracy_for_all_and_for_each_kind():
    assert figures(NOVELS) == {
        "accuracy": 100.0,
        "accuracy_explicit": 100.0,
        "accuracy_anaphoric": 100.0,
        "accuracy_implicit": 100.0,
    }


def test_who_speaks_in_gold_changes_the_score_and_not_the_reading(tmp_path: Path):
    for name in ("novel.txt", "characters.json"):
        words = (NOVELS / "TheLampAtSeven" / name).read_text("utf-8")
        (tmp_path / name).write_text(words, "utf-8")
    lines = (NOVELS / "TheLampAtSeven" / "quotes.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) | {"speaker": "Nobody There"} for line in lines]
    (tmp_path / "quotes.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert set(figures(tmp_path).values()) == {0.0}
