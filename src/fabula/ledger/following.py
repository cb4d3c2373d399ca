"""Following a front end: its message list is aligned, and only what is new is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fabula.ledger.align import APPEND, FORK, Alignment, Keep, Write, align, best
from fabula.ledger.carry import Pair, paired, shared
from fabula.ledger.carrying import carried_over
from fabula.ledger.ids import ROOT, text_key
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.match import same_speaker
from fabula.ledger.records import Changes, HeadMove, Message, Stem, Turn
from fabula.ledger.tree import as_message, erased_after, turn_after

INSTRUCTION = "system"

_LOOKED_UP = 6
_OTHER_LINES = 6


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of a message list: where the branch stands now and what had to be written.

    ``happened`` is one of ``same, append, swipe, edit, delete, insert, move, rewind, fork, truncated,
    prepend, mixed``. ``carried`` counts extractions taken over from the old line. ``line`` is the whole
    line after it.
    """

    happened: str
    head: str
    line: Line
    written: tuple[Stem, ...] = ()
    removed: tuple[Stem, ...] = ()
    carried: int = 0


def follow(
    ledger: Ledger,
    branch: str,
    window: Sequence[Message],
    *,
    complete: bool = False,
    asides: Sequence[str] | None = None,
) -> Followed:
    """Make a branch stand where a message list ends, and write only what is new of it.

    System messages before the first other one are instructions, not story; with ``asides``, the request's
    other texts, every message is story. A window without one known word is what comes next: a front end
    that shows only its latest messages has not begun anew. ``complete`` says that the list is the whole
    story, so that what is missing at its front is gone.

    Raises:
        HeadMovedError: somebody moved the branch meanwhile; nothing was changed.
    """
    line = ledger.line(ledger.head(branch))
    told, aside = _story_part(window) if asides is None else (window, tuple(asides))
    alignment, happened = best_alignment(ledger, line, told, asides=aside, complete=complete)
    return retell(ledger, branch, line=line, alignment=alignment, happened=happened)


def retell(ledger: Ledger, branch: str, *, line: Line, alignment: Alignment, happened: str) -> Followed:
    """Make a branch tell what an alignment describes in place of ``line``; readings and author's acts go along.

    Raises:
        HeadMovedError: the branch does not end where ``line`` does any more; nothing was changed.
    """
    head = line[-1].id if line else ROOT
    turns, new_line = told_again(ledger, alignment)
    tip = new_line[-1].id if new_line else ROOT
    if tip == head:
        return Followed("same", head, line)
    carried = (
        Changes() if shared(line, new_line) == len(line) else _carried(ledger, line, new_line, alignment)
    )
    move = HeadMove(branch, ledger.before(branch, head), tip, ledger.by, ledger.clock(), happened)
    ledger.commit(replace(carried, turns=turns, moves=(move,), dropped=_echoed(ledger, turns)))
    written = tuple(turn.stem for turn in turns)
    return Followed(happened, tip, new_line, written, alignment.removed, len(carried.bindings))


def _story_part(window: Sequence[Message]) -> tuple[Sequence[Message], tuple[str, ...]]:
    """The messages that tell, and the texts of the instructions before them: a front end's preset and cards."""
    start = next((at for at, message in enumerate(window) if message.role != INSTRUCTION), len(window))
    return window[start:], tuple(message.text for message in window[:start])


def best_alignment(
    ledger: Ledger, line: Line, window: Sequence[Message], *, asides: tuple[str, ...], complete: bool = False
) -> tuple[Alignment, str]:
    """The best explanation of a window, and what happened as seen from the line it was on."""

    def text_of(turn: str) -> str:
        return ledger.turns([turn])[0].normal

    first = align(window, line, text_of, complete=complete, asides=asides)
    if not first.written and not first.removed:
        return first, first.happened
    others = _other_lines(ledger, line, window)
    if line and not others and not first.matched and first.happened == FORK and not complete:
        return Alignment(line, len(line), tuple(Write(message) for message in window)), APPEND
    aligned = (align(window, other, text_of, complete=complete, asides=asides) for other in others)
    return best([first, *aligned]), first.happened


def _other_lines(ledger: Ledger, line: Line, window: Sequence[Message]) -> Sequence[Line]:
    """Known lines that share late words with the window: a swipe back, another branch, an undone edit."""
    on_line = {stem.id for stem in line}
    keys = [text_key(message.text) for message in window[-_LOOKED_UP:]]
    found = ledger.with_key(keys)
    tips: dict[str, None] = {}
    for key in reversed(keys):
        for stem in reversed(found.get(key, ())):
            if stem.id not in on_line:
                tips[stem.id] = None
    covered: set[str] = set()
    lines: list[Line] = []
    for tip in tips:
        if tip not in covered and len(lines) < _OTHER_LINES:
            other = ledger.line(tip)
            covered.update(stem.id for stem in other)
            lines.append(other)
    return lines


def told_again(ledger: Ledger, alignment: Alignment) -> tuple[tuple[Turn, ...], Line]:
    """The turns to write and the line that results; turns that stand there already are used again."""
    line: list[Stem] = list(alignment.line[: alignment.base])
    known_words = _words_of_kept(ledger, alignment)
    written: list[Turn] = []
    for step in alignment.steps:
        parent = line[-1] if line else None
        above = parent.id if parent else ROOT
        if isinstance(step, Keep) and step.stem.parent == above:
            line.append(step.stem)
            continue
        turn = _turn_of(step, parent, known_words)
        is_fresh = bool(written) and above == written[-1].id
        stem = None if is_fresh else _known_child(ledger, above, turn)
        if stem is None:
            written.append(turn)
        line.append(stem or turn.stem)
    return tuple(written), tuple(line)


def _words_of_kept(ledger: Ledger, alignment: Alignment) -> Mapping[str, Turn]:
    """The words of known turns that come to stand under other ancestors."""
    above = alignment.line[alignment.base - 1].id if alignment.base else ROOT
    moved: list[str] = []
    for step in alignment.steps:
        if isinstance(step, Keep):
            if moved or step.stem.parent != above:
                moved.append(step.stem.id)
            above = step.stem.id
        else:
            above = ""
    return ledger.store.turns(ledger.story, moved) if moved else {}


def _turn_of(step: Keep | Write, parent: Stem | None, known: Mapping[str, Turn]) -> Turn:
    if isinstance(step, Write):
        return turn_after(parent, step.message)
    turn = known[step.stem.id]
    return erased_after(parent, turn) if turn.purged else turn_after(parent, as_message(turn))


def _known_child(ledger: Ledger, above: str, turn: Turn) -> Stem | None:
    children = ledger.store.children(ledger.story, [above]).get(above, ())
    same = [stem for stem in children if stem.key == turn.key and same_speaker(stem.speaker, turn.speaker)]
    exact = [stem for stem in same if stem.id == turn.id]
    return next(iter([*exact, *same]), None)


def _carried(ledger: Ledger, line: Line, new_line: Line, alignment: Alignment) -> Changes:
    return carried_over(ledger, (line, new_line), _pairs(line, new_line, alignment))


def _pairs(line: Line, new_line: Line, alignment: Alignment) -> tuple[Pair, ...]:
    """Which turn of the new line stands for which of the old one: as aligned, or else by their words."""
    told = new_line[alignment.base :]
    aligned = {
        old: new
        for step, new in zip(alignment.steps, told, strict=True)
        if (old := step.stem if isinstance(step, Keep) else step.edits) is not None
    }
    if alignment.line != line:
        on_line = set(line)
        aligned = {old: new for old, new in aligned.items() if old in on_line} | dict(paired(line, new_line))
    return tuple(sorted(aligned.items(), key=lambda pair: pair[0].number))


def _echoed(ledger: Ledger, turns: Sequence[Turn]) -> tuple[str, ...]:
    parents = {turn.parent for turn in turns}
    return tuple(one.id for one in ledger.candidates() if one.parent in parents)
