"""The receipt of a context: what was asked, what was considered, kept and cut, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

Why: TypeAlias = Literal["budget", "visible", "limit", "repeated"]
"""Cut because there was no room, because the model sees the words anyway, by the recall's own limit, or
because another line says the same."""

NO_SCOPE: Mapping[str, str | int | bool] = MappingProxyType({})


# A tuple: a hundred of them are made for a request, each in a quarter of the time that a frozen class takes.
class Row(NamedTuple):
    """One candidate. ``section`` is where it stands or would; ``clipped`` says that only its beginning does.

    ``score`` is in thousandths; ``why`` is empty for what was kept, else a ``Why`` or what the recall said.
    ``rank`` is its place in the recall's list, from 1; 0 for what the context brought in by itself.
    """

    kind: str
    id: str
    section: str
    score: int
    clipped: bool = False
    why: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of every candidate, each list in the order of choosing; budget and use are in tokens.

    ``cue`` is what was asked, ``turn`` (``number``) where the context stands, ``epoch`` the number of the
    turn that its stable block speaks as of, ``visible`` how many turns the model saw, ``counter`` what
    counted the tokens, ``scope`` what else narrowed it, such as ``pov``. Equal to whoever asks again.
    """

    budget: int
    used: int
    kept: tuple[Row, ...] = ()
    cut: tuple[Row, ...] = ()
    cue: str = ""
    turn: str = ""
    number: int = 0
    epoch: int = 0
    visible: int = 0
    counter: str = "estimate"
    scope: Mapping[str, str | int | bool] = field(default_factory=lambda: NO_SCOPE)

    def to_json(self) -> Mapping[str, object]:
        """The receipt as a JSON object."""
        return {
            "cue": self.cue,
            "turn": self.turn,
            "number": self.number,
            "epoch": self.epoch,
            "visible": self.visible,
            "scope": dict(self.scope),
            "counter": self.counter,
            "budget": self.budget,
            "used": self.used,
            "kept": [_row(row) for row in self.kept],
            "cut": [{**_row(row), "why": row.why} for row in self.cut],
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> "Receipt":
        """The receipt that ``to_json`` wrote."""
        plain = {name: value for name, value in given.items() if name not in ("kept", "cut")}
        return cls(**plain, kept=_rows(given["kept"]), cut=_rows(given["cut"]))


def _row(row: Row) -> dict[str, object]:
    plain: dict[str, object] = {"kind": row.kind, "id": row.id, "section": row.section, "score": row.score}
    further = {"clipped": row.clipped, "rank": row.rank}
    return plain | {name: value for name, value in further.items() if value}


def _rows(given: Sequence[Mapping[str, Any]]) -> tuple[Row, ...]:
    return tuple(Row(**row) for row in given)
