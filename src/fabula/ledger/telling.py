"""Telling one more turn at the end of a branch, and keeping replies that nobody has echoed yet."""

from collections.abc import Iterable
from typing import Any

from fabula.claims.canonical import digest
from fabula.errors import HeadMovedError
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Candidate, Changes, HeadMove, Message, Turn
from fabula.ledger.store import LedgerStore
from fabula.ledger.tree import turn_after

_TRIES = 20
_KEPT_TURNS = 32
_KEPT_VERSIONS = 32


def tell_next(ledger: Ledger, branch: str, message: Message, expected: str | None = None) -> Turn:
    """One more turn at the end of a branch, wherever that is meanwhile, or only where it is ``expected``.

    Raises:
        HeadMovedError: the branch does not end at ``expected``; nothing was changed.
    """
    for _ in range(_TRIES):
        head = ledger.head(branch)
        if expected not in (None, head):
            raise HeadMovedError(branch, expected, head)
        try:
            return append(ledger, branch, (head, head), message, "tell")
        except HeadMovedError:
            if expected is not None:
                raise
    raise HeadMovedError(branch, expected, ledger.head(branch))


def append(ledger: Ledger, branch: str, place: tuple[str, str], message: Message, why: str) -> Turn:
    """A turn told after another one; ``place`` is its parent, and the head that the branch moves from.

    Raises:
        HeadMovedError: the branch's head is another one; nothing was changed.
    """
    parent, head = place
    turn = turn_after(None if parent == ROOT else ledger.stem(parent), message)
    before = ledger.before(branch, head)
    dropped = tuple(one.id for one in ledger.store.candidates(ledger.story) if one.parent == parent)
    move = HeadMove(branch, before, turn.id, ledger.by, ledger.clock(), why)
    ledger.commit(Changes(turns=(turn,), moves=(move,), dropped=dropped))
    return turn


def in_other_words(turn: Turn, text: str, **more: Any) -> Message:
    """What a turn says, in other words: of the same speaker at the same time, but for what ``more`` changes."""
    same = {"role": turn.role, "speaker": turn.speaker, "present": turn.present, "sent_at": turn.sent_at}
    return Message(text, **{**same, **more})


def offer(ledger: Ledger, branch: str, text: str, *, speaker: str, role: str, after: str = "") -> Candidate:
    """Keep a reply outside the tree: to the turn ``after``, or else to a branch's latest one.

    Raises:
        InvalidInputError: it could never become a turn, such as one without words.
    """
    Message(text, role, speaker)
    parent = after or ledger.head(branch)
    identity = digest([parent, role, speaker, text])
    candidate = Candidate(identity, parent, role, speaker, text, at=ledger.clock())
    ledger.commit(Changes(candidates=(candidate,)))
    return candidate


def sweep(store: LedgerStore, story: str) -> int:
    """Forget the replies of a story to which nobody comes back any more, and say how many these were."""
    gone = stale(store.candidates(story))
    if gone:
        store.commit(story, Changes(dropped=gone))
    return len(gone)


def stale(candidates: Iterable[Candidate]) -> tuple[str, ...]:
    """The replies, by id, that can be forgotten: the older ones to a turn, and all to turns answered long ago.

    A turn's replies go when one of them is told. Those to a turn that a person has taken back are told by nobody; but
    somebody may still turn to it, so what was answered last stays, however old it is.
    """
    by_turn: dict[str, list[Candidate]] = {}
    for one in sorted(candidates, key=lambda one: (one.at, one.id), reverse=True):
        by_turn.setdefault(one.parent, []).append(one)
    kept = {one.id for versions in list(by_turn.values())[:_KEPT_TURNS] for one in versions[:_KEPT_VERSIONS]}
    return tuple(sorted(one.id for versions in by_turn.values() for one in versions if one.id not in kept))


def replies(ledger: Ledger, branch: str) -> tuple[Candidate, ...]:
    """The replies that are kept for a branch's latest turn, by id."""
    head = ledger.head(branch)
    return tuple(one for one in ledger.store.candidates(ledger.story) if one.parent == head)
