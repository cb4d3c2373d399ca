"""The script that moves the constants of recall, run on a story of storysim."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_each_value_of_a_constant_has_a_row(tmp_path: Path):
    told = (ROOT / "tests/data/storysim/ku_en.jsonl").read_text(encoding="utf-8").splitlines()[0]
    (tmp_path / "ku_en.jsonl").write_text(told, encoding="utf-8")
    command = [
        sys.executable,
        str(ROOT / "bench/recall_tune.py"),
        str(tmp_path),
        "--set",
        "seek_turns.FACTS=0,2",
    ]
    rows = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [row.split("  ")[0] for row in rows[1:]] == [
        "as it is",
        "seek_turns.FACTS 0",
        "seek_turns.FACTS 2",
    ]
