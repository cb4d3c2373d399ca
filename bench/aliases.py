"""Which names are one person's, after reading the whole text: pair-F1 and B-cubed F1.

    python bench/aliases.py DATA [--show]

DATA is a folder with novels (folders with novel.txt and characters.json, whose ``clusters`` are gold), or
one with text.txt and clusters.jsonl, or a folder of such folders, or one novel's. The names of gold are
given, without what belongs together; the text is read, and the reader clusters them. The last line is one
JSON object of figures in percent: ``pair_f1`` and ``b3_f1``, each a mean over texts, bare for all the
texts in DATA and with the suffix _en or _zh for one language.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from fabula.extraction.whole import study

LANGUAGES = ("en", "zh")
Clusters = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Text:
    """One text with what gold says of its names."""

    name: str
    language: str
    text: str
    gold: Clusters


@dataclass(frozen=True, slots=True)
class Score:
    """How one text was clustered."""

    name: str
    language: str
    pair_f1: float
    b3_f1: float
    seconds: float


def texts_in(data: Path) -> Iterator[Text]:
    """The texts of a folder, of either format, in order of their names."""
    if (data / "novel.txt").exists():
        row = json.loads((data / "characters.json").read_text("utf-8"))
        yield _text(data.name, data / "novel.txt", row["clusters"])
    elif (data / "clusters.jsonl").exists():
        lines = (data / "clusters.jsonl").read_text("utf-8").splitlines()
        for row in map(json.loads, filter(None, lines)):
            yield _text(row["doc"], data / "text.txt", row["clusters"])
    else:
        for folder in sorted(path for path in data.iterdir() if path.is_dir()):
            yield from texts_in(folder)


def _text(name: str, path: Path, gold: Clusters) -> Text:
    text = path.read_text("utf-8")
    wide = sum("\u4e00" <= char <= "\u9fff" for char in text[:20000])
    return Text(name, "zh" if wide > 2000 or 2 * wide > len(text) else "en", text, gold)


def found_clusters(text: Text) -> list[list[str]]:
    """The given names as the reader clusters them."""
    names = sorted({name for cluster in text.gold for name in cluster})
    return [list(person.names) for person in study([text.text], names=names).people]


def score(text: Text, *, show: bool = False) -> Score:
    """Read one text and compare."""
    start = time.perf_counter()
    found = found_clusters(text)
    seconds = time.perf_counter() - start
    gold = {name: frozenset(cluster) for cluster in text.gold for name in cluster}
    mine = {name: frozenset({name}) for name in gold}
    for cluster in found:
        known = frozenset(name for name in cluster if name in gold)
        mine.update(dict.fromkeys(known, known))
    if show:
        _show(text.name, gold, mine)
    return Score(text.name, text.language, pair_f1(gold, mine), b3_f1(gold, mine), seconds)


def _show(name: str, gold: dict[str, frozenset[str]], mine: dict[str, frozenset[str]]) -> None:
    for cluster in sorted(map(sorted, {mine[one] for one in gold} - set(gold.values()))):
        belong = sorted(map(sorted, {gold[one] for one in cluster}))
        print(f"  {name}: found {cluster}, gold {belong}")


def f1(hits: float, found: float, there: float) -> float:
    """The harmonic mean of hits / found and hits / there, in percent."""
    return 200 * hits / (found + there) if found + there else 100.0


def pair_f1(gold: dict[str, frozenset[str]], mine: dict[str, frozenset[str]]) -> float:
    """F1 over pairs of names in one cluster."""
    wanted, found = _pairs(gold), _pairs(mine)
    return f1(len(wanted & found), len(found), len(wanted))


def _pairs(clusters: dict[str, frozenset[str]]) -> set[tuple[str, ...]]:
    return {pair for one in set(clusters.values()) for pair in combinations(sorted(one), 2)}


def b3_f1(gold: dict[str, frozenset[str]], mine: dict[str, frozenset[str]]) -> float:
    """The B-cubed F1: precision and recall of the cluster of each name, averaged over names."""
    precision = sum(len(gold[name] & mine[name]) / len(mine[name]) for name in gold) / len(gold)
    recall = sum(len(gold[name] & mine[name]) / len(gold[name]) for name in gold) / len(gold)
    return 200 * precision * recall / (precision + recall)


def figures(scores: Sequence[Score]) -> dict[str, float]:
    """The means over all texts, and over those of each language."""
    result: dict[str, float] = {}
    for suffix, languages in (("", LANGUAGES), ("_en", ("en",)), ("_zh", ("zh",))):
        some = [one for one in scores if one.language in languages]
        if some:
            result[f"pair_f1{suffix}"] = round(sum(one.pair_f1 for one in some) / len(some), 2)
            result[f"b3_f1{suffix}"] = round(sum(one.b3_f1 for one in some) / len(some), 2)
    return result


def main() -> None:
    """Score every text in DATA."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", action="store_true", help="list the clusters that gold does not have")
    args = parser.parse_args()
    scores = [score(text, show=args.show) for text in texts_in(args.data)]
    print(f"{'':32s}{'pair-F1':>9s}{'B3-F1':>9s}{'seconds':>9s}")
    for one in scores:
        print(f"{one.name:32s}{one.pair_f1:9.1f}{one.b3_f1:9.1f}{one.seconds:9.1f}")
    print(json.dumps(figures(scores)))


if __name__ == "__main__":
    main()
