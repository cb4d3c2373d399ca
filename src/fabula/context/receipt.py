"""The receipt of a context: what was considered, kept and cut, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Why: TypeAlias = Literal["budget", "visible", "limit", "repeated"]
"""Cut because there was no room, because the model sees the words anyway, by the recall's own limit, or
because another line says the same."""


@dataclass(frozen=True, slots=True)
class Row:
    """One candidate. ``section`` is where it stands or would; ``clipped`` says that only its beginning does.

    ``score`` is in thousandths; ``why`` is empty for what was kept.
    """

    kind: str
    id: str
    section: str
    score: int
    clipped: bool = False
    why: Why | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of every candidate, each list in the order of choosing; budget and use are in tokens."""

    budget: int
    used: int
    kept: tuple[Row, ...] = ()
    cut: tuple[Row, ...] = ()

    def to_json(self) -> Mapping[str, object]:
        """The receipt as a JSON object."""
        return {
            "budget": self.budget,
            "used": self.used,
            "kept": [_row(row) for row in self.kept],
            "cut": [{**_row(row), "why": row.why} for row in self.cut],
        }


def _row(row: Row) -> dict[str, object]:
    plain: dict[str, object] = {"kind": row.kind, "id": row.id, "section": row.section, "score": row.score}
    return {**plain, "clipped": True} if row.clipped else plain
