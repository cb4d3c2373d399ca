"""What reading cost: as it is kept on a body, added up, and bounded by a cap."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field

from fabula.errors import InvalidInputError, ModelError
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Body
from fabula.models.chat import Usage

UNANSWERED = "unanswered"
"""Among a body's counts: no answer came, so its failure is the endpoint's and not that of the words."""

CAP_REACHED = "cap-reached"
"""The code of an error that says: nothing more may be asked in this run."""

READING = "reading"
"""The task that an extraction is; upkeep will have tasks of its own."""

NO_USAGE = Usage()
_FIELDS = ("calls", "prompt", "completion", "cached")


def counts_of(usage: Usage) -> dict[str, int]:
    """Usage as a body keeps it: by name, without zeros."""
    counts = {name: int(getattr(usage, name)) for name in _FIELDS}
    return {name: count for name, count in counts.items() if count}


def usage_of(counts: Mapping[str, int]) -> Usage:
    """The usage in a body's counts."""
    return Usage(*(counts.get(name, 0) for name in _FIELDS))


def charged(error: ModelError, usage: Usage) -> ModelError:
    """The error, with what asking had cost before it came: a reader that asks twice says so by this."""
    vars(error)["spent"] = usage
    return error


def charge_of(error: ModelError) -> Usage:
    """What ``charged`` was told of an error; nothing if it was not."""
    spent = vars(error).get("spent")
    return spent if isinstance(spent, Usage) else NO_USAGE


def blameless(error: ModelError, code: str = "") -> ModelError:
    """A copy of the error, marked as no fault of the turns that were to be read: none of them is marked by it.

    A ``code`` takes the place of the error's own.
    """
    marked = copy(error)
    vars(marked)["blameless"] = True
    if code:
        vars(marked)["code"] = code
    return marked


def is_blameless(error: ModelError) -> bool:
    """Whether ``blameless`` was told of an error."""
    return bool(vars(error).get("blameless"))


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that one run may spend. It stops before the question that would begin beyond; None is no bound.

    Raises:
        InvalidInputError: a bound below 1.
    """

    calls: int | None = None
    tokens: int | None = None

    def __post_init__(self) -> None:
        for name, most in (("calls", self.calls), ("tokens", self.tokens)):
            if most is not None and most < 1:
                raise InvalidInputError(
                    f"A cap of {most} {name} would read nothing: give 1 or more, or none."
                )

    def left(self, spent: Usage) -> "Cap":
        """What may still be spent; of a cap that is reached, the least that a cap can be."""
        calls = None if self.calls is None else max(self.calls - spent.calls, 1)
        tokens = None if self.tokens is None else max(self.tokens - spent.tokens, 1)
        return Cap(calls, tokens)

    def reached(self, spent: Usage) -> str:
        """Why nothing more may be asked, in a person's words; empty while something may."""
        if self.calls is not None and spent.calls >= self.calls:
            return f"cap: {spent.calls:,} of {self.calls:,} calls made"
        if self.tokens is not None and spent.tokens >= self.tokens:
            return f"cap: {spent.tokens:,} of {self.tokens:,} tokens spent"
        return ""


NO_CAP = Cap()


@dataclass(frozen=True, slots=True)
class Spent:
    """What a story has cost so far, on all branches: in all, by task, by extractor, and by turn id."""

    total: Usage = NO_USAGE
    by_task: Mapping[str, Usage] = field(default_factory=dict)
    by_extractor: Mapping[str, Usage] = field(default_factory=dict)
    by_turn: Mapping[str, Usage] = field(default_factory=dict)


def spent_on(ledger: Ledger, *, by_turn: bool = True) -> Spent:
    """What reading a story has cost. A reading that serves several turns is charged to the first of them.

    Without ``by_turn`` nobody is charged, which spares reading the whole story.
    """
    payer = _payers(ledger) if by_turn else {}
    bodies = ledger.store.outlines(ledger.story)
    costs = [(body, usage_of(body.usage)) for body in bodies.values()]
    total = added(usage for _, usage in costs)
    return Spent(
        total,
        {READING: total} if total != NO_USAGE else {},
        _sums((body.extractor, usage) for body, usage in costs),
        _sums((payer.get(body.id, ""), usage) for body, usage in costs) if by_turn else {},
    )


def _payers(ledger: Ledger) -> dict[str, str]:
    """The first turn that each body speaks of, by the body's id."""
    kept = ledger.store.snapshot(ledger.story)
    places = {turn.id: (turn.number, turn.id) for turn in kept.turns}
    payer: dict[str, str] = {}
    for row in sorted(kept.bindings, key=lambda row: places[row.turn]):
        payer.setdefault(row.body, row.turn)
    return payer


def added(usages: Iterable[Usage]) -> Usage:
    """Several usages as one."""
    return sum(usages, NO_USAGE)


def cost_of(bodies: Iterable[Body]) -> Usage:
    """What these readings cost."""
    return added(usage_of(body.usage) for body in bodies)


def _sums(parts: Iterable[tuple[str, Usage]]) -> dict[str, Usage]:
    sums: dict[str, Usage] = {}
    for name, usage in parts:
        if usage != NO_USAGE:
            sums[name] = sums.get(name, NO_USAGE) + usage
    return {name: sums[name] for name in sorted(sums)}
