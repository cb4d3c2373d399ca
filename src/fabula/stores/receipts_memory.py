"""Receipts that live and die with the process."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from fabula.ledger.receipts import MOST_RECEIPTS, KeptReceipt
from fabula.stores.memory_story import MemoryStory


class MemoryReceipts:
    """The receipts of the stories that ``held`` gives, one caller at a time under ``lock``."""

    def __init__(self, lock: AbstractContextManager[bool], held: Callable[[str], MemoryStory]) -> None:
        self._lock = lock
        self._held = held

    def put(self, story: str, receipt: KeptReceipt) -> int:
        """Keep a receipt as the newest and return its number; those beyond ``MOST_RECEIPTS`` go."""
        with self._lock:
            kept = self._held(story).receipts
            number = kept[-1].number + 1 if kept else 1
            kept.append(replace(receipt, number=number))
            del kept[:-MOST_RECEIPTS]
            return number

    def get(self, story: str, number: int) -> KeptReceipt | None:
        """The receipt with this number, unless it is gone or never was."""
        with self._lock:
            return next((one for one in self._held(story).receipts if one.number == number), None)

    def newest(self, story: str, limit: int = MOST_RECEIPTS) -> Sequence[KeptReceipt]:
        """At most ``limit`` receipts, the newest first."""
        with self._lock:
            return tuple(self._held(story).receipts[::-1][: max(limit, 0)])

    def forget(self, story: str) -> int:
        """Erase every receipt of a story and return how many there were."""
        with self._lock:
            kept = self._held(story).receipts
            count = len(kept)
            kept.clear()
            return count
