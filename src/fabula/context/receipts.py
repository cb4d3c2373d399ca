"""The receipts of one story: what was given to a model, kept on purpose and read again byte for byte."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import orjson

from fabula.claims.canonical import canonical
from fabula.context.context import Context
from fabula.context.receipt import Receipt
from fabula.context.why_not import Answer, why_not
from fabula.errors import NotFoundError
from fabula.graph.view import View
from fabula.ledger.receipts import MOST_RECEIPTS, KeptReceipt, ReceiptStore
from fabula.recall.turns import TurnIndex


@dataclass(frozen=True, slots=True)
class KeptContext:
    """A context as it was given, with its number, its branch, and when it was kept."""

    number: int
    branch: str
    at: str
    context: Context


@dataclass(frozen=True, slots=True)
class Receipts:
    """Keeps the newest contexts of a story (``MOST_RECEIPTS``). Contexts themselves are pure; this writes.

    ``seen`` gives the view at a turn and the index of the turns up to it; None asks for the branch's latest.
    """

    store: ReceiptStore
    story: str
    branch: str
    clock: Callable[[], str]
    seen: Callable[[str | None], tuple[View, TurnIndex]]

    def keep(self, context: Context) -> int:
        """Keep a context with its receipt, and return its number within the story."""
        body = canonical(_shape(context)).decode()
        return self.store.put(self.story, KeptReceipt(self.branch, context.receipt.turn, self.clock(), body))

    def get(self, number: int) -> KeptContext:
        """The context that was kept under a number.

        Raises:
            NotFoundError: it is gone, or never was.
        """
        kept = self.store.get(self.story, number)
        if kept is None:
            raise NotFoundError(
                f"There is no receipt {number}. `fabula context ... --keep` keeps one; the newest "
                f"{MOST_RECEIPTS} stay, and a purge takes them all."
            )
        return _read(kept)

    def newest(self, limit: int = MOST_RECEIPTS) -> tuple[KeptContext, ...]:
        """The contexts that were kept, the newest first."""
        return tuple(map(_read, self.store.newest(self.story, limit)))

    def why_not(self, asked: str, context: Context) -> tuple[Answer, ...]:
        """Why something (an id, a name, words, ``#12``) is not in a context, kept or just made; or that it is."""
        receipt = context.receipt
        then, own = self.seen(receipt.turn)
        now, turns = self.seen(None)
        time = receipt.scope.get("at")
        then = then if time is None else then.at(time)
        # A context of another branch is asked there: its turns are not those of this one.
        is_behind = bool(receipt.turn) and turns.passage(receipt.number) != own.passage(receipt.number)
        return why_not(
            asked, receipt, then=then, now=then if is_behind else now, turns=own if is_behind else turns
        )

    def forget(self) -> int:
        """Erase every receipt of the story and return how many there were."""
        return self.store.forget(self.story)


def _shape(context: Context) -> dict[str, object]:
    # Half of a surrogate pair cannot be written as UTF-8, and a cue may hold anything.
    cue = context.receipt.cue.encode(errors="replace").decode()
    return {
        "stable": context.stable,
        "volatile": context.volatile,
        "tokens": context.tokens,
        "receipt": replace(context.receipt, cue=cue).to_json(),
    }


def _read(kept: KeptReceipt) -> KeptContext:
    body = orjson.loads(kept.body)
    receipt = Receipt.from_json(body.pop("receipt"))
    return KeptContext(kept.number, kept.branch, kept.at, Context(**body, receipt=receipt))
