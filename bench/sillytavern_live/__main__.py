"""A long session with the real SillyTavern, in Chromium, through the proxy as people run it.

    PYTHONPATH=bench python -m sillytavern_live SILLYTAVERN FOLDER [--parts lighthouse,group] [--verbose]

SILLYTAVERN is an installed one (`make sillytavern-app`). FOLDER takes the captures, which `bench/sillytavern.py FOLDER`
replays without a browser, the store and the logs. The figures are those of `bench/sillytavern.py`; `reread` comes
from such a replay.
"""

import argparse
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from sillytavern_live.parts import (
    branches,
    chinese,
    errors,
    group,
    lighthouse,
    linked,
    notes,
    presets,
    replies,
    retries,
    same_card,
    settings,
    short,
    text_completion,
)
from sillytavern_live.session import Session, session
from sillytavern_live.verdict import judged

PARTS: Mapping[str, Callable[[Session], None]] = {
    "lighthouse": lighthouse.play,
    "branches": branches.play,
    "notes": notes.play,
    "replies": replies.play,
    "settings": settings.play,
    "same_card": same_card.play,
    "chinese": chinese.play,
    "group": group.play,
    "errors": errors.play,
    "text_completion": text_completion.play,
    "retries": retries.play,
    "presets": presets.play,
    "linked": linked.play,
}


def main() -> int:
    """Play, print each act, the misses and the figures; 1 if an act could not be done."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sillytavern", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started ends as well
    with session(asked.sillytavern.resolve(), asked.folder.resolve()) as running:
        for name in asked.parts.split(","):
            print(f"-- {name}", flush=True)
            {**PARTS, "short": short.play}[name](running)
        failed = running.captures.failed
    figures = judged(asked.folder, verbose=asked.verbose)
    for one in failed:
        print("failed", one)
    for miss in figures.misses:
        print("miss", miss)
    print(figures.line())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
