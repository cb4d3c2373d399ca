"""How fast a ledger is: appending, opening, switching, importing; and what a fact costs in memory.

    python bench/core.py [PEERS] [--turns N] [--facts N] [--edges N] [--rounds N]

Synthetic turns in a real SQLite file, read by a reader that gives a fixed number of claims; views of so
many relations in memory; and, with the folder of the JavaScript reference, traversal beside it (see
``traversal.py``). The last line is one JSON object of figures; a figure with a suffix _1k, _10k or _100k
belongs to that many turns or edges, the bare one to the largest.

append_fold_ms   one turn told, its claims attached and the grown view read (median)
cold_open_s      a new handle on the file until the view of its head can be read
head_switch_ms   the view of another branch's head, first visit (median of ten branches)
bytes_per_fact   resident memory that opening and viewing take, per version of a fact, without the quotes
import_turns_per_s   a whole telling taken in, without reading it
fold_s           the view of a story that tells so many relations, one a turn, folded from nothing
view_grow_ms     that view grown by one turn (median)
"""

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import fabula
import traversal
from fabula.claims.statements import Assertion, Claim, EntityClaim, Quote
from fabula.extraction.reader import Window, body_of
from fabula.graph.view import View
from fabula.ledger.records import Body, Message, StoryRow, Turn
from fabula.story import Story

SIZES = {1_000: "_1k", 10_000: "_10k"}
PEOPLE, ITEMS = 200, 2_000


class Reader:
    """Gives every turn the same number of claims about people, items and places."""

    identity = "bench/1"
    batch = 1
    look_back = 0

    def __init__(self, facts_per_turn: float) -> None:
        self.facts_per_turn = facts_per_turn
        self.owed = 0.0
        self.made = 0

    def read(self, window: Window, known: View) -> Sequence[Body]:  # noqa: ARG002 - the protocol's shape
        return [
            body_of(window, at, self.identity, claims=tuple(self.claims(window.turns[at])))
            for at in self._fresh(window)
        ]

    def claims(self, turn: Turn) -> Iterator[Claim]:
        quote = (Quote(0, 0, 12, turn.normal[:12]),)
        self.owed += self.facts_per_turn
        while self.owed >= 1:
            self.owed -= 1
            self.made += 1
            round_ = self.made // ITEMS
            person, item = f"Person {(self.made + 7 * round_) % PEOPLE}", f"thing {self.made % ITEMS}"
            yield EntityClaim(person, evidence=quote)
            yield EntityClaim(item, kind="item", evidence=quote)
            yield Assertion(item, "held_by", object=person, evidence=quote)

    def _fresh(self, window: Window) -> range:
        return range(window.start, len(window.turns))


def telling(count: int) -> list[tuple[Message, tuple[Message, ...]]]:
    """As many messages as asked for, each of a usual length and unlike the others."""
    words = "the rain came down on the harbour and nobody spoke of the silver key while the lamp burned low"
    return [
        (Message(f"Turn {n}: {words}, and the {n % 97} bells rang.", "assistant", f"Voice {n % 7}"), ())
        for n in range(1, count + 1)
    ]


def measure(turns: int, facts: int, folder: Path) -> dict[str, float]:
    """Every figure for one size."""
    path = folder / f"bench-{turns}.db"
    story = fabula.open(path, story="bench")
    start = time.perf_counter()
    story.take_in(telling(turns))
    figures = {"import_turns_per_s": turns / (time.perf_counter() - start)}
    reader = Reader(facts / turns)
    story.extract(reader)
    story.view()
    figures["append_fold_ms"] = append(story, reader)
    figures["head_switch_ms"] = switch(story, path, turns)
    story.close()
    figures |= opened_in_a_new_process(path)
    return figures


def append(story: fabula.Story, reader: Reader, times: int = 60) -> float:
    """Milliseconds from telling one more turn to holding the view that it grows."""
    spent = []
    for n in range(times):
        start = time.perf_counter()
        story.tell(f"One more turn, number {n}, with words of its own.", speaker="Voice 1")
        story.extract(reader)
        story.view()
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent)


def switch(story: fabula.Story, path: Path, turns: int) -> float:
    """Milliseconds until the view of another branch's head can be read, on the first visit."""
    branches = []
    for n in range(10):
        other = story.fork(f"branch-{n}", at=turns - 40 * n)
        other.tell(f"Elsewhere, {n}.", speaker="Voice 2")
        branches.append(other.branch)
    fresh = fabula.open(path)  # nothing of the other branches is known to it
    fresh.view()
    spent = []
    for branch in branches:
        start = time.perf_counter()
        fresh.switch(branch).view()
        spent.append((time.perf_counter() - start) * 1000)
    fresh.close()
    return statistics.median(spent)


def opened_in_a_new_process(path: Path) -> dict[str, float]:
    """Seconds and memory of a cold open, measured where nothing else was loaded."""
    run = [sys.executable, __file__, "--open", str(path)]
    return json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def open_once(path: str) -> None:
    """What ``opened_in_a_new_process`` runs."""
    import fabula.stores.sqlite  # noqa: PLC0415 - the driver is no part of the figure

    before = resident_bytes()
    start = time.perf_counter()
    view = fabula.open(path).view()
    seconds = time.perf_counter() - start
    facts = view.told()
    quoted = sum(len(piece.quote.encode()) for fact in facts for piece in fact.evidence)
    figures = {"cold_open_s": seconds}
    if before is not None:
        figures["bytes_per_fact"] = ((resident_bytes() or 0) - before - quoted) / max(len(facts), 1)
    print(json.dumps(figures))


def resident_bytes() -> int | None:
    """The memory that this process holds now, where the system tells."""
    gc.collect()
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else None


def views(edges: int) -> dict[str, float]:
    """Seconds to fold so many relations from nothing, and milliseconds to grow that view by a turn."""
    store = fabula.open_store(":memory:")
    store.create(StoryRow("bench", "2026-01-01T00:00:00+00:00"))
    story = Story(store, "bench")
    story.take_in(telling(edges))
    reader = Reader(1)
    story.extract(reader)
    fresh = Story(store, "bench")
    start = time.perf_counter()
    fresh.view()
    figures = {"fold_s": time.perf_counter() - start}
    spent = []
    for n in range(60):
        story.tell(f"One more, number {n}.", speaker="Voice 1")
        story.extract(reader)
        fresh.branches.all()  # the new turn is known before the clock starts
        start = time.perf_counter()
        fresh.view()
        spent.append((time.perf_counter() - start) * 1000)
    return figures | {"view_grow_ms": statistics.median(spent)}


def main() -> None:
    """Measure, print a table for people, and the figures as the last line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("peers", nargs="?", type=Path, help="the folder with the JavaScript reference")
    parser.add_argument("--turns", type=int, help="measure this many turns only (default: 1,000 and 10,000)")
    parser.add_argument("--facts", type=int, help="facts told in all (default: one a turn)")
    parser.add_argument(
        "--edges", type=int, help="measure this many edges only (default: 10,000 and 100,000)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds beside the reference (default: 5)")
    parser.add_argument("--open", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.open:
        open_once(options.open)
        return
    figures: dict[str, float] = {}
    sizes = [options.turns] if options.turns else list(SIZES)
    with tempfile.TemporaryDirectory() as folder:
        for turns in sizes:
            found = measure(turns, options.facts or turns, Path(folder))
            figures |= {name + SIZES.get(turns, ""): value for name, value in found.items()}
            figures |= found
            print_rows(f"{turns:,} turns", found)
    for edges in [options.edges] if options.edges else list(traversal.SIZES):
        found = views(edges)
        figures |= {name + traversal.SIZES.get(edges, ""): value for name, value in found.items()} | found
        print_rows(f"{edges:,} edges", found)
    if options.peers:
        sizes = [options.edges] if options.edges else list(traversal.SIZES)
        figures |= traversal.figures_beside(options.peers, sizes, options.rounds)
    print(json.dumps({name: round(value, 4) for name, value in sorted(figures.items())}))


def print_rows(size: str, figures: dict[str, float]) -> None:
    """One size, for people."""
    print(f"{size} on {os.cpu_count()} cores")
    for name, value in sorted(figures.items()):
        print(f"  {name:20} {value:12,.3f}")


if __name__ == "__main__":
    main()
