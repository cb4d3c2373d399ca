"""How fast the lanes of recall are: names in a message, words over turns, and a whole recall.

    python bench/lanes.py [DATA] [--names N] [--turns N]

DATA is not needed: names and turns are synthetic, from a fixed seed. Medians over many messages; the last
line is one JSON object. ``rescan_ratio`` is our word search over a plain re-scan of every turn with the
same formula, in the same run (at most 1 is no slower).

names_ms   finding the known names in a message of about 400 characters (suffix _zh: Chinese)
words_ms   the words lane over the turns, warm
recall_ms  a whole recall over a story of these turns, warm
"""

import argparse
import json
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import fabula
from fabula.graph.names import find_names
from fabula.ledger.records import Turn
from fabula.ledger.tree import chain_after
from fabula.recall.tokens import cue_of, terms
from fabula.recall.turns import index_turns
from fabula.recall.words import search

SYLLABLES = "ka lo mi ren sha tor vel ash dun eth gal hir ola pri sen tam ulf wyn yor zev".split()  # noqa: SIM905
SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜"
GIVEN = "清瑶墨白长风铁山九娘一苇子衡三变如玉知秋沉舟小蝶婉青云飞雪寒山明月"


def spent_ms(work: Callable[[], object]) -> float:
    """Milliseconds that one call takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def english_names(count: int, dice: random.Random) -> list[str]:
    """So many different two-word names."""
    names: dict[str, None] = {}
    while len(names) < count:
        words = ("".join(dice.choices(SYLLABLES, k=dice.randint(2, 3))).title() for _ in range(2))
        names[" ".join(words)] = None
    return list(names)


def chinese_names(count: int, dice: random.Random) -> list[str]:
    """So many different names of three or four characters."""
    names: dict[str, None] = {}
    while len(names) < count:
        names[dice.choice(SURNAMES) + "".join(dice.choices(GIVEN, k=dice.choice((2, 3))))] = None
    return list(names)


def message(names: Sequence[str], filler: Sequence[str], dice: random.Random, joint: str) -> str:
    """About 400 characters with a name here and there."""
    parts: list[str] = []
    while sum(map(len, parts)) < 380:
        parts += [*dice.choices(filler, k=4), dice.choice(names)]
    return joint.join(parts)


def names_lane(count: int, dice: random.Random) -> dict[str, float]:
    """The names lane in both languages, with so many known names."""
    english, chinese = english_names(count, dice), chinese_names(count, dice)
    filler = "the rain came down on the quay and nobody spoke of it until morning".split()  # noqa: SIM905
    figures = {}
    for suffix, names, words, joint in (
        ("_en", english, filler, " "),
        ("_zh", chinese, list("雨落在码头上没有人说话直到天亮他才慢慢地走开"), ""),
    ):
        known = {name.casefold(): () for name in names}
        texts = [message(names, words, dice, joint) for _ in range(200)]
        figures[f"names_ms{suffix}"] = statistics.median(
            spent_ms(partial(find_names, text, known)) for text in texts
        )
    return figures | {"names_ms": max(figures.values())}


def telling(count: int, dice: random.Random) -> list[fabula.Message]:
    """So many turns of mixed words, some rare and some in every turn."""
    rare = english_names(count // 4, dice)
    common = "rain quay lamp door letter key stair boat rope tide bell fire".split()  # noqa: SIM905
    return [
        fabula.Message(
            f"{' '.join(dice.choices(common, k=18))}. {dice.choice(rare)} says nothing. {n}",
            "assistant",
            "Voice",
        )
        for n in range(count)
    ]


def words_lane(count: int, dice: random.Random) -> dict[str, float]:
    """The words lane and a whole recall, beside a plain re-scan of the same turns."""
    told = telling(count, dice)
    turns = chain_after(None, told)
    index = index_turns(turns)
    cues = [
        f"What does {dice.choice(told).text.split('. ')[1][:20]} know of the {word}?"
        for word in ("key", "boat", "bell")
    ]
    weights = [cue_of(cue).weights for cue in cues]
    words = statistics.median(spent_ms(lambda w=w: search(index.shelved, w)) for w in weights * 20)
    rescan = statistics.median(spent_ms(lambda w=w: rescanned(turns, w)) for w in weights)
    story = fabula.open(":memory:", story="bench")
    story.take_in([(one, ()) for one in told])
    story.recall(cues[0])
    whole = statistics.median(spent_ms(lambda c=c: story.recall(c)) for c in cues * 10)
    return {"words_ms": words, "recall_ms": whole, "rescan_ratio": words / rescan}


def rescanned(turns: Sequence[Turn], weights: dict[str, int]) -> dict[int, float]:
    """BM25 (k1 0.9, b 0.3) computed from nothing: what a memory without an index does for every message."""
    counted = [Counter(terms(turn.text)) for turn in turns]
    mean = sum(counts.total() for counts in counted) / len(counted)
    scores: dict[int, float] = {}
    for term in weights:
        holding = sum(term in counts for counts in counted)
        idf = math.log(1 + (len(counted) - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(counted):
            if counts[term]:
                norm = 0.9 * (0.7 + 0.3 * counts.total() / mean)
                scores[place] = scores.get(place, 0.0) + idf * counts[term] / (counts[term] + norm)
    return scores


def main() -> None:
    """Measure, print a table for people, and the figures as the last line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", nargs="?", help="not needed: everything is synthetic")
    parser.add_argument("--names", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=10_000)
    options = parser.parse_args()
    dice = random.Random(7)
    figures = names_lane(options.names, dice) | words_lane(options.turns, dice)
    print(f"{options.names:,} names, {options.turns:,} turns")
    for name, value in sorted(figures.items()):
        print(f"  {name:14} {value:10.4f}")
    print(json.dumps({name: round(value, 4) for name, value in sorted(figures.items())}))


if __name__ == "__main__":
    main()
