"""The benchmark of contexts, run on a story made up from a fixed seed."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "context.py"


def test_a_session_begins_its_prompts_alike_and_keeps_its_budget():
    done = subprocess.run(
        [sys.executable, str(BENCH), "--turns", "45"],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["prefix_share"] >= 90
    assert figures["prefix_share"] > figures["one_block_share"]
    assert (figures["over_budget"], figures["stable_moves"]) == (0, 0)
