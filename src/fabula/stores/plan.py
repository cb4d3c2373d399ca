"""What some changes come to, given what the story holds: the rules that every store shares, free of I/O."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from fabula.claims.text import checked_text
from fabula.errors import BranchExistsError, ConflictError, HeadMovedError, InvalidInputError
from fabula.ledger.ids import ROOT, text_key
from fabula.ledger.records import NOTHING, Candidate, Changes, Selection, Tombstone, Turn


@dataclass(frozen=True, slots=True)
class Standing:
    """What a story holds already of what some changes touch.

    ``turns`` are the known ids among those that ``named_turns`` lists, ``buried`` the text keys under a
    tombstone among ``named_keys``, ``selected`` the body that counts for each (turn, lane).
    """

    turns: Collection[str] = frozenset()
    buried: Collection[str] = frozenset()
    heads: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    selected: Mapping[tuple[str, str], str] = field(default_factory=dict)
    acts: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written: new turns without buried words, and only what takes effect.

    ``bury`` are the text keys that come under a tombstone with these changes; ``heads`` and ``tags`` are
    those that change, None where they end.
    """

    turns: tuple[Turn, ...]
    tombstones: tuple[Tombstone, ...]
    bury: frozenset[str]
    candidates: tuple[Candidate, ...]
    selections: tuple[Selection, ...]
    heads: Mapping[str, str | None]
    tags: Mapping[str, str | None]


def check_words(changes: Changes) -> None:
    """Refuse words that some store could not keep, before anything else looks at them.

    Raises:
        InvalidInputError: a text holds a NUL character or half of a surrogate pair.
    """
    for text in [row.text for row in changes.turns] + [row.text for row in changes.candidates]:
        if not _is_storable(text):
            checked_text(text)


def named_turns(changes: Changes) -> set[str]:
    """Every turn id that the changes write or lean on."""
    named = {turn.id for turn in changes.turns} | {turn.parent for turn in changes.turns}
    named |= {move.after for move in changes.moves if move.after is not None}
    named |= {tag.turn for tag in changes.tags if tag.turn is not None}
    return (named | {candidate.parent for candidate in changes.candidates}) - {ROOT}


def named_keys(changes: Changes) -> set[str]:
    """Every text key that the changes write."""
    keys = {turn.key for turn in changes.turns} | {stone.key for stone in changes.tombstones}
    return keys | {text_key(candidate.text) for candidate in changes.candidates}


def plan(changes: Changes, standing: Standing) -> Plan:
    """What the changes write into a story that stands so.

    Raises:
        HeadMovedError, BranchExistsError, ConflictError, InvalidInputError: as ``LedgerStore.commit`` says.
    """
    known = _known_after(changes, standing)
    _check_acts(changes, standing)
    _check_turns_of_marks(changes, known)
    stones = tuple(changes.tombstones)
    buried = {*standing.buried, *(stone.key for stone in stones)}
    turns = _new_turns(changes, standing, buried)
    return Plan(
        turns=turns,
        tombstones=(*stones, *(Tombstone(turn.id, turn.key) for turn in turns if turn.key in buried)),
        bury=frozenset(stone.key for stone in stones if stone.key not in standing.buried),
        candidates=tuple(one for one in changes.candidates if text_key(one.text) not in buried),
        selections=_effective(changes, standing),
        heads=_moved(changes, standing),
        tags=_tagged(changes, standing),
    )


def without_words(turn: Turn) -> Turn:
    """The turn as it is kept once its words are purged: its place and its key."""
    return replace(turn, speaker="", text="", present=None, sent_at="", meta=NOTHING, purged=True)


def _is_storable(text: str) -> bool:
    """What ``checked_text`` asks, some fifty times as fast: a commit may hold a whole novel."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def _known_after(changes: Changes, standing: Standing) -> set[str]:
    known = {ROOT, *standing.turns}
    for turn in changes.turns:
        if turn.parent not in known:
            raise InvalidInputError(
                f"Turn {turn.id[:12]} follows {turn.parent[:12]}, which this story does not hold. "
                "Write parents first."
            )
        known.add(turn.id)
    return known - {ROOT}


def _check_acts(changes: Changes, standing: Standing) -> None:
    for expected, act in enumerate(changes.acts, start=standing.acts + 1):
        if act.seq != expected:
            raise ConflictError(
                f"The next act of this story is number {expected}, not {act.seq}. "
                "Nothing was changed; read the log again and repeat."
            )


def _check_turns_of_marks(changes: Changes, known: set[str]) -> None:
    named = [(f"branch {move.branch!r}", move.after) for move in changes.moves if move.after != ROOT]
    named += [(f"tag {tag.name!r}", tag.turn) for tag in changes.tags]
    named += [(f"candidate {one.id!r}", one.parent) for one in changes.candidates if one.parent != ROOT]
    for what, turn in named:
        if turn is not None and turn not in known:
            raise InvalidInputError(f"This story holds no turn {turn[:12]} for {what}: write the turn first.")


def _new_turns(changes: Changes, standing: Standing, buried: set[str]) -> tuple[Turn, ...]:
    new: dict[str, Turn] = {}
    for turn in changes.turns:
        if turn.id not in standing.turns and turn.id not in new:
            hidden = turn.purged or turn.key in buried
            new[turn.id] = without_words(turn) if hidden else turn
    return tuple(new.values())


def _effective(changes: Changes, standing: Standing) -> tuple[Selection, ...]:
    counting = dict(standing.selected)
    effective = []
    for selection in changes.selections:
        place = (selection.turn, selection.lane)
        if counting.get(place) == selection.replaces:
            counting[place] = selection.body
            effective.append(selection)
    return tuple(effective)


def _moved(changes: Changes, standing: Standing) -> dict[str, str | None]:
    moved: dict[str, str | None] = {}
    for move in changes.moves:
        actual = moved[move.branch] if move.branch in moved else standing.heads.get(move.branch)
        if actual != move.before:
            raise HeadMovedError(move.branch, move.before, actual)
        moved[move.branch] = move.after
    return moved


def _tagged(changes: Changes, standing: Standing) -> dict[str, str | None]:
    tagged: dict[str, str | None] = {}
    for tag in changes.tags:
        actual = tagged[tag.name] if tag.name in tagged else standing.tags.get(tag.name)
        if tag.turn is not None and actual not in (None, tag.turn):
            raise BranchExistsError(
                f"Tag {tag.name!r} exists and names another turn; take it away first or choose another name."
            )
        tagged[tag.name] = tag.turn
    return tagged
