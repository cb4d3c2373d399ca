"""How well the proxy knows where a front end's requests stand, on a captured session of SillyTavern.

    python bench/sillytavern.py DATA [--direct] [--restart N [--killed]] [--verbose]

DATA is a folder with SEQUENCE.jsonl and, beside it, one capture a step. Every request is replayed in order
over HTTP and answered as it was answered then (--direct: without HTTP; --restart N: the proxy is ended and begun
anew before every Nth request; --killed: it had no time to keep what it had found out); the line of turns on
which recall stands must be the person's chat.

requests      chat completions that were replayed
story_right   requests, in percent, that were placed in the story they belong to, and in none where there is none
line_right    decided requests, in percent, at which the line was the person's chat; a line that differs only by texts
              shown for the first time in this request, of which only the next one tells whether they are notes or
              turns, is undecided until then
undecided     how many of these there were
contaminated  turns, on any line, that never stood in a chat of their story
reread        texts that were read twice in the same context
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fabula.claims.text import normal_text
from fabula.extraction.reader import Window
from fabula.extraction.rules import Rules
from fabula.graph.view import View
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Body
from fabula.ledger.store import LedgerStore
from fabula.serve.proxy.placing.placed import Placed, Reply
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.placing.request import Request
from fabula.stores.memory import MemoryStore
from fabula.story import Story, utc_now
from sillytavern_truth import Step, allowed_texts, normal, steps_of
from sillytavern_wire import Wire


class Reading:
    """The rules, with a count of what they were shown: the keys of a turn and of those before it."""

    def __init__(self, shown: Counter[tuple[str, ...]]) -> None:
        self._rules = Rules()
        self._shown = shown

    @property
    def identity(self) -> str:
        return self._rules.identity

    @property
    def batch(self) -> int:
        return self._rules.batch

    @property
    def look_back(self) -> int:
        return self._rules.look_back

    def read(self, window: Window, known: View) -> Sequence[Body]:
        for place in range(window.start, len(window.turns)):
            first = max(place - self.look_back, 0)
            self._shown[tuple(turn.key for turn in window.turns[first : place + 1])] += 1
        return self._rules.read(window, known)


@dataclass(slots=True)
class Figures:
    """What a replay came to."""

    requests: int = 0
    story_right: int = 0
    line_right: int = 0
    undecided: int = 0
    contaminated: int = 0
    reread: int = 0
    misses: list[str] = field(default_factory=list)

    def line(self) -> str:
        decided = self.requests - self.undecided
        return json.dumps(
            {
                "requests": self.requests,
                "story_right": round(100 * self.story_right / max(self.requests, 1), 2),
                "line_right": round(100 * self.line_right / max(decided, 1), 2),
                "undecided": self.undecided,
                "contaminated": self.contaminated,
                "reread": self.reread,
            }
        )


class Judge:
    """Compares where requests were placed with the person's chats."""

    def __init__(self, store: LedgerStore, data: Path, *, verbose: bool = False) -> None:
        self._store = store
        self._ours: dict[str, str] = {}
        self._allowed = allowed_texts(data)
        self._verbose = verbose
        self.shown: Counter[tuple[str, ...]] = Counter()
        self.figures = Figures()

    def judge(self, step: Step, placed: Placed) -> None:
        """Count one request."""
        figures = self.figures
        figures.requests += 1
        if self._verbose:
            print(step.id, placed.kind, placed.story, placed.branch, placed.visible, placed.how)
        if not self._story_right(step, placed):
            figures.misses.append(f"{step.id}: story {placed.story!r}, not {self._ours.get(step.story)!r}")
            return
        figures.story_right += 1
        if not placed.story:
            figures.line_right += 1
            return
        line = self._line(placed)
        verdict = compared(line, step)
        figures.line_right += verdict == "right"
        figures.undecided += verdict == "undecided"
        if verdict == "undecided":
            print(f"undecided {step.id}: {difference(line, step)}")
        if verdict == "wrong":
            figures.misses.append(f"{step.id} ({placed.kind}): line {difference(line, step)}")

    def close(self) -> Figures:
        """Count what is in the trees at the end."""
        ours = {name: story for story, name in self._ours.items()}
        holders: Counter[str] = Counter()
        for row in self._store.stories():
            allowed = self._allowed.get(ours.get(row.name, ""), set())
            turns = self._store.snapshot(row.name).turns
            holders.update({turn.key for turn in turns})
            for turn in turns:
                if normal(turn.text) not in allowed:
                    self.figures.contaminated += 1
                    self.figures.misses.append(f"contaminated {row.name}: {turn.text[:80]!r}")
        for keys, count in self.shown.items():
            self.figures.reread += max(count - holders[keys[-1]], 0)
        return self.figures

    def _story_right(self, step: Step, placed: Placed) -> bool:
        if step.story == "none" or not step.shows_history:
            return placed.story in ("", self._ours.get(step.story))
        if step.story not in self._ours and placed.story not in self._ours.values():
            self._ours[step.story] = placed.story
        return placed.story == self._ours.get(step.story)

    def _line(self, placed: Placed) -> list[str]:
        if not placed.turn:
            return []
        ledger = Ledger(self._store, placed.story, clock=utc_now)
        return [normal(turn.text) for turn in ledger.turns(stem.id for stem in ledger.line(placed.turn))]


def compared(line: Sequence[str], step: Step) -> str:
    """Whether a line is the person's chat: right, wrong, or undecided until the next request of the story."""
    ours, theirs = _without(line, step.hidden), _without(step.chat, step.hidden)
    if same(ours, theirs):
        return "right"
    open_texts = step.open_texts
    return "undecided" if same(_without(ours, open_texts), _without(theirs, open_texts)) else "wrong"


def same(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether two chats have the same texts."""
    return [normal_text(text) for text in ours] == [normal_text(text) for text in theirs]


def difference(line: Sequence[str], step: Step) -> str:
    """Where a line and the person's chat part, in a few words."""
    ours, theirs = _without(line, step.hidden), _without(step.chat, step.hidden)
    place = next(
        (at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other), None
    )
    place = min(len(ours), len(theirs)) if place is None else place
    return (
        f"{len(ours)} turns, not {len(theirs)}; at {place + 1}: "
        f"{[text[:50] for text in ours[place : place + 2]]} not {[text[:50] for text in theirs[place : place + 2]]}"
    )


def _without(texts: Sequence[str], out: frozenset[str]) -> list[str]:
    return [text for text in texts if text not in out]


def request_of(step: Step) -> Request:
    """The request of a step as it came in."""
    known = {"path", "x_headers"}
    headers = {name.lower(): value for name, value in step.request.get("x_headers", ())}
    body = {key: value for key, value in step.request.items() if key not in known}
    return Request(step.request["path"], headers, body)


def replay(data: Path, *, verbose: bool = False, restart: int = 0, killed: bool = False) -> Figures:
    """Replay a session against a placer, without HTTP."""
    store = MemoryStore()
    placer, judge = Placer(store), Judge(store, data, verbose=verbose)
    for number, step in enumerate(steps_of(data), 1):
        if restart and number % restart == 0:
            if not killed:
                placer.keep()
            placer = Placer(store)
        placed = placer.place(request_of(step))
        judge.judge(step, placed)
        if placed.story:
            Story(store, placed.story).switch(placed.branch).extract(Reading(judge.shown))
        if step.status < 400:
            placer.replied(placed, [Reply(text) for text in step.replies], aborted=step.gone)
    return judge.close()


def replay_over_http(data: Path, *, verbose: bool = False) -> Figures:
    """Replay a session against the proxy, through its port."""
    store = MemoryStore()
    judge = Judge(store, data, verbose=verbose)
    with Wire(store, lambda: Reading(judge.shown)) as wire:
        for step in steps_of(data):
            judge.judge(step, wire.ask(step, request_of(step)))
        return judge.close()


def main() -> int:
    """Replay, print the misses and the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--direct", action="store_true")
    parser.add_argument("--restart", type=int, default=0)
    parser.add_argument("--killed", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    if asked.direct or asked.restart:
        figures = replay(asked.data, verbose=asked.verbose, restart=asked.restart, killed=asked.killed)
    else:
        figures = replay_over_http(asked.data, verbose=asked.verbose)
    for miss in figures.misses:
        print("miss", miss)
    print(figures.line())
    return 0


if __name__ == "__main__":
    sys.exit(main())
