"""Taking an archive into a store that may hold the story already: only what is missing, never what was purged."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from fabula.errors import ConflictError, CorruptLedgerError
from fabula.ledger.archive import read_archive
from fabula.ledger.erasure import Erasure, erasure_of
from fabula.ledger.ids import text_key
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Act, Candidate, Changes, HeadMove, Selection, Snapshot
from fabula.ledger.verify import verify


def restore(ledger: Ledger, archive: Iterable[bytes]) -> None:
    """Take in an archive of this story; what is here already is left alone, what it knows to be purged goes.

    Raises:
        FormatError, FormatVersionError: the archive is broken, or a newer Fabula wrote it; nothing was changed.
        CorruptLedgerError: rows of the archive are not what their ids say; nothing was changed.
        ConflictError: the authors' acts went different ways; nothing was changed.
    """
    stored = ledger.store.snapshot(ledger.story)
    archived = read_archive(archive)
    _check(archived)
    gone = purged_by(stored, archived)
    ledger.commit(missing_from(stored, archived))
    if gone.turns:
        ledger.store.purge(ledger.story, gone.turns, gone.bodies, gone.acts)
        ledger.forget()


def _check(archived: Snapshot) -> None:
    damages = [str(damage) for damage in verify(archived).damages]
    if damages:
        raise CorruptLedgerError(
            f"The archive is damaged in {len(damages)} places; the first: {damages[0]}. Nothing was imported.",
            damages,
        )


def missing_from(stored: Snapshot, archived: Snapshot) -> Changes:
    """What an archive adds to what a store holds of the same story; nothing when it was read before.

    A branch that has gone another way here meanwhile stays, and the archive's is kept beside it. What was
    read from words that are purged here is left out.

    Raises:
        ConflictError: the two story logs went different ways; import under another name instead.
    """
    archived = _without(archived, _purged_in(stored, archived))
    tags = {tag.name for tag in stored.tags}
    return Changes(
        turns=archived.turns,
        bodies=archived.bodies,
        bindings=archived.bindings,
        selections=_new_selections(stored, archived),
        acts=_new_acts(stored.acts, archived.acts),
        carried=archived.carried,
        moves=tuple(_new_moves(stored, archived)),
        tags=tuple(tag for tag in archived.tags if tag.name not in tags),
        candidates=tuple(_new_candidates(stored, archived)),
        tombstones=archived.tombstones,
    )


def purged_by(stored: Snapshot, archived: Snapshot) -> Erasure:
    """What a store still tells of words that the archive knows to be purged."""
    return _purged_in(archived, stored)


def _purged_in(one: Snapshot, other: Snapshot) -> Erasure:
    """What ``other`` tells of words that ``one`` has purged."""
    keys = {stone.key for stone in one.tombstones}
    return erasure_of(other, [turn.id for turn in other.turns if turn.key in keys and not turn.purged])


def _without(snapshot: Snapshot, gone: Erasure) -> Snapshot:
    if not gone.turns:
        return snapshot
    return replace(
        snapshot,
        bodies=tuple(body for body in snapshot.bodies if body.id not in gone.bodies),
        bindings=tuple(binding for binding in snapshot.bindings if binding.body not in gone.bodies),
        selections=tuple(chosen for chosen in snapshot.selections if chosen.body not in gone.bodies),
        acts=tuple(replace(act, payload={}) if act.id in gone.acts else act for act in snapshot.acts),
    )


def _new_selections(stored: Snapshot, archived: Snapshot) -> tuple[Selection, ...]:
    known = set(stored.selections)
    return tuple(chosen for chosen in archived.selections if chosen not in known)


def _new_acts(stored: tuple[Act, ...], archived: tuple[Act, ...]) -> tuple[Act, ...]:
    shared = min(len(stored), len(archived))
    if [act.id for act in stored[:shared]] != [act.id for act in archived[:shared]]:
        raise ConflictError(
            "The author's acts in this archive and in the store went different ways. "
            "Import it as another story: give it a name of its own."
        )
    return archived[shared:]


def _new_moves(stored: Snapshot, archived: Snapshot) -> Iterator[HeadMove]:
    """The archive's further moves of heads that went no other way here, in the order in which they were made."""
    ours, theirs = _by_branch(stored.moves), _by_branch(archived.moves)
    known = {branch: len(ours.get(branch, ())) for branch in theirs}
    parted = {
        branch
        for branch, moves in theirs.items()
        if moves[: known[branch]] != ours.get(branch, [])[: len(moves)]
    }
    made: Counter[str] = Counter()
    for move in archived.moves:
        made[move.branch] += 1
        if move.branch not in parted and made[move.branch] > known[move.branch]:
            yield move
    for branch in sorted(parted):
        last = theirs[branch][-1]
        if last.after not in (None, *stored.branches.values()):
            beside = f"{branch}-from-archive"
            yield HeadMove(beside, stored.branches.get(beside), last.after, last.by, last.at, "import")


def _by_branch(moves: Iterable[HeadMove]) -> dict[str, list[HeadMove]]:
    found: dict[str, list[HeadMove]] = {}
    for move in moves:
        found.setdefault(move.branch, []).append(move)
    return found


def _new_candidates(stored: Snapshot, archived: Snapshot) -> Iterator[Candidate]:
    """The replies that are still provisional here: nothing was told after their turn that the archive has not."""
    known = {turn.id for turn in archived.turns}
    went_on = {turn.parent for turn in stored.turns if turn.id not in known}
    echoed = {(turn.parent, turn.key) for turn in stored.turns}
    for candidate in archived.candidates:
        is_echoed = (candidate.parent, text_key(candidate.text)) in echoed
        if candidate.parent not in went_on and not is_echoed:
            yield candidate
