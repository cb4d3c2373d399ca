"""Does recall find the turns that answer a question, beside plain BM25 and vectors alone.

    python bench/recall.py DATA [--embedder none|bundled] [--keep FOLDER] [--limit N] [--read]

DATA is the folder of one set: ``corpus.jsonl`` with ``queries.jsonl``, or storysim's ``ku_*.jsonl``. Every
turn is told to a story with its speaker, its date (``sent_at``) and its session (``meta``); then every
question is a recall with 20 hits, whose evidence turns are the ranking. ``--read`` has the rules read the
story first (storysim always does). ``--keep`` keeps vectors between runs, ``--limit`` takes only the first
N stories. The last line is one JSON object of figures in percent.

r5, r10, r20      share of the answering turns among the first 5, 10, 20
ndcg10            the same, the higher they stand the better
hit1, hit5, hit10 questions with any answering turn among the first 1, 5, 10
bm25_...          plain BM25 over the messages (``storysim_ranks.PlainBM25``)
dense_...         the embedder's nearest turns alone (with --embedder bundled)
..._category      of the questions of one category; bare figures leave adversarial questions out
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from recall_data import ADVERSARIAL, Corpus, Question, corpora
from recall_figures import DEPTH, NAMES, Figures, by_row
from storysim_ranks import PlainBM25

if TYPE_CHECKING:
    from fabula.models.embedding import Embedder

PREFIXES = ("", "bm25_", "dense_")


class Bench:
    """All figures of one run."""

    def __init__(self, embedder: "Embedder | None", *, baselines: bool = True) -> None:
        self.embedder = embedder
        self.baselines = baselines
        self.kinds = {prefix: Figures(prefix, (ADVERSARIAL,)) for prefix in PREFIXES}
        self.spent: list[float] = []

    def run(self, corpus: Corpus) -> None:
        """Ask everything of one story."""
        story = corpus.story(self.embedder)
        turns = story.turns()
        ids = {turn.id: row["id"] for turn, row in zip(turns, corpus.rows, strict=True)}
        plain = PlainBM25([{"text": f"{turn.speaker}: {turn.text}"} for turn in turns])
        for question in corpus.questions:
            given = story.vectors.scores(question.text)
            if self.embedder is not None:
                nearest = sorted(given.turns, key=lambda one: (-given.turns[one], one))[:DEPTH]
                self._count("dense_", [ids[one] for one in nearest], question)
            start = time.perf_counter()
            found = story.recall(question.text, limit=DEPTH, vectors=given)
            self.spent.append(time.perf_counter() - start)
            ranked = dict.fromkeys(ids[turn] for hit in found.hits for turn in hit.evidence_turns)
            self._count("", list(ranked), question)
            if self.baselines:
                places = plain.places(question.text)
                rows = [corpus.rows[at]["id"] for at in sorted(places, key=places.__getitem__)]
                self._count("bm25_", rows, question)

    def figures(self) -> dict[str, float]:
        """Every figure by its name."""
        return {name: value for kind in self.kinds.values() for name, value in kind.figures().items()}

    def _count(self, prefix: str, ranked: list[str], question: Question) -> None:
        self.kinds[prefix].count(ranked, question.gold, question.category)


def embedder_of(name: str, kept_in: Path | None) -> "Embedder | None":
    """What makes vectors, if anything does."""
    if name != "bundled":
        return None
    from recall_vectors import bundled  # noqa: PLC0415 - the model comes with an extra

    return bundled(kept_in)


def table(figures: dict[str, float]) -> Iterator[str]:
    """The lines for people."""
    yield " " * 28 + "".join(f"{name:>8s}" for name in NAMES)
    for suffix in dict.fromkeys(name.removeprefix("r10") for name in figures if name.startswith("r10")):
        yield from by_row(figures, suffix, PREFIXES)


def main() -> None:
    """Measure, print a table for people, and the figures as the last line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--embedder", choices=("none", "bundled"), default="none")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--read", action="store_true")
    options = parser.parse_args()
    bench = Bench(embedder_of(options.embedder, options.keep))
    for number, corpus in enumerate(corpora(options.data)):
        if options.limit is None or number < options.limit:
            bench.run(replace(corpus, is_read=True) if options.read else corpus)
    figures = bench.figures()
    for line in table(figures):
        print(line)
    spent = sorted(bench.spent)
    print(f"recall: median {1000 * spent[len(spent) // 2]:.1f} ms of {len(spent)}")
    print(json.dumps(figures, ensure_ascii=False))


if __name__ == "__main__":
    main()
