"""What the memory proxy costs a chat, beside the same requests sent to the upstream itself.

    python bench/proxy.py [--chats 50] [--every 2] [--seconds 30] [--history 40] [--window 24] [--pace 4]

The upstream is a scripted server in a process of its own that streams a reply in pieces, PACE milliseconds
apart; the proxy, on an SQLite file, is another. CHATS front ends each send a request every EVERY seconds, over a
connection of its own as SillyTavern does. A chat begins with HISTORY messages, all of which its first request
shows, and grows by the reply and the person's next words; later requests show the last WINDOW messages, so that
there is something to recall (0: all of them, and so nothing). First all of it goes to the upstream itself, then
through the proxy, which places each request, recalls, puts the memory in, keeps the reply, and reads by rules
beside it. The processor time tells what a machine can bear: one interpreter does all but the waiting.
All the chats open within EVERY seconds, which is HISTORY times CHATS messages to be taken in and read: those
requests are counted apart, and the load begins when what they showed has been read.
Times are in milliseconds; the last line is one JSON object.

direct_..., proxied_...   p50 and p95 of the time to the first piece, and to the whole reply
overhead_...              proxied less direct, of the first piece
injected                  percent of requests that were told something
memory_...                how long a request waited for its memory: placing, recall, composing, and its turn
beyond_memory_...         the overhead less that wait, request by request
ratio                     p50 of a whole reply through the proxy, over direct
recalled, late            percent of requests that got a recall, and whose memory came too late
cpu                       of the proxy's process for each request, reading beside it included (Linux)
waiting_to_be_read        stories that waited when the chats ended
opening_...               the same of the requests that open the chats; opening_read: seconds until all was read
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

import httpx2

UPSTREAM = """
import sys, threading
from fabula.testing.scripted_server import ScriptedServer
from fabula.testing.scripted_steps import drip
sys.path.insert(0, sys.argv[1])
from proxy import reply_to
with ScriptedServer(lambda asked: drip(reply_to(asked.last_text), every=float(sys.argv[2]))) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""
PROXY = """
import sys
from fabula.serve.access import Access
from fabula.serve.app import app_for
from fabula.serve.proxy.attached import attach
from fabula.serve.proxy.placing.placer import Placer
from fabula.serve.proxy.proxy import Proxy, ProxySettings
from fabula.serve.running import Server
from fabula.serve.stories import Stories
from fabula.stores import open_store
stories, access = Stories(open_store(sys.argv[1])), Access()
proxy = Proxy(stories, access, ProxySettings(sys.argv[2]), placer=Placer(stories.store))
app = app_for(stories, access, annexes=(proxy.annex,))
attach(app, proxy)
Server(app, port=0, ready=lambda url: print(url, flush=True)).listen()
"""
NAMES = ("Lin Yao", "Lin Feng", "Mira", "Su Wan", "Old Gu", "Shen Tang")
THINGS = ("silver key", "green umbrella", "jade seal", "letter", "lantern")
VERBS = ("gives", "shows", "sells", "lends", "promises")
PLACES = ("mill", "ferry", "old bridge", "tea house", "salt gate", "north tower", "library", "orchard")
SMALL = (
    "rain", "wind", "candle", "boat", "dog", "bell", "shadow", "stair", "bread", "rope", "window", "stone",
    "winter", "river", "song", "coat", "door", "road", "smoke", "table", "glass", "horse", "sleeve", "moon",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One request and how it went, in milliseconds."""

    first: float
    whole: float
    memory: float
    recall: str
    injected: int


@contextmanager
def process(program: str, *given: str) -> Iterator[tuple[str, int]]:
    """The URL that a program of its own prints, and the number of its process."""
    command = [sys.executable, "-c", program, *given]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        try:
            yield (running.stdout.readline() if running.stdout else "").strip(), running.pid
        finally:
            running.terminate()


def small_talk(roll: Random) -> str:
    """A sentence of this chat alone."""
    one, two, three, four = roll.sample(SMALL, 4)
    return f"The {one} and the {two} are {roll.choice(('late', 'near', 'lost', 'warm'))}, as {three} is to {four}."


def words(chat: int, number: int) -> str:
    """What the person of a chat says."""
    roll = Random(f"{chat} {number}")
    giver, taker = roll.sample(NAMES, 2)
    told = f"{giver} {roll.choice(VERBS)} the {roll.choice(THINGS)} to {taker}."
    return f"{small_talk(roll)} {told} What does {taker} say at the {roll.choice(PLACES)}?"


def reply_to(asked: str) -> str:
    """What the model says to that."""
    roll = Random(asked)
    one, two = roll.sample(NAMES, 2)
    told = f"{one} has the {roll.choice(THINGS)} now. {one} is at the {roll.choice(PLACES)}"
    return f'{small_talk(roll)} {told} with {two}. "Keep it," says {two}. {small_talk(roll)}'


def beginning(chat: int, messages: int) -> list[dict[str, str]]:
    """The messages that a chat begins with."""
    card = f"You are the narrator of chat {chat}. Stay in the story, write two sentences, never speak for me."
    told = [{"role": "system", "content": card}]
    for number in range(messages // 2):
        told.append({"role": "user", "content": words(chat, -number - 1)})
        told.append({"role": "assistant", "content": reply_to(told[-1]["content"])})
    return told


async def ask(base: str, messages: list[dict[str, str]]) -> Asked:
    """One streamed request over a connection of its own."""
    parts = urlsplit(base)
    body = json.dumps({"model": "scripted", "messages": messages, "stream": True}).encode()
    head = (
        f"POST {parts.path}/chat/completions HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(head.encode() + body)
    raw = await reader.readuntil(b"\r\n\r\n")
    await reader.readuntil(b"data: ")
    first = time.perf_counter() - began
    rest = await reader.read()
    whole = time.perf_counter() - began
    writer.close()
    if not raw.startswith(b"HTTP/1.1 200") or b"[DONE]" not in rest:
        raise RuntimeError(f"No reply: {raw!r} {rest[-200:]!r}")
    headers = dict(line.split(": ", 1) for line in raw.decode().lower().split("\r\n")[1:] if ": " in line)
    waited = headers.get("server-timing", "dur=0").rpartition("dur=")[2]
    return Asked(
        first * 1000,
        whole * 1000,
        float(waited),
        headers.get("x-fabula-recall", ""),
        int(headers.get("x-fabula-injected", 0)),
    )


class Chats:
    """Chats that go on side by side, each asking at its own beat; a beat that is missed is caught up with at once."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._messages = [beginning(chat, args.history) for chat in range(args.chats)]
        self._numbers = [0] * args.chats

    def opened(self, base: str) -> list[list[Asked]]:
        """The first request of each chat, which shows all of its history."""
        return asyncio.run(self._asked(base, 1))

    def went_on(self, base: str) -> list[list[Asked]]:
        """The requests of so many seconds."""
        return asyncio.run(self._asked(base, int(self._args.seconds / self._args.every)))

    async def _asked(self, base: str, rounds: int) -> list[list[Asked]]:
        began = time.perf_counter()
        return await asyncio.gather(
            *(self._one(base, chat, rounds, began) for chat in range(self._args.chats))
        )

    async def _one(self, base: str, chat: int, rounds: int, began: float) -> list[Asked]:
        asked, start = [], began + self._args.every * chat / self._args.chats
        for number in range(rounds):
            await asyncio.sleep(max(start + number * self._args.every - time.perf_counter(), 0))
            asked.append(await ask(base, self._shown(chat)))
            messages = self._messages[chat]
            messages.append({"role": "assistant", "content": reply_to(messages[-1]["content"])})
        return asked

    def _shown(self, chat: int) -> list[dict[str, str]]:
        """What the next request of a chat shows: all of it at first, the last messages afterwards."""
        messages, number = self._messages[chat], self._numbers[chat]
        messages.append({"role": "user", "content": words(chat, number)})
        self._numbers[chat] += 1
        window = self._args.window if number else 0
        return [messages[0], *(messages[-window:] if window else messages[1:])]


def spread(values: list[float]) -> tuple[float, float]:
    """p50 and p95."""
    cuts = quantiles(values, n=20)
    return round(cuts[9], 1), round(cuts[18], 1)


def figures(direct: list[list[Asked]], proxied: list[list[Asked]]) -> dict[str, Any]:
    """What the times come to."""
    pairs = [
        pair for one, other in zip(direct, proxied, strict=True) for pair in zip(one, other, strict=True)
    ]
    through = [pair[1] for pair in pairs]
    found: dict[str, Any] = {"requests": len(pairs)}
    for name, values in {
        "direct_first": [one.first for one, _ in pairs],
        "proxied_first": [one.first for one in through],
        "direct_whole": [one.whole for one, _ in pairs],
        "proxied_whole": [one.whole for one in through],
        "memory": [one.memory for one in through],
        "beyond_memory": [other.first - other.memory - one.first for one, other in pairs],
        "overhead": [other.first - one.first for one, other in pairs],
    }.items():
        found[f"{name}_p50"], found[f"{name}_p95"] = spread(values)
    found["ratio"] = round(found["proxied_whole_p50"] / found["direct_whole_p50"], 2)
    for name, wanted in {"recalled": {"ok", "degraded"}, "late": {"timeout"}}.items():
        found[name] = round(100 * sum(one.recall in wanted for one in through) / len(through), 1)
    found["injected"] = round(100 * sum(one.injected > 0 for one in through) / len(through), 1)
    return found


def cpu(pid: int) -> float:
    """How many milliseconds of processor time a process has used; 0 where the system does not tell."""
    place = Path(f"/proc/{pid}/stat")
    if not place.exists():
        return 0.0
    fields = place.read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def health(base: str) -> dict[str, Any]:
    """How the proxy says it is."""
    said = httpx2.get(f"{base}/api/health", trust_env=False).json()
    return dict(said["parts"]["proxy"]["reading"])


def settled(base: str) -> float:
    """Wait until nothing waits to be read, and say how many seconds that took."""
    began = time.perf_counter()
    while (reading := health(base))["waiting"] + reading["reading"]:
        time.sleep(0.1)
    return round(time.perf_counter() - began, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--chats", type=int, default=50)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--history", type=int, default=40)
    parser.add_argument("--window", type=int, default=24)
    parser.add_argument("--pace", type=float, default=4.0)
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        process(UPSTREAM, str(Path(__file__).parent), str(args.pace / 1000)) as (upstream, _),
        process(PROXY, str(Path(folder) / "bench.db"), upstream) as (proxy, pid),
    ):
        straight, through = Chats(args), Chats(args)
        first = straight.opened(upstream), through.opened(f"{proxy}/v1")
        took = settled(proxy)
        direct, before = straight.went_on(upstream), cpu(pid)
        proxied = through.went_on(f"{proxy}/v1")
        spent, reading = cpu(pid) - before, health(proxy)
    found = figures(direct, proxied)
    found["cpu"] = round(spent / found["requests"], 1)
    found["waiting_to_be_read"] = reading["waiting"] + reading["reading"]
    found |= {f"opening_{name}": value for name, value in figures(*first).items()} | {"opening_read": took}
    for name, value in found.items():
        print(f"{name:24} {value}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
