"""How long reads take over HTTP, beside the same operation asked in Python.

    python bench/serve.py [--turns 2000] [--readers 8] [--asks 400] [--large 2000] [--only-cold]

A story of TURNS turns is told and read by rules into an SQLite file and served by a process of its own. READERS
clients, each with a connection kept open, ask for recall and for facts (the first page), ASKS times in all each;
then one client alone; and the operation in Python makes the bytes of the same answers. Times are in milliseconds.
The last line is one JSON object.

direct_...      p50 and p95 of the operation in Python, its answer as JSON included
alone_...       of one client over HTTP
many_...        of READERS clients at once, who share the server's one interpreter
..._ratio       p50 of one client over p50 in Python
..._per_second  answers of all clients in a second

Then what the panel asks first of a large story (LARGE turns with 14 facts and 5 entities each, see ``cold.py``):

cold_... warm_...  milliseconds until the page, its text and its marks, on a server just started and once it has folded
..._cold_ratio     how much longer it takes cold
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import quantiles

import httpx2
import orjson

import fabula
from cold import cold_figures
from fabula.operations import OPERATIONS
from large import Size

NAMES = ("Lin Yao", "Lin Feng", "Mira", "Su Wan", "Old Gu", "Shen Tang")
THINGS = ("silver key", "green umbrella", "jade seal", "letter", "lantern")
SERVER = """
import sys
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store
app = app_for(Stories(open_store(sys.argv[1])), Access())
Server(app, port=0, ready=lambda url: print(url, flush=True)).listen()
"""
ASKED = {
    "recall": {"cue": "Who has the silver key, and what did Mira say?", "limit": 10},
    "facts": {"entity": "Lin Yao"},
}


def told(place: Path, turns: int) -> fabula.Story:
    """The story, told and read."""
    story = fabula.open(place, story="bench")
    lines = []
    for number in range(turns):
        giver, taker = NAMES[number % 6], NAMES[(number * 5 + 1) % 6]
        thing = THINGS[number % 5]
        lines.append(
            (fabula.Message(f"{giver} gives the {thing} to {taker}. Night {number}.", speaker="Narrator"), ())
        )
    story.take_in(lines)
    story.extract()
    return story


@contextmanager
def served(place: Path) -> Iterator[str]:
    """The URL of a server of its own."""
    command = [sys.executable, "-c", SERVER, str(place)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield (process.stdout.readline() if process.stdout else "").strip()
        finally:
            process.terminate()


def timed(ask: Callable[[], object], times: int) -> list[float]:
    """How long each of so many asks took, in milliseconds, after one that warms up."""
    ask()
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        ask()
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def in_python(story: fabula.Story, name: str) -> Callable[[], object]:
    """The operation, its answer as JSON."""
    asked = {**ASKED[name]}
    return lambda: orjson.dumps(OPERATIONS[name].ask(story, **asked))


def over_http(client: httpx2.Client, name: str) -> Callable[[], object]:
    """The operation over HTTP, its answer read whole."""

    def ask() -> bytes:
        answered = client.get(f"/api/stories/bench{OPERATIONS[name].path}", params=ASKED[name])
        answered.raise_for_status()
        return answered.content

    return ask


def by_many(url: str, name: str, readers: int, asks: int) -> tuple[list[float], float]:
    """The times of readers who ask at once, and how many answers came in a second."""

    def read(_reader: int) -> list[float]:
        with httpx2.Client(base_url=url, timeout=60) as client:
            return timed(over_http(client, name), asks // readers)

    start = time.perf_counter()
    with ThreadPoolExecutor(readers) as pool:
        spent = [one for times in pool.map(read, range(readers)) for one in times]
    return spent, (len(spent) + readers) / (time.perf_counter() - start)


def figures(prefix: str, spent: Sequence[float]) -> dict[str, float]:
    """p50 and p95 of some times."""
    marks = quantiles(spent, n=20)
    return {f"{prefix}_p50": round(marks[9], 2), f"{prefix}_p95": round(marks[18], 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--readers", type=int, default=8)
    parser.add_argument("--asks", type=int, default=400)
    parser.add_argument("--large", type=int, default=2000, help="turns of the large story; 0 leaves it out")
    parser.add_argument("--only-cold", action="store_true", help="only what is asked of the large story")
    given = parser.parse_args()
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        if not given.only_cold:
            found |= reading_figures(Path(folder) / "bench.db", given)
        if given.large:
            size = Size(given.large, given.large * 72 // 5, given.large * 5)
            found |= cold_figures(Path(folder), size)
    for key, value in found.items():
        print(f"{key:24} {value:10.2f}")
    print(json.dumps(found))


def reading_figures(place: Path, given: argparse.Namespace) -> dict[str, float]:
    """The figures of recall and facts."""
    found: dict[str, float] = {}
    with (
        closing(told(place, given.turns)) as story,
        served(place) as url,
        httpx2.Client(base_url=url, timeout=60) as client,
    ):
        for name in ASKED:
            direct = timed(in_python(story, name), given.asks)
            alone = timed(over_http(client, name), given.asks)
            many, rate = by_many(url, name, given.readers, given.asks)
            found |= figures(f"direct_{name}", direct) | figures(f"alone_{name}", alone)
            found |= figures(f"many_{name}", many)
            found[f"{name}_ratio"] = round(found[f"alone_{name}_p50"] / found[f"direct_{name}_p50"], 2)
            found[f"{name}_per_second"] = round(rate, 1)
    return found


if __name__ == "__main__":
    main()
