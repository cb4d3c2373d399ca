"""How good a ranking is: recall at 5, 10 and 20, NDCG at 10, and whether any right turn is among the first."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

DEPTH = 20
NAMES = ("r5", "r10", "r20", "ndcg10", "hit1", "hit5", "hit10")


class Figures:
    """Means over questions, for all and by category, in percent."""

    def __init__(self, prefix: str = "", apart: Collection[str] = ()) -> None:
        self.prefix = prefix
        self.apart = apart
        self._values: dict[str, list[Sequence[float]]] = defaultdict(list)

    def count(self, ranked: Sequence[str], gold: Collection[str], category: str) -> None:
        """Take in one ranking; questions without an answer are passed over."""
        if not gold:
            return
        values = _judged(ranked[:DEPTH], gold)
        if category not in self.apart:
            self._values[""].append(values)
        if category:
            self._values[category].append(values)

    def figures(self) -> dict[str, float]:
        """Every mean by its name, such as ``r10`` and ``r10_multi_hop``."""
        result: dict[str, float] = {}
        for category, values in self._values.items():
            suffix = f"_{category.replace('-', '_').replace('->', '_')}" if category else ""
            for name, column in zip(NAMES, zip(*values, strict=True), strict=True):
                result[self.prefix + name + suffix] = round(100 * sum(column) / len(column), 2)
        return result


def _judged(ranked: Sequence[str], gold: Collection[str]) -> tuple[float, ...]:
    found = [one in gold for one in ranked]
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(gold))))
    gain = sum(1 / math.log2(place + 2) for place, is_right in enumerate(found[:10]) if is_right)
    recalls = (sum(found[:most]) / len(gold) for most in (5, 10, 20))
    return (*recalls, gain / ideal, *(float(any(found[:most])) for most in (1, 5, 10)))


def by_row(figures: Mapping[str, float], suffix: str, prefixes: Sequence[str]) -> list[str]:
    """Lines of a table: a row for each way of ranking."""
    rows = []
    for prefix in prefixes:
        cells = [figures.get(prefix + name + suffix) for name in NAMES]
        if any(cell is not None for cell in cells):
            label = (prefix.rstrip("_") or "ours") + suffix
            rows.append(
                f"{label:28s}" + "".join("       -" if one is None else f"{one:8.1f}" for one in cells)
            )
    return rows
