"""What each constant of recall is worth: figures of several corpora while one constant at a time is moved.

    python bench/recall_tune.py DATA... --set MODULE.NAME=VALUE[,VALUE...] [--embedder none|bundled] [--keep FOLDER]

Each DATA is a folder as ``bench/recall.py`` takes it. For every value of every constant the table shows
figures of all of them: take what is good for all, and the middle of what makes no difference, since other
stories will be told than these. Constants lie in modules of ``fabula.recall``, such as ``seek_turns.FACTS``.
"""

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from recall import Bench, embedder_of
from recall_data import corpora

if TYPE_CHECKING:
    from fabula.models.embedding import Embedder

SHOWN = ("r10", "ndcg10", "hit1", "hit10", "r10_multi_hop")


def settings(asked: list[str]) -> Iterator[tuple[str, str, float | None]]:
    """Each constant with each of its values; first of all, things as they are."""
    yield "", "", None
    for one in asked:
        name, _, values = one.partition("=")
        module, _, constant = name.rpartition(".")
        for value in values.split(","):
            yield module, constant, float(value)


def measured(folder: Path, embedder: "Embedder | None") -> dict[str, float]:
    """The figures of one folder with the constants as they stand."""
    bench = Bench(embedder, baselines=False)
    for corpus in corpora(folder):
        bench.run(corpus)
    return bench.figures()


def main() -> None:
    """Move the constants and print what that does."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--set", action="append", default=[], dest="asked")
    parser.add_argument("--embedder", choices=("none", "bundled"), default="none")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    embedder = embedder_of(options.embedder, options.keep)
    print(f"{'':34s}" + "  ".join(f"{folder.name}: {' '.join(SHOWN)}" for folder in options.data))
    for module, constant, value in settings(options.asked):
        home = importlib.import_module(f"fabula.recall.{module}") if module else None
        before = getattr(home, constant) if home else None
        if home:
            setattr(home, constant, type(before)(value))
        cells = [measured(folder, embedder) for folder in options.data]
        if home:
            setattr(home, constant, before)
        row = "  |  ".join(" ".join(f"{one.get(name, 0):5.1f}" for name in SHOWN) for one in cells)
        print(f"{f'{module}.{constant} {value:g}' if home else 'as it is':34s}{row}", flush=True)


if __name__ == "__main__":
    main()
