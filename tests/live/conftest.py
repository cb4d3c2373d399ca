"""A short session with the real SillyTavern, played once and left in a folder for all tests that look at it."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"
PATIENCE = 500
"""Seconds after which a session that takes one minute on an idle machine will never be over."""

sys.path.append(str(BENCH))


@dataclass(frozen=True)
class Played:
    """What a session left behind."""

    folder: Path
    said: str

    @property
    def figures(self) -> Mapping[str, Any]:
        return json.loads(self.said.splitlines()[-1])

    def capture(self, name: str) -> Mapping[str, Any]:
        """The capture of the act with this name; of its first request if it had several."""
        path = min(self.folder.glob(f"[0-9]*_{name}.json"), default=None) or min(
            self.folder.glob(f"[0-9]*_{name}a.json")
        )
        return json.loads(path.read_text("utf-8"))

    def captures(self) -> list[Mapping[str, Any]]:
        """Every request in order."""
        every = [json.loads(path.read_text("utf-8")) for path in sorted(self.folder.glob("[0-9]*.json"))]
        return [one for one in every if one["request"]]


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A session in which every act could be done."""
    import fcntl  # is not everywhere, and neither is SillyTavern

    base = tmp_path_factory.getbasetemp()
    # Workers of one run share the folder above theirs: the first one plays, the others wait for it.
    root = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder, told = root / "sillytavern", root / "sillytavern.txt"
    with (root / "sillytavern.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_text(_play(folder), "utf-8")
    status, _, said = told.read_text("utf-8").partition("\n")
    if status != "0":
        pytest.fail(said, pytrace=False)
    return Played(folder, said)


def _play(folder: Path) -> str:
    """The status and what was said. In a process of its own, for one process drives one browser at a time."""
    app = os.environ["FABULA_TEST_SILLYTAVERN"]
    playing = subprocess.Popen(
        [sys.executable, "-m", "sillytavern_live", app, str(folder), "--parts", "short"],
        env={**os.environ, "PYTHONPATH": str(BENCH), "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    try:
        said, _ = playing.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        said = f"The session was not over after {PATIENCE} seconds."
    finally:
        playing.terminate()  # on which it ends what it has started
        playing.communicate()
    return f"{playing.returncode}\n{said}"
