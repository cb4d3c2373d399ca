"""What the textworld benchmark promises, on the small part of its data that is kept with the tests."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[1] / "bench" / "textworld.py"
DATA = Path(__file__).parent / "data" / "textworld"


def test_the_state_of_a_game_is_read_by_rules_alone():
    run = [sys.executable, str(BENCH), str(DATA)]
    out = subprocess.run(run, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    figures = json.loads(out.splitlines()[-1])
    assert set(figures) == {"state_f1", "state_precision", "state_recall"}
    assert figures["state_f1"] > 80
