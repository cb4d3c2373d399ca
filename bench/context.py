"""How kind a context is to prompt caches, what it saves, and how fast it is made.

    python bench/context.py [DATA] [--budget N] [--turns N] [--model NAME]

DATA is a folder with ku_en.jsonl and ku_zh.jsonl; without it the story is made up from a fixed seed. A
session is twenty turns at the end of a story; before each turn the prompt is the stable block, the chat
since the window's start, the volatile block and the last message. The last line is one JSON object:

prefix_share      tokens at which successive prompts begin alike, of all tokens, in percent: the chat grows at its end
prefix_share_cut  the same where the chat is cut to its latest 20 turns each time (nothing behind the cut can be shared)
one_block_share   as prefix_share, the whole context before the chat in one block: what others do
stable_moves      how often the stable block changed within a session
tokens, budget    the mean size of a context, and its bound; over_budget counts those above it
saved             tokens that prompts need not hold beside one with the whole chat, in percent
context_ms        the median time of ``story.context``, warm
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fabula
from fabula.context.context import Context
from fabula.context.frame import Style
from fabula.models.tokenizers import counter_for
from fabula.models.tokens import Counter

SESSION = 20
WINDOW = 20


@dataclass(slots=True)
class Session:
    """What one session came to, summed over its turns."""

    shared: int = 0
    shared_cut: int = 0
    shared_one: int = 0
    all: int = 0
    all_cut: int = 0
    all_one: int = 0
    whole: int = 0
    moves: int = 0
    sizes: list[int] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)


def common(one: str, other: str, counter: Counter) -> int:
    """How many tokens two prompts begin alike with."""
    size = 0
    for mine, theirs in zip(one.split("\n"), other.split("\n"), strict=False):
        if mine != theirs:
            break
        size += counter.line(mine)
    return size // 4


def prompt_of(context: Context, chat: Sequence[str], last: str, *, split: bool = True) -> str:
    """A prompt: the stable block, the chat, the volatile block, the last message; or the context in one."""
    blocks = (context.stable, *chat, context.volatile, last) if split else (context.text, *chat, last)
    return "\n".join(block for block in blocks if block)


def session_of(messages: Sequence[tuple[str, str]], budget: int, model: str) -> Session:
    """The last twenty turns of a story, told one after the other with a context before each."""
    counter, style = counter_for(model), Style(model=model)
    story = fabula.open(":memory:", story="bench")
    done, before = Session(), ["", "", "", ""]
    start = len(messages) - SESSION
    window = max(start - WINDOW, 0)
    lines = [f"{speaker}: {text}" for speaker, text in messages]
    for speaker, text in messages[:start]:
        story.tell(text, speaker=speaker)
    story.extract()
    for at in range(start, len(messages)):
        cue = messages[at][1]
        story.context(cue, budget, visible=at - window, style=style)
        begun = time.perf_counter()
        grown = story.context(cue, budget, visible=at - window, style=style)
        done.spent.append((time.perf_counter() - begun) * 1000)
        sliding = story.context(cue, budget, visible=min(WINDOW, at), style=style)
        now = [
            prompt_of(grown, lines[window:at], lines[at]),
            prompt_of(sliding, lines[max(at - WINDOW, 0) : at], lines[at]),
            prompt_of(grown, lines[window:at], lines[at], split=False),
        ]
        sizes = [counter.tokens(one) for one in now]
        if before[0]:
            done.shared += common(before[0], now[0], counter)
            done.shared_cut += common(before[1], now[1], counter)
            done.shared_one += common(before[2], now[2], counter)
            done.all += counter.tokens(before[0])
            done.all_cut += counter.tokens(before[1])
            done.all_one += counter.tokens(before[2])
            done.moves += grown.stable != before[3]
        done.whole += counter.tokens("\n".join(lines[: at + 1])) - sizes[0]
        done.sizes.append(grown.tokens)
        before = [*now, grown.stable]
        story.tell(cue, speaker=messages[at][0])
        story.extract()
    story.close()
    return done


def stories_in(data: Path | None, turns: int) -> Iterator[list[tuple[str, str]]]:
    """Stories as speakers and texts, long enough for a session: whole ones of a file told on end, or made up."""
    if data is None:
        yield made_up(turns)
        return
    for name in ("ku_en.jsonl", "ku_zh.jsonl"):
        if (data / name).exists():
            rows: list[dict[str, Any]] = [json.loads(line) for line in (data / name).open(encoding="utf-8")]
            told = [(one["name"], one["text"]) for one in rows[0]["messages"]]
            for row in rows[1:]:
                if len(told) >= turns:
                    break
                told += [(one["name"], one["text"]) for one in row["messages"]]
            yield told[:turns]


def made_up(turns: int) -> list[tuple[str, str]]:
    """A story of a few people and things that change hands, with talk in between."""
    rng = random.Random(7)
    people = ["Lin Yao", "Mira", "Tobin Hale", "Wren", "Anselm Dray"]
    things = ["the silver key", "the old map", "the ruby", "the ledger"]
    places = ["the Moonlit Court", "the Old Mill", "the Harbour"]
    talk = [
        "The rain had not stopped since morning, and nobody in the room felt like being the first to speak.",
        "A dog barked somewhere beyond the wall; the candle went out, and somebody laughed in the dark.",
        "We should not stay here much longer, I say, and look at the door while the others gather their things.",
    ]
    told = []
    for _ in range(turns):
        one, other = rng.sample(people, 2)
        deed = rng.choice(
            [
                f"{one} gave {rng.choice(things)} to {other}.",
                f"{one} arrived at {rng.choice(places)}.",
                f"{one} and {other} are friends.",
                "Nobody moved.",
            ]
        )
        speaker = rng.choice(["Narrator", "Player", one])
        told.append((speaker, " ".join([deed, *rng.sample(talk, 3)])))
    return told


def main() -> None:
    """Measure, and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--budget", type=int, default=600)
    parser.add_argument("--turns", type=int, default=120)
    parser.add_argument("--model", default="")
    given = parser.parse_args()
    sessions = [session_of(told, given.budget, given.model) for told in stories_in(given.data, given.turns)]
    if not sessions:
        sys.exit("There is no ku_en.jsonl and no ku_zh.jsonl in that folder.")
    sizes = [size for one in sessions for size in one.sizes]

    def share(part: str, whole: str) -> float:
        parts, wholes = (sum(getattr(one, name) for one in sessions) for name in (part, whole))
        return round(100 * parts / (wholes or 1), 1)

    print(
        json.dumps(
            {
                "prefix_share": share("shared", "all"),
                "prefix_share_cut": share("shared_cut", "all_cut"),
                "one_block_share": share("shared_one", "all_one"),
                "stable_moves": sum(one.moves for one in sessions),
                "tokens": round(statistics.mean(sizes)),
                "budget": given.budget,
                "over_budget": sum(size > given.budget for size in sizes),
                "saved": round(
                    100
                    * sum(one.whole for one in sessions)
                    / (sum(one.whole + one.all for one in sessions) or 1),
                    1,
                ),
                "context_ms": round(statistics.median(ms for one in sessions for ms in one.spent), 2),
            }
        )
    )


if __name__ == "__main__":
    main()
