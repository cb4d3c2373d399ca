"""The benchmark of how long a recall takes, run on a small synthetic story."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "recall_latency.py"


def test_every_way_of_searching_is_timed_in_one_run():
    done = subprocess.run(
        [sys.executable, str(BENCH), "--facts", "1000", "--cues", "6"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert all(found[f"{way}p50_ms_1k"] > 0 for way in ("", "bm25_", "rescan_", "next_"))
    assert found["ratio"] == 1.0
