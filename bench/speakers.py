"""Who speaks each quotation of a novel: accuracy over all quotations, and over those with an explicit tag.

    python bench/speakers.py DATA [--show TYPE]

DATA is a folder of novels, each a folder with novel.txt, characters.json and quotes.jsonl, or one such
folder. The reader is given the text, the spans of each quotation and, from characters.json, each
character's main name and aliases to choose from; never who speaks. A speaker is right if one of the
names of the chosen one is gold's, without case and a leading "the". Quotations whose gold speaker is no
listed character count as well. The last line is one JSON object of figures in percent: ``accuracy`` and
``accuracy_explicit`` (also ``_anaphoric``, ``_implicit``), each a mean over novels.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.extraction.whole import Study, study

KINDS = ("explicit", "anaphoric", "implicit")


@dataclass(slots=True)
class Score:
    """How one novel was heard: right and all, by kind of quotation."""

    name: str
    seconds: float = 0.0
    right: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)

    def percent(self, kind: str) -> float:
        """Percent right of a kind; all kinds where it is empty."""
        return 100 * self.right[kind] / self.all[kind] if self.all[kind] else 100.0


def novels_in(data: Path) -> Iterator[Path]:
    """The folders of novels, in order of their names."""
    if (data / "quotes.jsonl").exists():
        yield data
    else:
        yield from (path for path in sorted(data.iterdir()) if (path / "quotes.jsonl").exists())


def score(folder: Path, show: str = "") -> Score:
    """Read one novel and compare."""
    text = (folder / "novel.txt").read_text("utf-8")
    rows = [json.loads(line) for line in (folder / "quotes.jsonl").read_text("utf-8").splitlines() if line]
    rows.sort(key=lambda row: sorted(row["spans"]))
    start = time.perf_counter()
    heard = heard_in(text, folder, [[(a, b) for a, b in row["spans"]] for row in rows])
    result = Score(folder.name, time.perf_counter() - start)
    for row, speech in zip(rows, heard.speeches[0], strict=True):
        person = heard.person(speech.speaker)
        right = _key(row["speaker"]) in map(_key, person.names if person else [speech.speaker])
        for kind in ("", row["type"].casefold()):
            result.right[kind] += right
            result.all[kind] += 1
        if not right and show == row["type"].casefold():
            print(f"  {row['speaker']}, not {speech.speaker} ({speech.confidence}): {_around(text, row)!r}")
    return result


def heard_in(text: str, folder: Path, spans: Sequence[Sequence[tuple[int, int]]]) -> Study:
    """What the reader makes of a novel whose characters and quotations are marked."""
    characters = json.loads((folder / "characters.json").read_text("utf-8"))["characters"]
    people = [
        list(dict.fromkeys(name.strip() for name in (one["main"], *one["aliases"]))) for one in characters
    ]
    return study([text], people=people, quotations=[spans])


def _key(name: str) -> str:
    return name.strip().casefold().removeprefix("the ")


def _around(text: str, row: dict[str, Any]) -> str:
    start, end = row["spans"][0][0], row["spans"][-1][1]
    return f"{text[max(start - 60, 0) : start + 30]} ... {text[max(end - 20, 0) : end + 60]}"


def figures(scores: Sequence[Score]) -> dict[str, float]:
    """Means over the novels that have such quotations."""
    result: dict[str, float] = {}
    for kind in ("", *KINDS):
        some = [one.percent(kind) for one in scores if one.all[kind]]
        if some:
            result[f"accuracy_{kind}".rstrip("_")] = round(sum(some) / len(some), 2)
    return result


def main() -> None:
    """Score every novel in DATA."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", choices=KINDS, default="", help="list what went wrong, of one kind")
    args = parser.parse_args()
    scores = [score(folder, args.show) for folder in novels_in(args.data)]
    print(f"{'':32s}{'all':>8s}" + "".join(f"{kind:>18s}" for kind in KINDS) + f"{'seconds':>9s}")
    for one in scores:
        cells = "".join(f"{one.percent(kind):10.1f} of {one.all[kind]:4d}" for kind in KINDS)
        print(f"{one.name:32s}{one.percent(''):8.1f}{cells}{one.seconds:9.1f}")
    print(json.dumps(figures(scores)))


if __name__ == "__main__":
    main()
