"""The stories of a store that a person looks for."""

from collections.abc import Sequence

from fabula.ledger.joined import joined_stories
from fabula.ledger.provisional import is_provisional
from fabula.ledger.records import StoryRow
from fabula.ledger.store import LedgerStore


def listed(store: LedgerStore, rows: Sequence[StoryRow] | None = None) -> Sequence[StoryRow]:
    """The stories of a store, or of ``rows``, without those that are told in another one or are provisional.

    Where nothing would be left, all of them.
    """
    every = store.stories() if rows is None else rows
    joined = joined_stories(store)
    told = tuple(row for row in every if row.name not in joined and not is_provisional(store, row.name))
    return told or tuple(every)
