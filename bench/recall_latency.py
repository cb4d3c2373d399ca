"""How long a recall takes as a story grows, beside plain BM25 and a naive re-scan in the same run.

    python bench/recall_latency.py [DATA] [--facts N,...] [--cues N] [--embedder none|bundled]

DATA is not needed: the story is synthetic, from a fixed seed: five facts a turn about people, things and
places, a few of which come up far more often than the rest. ``--facts`` gives the sizes. The last line is
one JSON object; a suffix _1k, _10k or _100k names the size, the bare figure belongs to the largest.

p50_ms, p95_ms      a recall of 20 hits, warm, without embedding the cue
bm25_p50_ms, ...    plain BM25 over the same turns and the phrases of the same facts, counted beforehand
rescan_p50_ms       BM25 from nothing: what a memory without an index does for every message (a few cues)
next_p50_ms         a recall of a view that nobody recalled from yet: after one more turn was told and read
ratio               p50 over that of the smallest size
embed_p50_ms        embedding one cue (with --embedder bundled)
"""

import argparse
import json
import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import fabula
from fabula.claims.statements import Assertion, Claim, EntityClaim, Quote
from fabula.extraction.reader import Window, body_of
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.ledger.records import Body, Turn
from fabula.recall.tokens import cue_of
from lanes import english_names, rescanned, spent_ms
from storysim_ranks import PlainBM25

FACTS_PER_TURN = 5
MOST_RESCANS = 5
WORDS = "rain quay lamp door letter boat rope tide bell fire oath road tower winter market song ash mirror".split()  # noqa: SIM905


class World:
    """Who and what there is, and what turns tell of them."""

    def __init__(self, turns: int, dice: random.Random) -> None:
        names = english_names(turns // 2 + 40, dice)
        self.people = names[: len(names) // 2]
        self.places = [f"{name} Hall" for name in names[len(names) // 2 :: 3]]
        self.things = [
            f"{word} of {name}" for name in names[len(names) // 2 :: 2] for word in ("key", "ring")
        ]
        self.dice = dice

    def some(self, things: Sequence[str]) -> str:
        """One of many, the first ones far more often."""
        return things[int(len(things) * self.dice.random() ** 3)]

    def message(self, number: int) -> fabula.Message:
        """A turn of a usual length."""
        said = " ".join(self.dice.choices(WORDS, k=25))
        text = f"{self.some(self.people)} and {self.some(self.people)}: {said}. {number}."
        return fabula.Message(text, "assistant", self.people[number % 5])

    def claims(self, quote: Quote) -> Iterator[Claim]:
        """What one turn says."""
        for _ in range(FACTS_PER_TURN):
            one, other = self.some(self.people), self.some(self.people)
            yield EntityClaim(one, evidence=(quote,))
            kind = self.dice.randrange(3)
            if kind == 0:
                place = self.some(self.places)
                yield EntityClaim(place, "place", evidence=(quote,))
                yield Assertion(one, "located_in", object=place, evidence=(quote,))
            elif kind == 1:
                thing = self.some(self.things)
                yield EntityClaim(thing, "item", evidence=(quote,))
                yield Assertion(thing, "held_by", object=one, evidence=(quote,))
            elif one != other:
                yield EntityClaim(other, evidence=(quote,))
                yield Assertion(
                    one, self.dice.choice(("trusts", "ally_of", "owes")), object=other, evidence=(quote,)
                )

    def cue(self) -> str:
        """A question about somebody, or about somebody and a thing."""
        patterns = (
            "Where is {one} now?",
            "What does {one} know of the {thing}?",
            "What stands between {one} and {other}?",
            "Who has the {thing}, and what of the {word} and the {more}?",
        )
        return self.dice.choice(patterns).format(
            one=self.some(self.people),
            other=self.some(self.people),
            thing=self.some(self.things),
            word=self.dice.choice(WORDS),
            more=self.dice.choice(WORDS),
        )


class Reader:
    """Reads from every turn what the world says."""

    identity = "bench-latency/1"
    batch = 1
    look_back = 0

    def __init__(self, world: World) -> None:
        self.world = world

    def read(self, window: Window, known: View) -> Sequence[Body]:  # noqa: ARG002 - the protocol's shape
        return [self._body(window, at) for at in range(window.start, len(window.turns))]

    def _body(self, window: Window, at: int) -> Body:
        turn: Turn = window.turns[at]
        quote = Quote(0, 0, 12, turn.normal[:12])
        return body_of(window, at, self.identity, claims=tuple(self.world.claims(quote)))


def measured(facts: int, cues: int) -> dict[str, float]:
    """Every figure of one size."""
    turns = facts // FACTS_PER_TURN
    world = World(turns, random.Random(11))
    story, reader = fabula.open(":memory:", story="bench"), Reader(world)
    story.take_in([(world.message(number), ()) for number in range(turns)])
    story.extract(reader)
    asked = [world.cue() for _ in range(cues)]
    story.recall(asked[0])
    figures = {"": [spent_ms(lambda cue=cue: story.recall(cue, limit=20)) for cue in asked]}
    view = story.view()
    texts = [turn.text for turn in story.turns()] + [phrase(fact, view) for fact in view.told()]
    plain = PlainBM25([{"text": text} for text in texts])
    few = asked[:MOST_RESCANS]
    figures["bm25_"] = [
        spent_ms(lambda cue=cue: plain.places(cue)) for cue in (asked[:50] if facts > 10**4 else asked)
    ]
    told = story.turns()
    figures["rescan_"] = [spent_ms(lambda cue=cue: rescanned(told, cue_of(cue).weights)) for cue in few]
    figures["next_"] = [_next(story, world, reader, cue) for cue in few]
    print(f"{len(view.told()):,} versions of facts, {len(told):,} turns")
    return {name: value for prefix, spent in figures.items() for name, value in _quantiles(prefix, spent)}


def _next(story: fabula.Story, world: World, reader: Reader, cue: str) -> float:
    message = world.message(len(story.turns()))
    story.tell(message.text, speaker=message.speaker)
    story.extract(reader)
    story.view()
    return spent_ms(lambda: story.recall(cue, limit=20))


def _quantiles(prefix: str, spent: Sequence[float]) -> Iterator[tuple[str, float]]:
    yield f"{prefix}p50_ms", statistics.median(spent)
    yield f"{prefix}p95_ms", sorted(spent)[int(0.95 * (len(spent) - 1))]


def embedding(cues: Sequence[str]) -> dict[str, float]:
    """How long embedding a cue takes."""
    from fabula.models.bundled import Bundled  # noqa: PLC0415 - the model comes with an extra

    embedder = Bundled()
    embedder.embed(cues[:1], "cue")
    return {
        "embed_p50_ms": statistics.median(
            spent_ms(lambda cue=cue: embedder.embed([cue], "cue")) for cue in cues
        )
    }


def main() -> None:
    """Measure, print a table for people, and the figures as the last line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", nargs="?", help="not needed: everything is synthetic")
    parser.add_argument("--facts", default="1000,10000,100000")
    parser.add_argument("--cues", type=int, default=200)
    parser.add_argument("--embedder", choices=("none", "bundled"), default="none")
    options = parser.parse_args()
    sizes = sorted(int(size) for size in options.facts.split(","))
    by_size = {size: measured(size, options.cues) for size in sizes}
    figures = {f"{name}_{size // 1000}k": value for size in sizes for name, value in by_size[size].items()}
    figures |= by_size[sizes[-1]] | {"ratio": by_size[sizes[-1]]["p50_ms"] / by_size[sizes[0]]["p50_ms"]}
    if options.embedder == "bundled":
        figures |= embedding([World(400, random.Random(3)).cue() for _ in range(20)])
    print(f"{'ms':18s}" + "".join(f"{size:>12,}" for size in sizes))
    for name in by_size[sizes[0]]:
        print(f"{name:18s}" + "".join(f"{by_size[size][name]:12.2f}" for size in sizes))
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
